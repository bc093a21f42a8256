"""Meetings of teams as pages, programs and spreadsheets read them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import QuerySet

from ecarte_club.clubs.authentication import Actor
from ecarte_club.clubs.permissions import Person
from ecarte_club.clubs.selectors import player_names
from ecarte_club.core.composed import Composed, ComposedList
from ecarte_club.core.exceptions import ID_MOST
from scoring.leagues.models import Board, Meeting, Result, Round, Season
from scoring.leagues.rules.teams import Board as Paired
from scoring.leagues.rules.teams import BoardPoints, Outcome, TeamScheme, team_result, unplayed
from scoring.tables.results import Share

from . import seasons
from .fixtures import AWARDED, FixtureFilters, State, match_state, result_of

COLUMNS = (
    *("id", "round", "day", "postponed_from", "home_id", "home", "away_id", "away", "state"),
    *("board_points_home", "board_points_away", "winner_id", "reason", "sitting"),
)
NOBODY = (Share(), Share())


@dataclass(frozen=True, slots=True)
class BoardLine:
    """`points`: what it came to, once that is known. `games`, `shares`, and `result`, as shown:
    at home and away; `winner`: the player's id; `day`: of its match, once that is over."""

    board: Board
    state: State
    points: BoardPoints | None = None
    games: tuple[int, int] | None = None
    shares: tuple[Share, Share] = NOBODY
    winner: int | None = None
    result: tuple[int, int] | None = None
    day: date | None = None

    @property
    def is_open(self) -> bool:
        return self.state is State.TO_PLAY


@dataclass(frozen=True, slots=True)
class Line:
    """A meeting as it stands. `points`: board points so far; `winner`: the team's id."""

    meeting: Meeting
    state: State
    boards: tuple[BoardLine, ...] = ()
    points: BoardPoints | None = None
    winner: int | None = None

    @property
    def round(self) -> Round:
        return self.meeting.round

    @property
    def is_open(self) -> bool:
        return self.state is State.TO_PLAY

    @property
    def takes_line_ups(self) -> bool:
        """Nothing of it was begun or decided."""
        free = all(one.board.match_id is None and not one.board.award for one in self.boards)
        return self.meeting.away_id is not None and not self.meeting.award and free

    @property
    def waits_for_tables(self) -> bool:
        return self.meeting.is_lined_up and any(one.is_open for one in self.boards)

    @property
    def over_on(self) -> date | None:
        """When its last board was played, however late; else, when it was to be."""
        return max((one.day for one in self.boards if one.day), default=self.meeting.day)

    @property
    def sides(self) -> list[dict[str, Any]]:
        """Both of them, with what each has won."""
        points: Sequence[Any] = self.points or ("", "")
        teams = (self.meeting.home, self.meeting.away)
        return [
            {"team": team, "points": won, "won": team.pk == self.winner}
            for team, won in zip(teams, points, strict=True)
            if team is not None
        ]


class MeetingFilters(FixtureFilters):
    @classmethod
    def of(cls, query: Mapping[str, str]) -> "MeetingFilters":
        """Raises: Invalid, naming each parameter that is wrong."""
        names = ("team", "round", "from", "to")
        filters = FixtureFilters.of({name: query.get(name, "") for name in names})
        return cls(team=filters.team, round=filters.round, since=filters.since, until=filters.until)

    def meetings(self, season: Season) -> QuerySet[Meeting]:
        team = None if self.team is None else min(self.team, ID_MOST)
        return self.in_rounds(meetings_of(season), team)


def meetings_of(season: Season) -> QuerySet[Meeting]:
    """In the order of rounds, as they are printed."""
    found = with_related(Meeting.objects.filter(season=season.pk))
    return found.order_by("round__number", "number")


def with_related(found: QuerySet[Meeting]) -> QuerySet[Meeting]:
    return found.select_related("season__event__club", "round", "home", "away")


def lines(found: Iterable[Meeting], person: Person) -> list[Line]:
    """With the names that `person` may know; a few queries, however many they are."""
    rows = list(found)
    boards = boards_of([one.pk for one in rows])
    if not player_names.sees_names(person):
        for row in rows:
            people = [who for one in boards.get(row.pk, ()) for who in (one.home, one.away) if who]
            player_names.veil(people, row.season.event.club)
    results = results_of([one.pk for one in rows])
    return [line(row, boards.get(row.pk, ()), results, row.season.team_scheme) for row in rows]


_boards = ComposedList(
    lambda meetings: (
        Board.objects.filter(meeting__in=meetings)
        .select_related("match__evening_table__evening", "home", "away")
        .order_by("meeting", "number")
    )
)
_results = ComposedList(
    lambda meetings: Result.objects.filter(match__board__meeting__in=meetings).order_by()
)


def boards_of(meetings: Sequence[int]) -> dict[int, list[Board]]:
    found: dict[int, list[Board]] = {}
    for one in _boards.rows(meetings):
        found.setdefault(one.meeting_id, []).append(one)
    return found


def results_of(meetings: Sequence[int]) -> dict[tuple[int, int], Result]:
    """Of each match that is over, by the match and the player."""
    return {(one.match_id, one.player_id): one for one in _results.rows(meetings)}


def line(
    meeting: Meeting,
    boards: Sequence[Board],
    results: Mapping[tuple[int, int], Result],
    scheme: TeamScheme,
) -> Line:
    if meeting.away_id is None:
        return Line(meeting, State.BYE)
    if meeting.award:
        won = {"home": meeting.home_id, "away": meeting.away_id}.get(meeting.award)
        return Line(meeting, AWARDED[meeting.award], winner=won)
    if not meeting.is_lined_up:
        return Line(meeting, State.TO_PLAY, tuple(BoardLine(one, State.TO_PLAY) for one in boards))
    board_lines = tuple(_board(one, results, scheme) for one in boards)
    settled = [one.points for one in board_lines if one.points is not None]
    begun = any(one.board.match_id is not None or one.board.award for one in board_lines)
    over = len(settled) == len(board_lines)
    if not begun and not over:
        return Line(meeting, State.TO_PLAY, board_lines)
    sums = BoardPoints(sum(one.home for one in settled), sum(one.away for one in settled))
    if not over:
        return Line(meeting, State.IN_PLAY, board_lines, sums)
    outcome = team_result(settled, scheme).outcome
    winner = {Outcome.HOME: meeting.home_id, Outcome.AWAY: meeting.away_id}.get(outcome)
    return Line(meeting, State.PLAYED, board_lines, sums, winner)


def _board(
    board: Board, results: Mapping[tuple[int, int], Result], scheme: TeamScheme
) -> BoardLine:
    pair = (board.home_id, board.away_id)
    if board.award or None in pair:
        return _not_played(board, scheme)
    match = board.match
    if match is None:
        return BoardLine(board, State.TO_PLAY)
    games, winner, result = result_of(match, board.home_id)
    keys = [(match.pk, player) for player in pair if player is not None]
    # An entry may come between the two queries that tell of it.
    if not match.over or not results.keys() >= set(keys):
        state = State.IN_PLAY if match.over else match_state(match)
        return BoardLine(board, state, games=games, result=result)
    one, other = (results[key].share for key in keys)
    day = results[keys[0]].day
    points = BoardPoints(one.points, other.points)
    return BoardLine(board, State.PLAYED, points, games, (one, other), winner, result, day)


def _not_played(board: Board, scheme: TeamScheme) -> BoardLine:
    home = board.home_id if board.award in ("", "home") else None
    away = board.away_id if board.award in ("", "away") else None
    points = unplayed(Paired(board.number, home, away), scheme)
    state = State.BOTH_ABSENT if home is None and away is None else State.WALK_OVER
    return BoardLine(board, state, points, winner=home or away)


_meeting = Composed(lambda pk: with_related(Meeting.objects.filter(pk=pk)).order_by(), pk=int)
_board_by_id = Composed(
    lambda pk: (Board.objects.filter(pk=pk).select_related("meeting", "home", "away").order_by()),
    pk=int,
)


def meeting(actor: Actor, meeting_id: int) -> tuple[Meeting, Season, Person]:
    """Raises: Absent when there is none, or they may not see its season."""
    found = _meeting.get(pk=meeting_id)
    season, person = seasons.season(actor, found.season_id)
    return found, season, person


def board(actor: Actor, board_id: int) -> tuple[Board, Meeting, Season, Person]:
    """Raises: Absent when there is none, or they may not see its season."""
    found = _board_by_id.get(pk=board_id)
    return found, *meeting(actor, found.meeting_id)


def csv_rows(rows: Iterable[Line]) -> Iterator[tuple[object, ...]]:
    for meeting_line in rows:
        one = meeting_line.meeting
        points: Sequence[Any] = meeting_line.points or ("", "")
        away = (one.away.pk, one.away.name) if one.away else ("", "")
        yield (
            *(one.pk, one.round.number, one.day or "", one.moved_from or ""),
            *(one.home_id, one.home.name, *away, meeting_line.state.value, *points),
            *(meeting_line.winner or "", one.reason, one.sitting or ""),
        )
