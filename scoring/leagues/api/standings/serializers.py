"""What programs read and send about a season's table."""

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from ecarte_club.core.api import StrictInteger, StrictSerializer, StrictText
from games.matches.api.serializers import NamedOut, Out
from scoring.leagues.services.adjustments import POINTS_MOST, REASON_MOST
from scoring.tables.criteria import Criterion
from scoring.tables.explain import Source

TRIED_MOST = 50
GAMES_MOST = 25


def _worth() -> serializers.ListField:
    return serializers.ListField(
        child=serializers.IntegerField(),
        allow_null=True,
        help_text="Compared number by number, more is better; null: no answer.",
    )


class PartOut(Out):
    kind = serializers.ChoiceField(choices=[one.value for one in Source])
    figure = serializers.IntegerField(help_text="What it adds.")
    round = serializers.IntegerField(allow_null=True)
    day = serializers.DateField(allow_null=True, help_text="Of a season without rounds.")
    opponent = NamedOut(allow_null=True)
    score = serializers.IntegerField(allow_null=True, help_text="The opponent’s, where counted.")
    left_out = serializers.BooleanField(help_text="Taken away by a cut.")
    reason = serializers.CharField()
    sentence = serializers.CharField()


@extend_schema_serializer(component_name="StandingFigureOut")
class FigureOut(Out):
    player = NamedOut()
    criterion = serializers.ChoiceField(choices=[one.value for one in Criterion])
    worth = _worth()
    parts = PartOut(many=True)


class PassedOut(Out):
    criterion = serializers.ChoiceField(choices=[one.value for one in Criterion])
    worth = _worth()


class VerdictOut(Out):
    player = NamedOut(help_text="The neighbour.")
    above = serializers.BooleanField()
    criterion = serializers.ChoiceField(
        choices=[one.value for one in Criterion],
        allow_null=True,
        help_text="What parts the two; null: they share the place.",
    )
    figures = FigureOut(many=True, help_text="Of all who were level until then; best first.")
    passed = PassedOut(many=True, help_text="What left them level, in the order of the table.")
    sentences = serializers.ListField(child=serializers.CharField())


class ReasonsOut(Out):
    version = serializers.IntegerField()
    player = NamedOut()
    rank = serializers.IntegerField()
    points = serializers.IntegerField()
    verdicts = VerdictOut(many=True, help_text="Against the one above and the one below.")
    figures = FigureOut(many=True, help_text="The player’s own, by every criterion.")
    sentences = serializers.ListField(child=serializers.CharField())


class WhyOut(ReasonsOut):
    season = serializers.IntegerField()


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
    player = NamedOut()
    rank = serializers.IntegerField()
    rank_before = serializers.IntegerField()
    points = serializers.IntegerField()
    points_before = serializers.IntegerField()


class WhatIfOut(Out):
    season = serializers.IntegerField()
    version = serializers.IntegerField(help_text="Of the table that it was tried on.")
    results = ChangeOut(many=True, help_text="The whole table, as it would be.")


class AdjustmentIn(StrictSerializer):
    player = StrictInteger(min_value=1, max_value=2**63 - 1)
    points = StrictInteger(
        min_value=-POINTS_MOST, max_value=POINTS_MOST, help_text="Taken where negative; not 0."
    )
    reason = StrictText(max_length=REASON_MOST, help_text="Shown beside the table.")


class AdjustmentEndIn(StrictSerializer):
    reason = StrictText(max_length=REASON_MOST)


class AdjustmentOut(Out):
    id = serializers.IntegerField()
    season = serializers.IntegerField()
    player = NamedOut()
    points = serializers.IntegerField()
    reason = serializers.CharField()
    on = serializers.DateField()
    at = serializers.DateTimeField()
    ended_at = serializers.DateTimeField(allow_null=True, help_text="Then it counts no more.")
    ended_reason = serializers.CharField()
