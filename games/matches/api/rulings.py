"""What programs send and read of a ruling that was taken."""

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers

from ecarte_club.core.api import StrictChoice, StrictSerializer, StrictText
from games.engine.records import Applied
from games.engine.rulings.ids import Answer, Choice, Fact, Irregularity
from games.engine.seats import Seat

SEATS = [seat.value for seat in Seat]
IRREGULARITIES = [one.value for one in Irregularity]
FACTS = [one.value for one in Fact]
ANSWERS = [one.value for one in Answer]
CHOICES = [one.value for one in Choice]
RULINGS_MOST = 9
FACTS_MOST = 9


class FactIn(StrictSerializer):
    fact = StrictChoice(choices=FACTS)
    answer = StrictChoice(choices=ANSWERS)


class RulingIn(StrictSerializer):
    """What went wrong, the facts that decided in the order in which they are asked, the choice."""

    irregularity = StrictChoice(choices=IRREGULARITIES)
    facts = serializers.ListField(child=FactIn(), required=False, max_length=FACTS_MOST)
    choice = StrictChoice(choices=CHOICES)
    offender = StrictChoice(
        choices=SEATS,
        required=False,
        allow_null=True,
        help_text="Whose doing it was, where that is not said by what went wrong.",
    )
    law = StrictText(
        max_length=60,
        required=False,
        help_text="Left out: found by the code of laws. Given: must be that.",
    )


class FactOut(serializers.Serializer[Any]):
    fact = serializers.ChoiceField(choices=FACTS)
    answer = serializers.ChoiceField(choices=ANSWERS)

    def to_representation(self, instance: tuple[Fact, Answer]) -> dict[str, str]:
        fact, answer = instance
        return {"fact": fact.value, "answer": answer.value}


class RulingOut(serializers.Serializer[Any]):
    """It can be sent as it is read."""

    irregularity = serializers.ChoiceField(choices=IRREGULARITIES)
    facts = FactOut(many=True)
    choice = serializers.ChoiceField(choices=CHOICES)
    offender = serializers.ChoiceField(choices=SEATS, allow_null=True)
    law = serializers.CharField(help_text="Where it is written, as in `law 43`.")


def applied(given: Mapping[str, Any]) -> Applied:
    """Without a law that is found where the match is known."""
    offender = given.get("offender")
    return Applied(
        law=given.get("law", ""),
        irregularity=Irregularity(given["irregularity"]),
        facts=tuple((Fact(one["fact"]), Answer(one["answer"])) for one in given.get("facts", ())),
        choice=Choice(given["choice"]),
        offender=Seat(offender) if offender else None,
    )
