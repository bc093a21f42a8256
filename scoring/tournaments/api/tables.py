"""/api/v1/: the tables of a tournament line by line, and what they rest on."""

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.core.api import AnyAccepted, View
from scoring.leagues import renderers
from scoring.leagues.api.standings.serializers import WhatIfIn
from scoring.leagues.api.standings.views import tried_in
from scoring.leagues.selectors.explanations import explanation_of
from scoring.leagues.selectors.standings import names_of
from scoring.tournaments.selectors.reading import reading_of
from scoring.tournaments.selectors.tables import table_of, tried_out

from .reads import AFTER, after_round, standings_data, tournament_of
from .serializers import TournamentChangeOut, TournamentWhatIfOut, TournamentWhyOut


class TournamentStandingsLines(View):
    content_negotiation_class = AnyAccepted

    @extend_schema(parameters=[AFTER], responses={(200, "application/x-ndjson"): OpenApiTypes.STR})
    def get(self, request: Request, pk: int) -> HttpResponse:
        """Read the standings as NDJSON, a line for each player."""
        found = reading_of(*tournament_of(request, pk))
        lines = standings_data(found, after_round(request))["results"]
        return HttpResponse(renderers.in_lines(lines), content_type=renderers.NDJSON.media_type)


class TournamentWhy(View):
    @extend_schema(
        operation_id="tournaments_standings_why", parameters=[AFTER], responses=TournamentWhyOut
    )
    def get(self, request: Request, pk: int, player: int) -> Response:
        """Explain the place of a player: what separates them from the players above and below.

        In groups, within their own; a knock-out and pools have no table.
        """
        until_round = after_round(request)
        found = table_of(reading_of(*tournament_of(request, pk)), player)
        table = found.whole.at(after_round=until_round)
        explanation = explanation_of(found.whole, table, player, "")
        context = {"group": found.group or None}
        return Response(TournamentWhyOut(explanation, context=context).data)


class TournamentWhatIf(View):
    @extend_schema(request=WhatIfIn, responses=TournamentWhatIfOut)
    def post(self, request: Request, pk: int) -> Response:
        """Try out results of published, undecided pairings, and read the tables they would give.

        Nothing is saved; anybody who may read the tournament may do this, without a key.
        """
        found = reading_of(*tournament_of(request, pk))
        lines = [
            line
            for standing, changed in tried_out(found, tried_in(self.given(WhatIfIn)))
            for line in TournamentChangeOut(
                changed.changes,
                many=True,
                context={"group": standing.group or None, "names": names_of(standing.whole, "")},
            ).data
        ]
        version = found.progress.tournament.version
        return Response({"tournament": pk, "version": version, "results": lines})
