"""What programs read of a club's calendar, and of what a player has next."""

from rest_framework import serializers

from games.matches.api.serializers import NamedOut, Out
from scoring.leagues.api.fixture_serializers import FixtureOut
from scoring.leagues.api.teams.meeting_shapes import MeetingOut


class CalendarEveningOut(Out):
    id = serializers.IntegerField()
    name = serializers.CharField()
    day = serializers.DateField()


class CalendarRoundOut(Out):
    tournament = NamedOut()
    number = serializers.IntegerField()
    day = serializers.DateField(help_text="On which it was published.")
    pairing = serializers.IntegerField(
        allow_null=True, help_text="Of the player asked for; null: of nobody, or in a pool."
    )
    home = NamedOut(allow_null=True, help_text="Of that pairing.")
    away = NamedOut(allow_null=True)


class CalendarOut(Out):
    evenings = CalendarEveningOut(many=True)
    fixtures = FixtureOut(many=True)
    meetings = MeetingOut(many=True, help_text="Of teams; of a player, those of his team.")
    rounds = CalendarRoundOut(
        many=True, help_text="Of tournaments; of a player, those in which he meets somebody."
    )


class PlayerNextOut(Out):
    fixture = FixtureOut(allow_null=True, help_text="From today on; null: none is planned.")
    meeting = MeetingOut(
        allow_null=True, help_text="Of a team in which the player is on that day; null: none."
    )
