"""/api/v1/: fixtures, who takes part, divisions, and calendars."""

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs.authentication import actor_of
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.core import csv_files
from ecarte_club.core.api import AnyAccepted, View, require_sign_in
from ecarte_club.core.pagination import SortedPages
from games.evenings import selectors as evening_queries
from scoring.leagues.models import Season
from scoring.leagues.selectors import fixtures, seasons
from scoring.leagues.selectors.fixtures import FixtureFilters, State, fixtures_due
from scoring.leagues.selectors.next_divisions import seen_divisions

from . import fixture_plain, fixture_serializers

DAYS = [
    OpenApiParameter("from", OpenApiTypes.DATE),
    OpenApiParameter("to", OpenApiTypes.DATE),
]
PLAYER = OpenApiParameter("player", OpenApiTypes.INT, description="A player's id, on either side.")
FILTERS = [
    PLAYER,
    OpenApiParameter("round", OpenApiTypes.INT),
    *DAYS,
    OpenApiParameter("state", OpenApiTypes.STR, enum=list(State)),
]


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


class FixtureList(View):
    pagination_class = SortedPages

    @extend_schema(parameters=FILTERS, responses=fixture_serializers.FixtureOut(many=True))
    def get(self, request: Request, pk: int) -> Response:
        """List the fixtures of a season, round by round"""
        season, person = season_of(request, pk)
        found = FixtureFilters.of(request.query_params).filter(fixtures.fixtures_of(season))
        pages = SortedPages()
        page = pages.paginate_queryset(found, request, self)
        lines = [fixture_plain.fixture(line) for line in fixtures.lines(page or [], person)]
        return pages.get_paginated_response(fixture_serializers.FixtureOut(lines, many=True).data)


class FixtureTable(View):
    content_negotiation_class = AnyAccepted

    @extend_schema(parameters=FILTERS, responses={(200, "text/csv"): OpenApiTypes.STR})
    def get(self, request: Request, pk: int) -> HttpResponse:
        """Download the fixtures of a season as CSV"""
        season, person = season_of(request, pk)
        found = FixtureFilters.of(request.query_params).filter(fixtures.fixtures_of(season))
        rows = fixtures.csv_rows(fixtures.lines(found, person))
        body = csv_files.write_rows(fixtures.COLUMNS, rows)
        return csv_files.download(f"season-{pk}-fixtures.csv", body)


class FixtureDetail(View):
    @extend_schema(responses=fixture_serializers.FixtureOut)
    def get(self, request: Request, pk: int) -> Response:
        """Read one fixture"""
        found, _season, person = fixtures.fixture(actor_of(request), pk)
        return Response(
            fixture_serializers.FixtureOut(
                fixture_plain.fixture(fixtures.lines([found], person)[0])
            ).data
        )


class DueList(View):
    @extend_schema(responses=fixture_serializers.FixtureOut(many=True))
    def get(self, request: Request, pk: int) -> Response:
        """List the fixtures due at an evening: of its day first, then overdue ones"""
        evening, person = evening_queries.evening(actor_of(request), pk)
        require(person, Act.START_ANY)
        found = fixtures.lines(fixtures.with_related(fixtures_due(evening)), person)
        return Response(
            fixture_serializers.FixtureOut(
                [fixture_plain.fixture(one) for one in found], many=True
            ).data
        )


class DivisionReads(View):
    @extend_schema(responses=fixture_serializers.DivisionOut(many=True))
    def get(self, request: Request, pk: int) -> Response:
        """List the divisions of a season, from the highest"""
        season, _person = season_of(request, pk)
        self.read_version = season.version
        found = [fixture_plain.division(one) for one in seen_divisions(actor_of(request), season)]
        return Response(fixture_serializers.DivisionOut(found, many=True).data)
