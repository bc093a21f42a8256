"""/api/v1/hints: the printed hints, and what the counts say of them."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.core.api import View
from games.adviser.labels import verdict_text
from games.adviser.selectors.hints import (
    Figure,
    MeasuredHint,
    Part,
    PrintedCount,
    Verdict,
    measured_hints,
    measurements,
    printed_counts,
)
from games.engine.cards import NAMES
from games.engine.robots.hints import Decides
from games.matches.api.serializers.matches import Out
from games.matches.labels.advice import HINTS, SOURCE


class HintScoreOut(Out):
    own = serializers.IntegerField(help_text="Points of the player whom the hint is for.")
    other = serializers.IntegerField(help_text="Points of their opponent.")


class HintFigureOut(Out):
    score = HintScoreOut()
    hands = serializers.IntegerField(help_text="Decisions that were counted.")
    gain = serializers.FloatField(
        help_text="What the hint’s choice wins more than the best other, in chances of the game."
    )
    error = serializers.FloatField(help_text="The standard error of the gain.")
    verdict = serializers.ChoiceField(
        choices=[verdict.value for verdict in Verdict],
        help_text="Even: less than two standard errors.",
    )


class HintExampleOut(Out):
    cards = serializers.ListField(child=serializers.CharField(), help_text="Five cards.")
    turned = serializers.CharField(help_text="The turn-up, and so trumps.")
    wins = serializers.IntegerField(help_text="Hands of the other that it wins the point against.")
    hands = serializers.IntegerField(help_text="All hands that the other may hold.")
    point = serializers.FloatField(
        help_text="How often it wins the point; of the dealer, against hands that propose."
    )
    needed = serializers.FloatField(
        help_text="How often it has to, to be played as it is at the first score."
    )


class MeasuredHintOut(Out):
    id = serializers.CharField(help_text="Stable; numbers are the Britannica’s.")
    part = serializers.ChoiceField(
        choices=[part.value for part in Part], help_text="The part of the page."
    )
    decides = serializers.ChoiceField(
        choices=[decides.value for decides in Decides], help_text="What it says to do, or is about."
    )
    text = serializers.CharField(help_text="In the language asked for.")
    printed = serializers.CharField(help_text="As it is printed, in English.")
    work = serializers.CharField(help_text="The work that prints it.")
    figures = HintFigureOut(many=True, help_text="Empty where it changes nothing in who wins.")
    verdict = serializers.CharField(help_text="Where it is right, and where not, in words.")
    example = HintExampleOut(allow_null=True, help_text="A hand that it is about.")


class PrintedCountOut(Out):
    cards = serializers.ListField(child=serializers.CharField(), help_text="Five cards.")
    turned = serializers.CharField(help_text="The turn-up, and so trumps.")
    printed = serializers.IntegerField(
        help_text="Hands of the dealer that it wins the point against, by Foster (1914)."
    )
    count = serializers.IntegerField(help_text="The same by our count.")
    hands = serializers.IntegerField(help_text="All hands that the dealer may hold.")


class PrintedHintsOut(Out):
    hints = MeasuredHintOut(many=True, help_text="In the order of the page.")
    counts = PrintedCountOut(many=True, help_text="Hands whose counts are printed.")
    tables = serializers.CharField(help_text="The version of the robots’ tables they rest on.")


class PrintedHints(View):
    @extend_schema(responses=PrintedHintsOut)
    def get(self, request: Request) -> Response:
        """The printed hints to players, and where the counts find them right"""
        found = {
            "hints": [_hint(measured) for measured in measured_hints()],
            "counts": [_count(count) for count in printed_counts()],
            "tables": measurements()["tables"],
        }
        return Response(PrintedHintsOut(found).data)


def _hint(measured: MeasuredHint) -> dict[str, Any]:
    hint, example = measured.hint, measured.example
    return {
        "id": hint.id,
        "part": measured.part,
        "decides": hint.decides,
        "text": str(HINTS[hint.id]),
        "printed": hint.text,
        "work": str(SOURCE),
        "figures": [_figure(figure) for figure in measured.figures],
        "verdict": verdict_text(measured),
        "example": example
        and {
            "cards": [NAMES[card] for card in example.cards],
            "turned": NAMES[example.turned],
            "wins": example.wins,
            "hands": example.hands,
            "point": example.point,
            "needed": example.needed,
        },
    }


def _figure(figure: Figure) -> dict[str, Any]:
    return {
        "score": {"own": figure.score.a, "other": figure.score.b},
        "hands": figure.hands,
        "gain": figure.gain,
        "error": figure.error,
        "verdict": figure.verdict,
    }


def _count(count: PrintedCount) -> dict[str, Any]:
    return {
        "cards": [NAMES[card] for card in count.cards],
        "turned": NAMES[count.turned],
        "printed": count.printed,
        "count": count.count,
        "hands": count.hands,
    }
