"""/api/v1/: what the tables of a tournament rest on."""

from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.wire.api import View
from scoring.standing_api.plain import why_plain
from scoring.standings.explaining import why
from scoring.tournaments.reading import seen
from scoring.tournaments.wholes import whole_of

from .reads import AFTER, after_round, tournament_of
from .shapes import TournamentWhyOut


class TournamentWhy(View):
    @extend_schema(
        operation_id="tournaments_standings_why", parameters=[AFTER], responses=TournamentWhyOut
    )
    def get(self, request: Request, pk: int, player: int) -> Response:
        """Why a player stands where he stands: what parts him from the one above and below. Of
        groups, within his own; a knock-out and pools have no table."""
        until_round = after_round(request)
        found = whole_of(seen(*tournament_of(request, pk)), player)
        told = why(found.whole, found.whole.at(after_round=until_round), player, "")
        shown = {"tournament": pk, "group": found.group or None, **why_plain(told)}
        return Response(TournamentWhyOut(shown).data)


PATHS = [
    path("tournaments/<int:pk>/standings/<int:player>", TournamentWhy.as_view()),
]
