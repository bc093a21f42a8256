"""/api/v1/: what may still become of a tournament."""

from typing import Any

from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.core.api import View
from ecarte_club.core.exceptions import Absent
from games.matches.api.serializers.matches import Out
from scoring.leagues.api.outlook import ENTRANT_MOST, KNOWN, UNCHANGED, whose
from scoring.leagues.api.serializers.outlook import ChancesOut, ProspectsOut
from scoring.leagues.api.serializers.standings import EntrantNameOut
from scoring.leagues.api.standings import bounded
from scoring.tournaments.selectors.board import table_of
from scoring.tournaments.selectors.outlook import WhyNot, outlook_of, prospects_in
from scoring.tournaments.selectors.reading import Reading, reading_of
from scoring.tournaments.selectors.tree_outlook import TreeChances

from .reads import tournament_of


class TableChancesOut(ChancesOut):
    group = serializers.SerializerMethodField(
        help_text="Places are those of this group; null: of all."
    )

    @extend_schema_field(serializers.IntegerField(allow_null=True))
    def get_group(self, _chances: Any) -> int | None:
        group: int = self.context["group"]
        return group or None


class ReachedOut(Out):
    player = EntrantNameOut(source="entrant")
    rounds = serializers.ListField(
        child=serializers.FloatField(),
        help_text="Chances to come to the first round of the knock-out, the second and so on, and "
        "at last to win it; of 100.",
    )


class TreeChancesOut(Out):
    """Of `TreeChances`, with the names of players in the context."""

    runs = serializers.IntegerField(help_text="How often the rest was played out.")
    error = serializers.IntegerField(
        help_text="In 19 cases of 20 no chance is further off than this."
    )
    results = serializers.SerializerMethodField(help_text="In no particular order.")

    @extend_schema_field(ReachedOut(many=True))
    def get_results(self, chances: TreeChances) -> Any:
        rows = [{"entrant": one, "rounds": chances.percent(one)} for one in chances.reached]
        return ReachedOut(rows, many=True, context=self.context).data


class TournamentOutlookOut(Out):
    tournament = serializers.IntegerField()
    version = serializers.IntegerField(help_text="Of the tournament.")
    why_not = serializers.ChoiceField(
        [*WhyNot], allow_null=True, help_text="Why there is no outlook; null: there is."
    )
    prospects = ProspectsOut(
        allow_null=True,
        help_text="Of coming first in their table. Null: no player was named, or there is none.",
    )
    tables = TableChancesOut(many=True, help_text="Of each group, or of everybody.")
    knock_out = TreeChancesOut(allow_null=True, help_text="Null: there is no knock-out.")


class TournamentOutlookView(View):
    @extend_schema(
        operation_id="tournaments_outlook",
        parameters=[whose("player"), KNOWN],
        responses={200: TournamentOutlookOut, 304: UNCHANGED},
    )
    def get(self, request: Request, pk: int) -> Response:
        """Work out how likely each place is, and each round of a knock-out.

        Rounds of a Swiss that are not drawn yet are paired by a simpler rule than the draw."""
        found, person = tournament_of(request, pk)
        now = reading_of(found, person)
        outlook = outlook_of(now)
        context = {"names": now.names}
        player = bounded(request, "player", 0, ENTRANT_MOST)
        prospects = self._prospects(now, player) if player and outlook.tables else None
        answer = {
            "tournament": found.pk,
            "version": found.version,
            "why_not": outlook.why_not,
            "prospects": prospects and ProspectsOut(prospects, context=context).data,
            "tables": [
                TableChancesOut(chances, context={**context, "group": table.group}).data
                for table, chances in outlook.tables
            ],
            "knock_out": outlook.tree and TreeChancesOut(outlook.tree, context=context).data,
        }
        return Response(answer)

    def _prospects(self, now: Reading, player: int) -> Any:
        try:
            return prospects_in(now.progress, table_of(now, player), player)
        except Absent:
            return None
