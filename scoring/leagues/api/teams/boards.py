"""/api/v1/: who plays at which board, and boards begun at the tables of an evening."""

from collections.abc import Callable
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs.actors import actor_of
from ecarte_club.clubs.permissions import Act, Person, require, require_own_or_any
from ecarte_club.core.api import View, require_sign_in
from games.evenings import selectors as evenings
from games.matches.api.serializers import MatchOut
from games.matches.selectors import reading as games_reading
from games.matches.selectors.matches import matches
from scoring.leagues.models import Board, Meeting
from scoring.leagues.selectors.teams import meetings
from scoring.leagues.selectors.teams.due import boards_due
from scoring.leagues.services import teams
from scoring.leagues.services.teams import BoardStart

from . import meeting_shapes as shapes
from . import plain
from .meetings import shown


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
            teams.lineup_give(by=person, meeting=meeting, **given)
            return shown(request, pk)

        return self.write(request, act)


def _is_captain(person: Person, meeting: Meeting) -> bool:
    """Of either; which of them is asked once the content is read."""
    captains = {team.captain_id for team in (meeting.home, meeting.away) if team}
    return person.player_id is not None and person.player_id in captains


class EveningBoards(View):
    @extend_schema(responses=shapes.BoardDueOut(many=True))
    def get(self, request: Request, pk: int) -> Response:
        """The boards to be played at an evening: of its day first, then what is overdue."""
        evening, person = evenings.evening(actor_of(request), pk)
        require(person, Act.START_ANY)
        found = [plain.due(one) for one in boards_due(evening)]
        return Response(shapes.BoardDueOut(found, many=True).data)

    @extend_schema(request=shapes.BoardsStartIn, responses={201: MatchOut(many=True)})
    def post(self, request: Request, pk: int) -> Response:
        """Start those that are due, each at a free table: all of them, or none."""
        require_sign_in(request)
        evening, person = evenings.evening(actor_of(request), pk)
        require(person, Act.START_ANY)
        given = self.given(shapes.BoardsStartIn)
        starts = [BoardStart(**one) for one in given["boards"]]

        def act() -> Any:
            made = teams.boards_start(by=person, evening=evening, starts=starts)
            rows = {one.pk: one for one in matches().filter(pk__in=[one.pk for one in made])}
            found = [games_reading.match_plain(rows[one.pk]) for one in made]
            return MatchOut(found, many=True).data

        return self.write(request, act)


class BoardDetail(View):
    @extend_schema(responses=shapes.MeetingOut)
    def get(self, request: Request, pk: int) -> Response:
        """The meeting that a board is of, as a change of the board answers with it."""
        board, meeting, _season, _person = meetings.board(actor_of(request), pk)
        self.read_version = meeting.version
        return Response(shown(request, board.meeting_id))


class BoardWrite(View):
    """One act on a board; it answers with its meeting as it is then."""

    def found(self, request: Request, pk: int) -> tuple[Board, Person]:
        require_sign_in(request)
        board, _meeting, _season, person = meetings.board(actor_of(request), pk)
        require(person, Act.RUN_SEASON)
        return board, person

    def done(self, request: Request, board: Board, act: Callable[[], object]) -> Response:
        def answer() -> Any:
            act()
            return shown(request, board.meeting_id)

        return self.write(request, answer)


class BoardAwarding(BoardWrite):
    @extend_schema(request=shapes.BoardAwardIn, responses={201: shapes.MeetingOut})
    def post(self, request: Request, pk: int) -> Response:
        """Decide one board without play: of two who are named, one did not come, or neither."""
        board, person = self.found(request, pk)
        given = self.given(shapes.BoardAwardIn)
        return self.done(request, board, lambda: teams.board_award(by=person, board=board, **given))


class BoardAwardingBack(BoardWrite):
    @extend_schema(request=shapes.MeetingVersionIn, responses={201: shapes.MeetingOut})
    def post(self, request: Request, pk: int) -> Response:
        """Take that back: it is to be played."""
        board, person = self.found(request, pk)
        given = self.given(shapes.MeetingVersionIn)
        return self.done(
            request, board, lambda: teams.board_award_back(by=person, board=board, **given)
        )
