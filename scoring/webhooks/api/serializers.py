"""What programs send and read of webhooks."""

from typing import Any

from rest_framework import serializers

from ecarte_club.core.api import (
    StrictBoolean,
    StrictChoice,
    StrictInteger,
    StrictSerializer,
    StrictText,
)
from ecarte_club.core.exceptions import ID_MOST
from ecarte_club.core.http_client import URL_MOST
from scoring.webhooks.models import KINDS, TEST, Delivery
from scoring.webhooks.selectors import waiting

TOLD_KINDS = [*KINDS, TEST]
STATES = Delivery.State.values


class WaitingField(serializers.IntegerField):
    """Counted when it is shown."""

    def get_attribute(self, instance: Any) -> int:
        return waiting(instance)


class HookKindOut(serializers.Serializer[Any]):
    kind = serializers.CharField()
    description = serializers.CharField(help_text="In the language of the request.")


class HookOut(serializers.Serializer[Any]):
    """A webhook and how it stands."""

    id = serializers.IntegerField()
    url = serializers.CharField()
    kinds = serializers.ListField(
        child=serializers.ChoiceField(choices=KINDS), help_text="Empty: all kinds of events."
    )
    league = serializers.IntegerField(
        source="league_id", allow_null=True, help_text="Null: events of the whole club."
    )
    active = serializers.BooleanField()
    off = serializers.CharField(
        source="off_reason", allow_null=True, help_text="Why nothing is sent; null while it is on."
    )
    version = serializers.IntegerField()
    created_at = serializers.DateTimeField()
    created_by = serializers.CharField(help_text="Name of the owner.")
    cursor = serializers.IntegerField(help_text="The number of the last message handled.")
    waiting = WaitingField(help_text="Messages still to be sent.")
    failures = serializers.IntegerField(help_text="Failed attempts in a row.")
    next_try_at = serializers.DateTimeField(
        allow_null=True, help_text="Null: nothing failed since the last message."
    )


class HookMade(HookOut):
    """A new webhook with its secret."""

    secret = serializers.CharField(
        help_text="Signs the messages. It is shown here and never again."
    )


class DeliveryOut(serializers.Serializer[Any]):
    """One attempt to deliver a message."""

    id = serializers.IntegerField()
    number = serializers.IntegerField(
        allow_null=True, help_text="Of the message in its club; null for a test."
    )
    kind = serializers.ChoiceField(choices=TOLD_KINDS)
    attempt = serializers.IntegerField(help_text="Counts the attempts of one message from 1.")
    state = serializers.ChoiceField(choices=STATES)
    by_hand = serializers.BooleanField(help_text="Requested by a person, and tried once.")
    at = serializers.DateTimeField()
    status = serializers.IntegerField(
        allow_null=True, help_text="HTTP status of the answer; null: there was none."
    )
    fault = serializers.CharField(
        allow_blank=True, help_text="Why it did not arrive; empty when it did."
    )
    took_ms = serializers.IntegerField(allow_null=True, help_text="Milliseconds.")
    excerpt = serializers.CharField(allow_blank=True, help_text="The beginning of the answer.")
    next_try_at = serializers.DateTimeField(allow_null=True, help_text="Null: it is not retried.")


class ReplayOut(serializers.Serializer[Any]):
    """What would be sent again."""

    number = serializers.IntegerField(help_text="The first message.")
    only = serializers.BooleanField(help_text="This message alone, or all from it on.")
    count = serializers.IntegerField(help_text="How many messages would be sent.")
    known = serializers.IntegerField(help_text="How many of them were tried before.")


class HookIn(StrictSerializer):
    url = StrictText(max_length=URL_MOST)
    kinds = serializers.ListField(
        child=StrictChoice(choices=KINDS), required=False, max_length=len(KINDS)
    )
    league = StrictInteger(min_value=1, max_value=ID_MOST, required=False, allow_null=True)


class HookChangeIn(HookIn):
    """What is left out stays."""

    version = StrictInteger(min_value=0, max_value=2**31 - 1)
    url = StrictText(max_length=URL_MOST, required=False)
    active = StrictBoolean(required=False)


class VersionIn(StrictSerializer):
    version = StrictInteger(min_value=0, max_value=2**31 - 1)


class ReplayIn(VersionIn):
    """`only`: this number alone; else all from it on."""

    number = StrictInteger(min_value=1, max_value=ID_MOST)
    only = StrictBoolean(required=False)


class HookDeleted(serializers.Serializer[Any]):
    id = serializers.IntegerField()
