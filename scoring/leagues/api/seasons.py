"""/api/v1/: leagues, their seasons and divisions."""

from collections.abc import Callable, Sequence
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs.api.clubs import club_of
from ecarte_club.clubs.authentication import actor_of
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.core.api import View, require_sign_in
from ecarte_club.core.exceptions import get_or_absent
from games.matches.api.inputs import match_terms
from games.matches.services.matches import MatchTerms
from scoring.leagues.models import League, Season
from scoring.leagues.selectors import seasons
from scoring.leagues.selectors.competitors import competitors_of
from scoring.leagues.selectors.next_divisions import NextSeasonQuery, Proposed, visible_divisions
from scoring.leagues.services.divisions import (
    Division,
    division_add,
    division_set,
    divisions_open,
    divisions_preview,
)
from scoring.leagues.services.seasons import NAMES, SeasonPlan, TeamTerms, season_open
from scoring.tables.criteria import USUAL, USUAL_OF_TEAMS
from scoring.tables.results import Scheme

from .serializers import seasons as serializers


def season_of(request: Request, pk: int) -> tuple[Season, Person]:
    return seasons.season(actor_of(request), pk)


def season_to_write(request: Request, pk: int, act: Act) -> tuple[Season, Person]:
    """Raises: NotAuthenticated; Absent; Denied."""
    require_sign_in(request)
    season, person = season_of(request, pk)
    require(person, act)
    return season, person


def version_of(season_id: int) -> int:
    """As it is after the write."""
    return Season.objects.values_list("version", flat=True).get(pk=season_id)


class LeagueList(ListAPIView[League], View):
    """Leagues with the seasons that you may read."""

    serializer_class = serializers.LeagueOut

    @extend_schema(parameters=[OpenApiParameter("club", OpenApiTypes.STR, description="A slug.")])
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        leagues = seasons.visible_leagues(actor_of(request))
        if club := request.query_params.get("club"):
            leagues = leagues.filter(club__slug=club.replace("\x00", ""))
        page = self.paginate_queryset(leagues) or ()
        return self.get_paginated_response(serializers.LeagueOut(page, many=True).data)


class LeagueDetail(View):
    @extend_schema(responses=serializers.LeagueOut)
    def get(self, request: Request, pk: int) -> Response:
        """One league with the seasons that you may see."""
        league = get_or_absent(seasons.visible_leagues(actor_of(request)), pk)
        return Response(serializers.LeagueOut(league).data)


class SeasonDetail(View):
    @extend_schema(responses=serializers.SeasonOut)
    def get(self, request: Request, pk: int) -> Response:
        """One season: its days, its terms, and how its table is made."""
        season, _person = season_of(request, pk)
        return Response(serializers.SeasonOut(season).data)


class ClubSeasonList(View):
    """Open a season of a league; a league of that name is made when there is none."""

    serializer_in, serializer_out = serializers.SeasonIn, serializers.SeasonOut

    def post(self, request: Request, slug: str) -> Response:
        club, person = club_of(request, slug)
        given = self.validated(self.serializer_in)
        terms = match_terms(given["terms"], club) or MatchTerms()
        plan = SeasonPlan(
            name=given["name"],
            starts_on=given["starts_on"],
            ends_on=given["ends_on"],
            terms=terms,
            scheme=Scheme(**{name: given[field] for name, field in NAMES.items()}),
            tie_breaks=tuple(given.get("tie_breaks", USUAL)),
            public=given["public"],
            seed=given["seed"],
            teams=_team_terms(given["teams"]),
        )

        def act() -> Any:
            season = season_open(by=person, league=given["league"], plan=plan)
            return serializers.SeasonOut(season).data

        return self.write(request, act)


def _team_terms(given: dict[str, Any] | None) -> TeamTerms | None:
    if given is None:
        return None
    points = {name: given[f"meeting_{name}"] for name in ("win", "draw", "loss")}
    breaks = tuple(given.get("team_breaks", USUAL_OF_TEAMS))
    forfeit = given["meeting_forfeit"]
    return TeamTerms(given["boards"], **points, tie_breaks=breaks, forfeit=forfeit)


class DivisionAct(View):
    serializer_in, serializer_out = serializers.DivisionIn, serializers.DivisionOut
    service: Callable[..., Season]

    def post(self, request: Request, pk: int) -> Response:
        season, person = season_to_write(request, pk, Act.OPEN_SEASON)
        given = self.validated(self.serializer_in)
        version = given.pop("version")
        division = Division(given.pop("division"), **given)

        def act() -> Any:
            changed = type(self).service(
                by=person, season=season, division=division, version=version
            )
            return serializers.DivisionOut(changed).data

        return self.write(request, act)


class Divisions(DivisionAct):
    """Open a division below the lowest, with the days, terms and points of this one"""

    service = division_add

    @extend_schema(responses=serializers.DivisionOut(many=True))
    def get(self, request: Request, pk: int) -> Response:
        """List the divisions of a season, from the highest"""
        season, _person = season_of(request, pk)
        self.read_version = season.version
        found = visible_divisions(actor_of(request), season)
        return Response(serializers.DivisionOut(found, many=True).data)


class DivisionChange(DivisionAct):
    """Change a division: its name, and how many are promoted and relegated"""

    service = division_set


class NextSeason(View):
    """Open the divisions of the next season, with promotion and relegation"""

    serializer_in, serializer_out = serializers.NextIn, serializers.NextOut

    def post(self, request: Request, pk: int) -> Response:
        season, person = season_to_write(request, pk, Act.OPEN_SEASON)
        given = self.validated(self.serializer_in)
        query = NextSeasonQuery(
            tuple(given["newcomers"]), frozenset(given["withdrawn"]), given["seed"].strip()
        )
        if given["preview"]:
            proposed = divisions_preview(by=person, season=season, query=query)
            return Response(_next_divisions(proposed))

        def act() -> Any:
            proposed = divisions_preview(by=person, season=season, query=query)
            opened = divisions_open(
                by=person,
                season=season,
                query=query,
                name=given["name"],
                days=(given["starts_on"], given["ends_on"]),
                version=given["version"],
            )
            return _next_divisions(proposed, opened)

        return self.write(request, act)


def _next_divisions(proposed: Sequence[Proposed], opened: Sequence[Season] = ()) -> Any:
    """`opened`: the new seasons, in the same order; none in a preview."""
    names = competitors_of(proposed[0].season).names(pk for one in proposed for pk in one.entrants)
    ids: list[int | None] = [one.pk for one in opened] or [None] * len(proposed)
    divisions = [
        {
            "division": one.season.division,
            "level": one.season.level,
            "season": pk,
            **{
                name: [{"id": who, "name": names[who]} for who in some]
                for name, some in one.next._asdict().items()
            },
        }
        for one, pk in zip(proposed, ids, strict=True)
    ]
    return serializers.NextOut({"preview": not opened, "divisions": divisions}).data
