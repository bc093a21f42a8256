"""What programs read of evenings: over plain data made by `games.evenings.api.plain`."""

from rest_framework import serializers

from games.matches.api.serializers import MatchOut, NamedOut, Out


class EveningLineOut(Out):
    id = serializers.IntegerField()
    club = serializers.CharField(help_text="The club's slug.")
    name = serializers.CharField()
    held_on = serializers.DateField()
    public = serializers.BooleanField(help_text="Strangers may watch, if the club is public.")
    came = serializers.IntegerField()
    matches = serializers.IntegerField()
    signed_off_at = serializers.DateTimeField(allow_null=True)
    version = serializers.IntegerField()


class GuestOut(Out):
    player = NamedOut()
    came_at = serializers.DateTimeField()
    left_at = serializers.DateTimeField(allow_null=True)
    match = serializers.IntegerField(allow_null=True, help_text="The match in which he plays.")


class EveningTableOut(Out):
    id = serializers.IntegerField()
    name = serializers.CharField()
    code = serializers.CharField(allow_null=True, help_text="Only to who runs the evening.")
    matches = MatchOut(many=True, help_text="Those in play first, then the newest.")


class TableOut(EveningTableOut):
    evening = serializers.IntegerField()


class EveningOut(Out):
    id = serializers.IntegerField()
    club = serializers.CharField(help_text="The club's slug.")
    name = serializers.CharField()
    held_on = serializers.DateField()
    public = serializers.BooleanField()
    opened_at = serializers.DateTimeField()
    codes_until = serializers.DateTimeField(help_text="The tables' codes, unless signed off first.")
    signed_off_at = serializers.DateTimeField(allow_null=True)
    version = serializers.IntegerField(help_text="Send it with the sign-off.")
    guests = GuestOut(many=True)
    tables = EveningTableOut(many=True)


class RenewalOut(Out):
    table = NamedOut()
    code_number = serializers.IntegerField(help_text="Send it with the renewal.")
    phones = serializers.IntegerField(help_text="How many a new code would shut out.")
    players = NamedOut(many=True, help_text="Who holds them, as far as they said.")


class OpenFlagOut(Out):
    id = serializers.IntegerField()
    match = serializers.IntegerField()
    text = serializers.CharField()
    at = serializers.DateTimeField()


class UnconfirmedOut(Out):
    match = serializers.IntegerField()
    game = serializers.IntegerField()


class RunningOut(Out):
    """A contest at a table, to be closed first: `contests/{id}`."""

    id = serializers.IntegerField()
    title = serializers.CharField()
    table = NamedOut()


class SignOffOut(Out):
    """The results stand at `evenings/{id}/results`."""

    evening = serializers.IntegerField()
    version = serializers.IntegerField(help_text="What to sign.")
    signed_off_at = serializers.DateTimeField(allow_null=True)
    contests = RunningOut(
        many=True, help_text="Those that still run: the sign-off is refused until they are closed."
    )
    unfinished = MatchOut(many=True)
    unconfirmed = UnconfirmedOut(many=True)
    flags = OpenFlagOut(many=True)
