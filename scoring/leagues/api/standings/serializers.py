"""What programs read and send about a season's table."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from ecarte_club.core.api import StrictInteger, StrictSerializer, StrictText
from games.matches.api.serializers import NamedOut, Out
from scoring.leagues.labels import standings
from scoring.leagues.services.adjustments import POINTS_MOST, REASON_MOST
from scoring.tables.criteria import Criterion
from scoring.tables.explain import Source

TRIED_MOST = 50
GAMES_MOST = 25


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
        child=serializers.IntegerField(),
        allow_null=True,
        help_text="Compared number by number, more is better; null: no answer.",
    )


class PartOut(Out):
    kind = serializers.ChoiceField(choices=[one.value for one in Source], source="part.source")
    figure = serializers.IntegerField(source="part.figure", help_text="What it adds.")
    round = serializers.IntegerField(allow_null=True)
    day = serializers.DateField(allow_null=True, help_text="Of a season without rounds.")
    opponent = NamedOut(allow_null=True)
    score = serializers.IntegerField(
        allow_null=True, source="part.score", help_text="The opponent’s, where counted."
    )
    left_out = serializers.BooleanField(source="part.left_out", help_text="Taken away by a cut.")
    reason = serializers.CharField(source="part.reason", help_text="Of a points adjustment.")
    sentence = TextOf(standings.part_sentence, help_text="The same in words.")


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
    sentences = TextsOf(standings.comparison_sentences, help_text="The same in words.")


class ReasonsOut(Out):
    version = serializers.IntegerField(help_text="Of the table.")
    player = NamedOut(source="entrant")
    rank = serializers.IntegerField()
    points = serializers.IntegerField()
    verdicts = VerdictOut(
        many=True, source="comparisons", help_text="Against the one above and the one below."
    )
    figures = FigureOut(many=True, help_text="The player’s own, by every criterion.")
    sentences = TextsOf(standings.explanation_sentences, help_text="The same in words.")


class WhyOut(ReasonsOut):
    season = serializers.IntegerField(source="event")


class GamesIn(StrictSerializer):
    a = StrictInteger(min_value=0, max_value=GAMES_MOST)
    b = StrictInteger(min_value=0, max_value=GAMES_MOST)


class TriedIn(StrictSerializer):
    player_a = StrictInteger(min_value=1, max_value=2**63 - 1)
    player_b = StrictInteger(min_value=1, max_value=2**63 - 1)
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
    results = ChangeOut(many=True, help_text="The event_table table, as it would be.")


class AdjustmentIn(StrictSerializer):
    player = StrictInteger(min_value=1, max_value=2**63 - 1)
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
