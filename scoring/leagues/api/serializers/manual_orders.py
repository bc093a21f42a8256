"""What programs read and send of orders that the committee decides."""

from rest_framework import serializers

from ecarte_club.core.api import StrictSerializer, StrictText
from games.matches.api.serializers.matches import Out
from scoring.leagues.services.seasons import REASON_MOST

from .fixtures import id_in, version_in
from .standings import EntrantNameOut, TeamsChangedOut, WhatIfOut

RANKED_MOST = 500
RANKED = "All who are level now, best first."


class ManualOrderPreviewIn(StrictSerializer):
    players = serializers.ListField(child=id_in(), max_length=RANKED_MOST, help_text=RANKED)
    reason = StrictText(max_length=REASON_MOST, help_text="Everybody can read it in the table.")


class ManualOrderIn(ManualOrderPreviewIn):
    version = version_in("season")


class TeamManualOrderPreviewIn(ManualOrderPreviewIn):
    players = None  # type: ignore[assignment]  # teams instead
    teams = serializers.ListField(child=id_in(), max_length=RANKED_MOST, help_text=RANKED)


class TeamManualOrderIn(TeamManualOrderPreviewIn):
    version = version_in("season")


class ManualOrderOut(Out):
    """Of a `ManualOrderLine`, with the names of players in the context."""

    id = serializers.IntegerField(source="order.pk")
    season = serializers.IntegerField(source="order.event_id")
    players = EntrantNameOut(many=True, source="entrants", help_text="Best first.")
    applies = serializers.BooleanField(
        help_text="Whether it separates some of them now: they are level, and nobody else is with "
        "them."
    )
    reason = serializers.CharField(source="order.reason")
    on = serializers.DateField(source="order.on", help_text="The day from which it counts.")
    at = serializers.DateTimeField(source="order.at", help_text="When it was entered.")
    ended_at = serializers.DateTimeField(
        source="order.ended_at",
        allow_null=True,
        help_text="When it was withdrawn, or replaced by a newer one; null: it is in force.",
    )
    ended_reason = serializers.CharField(
        source="order.ended_reason", help_text="Why it was withdrawn."
    )


class TeamManualOrderOut(ManualOrderOut):
    players = None  # type: ignore[assignment]  # teams instead
    teams = EntrantNameOut(many=True, source="entrants", help_text="Best first.")


def replaced_out() -> serializers.ListField:
    return serializers.ListField(
        child=serializers.IntegerField(), help_text="Orders that it would replace, by id."
    )


class ManualOrderPreviewOut(WhatIfOut):
    replaced = replaced_out()


class TeamManualOrderPreviewOut(TeamsChangedOut):
    replaced = replaced_out()
