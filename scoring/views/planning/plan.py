"""Making the fixtures of a season: asked for, looked at whole, then made."""

from collections.abc import Sequence
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from ecarte_club.clubs import picking
from ecarte_club.clubs import queries as clubs
from ecarte_club.clubs.models import Player
from ecarte_club.clubs.rights import Act, Person, require
from ecarte_club.clubs.views.people import context, faults_as_pages
from ecarte_club.wire import pages
from ecarte_club.wire.digits import whole
from ecarte_club.wire.faults import Fault
from scoring.models import Season
from scoring.planning.foreseeing import ForeseenRound
from scoring.planning.plans import plan_of
from scoring.planning.reading import entrants_of
from scoring.services import planning
from scoring.views.season import season_of

from .plan_form import PlanForm, initial_of


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@faults_as_pages
def season_plan(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """`make` makes them, any other button only shows what would be made."""
    season, person = season_of(request, slug, pk)
    require(person, Act.RUN_SEASON)
    if request.method != "POST":
        players = [one.player for one in entrants_of(season, person)]
        if not players and request.GET.get("who") == "all":
            players = list(clubs.players(person)[: picking.LISTED_MOST])
        form = PlanForm(initial=initial_of(plan_of(season), players, person), person=person)
        return _page(request, season, person, form)
    form = PlanForm(request.POST, person=person)
    foreseen: Sequence[ForeseenRound] = ()
    if form.is_valid():
        plan = form.plan()
        try:
            if request.POST.get("act") == "make":
                version = whole(request.POST.get("version", "")) or 0
                pages.write(
                    request,
                    lambda: planning.season_plan(
                        by=person, season=season, plan=plan, version=version
                    ).pk,
                )
                return redirect("season_fixtures", slug=slug, pk=pk)
            foreseen = planning.season_plan_foreseen(by=person, season=season, plan=plan)
        except Fault as fault:
            pages.tell(form, fault)
    return _page(request, season, person, form, foreseen)


def _page(
    request: HttpRequest,
    season: Season,
    person: Person,
    form: PlanForm,
    foreseen: Sequence[ForeseenRound] = (),
) -> HttpResponse:
    ids = {pk for round_ in foreseen for one in round_.fixtures for pk in (one.home, one.away)}
    names = dict(Player.objects.filter(pk__in=ids - {None}).values_list("pk", "name"))
    shown: dict[str, Any] = {
        "season": season,
        "form": form,
        "rounds": [named_round(one, names) for one in foreseen],
        "offers_all": not picking.are_many(person),
        "key": pages.new_key(),
        "tab": "club",
    }
    status = 422 if form.errors else 200
    template = "scoring/season_plan.html"
    return render(request, template, context(season.event.club, person, **shown), status=status)


def named_round(round_: ForeseenRound, names: dict[int, str]) -> dict[str, Any]:
    return {
        "number": round_.number,
        "day": round_.day,
        "fixtures": [
            {
                "home": names[one.home],
                "away": names.get(one.away or 0, ""),
                "table": one.table,
                "day": one.day if one.moved else None,
            }
            for one in round_.fixtures
        ],
    }
