"""What programs read of meetings and boards, and what they send to change and start them.

Both are read from the lines of their selectors.
"""

from typing import Any

from rest_framework import serializers

from ecarte_club.core.api import (
    StrictChoice,
    StrictSerializer,
)
from games.matches.api.serializers.matches import NamedOut, Out
from games.matches.services.matches import STARTS_MOST
from scoring.leagues.models import Meeting
from scoring.leagues.services.decisions import BOARD_AWARDS
from scoring.leagues.services.seasons import BOARDS_MOST

from .fixtures import (
    AWARDED,
    SITTING,
    STATES,
    DayIn,
    DecisionIn,
    HomeAwayOut,
    PreviewIn,
    ReasonIn,
    SeatAnyway,
    id_in,
    version_in,
)


class HomeAwayLinedOut(Out):
    home = serializers.BooleanField()
    away = serializers.BooleanField()

    def to_representation(self, instance: Meeting) -> dict[str, Any]:
        return {
            "home": instance.home_given_at is not None,
            "away": instance.away_given_at is not None,
        }


class BoardOut(Out):
    id = serializers.IntegerField(source="board.pk")
    number = serializers.IntegerField(source="board.number")
    home = NamedOut(
        source="board.home", allow_null=True, help_text="A player; null: nobody is there."
    )
    away = NamedOut(source="board.away", allow_null=True)
    state = serializers.ChoiceField(choices=STATES)
    games = HomeAwayOut(allow_null=True, help_text="Games won, once it is begun.")
    points = HomeAwayOut(allow_null=True, help_text="Board points, once they are known.")
    winner = serializers.IntegerField(allow_null=True, help_text="A player's id.")
    match = serializers.IntegerField(
        source="board.match_id", allow_null=True, help_text="The match that it is played in."
    )
    award = serializers.ChoiceField(
        source="board.award",
        choices=AWARDED,
        help_text="What was decided without play, if anything.",
    )
    reason = serializers.CharField(source="board.reason", help_text="Of its award.")


class BoardDueOut(BoardOut):
    meeting = serializers.IntegerField(source="board.meeting_id")
    season = serializers.IntegerField(source="board.meeting.season_id")
    day = serializers.DateField(source="board.meeting.day", allow_null=True)


class MeetingOut(Out):
    id = serializers.IntegerField(source="meeting.pk")
    season = serializers.IntegerField(source="meeting.season_id")
    round = serializers.IntegerField(source="meeting.round.number")
    number = serializers.IntegerField(source="meeting.number", help_text="Its place in the round.")
    day = serializers.DateField(source="meeting.day", allow_null=True)
    sitting = serializers.IntegerField(source="meeting.sitting", allow_null=True, help_text=SITTING)
    postponed_from = serializers.DateField(source="meeting.moved_from", allow_null=True)
    home = NamedOut(source="meeting.home", help_text="A team.")
    away = NamedOut(source="meeting.away", allow_null=True, help_text="null: the other has a bye.")
    state = serializers.ChoiceField(choices=STATES)
    board_points = HomeAwayOut(
        source="points", allow_null=True, help_text="So far, once it is begun."
    )
    winner = serializers.IntegerField(allow_null=True, help_text="A team's id, by play or not.")
    award = serializers.ChoiceField(
        source="meeting.award",
        choices=AWARDED,
        help_text="What was decided without play, if anything.",
    )
    reason = serializers.CharField(
        source="meeting.reason", help_text="Of its award, or of another day."
    )
    lined_up = HomeAwayLinedOut(source="meeting", help_text="Whose line-up is given.")
    boards = BoardOut(many=True)
    version = serializers.IntegerField(
        source="meeting.version", help_text="Send it with your next write."
    )


class MeetingVersionIn(StrictSerializer):
    version = version_in("meeting")


class MeetingPostponeIn(DayIn, ReasonIn, MeetingVersionIn, PreviewIn):
    pass


class BoardDecisionIn(StrictSerializer):
    award = StrictChoice(choices=[one.value for one in BOARD_AWARDS])


class TeamMeetingAwardIn(DecisionIn, ReasonIn, MeetingVersionIn):
    pass


class BoardAwardIn(BoardDecisionIn, ReasonIn, MeetingVersionIn):
    pass


class LineupIn(StrictSerializer):
    team = id_in()
    players = serializers.ListField(
        child=id_in(allow_null=True),
        max_length=BOARDS_MOST,
        help_text="Players' ids from board 1; null where a board stays empty.",
    )
    version = version_in("meeting")


class BoardStartIn(StrictSerializer):
    board = id_in()
    table = id_in(help_text="The id of a table of the evening.")


class BoardsStartIn(SeatAnyway):
    boards = serializers.ListField(
        child=BoardStartIn(), max_length=STARTS_MOST, help_text="All of them begin, or none."
    )
