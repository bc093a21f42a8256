"""What a meeting adds to the lines of its teams.

A table knows one kind of line. In a team's, games are board points and values are the games won at
the boards; the rest is what it says.
"""

from collections.abc import Sequence
from datetime import date

from scoring.tables.points import Share
from scoring.tables.results import How, Meeting

from .teams import (
    Board,
    BoardPoints,
    Outcome,
    TeamScheme,
    TeamScore,
    team_result,
    unplayed,
)

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
    return Meeting(round_, home, away, How.PLAYED, won, *shares, day)


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
    stayed away, and both have lost."""
    here = [SOMEBODY if team == winner else None for team in (home, away)]
    board = unplayed(Board(1, here[0], here[1]), scheme) or BoardPoints()
    sums = (board.home * boards, board.away * boards)
    won = {True: scheme.match.win, False: scheme.match.loss}
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
    return Meeting(round_, home, away, how, winner, lines[0], lines[1], day)


def _share(own: TeamScore, other: TeamScore, boards: Share) -> Share:
    """`boards`: the sum of what its players came to."""
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
