"""A club's settings."""

from typing import Any, cast

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from ecarte_club.clubs import services
from ecarte_club.clubs.labels.rules import CODE_TITLES
from ecarte_club.clubs.models import Club, Shown, Unit
from ecarte_club.clubs.permissions import Act, require
from ecarte_club.clubs.selectors import club_rules
from ecarte_club.clubs.services.settings import NAME_MOST, Settings
from ecarte_club.core import pages
from ecarte_club.core.exceptions import Fault, Stale
from ecarte_club.core.pages import Form
from ecarte_club.core.parsing import whole

from .common import club_of, context, faults_as_pages

HOUSE = "house-"


class SettingsForm(Form):
    name = forms.CharField(label=_("Name of the club"), max_length=NAME_MOST)
    place = forms.CharField(label=_("Place"), max_length=NAME_MOST, required=False)
    code = forms.ChoiceField(
        label=_("Rules the club plays by"),
        help_text=_("Matches and seasons that have started keep their rules."),
    )
    confirms = forms.BooleanField(
        label=_("The opponent confirms each game"),
        required=False,
        help_text=_(
            "The player who did not enter the result is asked to confirm it. "
            "Directors see what is unconfirmed."
        ),
    )
    public = forms.BooleanField(
        label=_("The club is public"),
        required=False,
        help_text=_("Each season and evening has its own setting for this."),
    )
    names_shown = forms.ChoiceField(
        label=_("What the public sees of players’ names"),
        choices=Shown.choices,
        help_text=_("Each player may choose to show less, never more."),
    )
    shows_odds = forms.BooleanField(
        label=_("The gallery sees the odds of games in play"),
        required=False,
        help_text=_(
            "Worked out from the score and the deal, and shown on the match’s page "
            "and the wall screen."
        ),
    )
    unit = forms.ChoiceField(
        label=_("Pools, bets and chouettes are played for"),
        choices=Unit.choices,
        help_text=_("Points are only counted. Nobody pays anybody."),
    )

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        ours = [(f"{HOUSE}{rules.pk}", rules.name) for rules in club_rules.live(club.pk)]
        cast(forms.ChoiceField, self.fields["code"]).choices = [*ours, *CODE_TITLES.items()]

    def settings(self) -> Settings:
        given = dict(self.cleaned_data)
        code = given.pop("code")
        if code.startswith(HOUSE):
            return Settings(**given, house_rules=int(code.removeprefix(HOUSE)))
        return Settings(**given, code=code)


def _initial(club: Club) -> dict[str, Any]:
    named = ("name", "place", "confirms", "public", "names_shown", "shows_odds", "unit")
    code = f"{HOUSE}{club.rules_id}" if club.rules_id else club.code
    return {**{name: getattr(club, name) for name in named}, "code": code}


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@faults_as_pages
def settings(request: HttpRequest, slug: str) -> HttpResponse:
    club, person = club_of(request, slug)
    require(person, Act.SET_CLUB)
    form = SettingsForm(request.POST or None, club=club, initial=_initial(club))
    status, stale = 200, False
    if request.method == "POST" and form.is_valid():
        version = whole(request.POST.get("version", "")) or 0
        asked = form.settings()
        try:
            pages.write(
                request, lambda: services.club_set(by=person, version=version, settings=asked).pk
            )
            return redirect("committee", slug=slug)
        except Stale as fault:
            stale, status = True, fault.status
        except Fault as fault:
            pages.tell(form, fault)
    # The page is headed by what the club is now, and not by what was just asked for.
    club, person = club_of(request, slug)
    shown = {"form": form, "stale": stale, "key": pages.new_key(), "tab": "committee"}
    status = 422 if form.errors else status
    return render(request, "clubs/settings.html", context(club, person, **shown), status=status)
