"""What programs read and send of match points given and taken."""

from rest_framework import serializers

from games.matches.api.serializers import NamedOut, Out
from scoring.leagues.api.standings.serializers import AdjustmentIn, AdjustmentOut, EntrantNameOut

from .serializers import id_in


class TeamAdjustmentIn(AdjustmentIn):
    player = None  # type: ignore[assignment]
    team = id_in()


class TeamAdjustmentOut(AdjustmentOut):
    season = serializers.IntegerField(source="season_id")
    player = None  # type: ignore[assignment]
    team = NamedOut()


class TeamChangeOut(Out):
    """Of a `Change`, with the names of teams in the context."""

    team = EntrantNameOut(source="entrant")
    rank = serializers.IntegerField()
    rank_before = serializers.IntegerField()
    points = serializers.IntegerField(help_text="Match points.")
    points_before = serializers.IntegerField()


class TeamsChangedOut(Out):
    season = serializers.IntegerField()
    version = serializers.IntegerField(help_text="Of the table that it was tried on.")
    results = TeamChangeOut(many=True, help_text="The whole table, as it would be.")
