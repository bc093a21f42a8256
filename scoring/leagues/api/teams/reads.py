"""/api/v1/: the teams of a season, and who plays for them."""

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs.authentication import actor_of
from ecarte_club.core import csv_files
from ecarte_club.core.api import AnyAccepted, View
from ecarte_club.core.pagination import SortedPages
from scoring.leagues.api.fixture_reads import season_of
from scoring.leagues.selectors import teams
from scoring.leagues.selectors.teams import ORDERS, TeamFilters

from . import plain, serializers

FILTERS = [
    OpenApiParameter(
        "name", OpenApiTypes.STR, description="Part of the name, or of a player's of it."
    ),
    OpenApiParameter("sort", OpenApiTypes.STR, enum=list(ORDERS)),
]


class TeamReads(View):
    pagination_class = SortedPages

    @extend_schema(parameters=FILTERS, responses=serializers.TeamOut(many=True))
    def get(self, request: Request, pk: int) -> Response:
        """List the teams of a season"""
        season, person = season_of(request, pk)
        self.read_version = season.version
        found = teams.teams_of(season, TeamFilters.of(request.query_params), person)
        pages = SortedPages()
        page = pages.paginate_queryset(found, request, self)
        rows = [plain.team(one) for one in teams.read_teams(page or [], person)]
        return pages.get_paginated_response(serializers.TeamOut(rows, many=True).data)


class TeamTable(View):
    content_negotiation_class = AnyAccepted

    @extend_schema(parameters=FILTERS, responses={(200, "text/csv"): OpenApiTypes.STR})
    def get(self, request: Request, pk: int) -> HttpResponse:
        """Download the teams of a season as CSV, with a line for each player"""
        season, person = season_of(request, pk)
        found = teams.teams_of(season, TeamFilters.of(request.query_params), person)
        rows = teams.csv_rows(teams.read_teams(found, person))
        body = csv_files.write_rows(teams.COLUMNS, rows)
        return csv_files.download(f"season-{pk}-teams.csv", body)


class TeamDetail(View):
    @extend_schema(responses=serializers.TeamWholeOut)
    def get(self, request: Request, pk: int) -> Response:
        """Read one team, with its players and their results in the season"""
        team, _season, _person = teams.team(actor_of(request), pk)
        return Response(serializers.TeamWholeOut(plain.whole(team)).data)
