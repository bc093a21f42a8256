"""/api/v1/odds: the chances of a game from every score, with the counts behind them."""

from decimal import Decimal
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.core.api import View
from ecarte_club.core.exceptions import Invalid
from games.engine.codes import CODES, DEFAULT_CODE
from scoring.contests.rules.odds import SCORES, WAYS, Side, spreads
from scoring.contests.selectors import odds

PLACES = Decimal("0.000001")
SIDES = [side.name.lower() for side in Side]


class SideMarkOut(serializers.Serializer[Any]):
    side = serializers.ChoiceField(choices=SIDES)
    points = serializers.IntegerField()


class OutcomeOut(serializers.Serializer[Any]):
    marks = SideMarkOut(many=True, help_text="In the order in which they were made.")
    hands = serializers.IntegerField(help_text="In how many of the hands.")


class ChanceOut(serializers.Serializer[Any]):
    dealer = serializers.IntegerField(help_text="The points of who deals the hand now due.")
    elder = serializers.IntegerField(help_text="The points of the other.")
    chance = serializers.CharField(
        help_text="That the dealer wins the game, exact for these counts, as `n/d`."
    )
    decimal = serializers.CharField(help_text="The same, to six places.")
    error = serializers.CharField(help_text="Its standard error by sampling alone, to six places.")


class OtherWayOut(serializers.Serializer[Any]):
    way = serializers.ChoiceField(
        choices=[way for way in WAYS if way != "usual"],
        help_text="`bold`, `careful`: stands and refuses on less, or more; `own_hand`: plays the "
        "cards without seeing the other hand.",
    )
    hands = serializers.IntegerField(help_text="Played in this way and in the usual one.")
    dealer = serializers.IntegerField(help_text="At this score the chance changes most.")
    elder = serializers.IntegerField(help_text="The points of the other.")
    change = serializers.CharField(help_text="By how much, from the same packs, as `n/d`.")


class StrongChanceOut(serializers.Serializer[Any]):
    dealer = serializers.IntegerField(help_text="The points of who deals the hand now due.")
    elder = serializers.IntegerField(help_text="The points of the other.")
    decimal = serializers.CharField(help_text="That the dealer wins the game, to six places.")
    error = serializers.CharField(help_text="Its standard error by sampling, to six places.")
    change = serializers.CharField(
        help_text="What of it comes of this way of playing, to six places, from the same packs."
    )
    change_error = serializers.CharField(help_text="The standard error of the change.")


class StrongOut(serializers.Serializer[Any]):
    hands = serializers.IntegerField(help_text="Played by the robot, each beside the usual way.")
    scores = StrongChanceOut(many=True)


class OddsOut(serializers.Serializer[Any]):
    code = serializers.ChoiceField(choices=list(CODES))
    hands = serializers.IntegerField(help_text="Played, to count their marks.")
    seed = serializers.IntegerField(help_text="That the packs were shuffled from.")
    outcomes = OutcomeOut(many=True)
    scores = ChanceOut(many=True)
    other_ways = OtherWayOut(
        many=True,
        help_text="How much another way of playing changes the chances; `error` of a score covers "
        "sampling only.",
    )
    strong = StrongOut(
        allow_null=True,
        help_text="The same if both play like the strong robot, as at nothing all at every score. "
        "Null where it has not played under this code.",
    )


class OddsTable(View):
    @extend_schema(
        parameters=[
            OpenApiParameter(
                "code", OpenApiTypes.STR, description="A printed code; `london` unless it is said."
            )
        ],
        responses=OddsOut,
    )
    def get(self, request: Request) -> Response:
        """The chance to win a game, from each score and by who deals.

        Hands were played by one stated way, and their marks counted; from the counts the chances
        over the scores are exact.
        """
        code = request.query_params.get("code", DEFAULT_CODE)
        if code not in CODES:
            text = _("Must be one of: %(allowed)s.") % {"allowed": ", ".join(CODES)}
            raise Invalid("unknown_code", text, field="code")
        return Response(odds_data(odds.table(code)))


def odds_data(found: odds.Table) -> Any:
    outcomes = [
        {
            "marks": [{"side": side.name.lower(), "points": points} for side, points in marks],
            "hands": hands,
        }
        for marks, hands in sorted(found.counted.outcomes.items())
    ]
    scores = [
        {
            **at._asdict(),
            "chance": f"{found.chances[at].numerator}/{found.chances[at].denominator}",
            "decimal": str(decimal(found.chances[at])),
            "error": str(Decimal(found.errors[at]).quantize(PLACES)),
        }
        for at in SCORES
    ]
    ways = [
        {
            "way": way,
            "hands": sum(found.counted.compared[way].values()),
            **one.at._asdict(),
            "change": str(one.change),
        }
        for way, one in spreads(found.counted.compared).items()
    ]
    shown = {"code": found.code, "outcomes": outcomes, "scores": scores, "other_ways": ways}
    shown["strong"] = _strong(odds.strong_odds(found.code))
    return OddsOut({**shown, "hands": found.counted.hands, "seed": found.counted.seed}).data


def _strong(found: odds.StrongOdds | None) -> Any:
    if found is None:
        return None
    scores = [
        {
            **at._asdict(),
            "decimal": _six(one.chance),
            "error": _six(one.error),
            "change": _six(one.change),
            "change_error": _six(one.change_error),
        }
        for at, one in found.scores.items()
    ]
    return {"hands": found.hands, "scores": scores}


def _six(number: float) -> str:
    return str(Decimal(number).quantize(PLACES))


def decimal(chance: Fraction) -> Decimal:
    return (Decimal(chance.numerator) / chance.denominator).quantize(PLACES)
