"""What programs read of meetings of teams, and what they send to make and change them."""

from rest_framework import serializers

from ecarte_club.core.api import StrictBoolean, StrictChoice, StrictSerializer, StrictText
from games.matches.api.serializers import NamedOut, Out
from games.matches.services.matches import STARTS_MOST
from scoring.leagues.api.fixture_serializers import (
    AWARD_NAMES,
    AWARDED,
    STATES,
    CalendarIn,
    HomeAwayOut,
    SpanIn,
)
from scoring.leagues.selectors.plans import ENTRANTS_MOST, SPANS_MOST
from scoring.leagues.services.decisions import BOARD_AWARDS
from scoring.leagues.services.seasons import BOARDS_MOST, REASON_MOST

from .serializers import id_in, version_in


def preview_in() -> StrictBoolean:
    help_text = "Only say what would follow; nothing is changed, and the answer is a 200."
    return StrictBoolean(required=False, default=False, help_text=help_text)


def reason_in() -> StrictText:
    return StrictText(max_length=REASON_MOST, help_text="Everybody can read it.")


class HomeAwayLinedOut(Out):
    home = serializers.BooleanField()
    away = serializers.BooleanField()


class BoardOut(Out):
    id = serializers.IntegerField()
    number = serializers.IntegerField()
    home = NamedOut(allow_null=True, help_text="A player; null: nobody is there.")
    away = NamedOut(allow_null=True)
    state = serializers.ChoiceField(choices=STATES)
    games = HomeAwayOut(allow_null=True, help_text="Games won, once it is begun.")
    points = HomeAwayOut(allow_null=True, help_text="Board points, once they are known.")
    winner = serializers.IntegerField(allow_null=True, help_text="A player's id.")
    match = serializers.IntegerField(allow_null=True, help_text="The match that it is played in.")
    award = serializers.ChoiceField(
        choices=AWARDED, help_text="What was decided without play, if anything."
    )
    reason = serializers.CharField(help_text="Of its award.")


class MeetingOut(Out):
    id = serializers.IntegerField()
    season = serializers.IntegerField()
    round = serializers.IntegerField()
    number = serializers.IntegerField(help_text="Its place in the round.")
    day = serializers.DateField(allow_null=True)
    postponed_from = serializers.DateField(allow_null=True)
    home = NamedOut(help_text="A team.")
    away = NamedOut(allow_null=True, help_text="null: the other has a bye.")
    state = serializers.ChoiceField(choices=STATES)
    board_points = HomeAwayOut(allow_null=True, help_text="So far, once it is begun.")
    winner = serializers.IntegerField(allow_null=True, help_text="A team's id, by play or not.")
    award = serializers.ChoiceField(
        choices=AWARDED, help_text="What was decided without play, if anything."
    )
    reason = serializers.CharField(help_text="Of its award, or of another day.")
    lined_up = HomeAwayLinedOut(help_text="Whose line-up is given.")
    boards = BoardOut(many=True)
    version = serializers.IntegerField(help_text="Send it with your next write.")


class AwayTeamIn(SpanIn):
    team = id_in()


class MeetingsIn(CalendarIn):
    teams = serializers.ListField(
        child=id_in(), max_length=ENTRANTS_MOST, help_text="Their ids in the order of places."
    )
    away = serializers.ListField(
        child=AwayTeamIn(), required=False, default=list, max_length=SPANS_MOST
    )
    version = version_in("season")
    preview = preview_in()


class PlannedMeetingOut(Out):
    home = NamedOut()
    away = NamedOut(allow_null=True)
    day = serializers.DateField()
    moved = serializers.BooleanField(help_text="Not on the day of its round.")


class PlannedMeetingsOut(Out):
    number = serializers.IntegerField()
    day = serializers.DateField()
    meetings = PlannedMeetingOut(many=True)


class MeetingPlanOut(Out):
    season = serializers.IntegerField()
    version = serializers.IntegerField(help_text="Of the season.")
    preview = serializers.BooleanField()
    rounds = PlannedMeetingsOut(many=True)


class MeetingPostponeIn(StrictSerializer):
    day = serializers.DateField()
    reason = reason_in()
    version = version_in("meeting")
    preview = preview_in()


class LineupIn(StrictSerializer):
    team = id_in()
    players = serializers.ListField(
        child=id_in(allow_null=True),
        max_length=BOARDS_MOST,
        help_text="Players' ids from board 1; null where a board stays empty.",
    )
    version = version_in("meeting")


class BoardDueOut(BoardOut):
    meeting = serializers.IntegerField()
    season = serializers.IntegerField()
    day = serializers.DateField(allow_null=True)


class BoardStartIn(StrictSerializer):
    board = id_in()
    table = id_in(help_text="The id of a table of the evening.")


class BoardsStartIn(StrictSerializer):
    boards = serializers.ListField(
        child=BoardStartIn(), max_length=STARTS_MOST, help_text="All of them begin, or none."
    )


class TeamMeetingAwardIn(StrictSerializer):
    award = StrictChoice(choices=AWARD_NAMES)
    reason = reason_in()
    version = version_in("meeting")


class BoardAwardIn(StrictSerializer):
    award = StrictChoice(choices=[one.value for one in BOARD_AWARDS])
    reason = reason_in()
    version = version_in("meeting")


class MeetingVersionIn(StrictSerializer):
    version = version_in("meeting")
