"""Making the calendar of a season: filled in, previewed, then made."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.selectors import clubs, player_search
from ecarte_club.clubs.views.common import context, faults_as_pages
from ecarte_club.core import pages
from ecarte_club.core.exceptions import Absent, Fault
from ecarte_club.core.parsing import whole
from scoring.leagues.models import Season
from scoring.leagues.selectors.competitors import competitors_of
from scoring.leagues.selectors.fixtures import entrants_of
from scoring.leagues.selectors.plans import PlannedRound, plan_of
from scoring.leagues.services.planning import season_plan, season_plan_preview

from .fixtures.plan_form import PlanForm, TeamPlanForm, initial_of
from .season import season_of


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@faults_as_pages
def plan(request: HttpRequest, slug: str, pk: int, *, of_teams: bool) -> HttpResponse:
    """The button `make` makes it, any other only shows what would be made.

    Raises: Absent where the season is not of teams, or not of players.
    """
    season, person = season_of(request, slug, pk)
    require(person, Act.RUN_SEASON)
    if bool(season.boards) != of_teams:
        raise Absent
    if request.method != "POST":
        return _page(request, season, person, _unbound(request, season, person))
    form = _form(season, person, request.POST)
    rounds: Sequence[PlannedRound] = ()
    if form.is_valid():
        fields: dict[str, Any] = {"by": person, "season": season, "plan": form.plan()}
        try:
            if request.POST.get("act") == "make":
                version = whole(request.POST.get("version", "")) or 0
                pages.write(request, lambda: season_plan(**fields, version=version).pk)
                list_page = "season_meetings" if of_teams else "season_fixtures"
                return redirect(list_page, slug=slug, pk=pk)
            rounds = season_plan_preview(**fields)
        except Fault as fault:
            pages.tell(form, fault)
    return _page(request, season, person, form, rounds)


def _form(season: Season, person: Person, *args: Any, **kwargs: Any) -> PlanForm:
    if not season.boards:
        return PlanForm(*args, person=person, **kwargs)
    names = dict(season.teams.order_by("place").values_list("pk", "name"))
    return TeamPlanForm(*args, person=person, names=names, **kwargs)


def _unbound(request: HttpRequest, season: Season, person: Person) -> PlanForm:
    """With the plan that the season has, or the usual one; `who=all` enters all members."""
    plan = plan_of(season)
    if season.boards:
        teams = competitors_of(season).names(plan.entrants)
        names = {pk: teams[pk] for pk in plan.entrants}
    else:
        players = [entrant.player for entrant in entrants_of(season, person)]
        if not players and request.GET.get("who") == "all":
            players = list(clubs.players(person)[: player_search.LISTED_MOST])
        labels = player_search.labels(person, players)
        names = {player.pk: label for player, label in zip(players, labels, strict=True)}
    return _form(season, person, initial=initial_of(plan, names))


def _page(
    request: HttpRequest,
    season: Season,
    person: Person,
    form: PlanForm,
    rounds: Sequence[PlannedRound] = (),
) -> HttpResponse:
    ids = {pk for row in rounds for one in row.fixtures for pk in (one.home, one.away) if pk}
    names = competitors_of(season).names(ids)
    shown: dict[str, Any] = {
        "season": season,
        "form": form,
        "rounds": [_with_names(row, names) for row in rounds],
        "offers_all": not season.boards and not player_search.are_many(person),
        "key": pages.new_key(),
        "tab": "club",
    }
    status = 422 if form.errors else 200
    template = "leagues/season_plan.html"
    return render(request, template, context(season.event.club, person, **shown), status=status)


def _with_names(row: PlannedRound, names: Mapping[int, str]) -> dict[str, Any]:
    return {
        "number": row.number,
        "day": row.day,
        "fixtures": [
            {
                "home": names[one.home],
                "away": names.get(one.away or 0, ""),
                "table": one.table,
                "day": one.day if one.moved else None,
            }
            for one in row.fixtures
        ],
    }
