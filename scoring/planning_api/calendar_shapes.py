"""What programs read of a club's calendar."""

from rest_framework import serializers

from games.api.shapes import Out
from scoring.team_api.meeting_shapes import MeetingOut

from .shapes import FixtureOut


class CalendarEveningOut(Out):
    id = serializers.IntegerField()
    name = serializers.CharField()
    day = serializers.DateField()


class CalendarOut(Out):
    evenings = CalendarEveningOut(many=True)
    fixtures = FixtureOut(many=True)
    meetings = MeetingOut(many=True, help_text="Of teams; of a player, those of his team.")
