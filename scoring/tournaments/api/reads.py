"""/api/v1/: tournaments, their rounds and standings."""

from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs.actors import actor_of
from ecarte_club.clubs.api import club_of
from ecarte_club.clubs.permissions import Person
from ecarte_club.core import csv_files
from ecarte_club.core.api import View
from ecarte_club.core.negotiation import AnyAccepted
from games.matches.api.inputs import match_terms
from games.matches.services.matches import MatchTerms
from scoring.leagues.api.seasons import bounded
from scoring.tables.points import Scheme
from scoring.tournaments.models import Tournament
from scoring.tournaments.rules.plan import OPTIONS, Kind
from scoring.tournaments.selectors import pool_board, tree_board
from scoring.tournaments.selectors.reading import reading_of, tournament_for, tournaments_of
from scoring.tournaments.selectors.table_csv import standings_csv
from scoring.tournaments.services import TournamentPlan, tournament_open
from scoring.tournaments.services.opening import SCHEME_FIELDS

from . import plain
from .inputs import NUMBER_MOST, TournamentIn
from .serializers import (
    PoolsOut,
    RoundOut,
    TournamentDetailOut,
    TournamentOut,
    TournamentStandingsOut,
    TreeOut,
)

SLUG = OpenApiParameter("slug", OpenApiTypes.STR, OpenApiParameter.PATH)
AFTER = OpenApiParameter("after_round", OpenApiTypes.INT)


def tournament_of(request: Request, pk: int) -> tuple[Tournament, Person]:
    return tournament_for(actor_of(request), pk)


def detail_data(pk: int, person: Person) -> Any:
    """Read anew, for the answer to a write."""
    found = Tournament.objects.select_related("event__club").get(pk=pk)
    return TournamentDetailOut(reading_of(found, person)).data


def round_data(pk: int, person: Person, number: int) -> Any:
    found = Tournament.objects.select_related("event__club").get(pk=pk)
    now = reading_of(found, person)
    return RoundOut(plain.round_plain(now, now.round(number))).data


class TournamentList(ListAPIView[Tournament], View):
    serializer_class = TournamentOut

    @extend_schema(parameters=[SLUG])
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """The newest first."""
        club, _person = club_of(request, kwargs["slug"])
        page = self.paginate_queryset(tournaments_of(club, actor_of(request)))
        return self.get_paginated_response(TournamentOut(page, many=True).data)

    @extend_schema(parameters=[SLUG], request=TournamentIn, responses={201: TournamentDetailOut})
    def post(self, request: Request, slug: str) -> Response:
        """Open a tournament. Players enter next; nothing is drawn before it is asked for."""
        club, person = club_of(request, slug)
        given = self.given(TournamentIn)
        scheme = Scheme(**{name: given[f"points_{name}"] for name in SCHEME_FIELDS})
        made = TournamentPlan(
            terms=match_terms(given["terms"], club) or MatchTerms(),
            scheme=scheme,
            tie_breaks=tuple(given["tie_breaks"]) if "tie_breaks" in given else None,
            kind=Kind(given["kind"]),
            **{name: given[name] for name in ("name", "public", "seed")},
            **{option.name: given[option.name] for option in OPTIONS},
        )
        return self.write(
            request, lambda: detail_data(tournament_open(by=person, plan=made).pk, person)
        )


class TournamentDetail(View):
    @extend_schema(responses=TournamentDetailOut)
    def get(self, request: Request, pk: int) -> Response:
        """With who takes part, and how far it is."""
        found, person = tournament_of(request, pk)
        return Response(TournamentDetailOut(reading_of(found, person)).data)


class TournamentRound(View):
    @extend_schema(responses=RoundOut)
    def get(self, request: Request, pk: int, number: int) -> Response:
        """Its pairings, each with why it was drawn."""
        found, person = tournament_of(request, pk)
        self.read_version = found.version
        now = reading_of(found, person)
        return Response(RoundOut(plain.round_plain(now, now.round(number))).data)


class TournamentTree(View):
    @extend_schema(responses=TreeOut)
    def get(self, request: Request, pk: int) -> Response:
        """Of a knock-out, from the first round to the final; where there is none it is empty."""
        found, person = tournament_of(request, pk)
        return Response(TreeOut(tree_board.plain(reading_of(found, person))).data)


class TournamentPools(View):
    @extend_schema(responses=PoolsOut)
    def get(self, request: Request, pk: int) -> Response:
        """Of a pool tournament, round by round; of another kind there are none."""
        found, person = tournament_of(request, pk)
        return Response(PoolsOut(pool_board.plain(reading_of(found, person))).data)


class TournamentStandings(View):
    @extend_schema(parameters=[AFTER], responses=TournamentStandingsOut)
    def get(self, request: Request, pk: int) -> Response:
        """As they are, or as they were after a round; group by group where there are groups."""
        found, person = tournament_of(request, pk)
        made = plain.standings_plain(reading_of(found, person), after_round(request))
        return Response(TournamentStandingsOut(made).data)


class TournamentStandingsTable(View):
    content_negotiation_class = AnyAccepted

    @extend_schema(parameters=[AFTER], responses={(200, "text/csv"): OpenApiTypes.STR})
    def get(self, request: Request, pk: int) -> HttpResponse:
        """The same, as a table for a spreadsheet."""
        found, person = tournament_of(request, pk)
        body = standings_csv(reading_of(found, person), after_round(request))
        return csv_files.download(f"tournament-{pk}-standings.csv", body)


def after_round(request: Request) -> int | None:
    """None: now. Raises: Invalid."""
    asked = request.query_params.get("after_round", "")
    return bounded(request, "after_round", 1, NUMBER_MOST) if asked else None
