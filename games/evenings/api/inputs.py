"""What programs send about evenings: one serializer for each act."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from ecarte_club.core.api import StrictBoolean, StrictInteger, StrictSerializer, StrictText
from games.evenings.services.evenings import NAME_MOST, TABLE_NAME_MOST, TABLES_MOST
from games.matches.api.inputs import TermsIn, seat_field
from games.matches.services.starting import STARTS_MOST

ID_MOST, VERSION_MOST = 2**63 - 1, 2**31 - 1


class EveningIn(StrictSerializer):
    held_on = serializers.DateField()
    name = StrictText(max_length=NAME_MOST, required=False, help_text="Only if it has one.")
    public = StrictBoolean(required=False, default=False)
    tables = serializers.ListField(
        child=StrictText(max_length=TABLE_NAME_MOST),
        required=False,
        default=list,
        max_length=TABLES_MOST,
        help_text="Their names; each gets a code.",
    )


class EveningChange(StrictSerializer):
    """What is left out stays; something must be there."""

    held_on = serializers.DateField(required=False)
    name = StrictText(max_length=NAME_MOST, required=False)
    public = StrictBoolean(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if not attrs:
            raise serializers.ValidationError({"body": [_("Send at least one field to change.")]})
        return attrs


class GuestIn(StrictSerializer):
    player = StrictInteger(min_value=1, max_value=ID_MOST)


class WalkInIn(StrictSerializer):
    name = StrictText(max_length=NAME_MOST)


class EveningTableIn(StrictSerializer):
    name = StrictText(max_length=TABLE_NAME_MOST)


class RenewalIn(StrictSerializer):
    code_number = StrictInteger(
        min_value=1, max_value=VERSION_MOST, help_text="Of the code that is to go."
    )


class SignOffIn(StrictSerializer):
    version = StrictInteger(
        min_value=0, max_value=VERSION_MOST, help_text="Of the evening, as you saw it."
    )


class RoundMatchIn(StrictSerializer):
    table = StrictInteger(min_value=1, max_value=ID_MOST, help_text="Of the evening: its id.")
    player_a = StrictInteger(min_value=1, max_value=ID_MOST)
    player_b = StrictInteger(min_value=1, max_value=ID_MOST)
    first_dealer = seat_field(required=False, allow_null=True, help_text="Who won the cut.")


class RoundIn(StrictSerializer):
    matches = serializers.ListField(child=RoundMatchIn(), min_length=1, max_length=STARTS_MOST)
    event = StrictInteger(
        min_value=1,
        max_value=ID_MOST,
        required=False,
        allow_null=True,
        help_text="A season's id: the matches count in it and are played on its terms.",
    )
    terms = TermsIn(required=False, allow_null=True, help_text="Only without an event.")
