"""Who comes late, and who leaves: looked at first, then done."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from ecarte_club.clubs.models import Player
from ecarte_club.clubs.rights import Act, Person, require
from ecarte_club.clubs.views.names import offering
from ecarte_club.clubs.views.people import context, faults_as_pages
from ecarte_club.wire import pages
from ecarte_club.wire.digits import whole
from ecarte_club.wire.faults import Absent, Fault, Invalid
from scoring.models import Season
from scoring.planning.reading import entrants_of
from scoring.rules.fixtures.calendar import Dated
from scoring.services import planning
from scoring.services.planning.locking import REASON_MOST
from scoring.services.planning.locking import names_of as players_named
from scoring.views.season import season_of

from .plan_form import NamesForm

READS = ["GET", "HEAD", "POST"]


class JoinForm(NamesForm):
    player = forms.CharField(label=_("Who comes"), max_length=120)

    def __init__(self, *args: Any, slug: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["player"].widget.attrs.update(offering(slug))

    def clean_player(self) -> int:
        try:
            return self.player_of(self.cleaned_data["player"])
        except Invalid as fault:
            raise forms.ValidationError(str(fault.detail)) from fault


class LeaveForm(NamesForm):
    player = forms.TypedChoiceField(label=_("Who leaves"), coerce=int)
    reason = forms.CharField(
        label=_("Reason"),
        max_length=REASON_MOST,
        help_text=_("Everybody can read it beside the fixtures that are not played."),
    )

    def __init__(self, *args: Any, season: Season, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        here = [one for one in entrants_of(season, self.person) if one.left_round is None]
        choices = [("", "–"), *((str(one.player_id), one.player.name) for one in here)]
        self.choose("player", choices)


class ReturnForm(NamesForm):
    player = forms.TypedChoiceField(label=_("Who comes back"), coerce=int)

    def __init__(self, *args: Any, season: Season, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        gone = [one for one in entrants_of(season, self.person) if one.left_round is not None]
        choices = [(str(one.player_id), one.player.name) for one in gone]
        self.choose("player", choices)
        self.has_choices = bool(choices)


def _found(request: HttpRequest, slug: str, pk: int) -> tuple[Season, Person]:
    """Raises: Absent where teams play; Denied."""
    season, person = season_of(request, slug, pk)
    require(person, Act.RUN_SEASON)
    if season.boards:
        raise Absent
    return season, person


@login_required
@require_http_methods(READS)
@faults_as_pages
def season_join(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    season, person = _found(request, slug, pk)
    form = JoinForm(request.POST or None, person=person, slug=slug)

    def act(version: int) -> object:
        asked = {"player": form.cleaned_data["player"], "version": version}
        return planning.entrant_join(by=person, season=season, **asked).pk

    def look() -> dict[str, Any]:
        player = form.cleaned_data["player"]
        found = planning.joining_foreseen(by=person, season=season, player=player)
        return {"fixtures": named(found, players_named)}

    return answer(request, season, person, form, act, look, "scoring/season_join.html")


@login_required
@require_http_methods(READS)
@faults_as_pages
def season_withdraw(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    season, person = _found(request, slug, pk)
    form = LeaveForm(request.POST or None, person=person, season=season)

    def act(version: int) -> object:
        asked = {**form.cleaned_data, "version": version}
        return planning.entrant_withdraw(by=person, season=season, **asked).entrant.pk

    def look() -> dict[str, Any]:
        player = form.cleaned_data["player"]
        found = planning.withdrawal_foreseen(by=person, season=season, player=player)
        return {"leaving": found, "whose": Player.objects.get(pk=player)}

    return answer(request, season, person, form, act, look, "scoring/season_withdraw.html")


@login_required
@require_http_methods(READS)
@faults_as_pages
def season_return(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """A withdrawal taken back, as if it had never been."""
    season, person = _found(request, slug, pk)
    form = ReturnForm(request.POST or None, person=person, season=season)

    def act(version: int) -> object:
        asked = {**form.cleaned_data, "version": version}
        return planning.entrant_return(by=person, season=season, **asked).entrant.pk

    def look() -> dict[str, Any]:
        player = form.cleaned_data["player"]
        found = planning.return_foreseen(by=person, season=season, player=player)
        begun = [(one, found.matches.get(one.pk)) for one in found.rest]
        return {"returning": found, "open": begun, "whose": found.entrant.player}

    return answer(request, season, person, form, act, look, "scoring/season_return.html")


def answer(
    request: HttpRequest,
    season: Season,
    person: Person,
    form: forms.Form,
    act: Callable[[int], object],
    look: Callable[[], dict[str, Any]],
    template: str,
) -> HttpResponse:
    """`do` does it, any other button only shows what would be done."""
    club = season.event.club
    back = "season_meetings" if season.boards else "season_fixtures"
    shown: dict[str, Any] = {"season": season, "form": form, "tab": "club"}
    shown["back"] = reverse(back, args=(club.slug, season.pk))
    if request.method == "POST" and form.is_valid():
        try:
            if request.POST.get("act") == "do":
                version = whole(request.POST.get("version", "")) or 0
                pages.write(request, lambda: act(version))
                return redirect(shown["back"])
            shown |= {"foreseen": look()}
        except Fault as fault:
            pages.tell(form, fault)
    shown["key"] = pages.new_key()
    status = 422 if form.errors else 200
    return render(request, template, context(club, person, **shown), status=status)


def named(
    dated: Sequence[Dated], names_of: Callable[[set[int]], Mapping[int, str]]
) -> list[dict[str, Any]]:
    names = names_of({pk for one in dated for pk in one.fixture.entrants})
    return [
        {
            "round": one.fixture.round,
            "day": one.slot.day,
            "home": names[one.fixture.home],
            "away": names[one.fixture.entrants[-1]],
        }
        for one in dated
    ]
