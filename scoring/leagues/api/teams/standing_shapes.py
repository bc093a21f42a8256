"""What programs read of the table of the teams."""

from rest_framework import serializers

from games.matches.api.serializers import NamedOut, Out
from scoring.leagues.api.serializers import AdjustedOut
from scoring.tables.criteria import TeamCriterion

ONE_OF = f"one of {', '.join(TeamCriterion)}"


class TeamLineOut(Out):
    rank = serializers.IntegerField()
    team = NamedOut()
    match_points = serializers.IntegerField()
    played = serializers.IntegerField(help_text="Meetings.")
    won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    lost = serializers.IntegerField()
    board_points_for = serializers.IntegerField()
    board_points_against = serializers.IntegerField()
    games_for = serializers.IntegerField(help_text="Won at its boards.")
    games_against = serializers.IntegerField()
    kings = serializers.IntegerField()
    voles = serializers.IntegerField()
    adjustment = serializers.IntegerField(
        help_text="Points given or taken; among the match points."
    )
    adjustments = AdjustedOut(many=True)
    decided_by = serializers.CharField(
        allow_null=True,
        help_text=f"What parts the line from those beside it, first from the one above, {ONE_OF}. "
        "null: the place is shared.",
    )


class TeamStandingsOut(Out):
    season = serializers.IntegerField()
    version = serializers.IntegerField(help_text="Of the season.")
    team_breaks = serializers.ListField(child=serializers.CharField())
    results = TeamLineOut(many=True)


class TeamFigureOut(Out):
    team = NamedOut()
    criterion = serializers.CharField(help_text=f"{ONE_OF[0].upper()}{ONE_OF[1:]}.")
    worth = serializers.ListField(
        child=serializers.IntegerField(), allow_null=True, help_text="More is better."
    )
    parts = serializers.ListField(child=serializers.CharField(), help_text="In sentences.")


class TeamVerdictOut(Out):
    team = NamedOut(help_text="The neighbour.")
    above = serializers.BooleanField()
    criterion = serializers.CharField(
        allow_null=True,
        help_text="What parts the two; null: they share the place.",
    )
    figures = TeamFigureOut(many=True, help_text="Of all who were level until then; best first.")
    sentences = serializers.ListField(child=serializers.CharField())


class TeamWhyOut(Out):
    season = serializers.IntegerField()
    version = serializers.IntegerField()
    team = NamedOut()
    rank = serializers.IntegerField()
    match_points = serializers.IntegerField()
    verdicts = TeamVerdictOut(many=True, help_text="Against the one above and the one below.")
    figures = TeamFigureOut(many=True, help_text="The team’s own, by every criterion.")
    sentences = serializers.ListField(child=serializers.CharField())
