"""What programs read of fixtures, meetings and boards, and what they send to make and change them.

Fixtures, meetings and boards are read from the lines of their selectors.
"""

from typing import Any

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from ecarte_club.core.api import (
    StrictBoolean,
    StrictChoice,
    StrictInteger,
    StrictSerializer,
    StrictText,
)
from games.matches.api.inputs import seat_anyway_field
from games.matches.api.serializers.matches import NamedOut, Out
from games.matches.services.matches import GAMES_MOST, STARTS_MOST
from scoring.leagues.models import Fixture, Meeting
from scoring.leagues.selectors.fixtures import State
from scoring.leagues.selectors.plans import (
    ENTRANTS_MOST,
    SITTINGS_MOST,
    SPANS_MOST,
    TABLE_NAME_MOST,
    TABLES_MOST,
)
from scoring.leagues.services.decisions import AWARDS, BOARD_AWARDS
from scoring.leagues.services.results import PlayedResult
from scoring.leagues.services.seasons import BOARDS_MOST, REASON_MOST

ID_MOST = 2**63 - 1
VERSION_MOST = 2**31 - 1
STATES = [state.value for state in State]
AWARD_NAMES = [one.value for one in AWARDS]
AWARDED = ["", *Fixture.Award.values]
SITTING = "Of its day, from 1; null where the day has one."
LAST_DAY = "Later than `day` where the round is spread."


def version_in(what: str) -> StrictInteger:
    help_text = f"Of the {what}, as you read it."
    return StrictInteger(min_value=0, max_value=VERSION_MOST, help_text=help_text)


def id_in(**options: Any) -> StrictInteger:
    return StrictInteger(min_value=1, max_value=ID_MOST, **options)


class ReasonIn(StrictSerializer):
    reason = StrictText(max_length=REASON_MOST, help_text="Everybody can read it.")


def preview_in() -> StrictBoolean:
    help_text = "Only say what would follow; nothing is changed, and the answer is a 200."
    return StrictBoolean(required=False, default=False, help_text=help_text)


class PreviewIn(StrictSerializer):
    preview = preview_in()


class HomeAwayOut(Out):
    home = serializers.IntegerField()
    away = serializers.IntegerField()

    def to_representation(self, instance: tuple[int, int]) -> dict[str, Any]:
        return dict(zip(self.fields, instance, strict=True))


class FixtureOut(Out):
    id = serializers.IntegerField(source="fixture.pk")
    season = serializers.IntegerField(source="fixture.event_id")
    round = serializers.IntegerField(source="fixture.round.number")
    number = serializers.IntegerField(source="fixture.number", help_text="Its place in the round.")
    day = serializers.DateField(source="fixture.day", allow_null=True)
    sitting = serializers.IntegerField(source="fixture.sitting", allow_null=True, help_text=SITTING)
    postponed_from = serializers.DateField(source="fixture.moved_from", allow_null=True)
    table = serializers.CharField(
        source="fixture.table", help_text="The name of a table; empty where none is given."
    )
    home = NamedOut(source="fixture.home")
    away = NamedOut(source="fixture.away", allow_null=True, help_text="null: the other has a bye.")
    state = serializers.ChoiceField(choices=STATES)
    games = HomeAwayOut(allow_null=True, help_text="Games won, once it is begun.")
    winner = serializers.IntegerField(
        allow_null=True, help_text="A player's id, won by play or not."
    )
    award = serializers.ChoiceField(
        source="fixture.award",
        choices=AWARDED,
        help_text="What was decided without play, if anything.",
    )
    reason = serializers.CharField(
        source="fixture.reason", help_text="Of its award, or of another day."
    )
    match = serializers.IntegerField(
        source="fixture.match_id", allow_null=True, help_text="The match that it is played in."
    )
    version = serializers.IntegerField(
        source="fixture.version", help_text="Send it with your next write."
    )


class HomeAwayIn(StrictSerializer):
    home = StrictInteger(min_value=0, max_value=GAMES_MOST)
    away = StrictInteger(min_value=0, max_value=GAMES_MOST)


class ResultIn(StrictSerializer):
    """Exactly one of `games` and `rubbers`."""

    played_on = serializers.DateField(help_text="Not in the future, and in the season.")
    games = serializers.ListField(
        child=HomeAwayIn(),
        required=False,
        max_length=GAMES_MOST,
        help_text="The score of each game in the order of play, such as 5 and 3.",
    )
    rubbers = serializers.ListField(
        child=HomeAwayIn(),
        required=False,
        max_length=GAMES_MOST,
        help_text=(
            "The games won in each rubber, such as 2 and 1, where the games' scores were not kept. "
            "A match of games alone is one rubber."
        ),
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """As arguments of result_enter."""
        scores = {
            name: tuple((one["home"], one["away"]) for one in attrs.get(name, ()))
            for name in ("games", "rubbers")
        }
        return {"played_on": attrs["played_on"], "result": PlayedResult(**scores)}


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


class SeasonChangeOut(Out):
    season = serializers.IntegerField()
    version = serializers.IntegerField(help_text="Of the season.")
    preview = serializers.BooleanField()


class PlannedMeetingOut(Out):
    home = NamedOut()
    away = NamedOut(allow_null=True)
    day = serializers.DateField()
    sitting = serializers.IntegerField(allow_null=True, help_text=SITTING)
    moved = serializers.BooleanField(help_text="Not on a day of its round.")


class PlannedOut(Out):
    home = NamedOut()
    away = NamedOut(allow_null=True)
    day = serializers.DateField()
    table = serializers.CharField()
    sitting = serializers.IntegerField(allow_null=True, help_text=SITTING)
    moved = serializers.BooleanField(help_text="Not on a day of its round.")


class PlannedRoundOut(Out):
    number = serializers.IntegerField()
    day = serializers.DateField()
    last_day = serializers.DateField(help_text=LAST_DAY)
    fixtures = PlannedOut(many=True)


class PlannedMeetingsOut(Out):
    number = serializers.IntegerField()
    day = serializers.DateField()
    last_day = serializers.DateField(help_text=LAST_DAY)
    meetings = PlannedMeetingOut(many=True, source="fixtures")


@extend_schema_serializer(component_name="SeasonPlanOut")
class PlanOut(SeasonChangeOut):
    rounds = PlannedRoundOut(many=True)


class MeetingPlanOut(SeasonChangeOut):
    rounds = PlannedMeetingsOut(many=True)


class SpanIn(StrictSerializer):
    first = serializers.DateField()
    last = serializers.DateField()


class AwayIn(SpanIn):
    player = id_in()


class AwayTeamIn(SpanIn):
    team = id_in()


class CalendarIn(StrictSerializer):
    """Days of rounds, whoever plays them."""

    first = serializers.DateField(help_text="The first day of play.")
    double = StrictBoolean(required=False, default=False)
    weekdays = serializers.ListField(
        child=StrictInteger(min_value=0, max_value=6),
        required=False,
        default=list,
        max_length=7,
        help_text="0 is Monday. Without any, every `every` days from the first.",
    )
    every = StrictInteger(min_value=1, max_value=366, required=False, default=7)
    closed = serializers.ListField(
        child=SpanIn(), required=False, default=list, max_length=SPANS_MOST
    )
    sittings = StrictInteger(
        min_value=1,
        max_value=SITTINGS_MOST,
        required=False,
        default=1,
        help_text="Of a day. A round takes several where there are few tables.",
    )
    spread = StrictBoolean(
        required=False,
        default=False,
        help_text="Every sitting is filled; a round may go on at the next day of play.",
    )


class PlanIn(CalendarIn):
    entrants = serializers.ListField(
        child=id_in(), max_length=ENTRANTS_MOST, help_text="Players' ids in the order of places."
    )
    away = serializers.ListField(
        child=AwayIn(), required=False, default=list, max_length=SPANS_MOST
    )
    tables = serializers.ListField(
        child=StrictText(max_length=TABLE_NAME_MOST),
        required=False,
        default=list,
        max_length=TABLES_MOST,
        help_text="Their names. At a sitting each is used once at most; without any, there are "
        "as many as needed.",
    )
    version = version_in("season")
    preview = preview_in()


class MeetingsIn(CalendarIn):
    teams = serializers.ListField(
        child=id_in(), max_length=ENTRANTS_MOST, help_text="Their ids in the order of places."
    )
    away = serializers.ListField(
        child=AwayTeamIn(), required=False, default=list, max_length=SPANS_MOST
    )
    tables = StrictInteger(
        min_value=0,
        max_value=TABLES_MOST,
        required=False,
        default=0,
        help_text="How many there are; a meeting takes one for each board. 0: as many as needed.",
    )
    version = version_in("season")
    preview = preview_in()


class AwardBackIn(StrictSerializer):
    version = version_in("fixture")


class MeetingVersionIn(StrictSerializer):
    version = version_in("meeting")


class DayIn(StrictSerializer):
    day = serializers.DateField()


class PostponeIn(DayIn, ReasonIn, AwardBackIn, PreviewIn):
    pass


class MeetingPostponeIn(DayIn, ReasonIn, MeetingVersionIn, PreviewIn):
    pass


class DecisionIn(StrictSerializer):
    award = StrictChoice(choices=AWARD_NAMES)


class BoardDecisionIn(StrictSerializer):
    award = StrictChoice(choices=[one.value for one in BOARD_AWARDS])


class AwardIn(DecisionIn, ReasonIn, AwardBackIn):
    pass


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


class FixtureStartIn(StrictSerializer):
    fixture = id_in()
    table = id_in(help_text="The id of a table of the evening.")


class SeatAnyway(StrictSerializer):
    seat_anyway = seat_anyway_field()


class StartIn(SeatAnyway):
    fixtures = serializers.ListField(
        child=FixtureStartIn(), max_length=STARTS_MOST, help_text="All of them begin, or none."
    )


class BoardStartIn(StrictSerializer):
    board = id_in()
    table = id_in(help_text="The id of a table of the evening.")


class BoardsStartIn(SeatAnyway):
    boards = serializers.ListField(
        child=BoardStartIn(), max_length=STARTS_MOST, help_text="All of them begin, or none."
    )
