"""/api/v1/: what may still become of a season."""

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs.selectors import player_names
from ecarte_club.core.api import View
from scoring.leagues.selectors import outlook
from scoring.leagues.selectors.standings import names_of, season_table
from scoring.leagues.selectors.team_outlook import team_chances, team_prospects
from scoring.leagues.selectors.team_standings import team_table

from .seasons import season_of
from .serializers.outlook import OutlookOut, TeamOutlookOut
from .standings import bounded

ENTRANT_MOST = 2**53
KNOWN = OpenApiParameter("If-None-Match", OpenApiTypes.STR, OpenApiParameter.HEADER)
UNCHANGED = OpenApiResponse(description="Unchanged: neither a result nor a rating has.")


def whose(name: str) -> OpenApiParameter:
    return OpenApiParameter(name, OpenApiTypes.INT, description="Whose `prospects` to work out.")


class SeasonOutlook(View):
    @extend_schema(parameters=[whose("player"), KNOWN], responses={200: OutlookOut, 304: UNCHANGED})
    def get(self, request: Request, pk: int) -> Response:
        """Work out who can still finish first, and how likely each place is.

        Empty where no fixture is left. The same version and ratings give the same figures."""
        season, person = season_of(request, pk)
        table = season_table(season.pk)
        player = bounded(request, "player", 0, ENTRANT_MOST)
        left = not season.boards
        answer = {
            "season": season.pk,
            "version": table.version,
            "prospects": outlook.prospects(table, season.event, player)
            if player and left
            else None,
            "chances": outlook.chances(table, season.event) if left else None,
        }
        shown = player_names.names_shown(season.event.club, person)
        return Response(OutlookOut(answer, context={"names": names_of(table, shown)}).data)


class TeamOutlook(View):
    @extend_schema(
        parameters=[whose("team"), KNOWN], responses={200: TeamOutlookOut, 304: UNCHANGED}
    )
    def get(self, request: Request, pk: int) -> Response:
        """Work out which team can still finish first, and how likely each place is.

        Where a line-up is not known yet, each run draws one from the players of the team."""
        season, _person = season_of(request, pk)
        table = team_table(season.pk)
        team = bounded(request, "team", 0, ENTRANT_MOST)
        answer = {
            "season": season.pk,
            "version": table.version,
            "prospects": team_prospects(table, season, team) if team else None,
            "chances": team_chances(table, season),
        }
        return Response(TeamOutlookOut(answer, context={"names": names_of(table, "")}).data)
