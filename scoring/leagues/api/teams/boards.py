"""/api/v1/: who plays at which board, and boards begun at the tables of an evening."""

from collections.abc import Callable
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs.authentication import actor_of
from ecarte_club.clubs.permissions import Act, Person, require, require_own_or_any
from ecarte_club.core.api import StrictSerializer, View, require_sign_in
from games.evenings import selectors as evenings
from games.matches.api.serializers import MatchOut
from scoring.leagues.api.fixture_actions import due_answer
from scoring.leagues.models import Meeting
from scoring.leagues.selectors import meetings
from scoring.leagues.selectors.fixtures import boards_due
from scoring.leagues.services.decisions import board_award, board_award_withdraw
from scoring.leagues.services.starting import BOARDS
from scoring.leagues.services.teams import lineup_give

from . import meeting_shapes as shapes
from . import plain
from .meetings import represented


class Lineups(View):
    @extend_schema(request=shapes.LineupIn, responses={201: shapes.MeetingOut})
    def post(self, request: Request, pk: int) -> Response:
        """Who plays for one of the two teams at each board, by its captain or who runs the season;
        it may be changed until the first match of the meeting begins."""
        require_sign_in(request)
        meeting, _season, person = meetings.meeting(actor_of(request), pk)
        is_captain = _is_captain(person, meeting)
        require_own_or_any(person, Act.START_OWN, Act.RUN_SEASON, is_own=is_captain)
        given = self.given(shapes.LineupIn)

        def act() -> Any:
            lineup_give(by=person, meeting=meeting, **given)
            return represented(request, pk)

        return self.write(request, act)


def _is_captain(person: Person, meeting: Meeting) -> bool:
    """Of either; which of them is asked once the content is read."""
    captains = {team.captain_id for team in (meeting.home, meeting.away) if team}
    return person.player_id is not None and person.player_id in captains


class EveningBoards(View):
    @extend_schema(responses=shapes.BoardDueOut(many=True))
    def get(self, request: Request, pk: int) -> Response:
        """List the boards due at an evening: of its day first, then overdue ones"""
        evening, person = evenings.evening(actor_of(request), pk)
        require(person, Act.START_ANY)
        found = [plain.due(one) for one in boards_due(evening)]
        return Response(shapes.BoardDueOut(found, many=True).data)

    @extend_schema(request=shapes.BoardsStartIn, responses={201: MatchOut(many=True)})
    def post(self, request: Request, pk: int) -> Response:
        """Start boards that are due, each at a free table: all of them, or none"""
        return due_answer(self, request, pk, BOARDS, shapes.BoardsStartIn)


class BoardDetail(View):
    @extend_schema(responses=shapes.MeetingOut)
    def get(self, request: Request, pk: int) -> Response:
        """The meeting that a board is of, as a change of the board answers with it."""
        board, meeting, _season, _person = meetings.board(actor_of(request), pk)
        self.read_version = meeting.version
        return Response(represented(request, board.meeting_id))


class BoardWrite(View):
    """One act on a board; the answer is its meeting as it is then."""

    def act(
        self,
        request: Request,
        pk: int,
        serializer: type[StrictSerializer],
        service: Callable[..., object],
    ) -> Response:
        require_sign_in(request)
        board, _meeting, _season, person = meetings.board(actor_of(request), pk)
        require(person, Act.RUN_SEASON)
        given = self.given(serializer)

        def answer() -> Any:
            service(by=person, board=board, **given)
            return represented(request, board.meeting_id)

        return self.write(request, answer)


class BoardAwarding(BoardWrite):
    @extend_schema(request=shapes.BoardAwardIn, responses={201: shapes.MeetingOut})
    def post(self, request: Request, pk: int) -> Response:
        """Decide a board without play: one of the two players did not come, or neither"""
        return self.act(request, pk, shapes.BoardAwardIn, board_award)


class BoardAwardWithdrawal(BoardWrite):
    @extend_schema(request=shapes.MeetingVersionIn, responses={201: shapes.MeetingOut})
    def post(self, request: Request, pk: int) -> Response:
        """Withdraw the decision on a board, which is then to be played"""
        return self.act(request, pk, shapes.MeetingVersionIn, board_award_withdraw)
