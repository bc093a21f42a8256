"""/api/v1/: the teams of a season, and who plays for them."""

from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs.authentication import actor_of
from ecarte_club.clubs.permissions import Act, require
from ecarte_club.core import csv_files
from ecarte_club.core.api import FileView, View, require_sign_in
from ecarte_club.core.pagination import SortedPages
from scoring.leagues.selectors import teams
from scoring.leagues.selectors.teams import ORDERS, TeamFilters
from scoring.leagues.services.teams import (
    team_add,
    team_change,
    team_player_join,
    team_player_leave,
)

from .seasons import season_of, season_to_write
from .serializers import competitors as serializers

FILTERS = [
    OpenApiParameter(
        "name", OpenApiTypes.STR, description="Part of the name, or of a player's of it."
    ),
    OpenApiParameter("sort", OpenApiTypes.STR, enum=list(ORDERS)),
]


def _represented(request: Request, pk: int) -> Any:
    team, _season, _person = teams.team(actor_of(request), pk)
    return serializers.TeamWholeOut(team).data


class Teams(View):
    """Enter a team in a season of teams"""

    pagination_class = SortedPages
    serializer_in, serializer_out = serializers.TeamIn, serializers.TeamWholeOut

    @extend_schema(parameters=FILTERS, responses=serializers.TeamOut(many=True))
    def get(self, request: Request, pk: int) -> Response:
        """List the teams of a season"""
        season, person = season_of(request, pk)
        self.read_version = season.version
        rows = teams.teams_of(season, TeamFilters.of(request.query_params), person)
        return self.paginated(
            rows,
            lambda page: serializers.TeamOut(teams.read_teams(page, person), many=True).data,
        )

    def post(self, request: Request, pk: int) -> Response:
        season, person = season_to_write(request, pk, Act.RUN_SEASON)
        given = self.validated(self.serializer_in)

        def act() -> Any:
            made = team_add(by=person, season=season, **given)
            return _represented(request, made.pk)

        return self.write(request, act)


class TeamTable(FileView):
    @extend_schema(parameters=FILTERS, responses={(200, "text/csv"): OpenApiTypes.STR})
    def get(self, request: Request, pk: int) -> HttpResponse:
        """Download the teams of a season as CSV, with a line for each player"""
        season, person = season_of(request, pk)
        rows = teams.teams_of(season, TeamFilters.of(request.query_params), person)
        return csv_files.download_rows(
            f"season-{pk}-teams.csv",
            teams.COLUMNS,
            teams.csv_rows(teams.read_teams(rows, person)),
        )


class TeamAct(View):
    serializer_out = serializers.TeamWholeOut
    service: Callable[..., object]

    def post(self, request: Request, pk: int) -> Response:
        require_sign_in(request)
        team, _season, person = teams.team(actor_of(request), pk)
        require(person, Act.RUN_SEASON)
        given = self.validated(self.serializer_in)

        def act() -> Any:
            type(self).service(by=person, team=team, **given)
            return _represented(request, pk)

        return self.write(request, act)


class TeamChange(TeamAct):
    """Change the name or the captain of a team"""

    serializer_in, service = serializers.TeamChangeIn, team_change

    @extend_schema(responses=serializers.TeamWholeOut)
    def get(self, request: Request, pk: int) -> Response:
        """Read one team, with its players and their results in the season"""
        return Response(_represented(request, pk))


class TeamJoining(TeamAct):
    """Add a player to a team from a day on"""

    serializer_in, service = serializers.TeamPlayerIn, team_player_join


class TeamLeaving(TeamAct):
    """Remove a player from a team from a day on; their results stay"""

    serializer_in, service = serializers.TeamPlayerIn, team_player_leave
