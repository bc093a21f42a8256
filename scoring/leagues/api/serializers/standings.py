"""What programs read and send about a season's table, of players or of teams."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from ecarte_club.core.api import StrictInteger, StrictSerializer, StrictText
from games.matches.api.serializers.matches import NamedOut, Out
from scoring.leagues.labels import standings as labels
from scoring.leagues.selectors.what_if import POINTS_MOST as BOARD_POINTS_MOST
from scoring.leagues.services.adjustments import POINTS_MOST, REASON_MOST
from scoring.tables.criteria import Criterion, TeamCriterion
from scoring.tables.explain import Source
from scoring.tables.figures import in_json

from .fixtures import id_in

TRIED_MOST = 50
GAMES_MOST = 25
ONE_OF = f"one of {', '.join(TeamCriterion)}"


class FigureNumber(serializers.FloatField):
    """Whole where it can be: halves and thirds come from tie-breaks that divide."""

    def to_representation(self, value: Any) -> Any:
        return in_json(value)


class AdjustedOut(Out):
    points = serializers.IntegerField(help_text="Added, or removed where negative.")
    reason = serializers.CharField()
    on = serializers.DateField(
        allow_null=True, source="day", help_text="The day from which they count."
    )


class ManualReasonOut(Out):
    reason = serializers.CharField()
    on = serializers.DateField(source="day", help_text="The day from which it counts.")


def manual_reason_out() -> ManualReasonOut:
    return ManualReasonOut(
        allow_null=True,
        help_text="The decision of the committee that separates the line from those who are level "
        "with it; null: there is none, or it is not needed.",
    )


class LineOut(Out):
    rank = serializers.IntegerField()
    player = NamedOut()
    points = serializers.IntegerField()
    played = serializers.IntegerField()
    won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    lost = serializers.IntegerField()
    games_for = serializers.IntegerField()
    games_against = serializers.IntegerField()
    trebles = serializers.IntegerField()
    doubles = serializers.IntegerField()
    singles = serializers.IntegerField()
    value = serializers.IntegerField(help_text="The values of the games won, added up.")
    value_against = serializers.IntegerField()
    rubber_points = serializers.IntegerField(help_text="Signed: won less lost.")
    kings = serializers.IntegerField()
    voles = serializers.IntegerField()
    adjustment = serializers.IntegerField(help_text="Points given or taken; among the points.")
    adjustments = AdjustedOut(many=True)
    manual_order = manual_reason_out()
    decided_by = serializers.CharField(
        allow_null=True,
        help_text="What parts the line from those beside it, first from the one above: `points`, "
        "or a tie-break. null: the place is shared.",
    )
    figures = serializers.DictField(
        child=serializers.ListField(child=FigureNumber()),
        help_text="By tie-break; compared in order, more is better.",
    )


class StandingsOut(Out):
    season = serializers.IntegerField()
    version = serializers.IntegerField()
    tie_breaks = serializers.ListField(child=serializers.CharField())
    count = serializers.IntegerField()
    next = serializers.URLField(allow_null=True, help_text="Null on the last page.")
    previous = serializers.URLField(allow_null=True, help_text="Null on the first page.")
    results = LineOut(many=True)


class TextOf(serializers.CharField):
    """What a function says about the whole object."""

    def __init__(self, text_of: Callable[[Any], str], **options: Any) -> None:
        super().__init__(source="*", **options)
        self.text_of = text_of

    def to_representation(self, value: Any) -> str:
        return self.text_of(value)


class TextsOf(serializers.ListField):
    """The sentences of a function about the whole object."""

    child = serializers.CharField()

    def __init__(self, texts_of: Callable[[Any], list[str]], **options: Any) -> None:
        super().__init__(source="*", **options)
        self.texts_of = texts_of

    def to_representation(self, data: Any) -> list[str]:
        return self.texts_of(data)


class EntrantNameOut(NamedOut):
    """A player or a team by its id, with its name among the context's `names`."""

    def to_representation(self, instance: int) -> dict[str, Any]:
        return {"id": instance, "name": self.context["names"][instance]}


def _criterion(**options: Any) -> serializers.ChoiceField:
    return serializers.ChoiceField(choices=[one.value for one in Criterion], **options)


def worth_field() -> serializers.ListField:
    return serializers.ListField(
        child=FigureNumber(),
        allow_null=True,
        help_text="Compared number by number, more is better; null: no answer. By "
        "`direct_encounter`: the points among the tied, and those that they can still have there.",
    )


class PartOut(Out):
    kind = serializers.ChoiceField(choices=[one.value for one in Source], source="part.source")
    figure = FigureNumber(source="part.figure", help_text="What it adds.")
    round = serializers.IntegerField(allow_null=True)
    day = serializers.DateField(allow_null=True, help_text="Of a season without rounds.")
    opponent = NamedOut(allow_null=True)
    score = serializers.IntegerField(
        allow_null=True, source="part.score", help_text="The opponent’s, where counted."
    )
    left_out = serializers.BooleanField(source="part.left_out", help_text="Taken away by a cut.")
    reason = serializers.CharField(
        source="part.reason", help_text="Of a points adjustment, or an order of the committee."
    )
    sentence = TextOf(labels.part_sentence, help_text="The same in words.")


@extend_schema_serializer(component_name="StandingFigureOut")
class FigureOut(Out):
    player = NamedOut(source="entrant")
    criterion = _criterion()
    worth = worth_field()
    parts = PartOut(many=True, help_text="Those not left out add up to the first number.")


class PassedOut(Out):
    criterion = _criterion()
    worth = worth_field()


class VerdictOut(Out):
    player = NamedOut(source="other", help_text="The neighbour.")
    above = serializers.BooleanField(
        source="is_above", help_text="Whether the neighbour is the one above."
    )
    criterion = _criterion(
        allow_null=True, help_text="What separates the two; null: they share the place."
    )
    figures = FigureOut(many=True, help_text="Of all who were level until then; best first.")
    passed = PassedOut(many=True, help_text="What left them level, in the order of the table.")
    sentences = TextsOf(labels.comparison_sentences, help_text="The same in words.")


class ReasonsOut(Out):
    version = serializers.IntegerField(help_text="Of the table.")
    player = NamedOut(source="entrant")
    rank = serializers.IntegerField()
    points = serializers.IntegerField()
    verdicts = VerdictOut(
        many=True, source="comparisons", help_text="Against the one above and the one below."
    )
    figures = FigureOut(many=True, help_text="The player’s own, by every criterion.")
    sentences = TextsOf(labels.explanation_sentences, help_text="The same in words.")


class WhyOut(ReasonsOut):
    season = serializers.IntegerField(source="event")


class GamesIn(StrictSerializer):
    a = StrictInteger(min_value=0, max_value=GAMES_MOST)
    b = StrictInteger(min_value=0, max_value=GAMES_MOST)


class TriedIn(StrictSerializer):
    player_a = id_in()
    player_b = id_in()
    games = GamesIn(help_text="Games won by each; rubbers where there are several.")


class WhatIfIn(StrictSerializer):
    results = TriedIn(many=True, help_text=f"{TRIED_MOST} at most.")

    def validate_results(self, given: list[object]) -> list[object]:
        if not 1 <= len(given) <= TRIED_MOST:
            text = _("Must be 1 to %(most)s results.") % {"most": TRIED_MOST}
            raise serializers.ValidationError(text)
        return given


class ChangeOut(Out):
    """Of a `Change`, with the names of entrants in the context."""

    player = EntrantNameOut(source="entrant")
    rank = serializers.IntegerField()
    rank_before = serializers.IntegerField()
    points = serializers.IntegerField()
    points_before = serializers.IntegerField()


class WhatIfOut(Out):
    season = serializers.IntegerField()
    version = serializers.IntegerField(help_text="Of the table that it was tried on.")
    results = ChangeOut(many=True, help_text="The whole table, as it would be.")


class AdjustmentIn(StrictSerializer):
    player = id_in()
    points = StrictInteger(
        min_value=-POINTS_MOST, max_value=POINTS_MOST, help_text="Taken where negative; not 0."
    )
    reason = StrictText(max_length=REASON_MOST, help_text="Shown beside the table.")


class AdjustmentEndIn(StrictSerializer):
    reason = StrictText(max_length=REASON_MOST)


class AdjustmentOut(Out):
    """With the names of players in the context."""

    id = serializers.IntegerField(source="pk")
    season = serializers.IntegerField(source="event_id")
    player = EntrantNameOut(source="player_id")
    points = serializers.IntegerField(help_text="Added, or removed where negative.")
    reason = serializers.CharField()
    on = serializers.DateField(help_text="The day from which it counts.")
    at = serializers.DateTimeField(help_text="When it was entered.")
    ended_at = serializers.DateTimeField(
        allow_null=True, help_text="When it was withdrawn; null: it counts."
    )
    ended_reason = serializers.CharField(help_text="Why it was withdrawn.")


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
    manual_order = manual_reason_out()
    decided_by = serializers.CharField(
        allow_null=True,
        help_text="What separates the line from those beside it, first from the one above, "
        f"{ONE_OF}. null: the place is shared.",
    )
    figures = serializers.DictField(
        child=serializers.ListField(child=FigureNumber()),
        help_text="By tie-break, where it has an answer; compared in order, more is better.",
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
    parts = TextsOf(labels.part_sentences, help_text="In sentences.")


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
    sentences = TextsOf(labels.comparison_sentences, help_text="The same in words.")


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
    sentences = TextsOf(labels.explanation_sentences, help_text="The same in words.")


class BoardPointsIn(StrictSerializer):
    a = StrictInteger(min_value=0, max_value=BOARD_POINTS_MOST)
    b = StrictInteger(min_value=0, max_value=BOARD_POINTS_MOST)


class TeamTriedIn(StrictSerializer):
    team_a = id_in()
    team_b = id_in()
    board_points = BoardPointsIn(
        required=False, help_text="Of each; the meeting adds nothing to their games then."
    )
    boards = GamesIn(
        many=True,
        required=False,
        help_text="Instead of board points: the games won at each board, rubbers where there are "
        "several.",
    )

    def validate(self, given: dict[str, Any]) -> dict[str, Any]:
        if ("board_points" in given) == bool(given.get("boards")):
            text = _("Give the board points, or the games won at each board.")
            raise serializers.ValidationError({"board_points": text})
        return given


class TeamWhatIfIn(WhatIfIn):
    results = TeamTriedIn(  # type: ignore[assignment]  # meetings instead
        many=True, help_text=f"{TRIED_MOST} at most."
    )


class TeamAdjustmentIn(AdjustmentIn):
    player = None  # type: ignore[assignment]  # a team instead
    team = id_in()


class TeamAdjustmentOut(AdjustmentOut):
    season = serializers.IntegerField(source="season_id")
    player = None  # type: ignore[assignment]  # a team instead
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
