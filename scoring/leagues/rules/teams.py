"""A meeting of two teams: board against board, in the order of the line-ups."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from functools import lru_cache
from itertools import zip_longest
from typing import NamedTuple

from scoring.tables.results import How, Meeting, Scheme, Share

from .refusals import Refusal, Why

# The players of a team from board 1; None where a board is left empty.
Lineup = Sequence[int | None]

USUAL = Scheme()


class Board(NamedTuple):
    """From 1. Who is None is missing."""

    number: int
    home: int | None
    away: int | None


class BoardPoints(NamedTuple):
    home: int = 0
    away: int = 0


class Outcome(StrEnum):
    HOME = "home"
    AWAY = "away"
    DRAWN = "drawn"


@dataclass(frozen=True, slots=True)
class TeamScheme:
    """`board` is for the match at each board, whose points, bonuses with them, are board points;
    `match` for the meeting, won by the team with more board points."""

    board: Scheme = USUAL
    match: Scheme = USUAL


TWO_ONE_NOTHING = TeamScheme()


class TeamScore(NamedTuple):
    match_points: int = 0
    board_points: int = 0


class TeamResult(NamedTuple):
    home: TeamScore
    away: TeamScore
    outcome: Outcome


def lineup_refusal(lineup: Lineup, team: Collection[int], boards: int) -> Refusal | None:
    """`team`: its players; `boards`: how many a meeting has; the last may be left empty."""
    if len(lineup) > boards:
        return Refusal(Why.TOO_MANY_BOARDS, {"players": len(lineup), "boards": boards})
    seen: set[int] = set()
    for player in lineup:
        if player is None:
            continue
        if player not in team:
            return Refusal(Why.NOT_IN_THE_TEAM, {"player": player})
        if player in seen:
            return Refusal(Why.PLAYER_TWICE, {"player": player})
        seen.add(player)
    return None


def boards(home: Lineup, away: Lineup) -> tuple[Board, ...]:
    """Board 1 against board 1, and so on, to the end of the longer line-up."""
    return tuple(
        Board(number, *pair) for number, pair in enumerate(zip_longest(home, away), start=1)
    )


def unplayed(board: Board, scheme: TeamScheme = TWO_ONE_NOTHING) -> BoardPoints | None:
    """What a board comes to at which somebody is missing; None where both are there, and play."""
    won = scheme.board.win if scheme.board.walkover is None else scheme.board.walkover
    match board:
        case Board(home=None, away=None):
            return BoardPoints(scheme.board.forfeit, scheme.board.forfeit)
        case Board(home=None):
            return BoardPoints(scheme.board.forfeit, won)
        case Board(away=None):
            return BoardPoints(won, scheme.board.forfeit)
    return None


@lru_cache(maxsize=64)
def reachable(boards: int, scheme: TeamScheme, *, draws: bool) -> frozenset[BoardPoints]:
    """All that so many boards can come to together where the scheme has no bonuses. `draws`:
    whether a match may end so."""
    board, somebody = scheme.board, 1
    empty = [Board(1, *pair) for pair in ((None, None), (somebody, None), (None, somebody))]
    ends = {BoardPoints(board.win, board.loss), BoardPoints(board.loss, board.win)}
    ends |= {points for one in empty if (points := unplayed(one, scheme)) is not None}
    ends |= {BoardPoints(board.draw, board.draw)} if draws else set()
    sums = {BoardPoints()}
    for _board in range(boards):
        sums = {BoardPoints(a + c, b + d) for a, b in sums for c, d in ends}
    return frozenset(sums)


def team_result(points: Sequence[BoardPoints], scheme: TeamScheme = TWO_ONE_NOTHING) -> TeamResult:
    """Of a meeting that took place, all of whose boards have their points."""
    home, away = sum(one.home for one in points), sum(one.away for one in points)
    match = scheme.match
    if home == away:
        outcome, worth = Outcome.DRAWN, (match.draw, match.draw)
    elif home > away:
        outcome, worth = Outcome.HOME, (match.win, match.loss)
    else:
        outcome, worth = Outcome.AWAY, (match.loss, match.win)
    return TeamResult(TeamScore(worth[0], home), TeamScore(worth[1], away), outcome)


# Who is there, where nobody need be named.
SOMEBODY = 1


def met(
    round_: int,
    home: int,
    away: int,
    boards: Sequence[tuple[BoardPoints, Share, Share]],
    scheme: TeamScheme,
    day: date | None = None,
) -> Meeting:
    """A meeting that took place. `boards`: what each came to, and the shares of who played there;
    empty ones of who did not."""
    found = team_result([points for points, _home, _away in boards], scheme)
    won = {Outcome.HOME: home, Outcome.AWAY: away}.get(found.outcome)
    own = sum((one for _points, one, _other in boards), Share())
    other = sum((one for _points, _own, one in boards), Share())
    shares = (_share(found.home, found.away, own), _share(found.away, found.home, other))
    shares = (_counted(shares[0], won, home), _counted(shares[1], won, away))
    points = tuple((one.home, one.away) for one, _own, _other in boards)
    return Meeting(round_, home, away, How.PLAYED, won, *shares, day, points)


def awarded(
    round_: int,
    home: int,
    away: int,
    winner: int | None,
    boards: int,
    scheme: TeamScheme,
    day: date | None = None,
) -> Meeting:
    """A meeting decided without play: at each of its boards one was missing. `winner` None: both
    stayed away, and both have lost. A team that stayed away has the points of a forfeit."""
    here = [SOMEBODY if team == winner else None for team in (home, away)]
    board = unplayed(Board(1, here[0], here[1]), scheme) or BoardPoints()
    sums = (board.home * boards, board.away * boards)
    won = {True: scheme.match.win, False: scheme.match.forfeit}
    scores = [
        TeamScore(won[team == winner], points)
        for team, points in zip((home, away), sums, strict=True)
    ]
    how = How.BOTH_ABSENT if winner is None else How.WALKOVER
    shares = [_share(one, two, Share()) for one, two in (scores, scores[::-1])]
    lines = [
        share._replace(played=1, won=int(team == winner), lost=int(team != winner))
        for share, team in zip(shares, (home, away), strict=True)
    ]
    at_boards = ((board.home, board.away),) * boards
    return Meeting(round_, home, away, how, winner, lines[0], lines[1], day, at_boards)


def _share(own: TeamScore, other: TeamScore, boards: Share) -> Share:
    """A table knows one kind of line: in a team's, games are board points and values are the games
    won at the boards. `boards`: the sum of what its players came to."""
    return Share(
        games_for=own.board_points,
        games_against=other.board_points,
        trebles=boards.trebles,
        doubles=boards.doubles,
        singles=boards.singles,
        value=boards.games_for,
        value_against=boards.games_against,
        rubber_points=boards.rubber_points,
        kings=boards.kings,
        voles=boards.voles,
        points=own.match_points,
    )


def _counted(share: Share, winner: int | None, team: int) -> Share:
    drawn = winner is None
    return share._replace(
        played=1,
        won=int(winner == team),
        drawn=int(drawn),
        lost=int(not drawn and winner != team),
    )
