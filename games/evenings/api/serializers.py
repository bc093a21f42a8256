"""What programs read of evenings.

Context `person`: who will read it.
"""

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from ecarte_club.clubs.permissions import Act
from ecarte_club.core.api import (
    StrictBoolean,
    StrictChoice,
    StrictInteger,
    StrictSerializer,
    StrictText,
)
from games.evenings.services.evenings import NAME_MOST, TABLE_NAME_MOST, TABLES_MOST
from games.matches.api.inputs import TermsIn, seat_anyway_field, seat_field
from games.matches.api.serializers.matches import MatchOut, NamedOut, Out
from games.matches.models import Match
from games.matches.services.entries import REASON_MOST
from games.matches.services.matches import STARTS_MOST
from games.matches.services.stopping import usual_stop

ID_MOST, VERSION_MOST = 2**63 - 1, 2**31 - 1
CLOSED_MOST = 200


class EveningLineOut(Out):
    id = serializers.IntegerField()
    club = serializers.CharField(source="club.slug", help_text="The club's slug.")
    name = serializers.CharField(help_text="Empty: the evening is called by its day.")
    held_on = serializers.DateField()
    public = serializers.BooleanField(help_text="The public may watch, if the club is public.")
    came = serializers.IntegerField(help_text="Players who came.")
    matches = serializers.IntegerField(source="played", help_text="Matches started.")
    signed_off_at = serializers.DateTimeField(allow_null=True)
    version = serializers.IntegerField()


class GuestOut(Out):
    player = NamedOut()
    came_at = serializers.DateTimeField(source="attendance.came_at")
    left_at = serializers.DateTimeField(
        source="attendance.left_at", allow_null=True, help_text="null: still here."
    )
    match = serializers.IntegerField(
        source="playing.pk", allow_null=True, help_text="The match that they are playing."
    )
    engagement = serializers.CharField(
        source="engagement.title",
        allow_null=True,
        help_text="The pool, chouette or round of a tournament that they are in; null: none.",
    )
    free = serializers.BooleanField(
        source="is_free", help_text="Here, and neither in a match nor in an engagement."
    )


class CodeField(serializers.CharField):
    def to_representation(self, value: str) -> Any:
        return value if self.context["person"].may(Act.RUN_EVENING) else None


class EveningTableOut(Out):
    id = serializers.IntegerField(source="table.pk")
    name = serializers.CharField(source="table.name")
    code = CodeField(source="table.code", allow_null=True, help_text="For directors alone.")
    engagement = serializers.CharField(
        source="engagement.title",
        allow_null=True,
        help_text="The pool or chouette that is played here; null: none.",
    )
    free = serializers.BooleanField(
        source="is_free", help_text="Neither a match nor a pool or chouette is in play here."
    )
    matches = MatchOut(many=True, help_text="Those in play first, then the newest.")


class TableOut(EveningTableOut):
    evening = serializers.IntegerField(source="table.evening_id")


class EveningOut(Out):
    id = serializers.IntegerField(source="evening.pk")
    club = serializers.CharField(source="evening.club.slug", help_text="The club's slug.")
    name = serializers.CharField(
        source="evening.name", help_text="Empty: the evening is called by its day."
    )
    held_on = serializers.DateField(source="evening.held_on")
    public = serializers.BooleanField(
        source="evening.public", help_text="The public may watch, if the club is public."
    )
    opened_at = serializers.DateTimeField(source="evening.opened_at")
    codes_until = serializers.DateTimeField(
        source="evening.codes_until",
        help_text="When the table codes expire, unless the evening is signed off first.",
    )
    signed_off_at = serializers.DateTimeField(source="evening.signed_off_at", allow_null=True)
    version = serializers.IntegerField(
        source="evening.version", help_text="Send it with the sign-off."
    )
    guests = GuestOut(many=True)
    tables = EveningTableOut(source="places", many=True)


class RenewalOut(Out):
    table = NamedOut()
    code_number = serializers.IntegerField(help_text="Send it with the renewal.")
    phones = serializers.IntegerField(help_text="How many a new code would shut out.")
    players = NamedOut(many=True, help_text="Who holds them, as far as they said.")


class OpenFlagOut(Out):
    id = serializers.IntegerField()
    match = serializers.IntegerField(source="match_id")
    text = serializers.CharField()
    at = serializers.DateTimeField()


class UnconfirmedOut(Out):
    match = serializers.IntegerField(source="match.pk")
    game = serializers.IntegerField()


class RunningOut(Out):
    """A pool or chouette at a table, to be closed first: `contests/{id}`."""

    id = serializers.IntegerField(source="game.id")
    title = serializers.CharField(source="game.title")
    table = NamedOut()


class ClosingOut(Out):
    match = serializers.IntegerField(source="pk")
    status = serializers.SerializerMethodField()

    @extend_schema_field(serializers.ChoiceField(choices=Match.Stopped.values))
    def get_status(self, match: Match) -> str:
        return usual_stop(match)


class UnsettledOut(Out):
    book = serializers.IntegerField(help_text="Its id: `books/{id}`.")
    players = serializers.IntegerField(help_text="How many have an open balance.")


class SignOffOut(Out):
    """The results stand at `evenings/{id}/results`."""

    evening = serializers.IntegerField(source="now.evening.pk")
    version = serializers.IntegerField(source="now.evening.version", help_text="What to sign.")
    signed_off_at = serializers.DateTimeField(source="now.evening.signed_off_at", allow_null=True)
    contests = RunningOut(
        source="running",
        many=True,
        help_text="Those that still run: the sign-off is refused until they are closed.",
    )
    unfinished = MatchOut(source="now.unfinished", many=True)
    closing = ClosingOut(
        source="now.unfinished",
        many=True,
        help_text="How each of them is closed, unless you choose otherwise.",
    )
    unconfirmed = UnconfirmedOut(
        source="now.unconfirmed",
        many=True,
        help_text="They count as played, though the opponent has not confirmed them.",
    )
    flags = OpenFlagOut(source="now.flags", many=True)
    unsettled = UnsettledOut(allow_null=True, help_text="Accounts of the evening to settle up.")


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
    player = StrictInteger(min_value=1, max_value=ID_MOST, source="player_id")


class WalkInIn(StrictSerializer):
    name = StrictText(max_length=NAME_MOST)
    confirm_name = StrictBoolean(
        required=False,
        help_text="True: use the name although another player’s looks like it.",
    )


class EveningTableIn(StrictSerializer):
    name = StrictText(max_length=TABLE_NAME_MOST)


class RenewalIn(StrictSerializer):
    code_number = StrictInteger(
        min_value=1, max_value=VERSION_MOST, source="number", help_text="Of the code that is to go."
    )


class ClosingIn(StrictSerializer):
    match = StrictInteger(min_value=1, max_value=ID_MOST)
    status = StrictChoice(choices=Match.Stopped.values)


class SignOffIn(StrictSerializer):
    closing = serializers.ListField(
        child=ClosingIn(),
        required=False,
        default=list,
        max_length=CLOSED_MOST,
        help_text="How unfinished matches are closed, other than the sign-off page proposes.",
    )
    reason = StrictText(
        max_length=REASON_MOST, required=False, default="", help_text="Of those abandoned."
    )
    version = StrictInteger(
        min_value=0, max_value=VERSION_MOST, help_text="Of the evening, as you saw it."
    )


class RoundMatchIn(StrictSerializer):
    table = StrictInteger(min_value=1, max_value=ID_MOST, help_text="Of the evening: its id.")
    player_a = StrictInteger(min_value=1, max_value=ID_MOST)
    player_b = StrictInteger(min_value=1, max_value=ID_MOST)
    first_dealer = seat_field(required=False, allow_null=True, help_text="Who deals first.")
    event = StrictInteger(
        min_value=1,
        max_value=ID_MOST,
        required=False,
        allow_null=True,
        source="event_id",
        help_text="The season of this match alone, such as that of a fixture that is due; it is "
        "played on its terms. Left out: as the round.",
    )
    fixture = StrictInteger(
        min_value=1,
        max_value=ID_MOST,
        required=False,
        allow_null=True,
        source="fixture_id",
        help_text="The open fixture of the two that it plays. Left out: the earliest.",
    )


class RoundIn(StrictSerializer):
    matches = serializers.ListField(child=RoundMatchIn(), min_length=1, max_length=STARTS_MOST)
    event = StrictInteger(
        min_value=1,
        max_value=ID_MOST,
        required=False,
        allow_null=True,
        help_text="A season's id: the matches count in it and are played on its terms. Left out: "
        "they are friendly matches.",
    )
    terms = TermsIn(required=False, allow_null=True, help_text="Only without an event.")
    seat_anyway = seat_anyway_field()
