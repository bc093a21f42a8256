"""What programs read of the table of the teams."""

from rest_framework import serializers

from games.matches.api.serializers import NamedOut, Out
from scoring.leagues.api.serializers import AdjustedOut
from scoring.leagues.api.standings.serializers import TextsOf, worth_field
from scoring.leagues.labels import standings
from scoring.tables.criteria import TeamCriterion

ONE_OF = f"one of {', '.join(TeamCriterion)}"


class TeamLineOut(Out):
    rank = serializers.IntegerField()
    team = NamedOut(source="entrant")
    match_points = serializers.IntegerField(source="share.points")
    played = serializers.IntegerField(source="share.played", help_text="Meetings.")
    won = serializers.IntegerField(source="share.won")
    drawn = serializers.IntegerField(source="share.drawn")
    lost = serializers.IntegerField(source="share.lost")
    board_points_for = serializers.IntegerField(source="share.games_for")
    board_points_against = serializers.IntegerField(source="share.games_against")
    games_for = serializers.IntegerField(source="share.value", help_text="Won at its boards.")
    games_against = serializers.IntegerField(source="share.value_against")
    kings = serializers.IntegerField(source="share.kings")
    voles = serializers.IntegerField(source="share.voles")
    adjustment = serializers.IntegerField(
        help_text="Points added or removed; among the match points."
    )
    adjustments = AdjustedOut(many=True)
    decided_by = serializers.CharField(
        allow_null=True,
        help_text="What separates the line from those beside it, first from the one above, "
        f"{ONE_OF}. null: the place is shared.",
    )


class TeamStandingsOut(Out):
    season = serializers.IntegerField()
    version = serializers.IntegerField(help_text="Of the season.")
    team_breaks = serializers.ListField(child=serializers.CharField())
    results = TeamLineOut(many=True)


class TeamFigureOut(Out):
    team = NamedOut(source="entrant")
    criterion = serializers.CharField(help_text=f"{ONE_OF[0].upper()}{ONE_OF[1:]}.")
    worth = worth_field()
    parts = TextsOf(standings.part_sentences, help_text="In sentences.")


class TeamVerdictOut(Out):
    team = NamedOut(source="other", help_text="The neighbour.")
    above = serializers.BooleanField(
        source="is_above", help_text="Whether the neighbour is the one above."
    )
    criterion = serializers.CharField(
        allow_null=True,
        help_text="What separates the two; null: they share the place.",
    )
    figures = TeamFigureOut(many=True, help_text="Of all who were level until then; best first.")
    sentences = TextsOf(standings.comparison_sentences, help_text="The same in words.")


class TeamWhyOut(Out):
    season = serializers.IntegerField(source="event")
    version = serializers.IntegerField(help_text="Of the season.")
    team = NamedOut(source="entrant")
    rank = serializers.IntegerField()
    match_points = serializers.IntegerField(source="points")
    verdicts = TeamVerdictOut(
        many=True, source="comparisons", help_text="Against the one above and the one below."
    )
    figures = TeamFigureOut(many=True, help_text="The team’s own, by every criterion.")
    sentences = TextsOf(standings.explanation_sentences, help_text="The same in words.")
