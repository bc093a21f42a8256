"""/api/v1/: what may still become of a season."""

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs.selectors import player_names
from ecarte_club.core.api import View
from scoring.leagues.selectors import outlook
from scoring.leagues.selectors.standings import names_of, season_table

from .seasons import season_of
from .serializers.outlook import OutlookOut
from .standings import bounded

PLAYER_MOST = 2**53


class SeasonOutlook(View):
    @extend_schema(
        parameters=[
            OpenApiParameter(
                "player", OpenApiTypes.INT, description="Whose `prospects` to work out."
            )
        ],
        responses=OutlookOut,
    )
    def get(self, request: Request, pk: int) -> Response:
        """Work out who can still finish first, and how likely each place is.

        Empty where no fixture is left. The same version and ratings give the same figures."""
        season, person = season_of(request, pk)
        event_table = season_table(season.pk)
        player = bounded(request, "player", 0, PLAYER_MOST)
        answer = {
            "season": season.pk,
            "version": event_table.version,
            "prospects": outlook.prospects(event_table, season, player) if player else None,
            "chances": outlook.chances(event_table, season),
        }
        shown = player_names.names_shown(season.event.club, person)
        names = names_of(event_table, shown)
        return Response(OutlookOut(answer, context={"names": names}).data)
