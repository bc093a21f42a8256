"""/api/v1/: the meetings of teams and their boards, read, made, changed and started."""

from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs.authentication import actor_of
from ecarte_club.clubs.permissions import Act, Person, require_own_or_any
from ecarte_club.core import csv_files
from ecarte_club.core.api import FileView, require_sign_in
from ecarte_club.core.exceptions import Invalid
from ecarte_club.core.pagination import SortedPages
from scoring.leagues.selectors import meetings
from scoring.leagues.selectors.due import boards_due
from scoring.leagues.selectors.fixtures import State
from scoring.leagues.selectors.meetings import BoardLine, MeetingFilters
from scoring.leagues.services.decisions import (
    board_award,
    board_award_withdraw,
    fixture_award,
    fixture_award_withdraw,
    fixture_postpone,
)
from scoring.leagues.services.starting import BOARDS
from scoring.leagues.services.teams import lineup_give

from .fixtures import DAYS, DueView, FixtureAct, FixtureView, PlanView, ResultEntry
from .seasons import season_of
from .serializers import meetings as serializers
from .serializers import plans

TEAM = OpenApiParameter("team", OpenApiTypes.INT, description="A team's id, on either side.")
FILTERS = [TEAM, OpenApiParameter("round", OpenApiTypes.INT), *DAYS]


class Meetings(PlanView):
    """Make the meetings of a season in which nothing was begun"""

    of_teams = True
    pagination_class = SortedPages
    serializer_in, serializer_out = plans.MeetingsIn, plans.MeetingPlanOut

    @extend_schema(parameters=FILTERS, responses=serializers.MeetingOut(many=True))
    def get(self, request: Request, pk: int) -> Response:
        """List the meetings of a season of teams, round by round"""
        season, person = season_of(request, pk)
        self.read_version = season.version
        found = MeetingFilters.of(request.query_params).meetings(season)
        return self.paginated(
            found,
            lambda page: serializers.MeetingOut(meetings.lines(page, person), many=True).data,
        )

    def post(self, request: Request, pk: int) -> Response:
        try:
            return super().post(request, pk)
        except Invalid as fault:
            # The field has the name that the request gives it.
            named = {"entrants": "teams"}
            errors = {named.get(name, name): text for name, text in fault.errors.items()}
            raise Invalid(fault.code, fault.detail, errors=errors) from fault


class MeetingTable(FileView):
    @extend_schema(parameters=FILTERS, responses={(200, "text/csv"): OpenApiTypes.STR})
    def get(self, request: Request, pk: int) -> HttpResponse:
        """Download the meetings of a season as CSV"""
        season, person = season_of(request, pk)
        found = MeetingFilters.of(request.query_params).meetings(season)
        rows = meetings.csv_rows(meetings.lines(found, person))
        return csv_files.download_rows(f"season-{pk}-meetings.csv", meetings.COLUMNS, rows)


class MeetingView(FixtureView):
    serializer_out = serializers.MeetingOut

    def row_of(self, request: Request, pk: int) -> tuple[Any, Person]:
        meeting, _season, person = meetings.meeting(actor_of(request), pk)
        return meeting, person

    def represented(self, request: Request, pk: int, **more: Any) -> Any:
        meeting, _season, person = meetings.meeting(actor_of(request), pk)
        meeting.day = more.get("day", meeting.day)
        meeting.sitting = more.get("sitting", meeting.sitting)
        (line,) = meetings.lines([meeting], person)
        return serializers.MeetingOut(line).data


class MeetingDetail(MeetingView):
    @extend_schema(responses=serializers.MeetingOut)
    def get(self, request: Request, pk: int) -> Response:
        """Read one meeting of two teams"""
        return Response(self.represented(request, pk))


class MeetingPostponing(MeetingView, FixtureAct):
    """Move a meeting to another day on which both teams are free"""

    serializer_in, service = serializers.MeetingPostponeIn, fixture_postpone


class MeetingAwarding(MeetingView, FixtureAct):
    """Decide a meeting without play: a walkover at every board, neither came, or not played"""

    serializer_in, service = serializers.TeamMeetingAwardIn, fixture_award


class MeetingAwardWithdrawal(MeetingView, FixtureAct):
    """Withdraw the decision on a meeting, which is then to be played"""

    serializer_in, service = serializers.MeetingVersionIn, fixture_award_withdraw


class Lineups(MeetingView):
    """Who plays for one of the two teams at each board, by its captain or who runs the season;
    it may be changed until the first match of the meeting begins."""

    serializer_in = serializers.LineupIn

    def post(self, request: Request, pk: int) -> Response:
        require_sign_in(request)
        meeting, person = self.row_of(request, pk)
        # Which of the two teams is asked once the content is read.
        captains = {team.captain_id for team in (meeting.home, meeting.away) if team}
        is_captain = person.player_id is not None and person.player_id in captains
        require_own_or_any(person, Act.START_OWN, Act.RUN_SEASON, is_own=is_captain)
        given = self.validated(self.serializer_in)

        def act() -> Any:
            lineup_give(by=person, meeting=meeting, **given)
            return self.represented(request, pk)

        return self.write(request, act)


class BoardView(MeetingView):
    """One board; the answer is its meeting."""

    argument = "board"

    def row_of(self, request: Request, pk: int) -> tuple[Any, Person]:
        board, meeting, _season, person = meetings.board(actor_of(request), pk)
        self.read_version = meeting.version
        return board, person

    def represented(self, request: Request, pk: int, **more: Any) -> Any:
        board, _person = self.row_of(request, pk)
        return super().represented(request, board.meeting_id)


class BoardDetail(BoardView):
    @extend_schema(responses=serializers.MeetingOut)
    def get(self, request: Request, pk: int) -> Response:
        """The meeting that a board is of, as a change of the board answers with it."""
        return Response(self.represented(request, pk))


class BoardAwarding(BoardView, FixtureAct):
    """Decide a board without play: one of the two players did not come, or neither"""

    serializer_in, service = serializers.BoardAwardIn, board_award


class BoardAwardWithdrawal(BoardView, FixtureAct):
    """Withdraw the decision on a board, which is then to be played"""

    serializer_in, service = serializers.MeetingVersionIn, board_award_withdraw


class BoardResultEntry(BoardView, ResultEntry):
    """Enter the result of a board that was played without the site"""


class EveningBoards(DueView):
    """Start boards that are due, each at a free table: all of them, or none"""

    serializer_in, due = serializers.BoardsStartIn, BOARDS

    @extend_schema(responses=serializers.BoardDueOut(many=True))
    def get(self, request: Request, pk: int) -> Response:
        """List the boards due at an evening: of its day first, then overdue ones"""
        evening, _person = self.evening_of(request, pk)
        found = [BoardLine(one, State.TO_PLAY) for one in boards_due(evening)]
        return Response(serializers.BoardDueOut(found, many=True).data)
