"""Teams that leave, come back or come late: looked at first, then done."""

from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.views.common import faults_as_pages
from ecarte_club.core.exceptions import Absent
from ecarte_club.core.forms import Form
from scoring.leagues.models import Board, Season, Team
from scoring.leagues.services import teams
from scoring.leagues.services.planning.locking import REASON_MOST
from scoring.leagues.services.teams.locking import names_of
from scoring.leagues.views.fixtures.people import READS, answer, named
from scoring.leagues.views.season import season_of


class TeamForm(Form):
    team = forms.TypedChoiceField(label=_("Team"), coerce=int)

    def __init__(self, *args: Any, teams: list[Team], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(str(one.pk), one.name) for one in teams]
        blank = [] if len(choices) == 1 else [("", "–")]
        self.choose("team", [*blank, *choices])
        self.has_choices = bool(choices)


class LeaveForm(TeamForm):
    reason = forms.CharField(
        label=_("Reason"),
        max_length=REASON_MOST,
        help_text=_("Everybody can read it beside the meetings that are not played."),
    )


def _found(request: HttpRequest, slug: str, pk: int) -> tuple[Season, Person]:
    """Raises: Absent where single players play; Denied."""
    season, person = season_of(request, slug, pk)
    require(person, Act.RUN_SEASON)
    if not season.boards:
        raise Absent
    return season, person


@login_required
@require_http_methods(READS)
@faults_as_pages
def team_late(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    season, person = _found(request, slug, pk)
    waiting = season.teams.filter(meetings_home=None, meetings_away=None).order_by("place")
    form = TeamForm(request.POST or None, teams=list(waiting))

    def act(version: int) -> object:
        found = teams.team_late(by=person, season=season, **form.cleaned_data, version=version)
        return len(found)

    def look() -> dict[str, Any]:
        found = teams.team_late_foreseen(by=person, season=season, **form.cleaned_data)
        return {"fixtures": named(found, names_of)}

    return answer(request, season, person, form, act, look, "leagues/season_join.html")


@login_required
@require_http_methods(READS)
@faults_as_pages
def team_withdraw(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    season, person = _found(request, slug, pk)
    here = season.teams.filter(left_round=None).order_by("place")
    form = LeaveForm(request.POST or None, teams=list(here))

    def act(version: int) -> object:
        asked = {**form.cleaned_data, "version": version}
        return teams.team_withdraw(by=person, season=season, **asked).entrant.pk

    def look() -> dict[str, Any]:
        team = form.cleaned_data["team"]
        found = teams.team_withdrawal_foreseen(by=person, season=season, team=team)
        return {"leaving": found, "whose": found.entrant}

    return answer(request, season, person, form, act, look, "leagues/season_withdraw.html")


@login_required
@require_http_methods(READS)
@faults_as_pages
def team_return(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """A withdrawal taken back, as if it had never been."""
    season, person = _found(request, slug, pk)
    gone = season.teams.filter(left_round__isnull=False).order_by("place")
    form = TeamForm(request.POST or None, teams=list(gone))

    def act(version: int) -> object:
        asked = {**form.cleaned_data, "version": version}
        return teams.team_return(by=person, season=season, **asked).entrant.pk

    def look() -> dict[str, Any]:
        found = teams.team_return_foreseen(by=person, season=season, **form.cleaned_data)
        begun = set(Board.objects.filter(pk__in=found.matches).values_list("meeting", flat=True))
        open_ = [(one, one.pk in begun) for one in found.rest]
        return {"returning": found, "open": open_, "whose": found.entrant}

    return answer(request, season, person, form, act, look, "leagues/season_return.html")
