"""A club's settings, and its own rules."""

from typing import Any, cast

from django import forms
from django.conf import settings as django_settings
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from ecarte_club.clubs import labels
from ecarte_club.clubs.labels import CODE_TITLES, law
from ecarte_club.clubs.models import Club, HouseRules, NameVisibility, Unit
from ecarte_club.clubs.permissions import Act, require
from ecarte_club.clubs.selectors import club_rules
from ecarte_club.clubs.services import clubs as club_services
from ecarte_club.clubs.services.clubs import NAME_MOST, Settings
from ecarte_club.core import pages
from ecarte_club.core.exceptions import Absent, Fault, Stale
from ecarte_club.core.pages import Form
from games.engine import club_rules as engine_rules
from games.engine.codes import CODES, DEFAULT_CODE

from .common import club_of, club_page, form_page, safe_page

LANGUAGES = django_settings.LANGUAGES
HOUSE = "house-"
RETIRED_SHOWN = 50


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
        choices=NameVisibility.choices,
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
    robots = forms.BooleanField(
        label=_("Robots may play here"),
        required=False,
        help_text=_(
            "Members play them online, for no stake. If you turn this off, the matches that "
            "robots are playing are abandoned."
        ),
    )
    robots_rated = forms.BooleanField(
        label=_("Matches with robots count in ratings"),
        required=False,
        help_text=_(
            "Matches that begin from now on. If you turn this off, none of them counts any longer, "
            "and the ratings are worked out again."
        ),
    )
    unit = forms.ChoiceField(
        label=_("Pools, bets and chouettes are played for"),
        choices=Unit.choices,
        help_text=_("Points are only counted. Nobody pays anybody."),
    )
    language = forms.ChoiceField(
        label=_("Language of the club’s e-mails"),
        choices=LANGUAGES,
        required=False,
        help_text=_("For people without an account, such as invitations. Others choose their own."),
    )

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        ours = [(f"{HOUSE}{rules.pk}", rules.name) for rules in club_rules.live(club.pk)]
        cast(forms.ChoiceField, self.fields["code"]).choices = [*ours, *CODE_TITLES.items()]

    def settings(self) -> Settings:
        given = dict(self.cleaned_data)
        code, language = given.pop("code"), given.pop("language") or None
        if code.startswith(HOUSE):
            return Settings(**given, language=language, house_rules=int(code.removeprefix(HOUSE)))
        return Settings(**given, language=language, code=code)


def _initial(club: Club) -> dict[str, Any]:
    named = (
        *("name", "place", "confirms", "public", "names_shown"),
        *("shows_odds", "robots", "robots_rated", "unit", "language"),
    )
    code = f"{HOUSE}{club.rules_id}" if club.rules_id else club.code
    return {**{name: getattr(club, name) for name in named}, "code": code}


@login_required
@form_page
def settings(request: HttpRequest, slug: str) -> HttpResponse:
    club, person = club_of(request, slug)
    require(person, Act.SET_CLUB)
    form = SettingsForm(request.POST or None, club=club, initial=_initial(club))
    stale: Stale | None = None
    if request.method == "POST" and form.is_valid():
        version, asked = pages.posted_version(request), form.settings()
        try:
            pages.write(
                request,
                lambda: club_services.club_set(by=person, version=version, settings=asked),
            )
            return redirect("committee", slug=slug)
        except Stale as fault:
            stale = fault
        except Fault as fault:
            pages.tell(form, fault)
    # The page is headed by what the club is now, and not by what was just asked for.
    club, person = club_of(request, slug)
    status = stale.status if stale else 0
    shown = {"form": form, "stale": stale, "tab": "committee"}
    return club_page(request, "clubs/settings.html", club, person, status=status, **shown)


class RulesForm(Form):
    """The name, and under `options.NAME` each option of the code it is made from."""

    name = forms.CharField(label=_("Name of the rules"), max_length=NAME_MOST)

    def __init__(self, *args: Any, base: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.base = base
        for name, option in CODES[base].options().items():
            self.fields[f"options.{name}"] = forms.ChoiceField(
                label=str(labels.OPTION_NAMES[name]),
                choices=[(one.text, one.text) for one in engine_rules.choices(name)],
                widget=forms.RadioSelect,
                required=False,
                initial=engine_rules.text(option.value),
            )

    def options(self) -> dict[str, str]:
        """What was left unsaid is as in the code."""
        given = {name: self.cleaned_data[f"options.{name}"] for name in engine_rules.OPTIONS}
        return {name: value for name, value in given.items() if value}

    def questions(self) -> list[dict[str, Any]]:
        """Each option as the page shows it: every choice with its source beside it."""
        return [self._question(name) for name in engine_rules.OPTIONS]

    def _question(self, name: str) -> dict[str, Any]:
        field = self[f"options.{name}"]
        printed = engine_rules.text(CODES[self.base].options()[name].value)
        choices = [
            {
                "value": one.text,
                "answer": labels.VALUES[name][one.text],
                "source": law(one.source),
                "checked": one.text == field.value(),
                "printed": one.text == printed,
            }
            for one in engine_rules.choices(name)
        ]
        return {"field": field, "choices": choices}


@safe_page
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    club, person = club_of(request, slug)
    require(person, Act.SEE_CLUB)
    retired = HouseRules.objects.filter(club=club).exclude(retired_at=None)
    shown = {
        "ours": club_rules.live(club.pk),
        "retired": retired.order_by("-retired_at")[:RETIRED_SHOWN],
        "printed": labels.CODE_TITLES.items(),
        "tab": "committee",
    }
    return club_page(request, "clubs/rules.html", club, person, **shown)


@safe_page
def printed_code(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """A printed code; it is nobody's secret."""
    club, person = club_of(request, slug)
    if code not in CODES:
        raise Absent
    shown = {
        "title": labels.CODE_TITLES[code],
        "base": code,
        "lines": labels.option_texts(CODES[code]),
        "in_force": club.code == code and club.rules_id is None,
        "tab": "committee",
    }
    return club_page(request, "clubs/rules_detail.html", club, person, **shown)


@safe_page
def rules_detail(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    club, person = club_of(request, slug)
    require(person, Act.SEE_CLUB)
    found = club_rules.rules_of(club.pk, pk)
    made = club_rules.code(found.base, found.options)
    shown = {
        "title": found.name,
        "rules": found,
        "base": found.base,
        "base_title": labels.CODE_TITLES[found.base],
        "lines": labels.option_texts(made, CODES[found.base]),
        "in_force": club.rules_id == found.pk,
        "tab": "committee",
    }
    return club_page(request, "clubs/rules_detail.html", club, person, **shown)


@login_required
@form_page
def rules_new(request: HttpRequest, slug: str) -> HttpResponse:
    """Made from `base`, a printed code; its own options are chosen already."""
    club, person = club_of(request, slug)
    require(person, Act.SET_CLUB)
    base = request.POST.get("base") or request.GET.get("base") or club.code
    base = base if base in CODES else DEFAULT_CODE
    form = RulesForm(request.POST or None, base=base)

    def make() -> HouseRules:
        name, options = form.cleaned_data["name"], form.options()
        return club_services.rules_make(by=person, name=name, base=base, options=options)

    if answer := pages.submitted(request, form, make):
        return redirect("rules_detail", slug=slug, pk=answer.body)
    shown = {
        "form": form,
        "base": base,
        "base_title": labels.CODE_TITLES[base],
        "printed": labels.CODE_TITLES.items(),
        "tab": "committee",
    }
    return club_page(request, "clubs/rules_new.html", club, person, **shown)


@login_required
@form_page
def rules_retire(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """What follows is said before it is done."""
    club, person = club_of(request, slug)
    require(person, Act.SET_CLUB)
    found, refused = club_rules.rules_of(club.pk, pk), None
    if request.method == "POST":
        version = pages.posted_version(request)
        try:
            pages.write(
                request,
                lambda: club_services.rules_retire(by=person, rules=found, version=version),
            )
            return redirect("rules", slug=slug)
        except Fault as fault:
            refused = fault
            club, person = club_of(request, slug)
    shown = {
        "rules": found,
        "fault": refused,
        "in_force": club.rules_id == found.pk,
        "tab": "committee",
    }
    return club_page(request, "clubs/rules_retire.html", club, person, **shown)
