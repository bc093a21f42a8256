"""What a table is made of: meetings with their result, and rulings of the committee.

A walkover counts as played, won by the entrant who came and lost by the other, with no games
unless the scheme says how many. Where both stayed away both have lost. A bye gives points and
nothing else: it is neither played nor won. An entrant who asked for a round off has a half bye or
is absent.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from operator import add, sub
from typing import NamedTuple

from games.engine.seats import Seat
from games.engine.states import MatchState, Tally, tally


@dataclass(frozen=True, slots=True)
class Scheme:
    """Points for a match won, drawn and lost, and for what was not played.

    `walkover` is for the player who came, as a win where None; `forfeit` for the other. A walkover
    counts `walkover_games` games, of no value. A bonus comes on top of a match that was played,
    to either side: for each game won treble, for each game won, and by the values of those games.
    """

    win: int = 2
    draw: int = 1
    loss: int = 0
    walkover: int | None = None
    forfeit: int = 0
    bye: int = 0
    half_bye: int = 0
    treble_bonus: int = 0
    game_bonus: int = 0
    value_bonus: int = 0
    walkover_games: int = 0

    @property
    def has_bonuses(self) -> bool:
        return any((self.treble_bonus, self.game_bonus, self.value_bonus))

    def bonus(self, own: Tally) -> int:
        return (
            self.treble_bonus * own.trebles
            + self.game_bonus * own.games
            + self.value_bonus * own.value
        )


class Share(NamedTuple):
    """Sums over matches; adding and taking away are field by field.

    A tuple, as a season of ten thousand makes as many. `value` is the sum of the values of the
    games won, `rubber_points` signed.
    """

    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    games_for: int = 0
    games_against: int = 0
    trebles: int = 0
    doubles: int = 0
    singles: int = 0
    value: int = 0
    value_against: int = 0
    rubber_points: int = 0
    kings: int = 0
    voles: int = 0
    points: int = 0

    def __add__(self, other: "Share") -> "Share":  # type: ignore[override]  # a sum, not a longer tuple
        return Share._make(map(add, self, other))

    def __sub__(self, other: "Share") -> "Share":
        return Share._make(map(sub, self, other))

    def __bool__(self) -> bool:
        return any(self)


SHARE_FIELDS = Share._fields


def share(state: MatchState, seat: Seat, scheme: Scheme) -> Share:
    """Nothing until the match is over: half a match would tilt the table."""
    if not state.over:
        return Share()
    return share_of(tally(state, seat), seat, state.winner, scheme)


def share_of(own: Tally, seat: Seat, winner: Seat | None, scheme: Scheme) -> Share:
    """Of a match that is over."""
    won, lost = winner is seat, winner is seat.other
    drawn = not won and not lost
    return Share(
        played=1,
        won=int(won),
        drawn=int(drawn),
        lost=int(lost),
        games_for=own.games,
        games_against=own.against,
        trebles=own.trebles,
        doubles=own.doubles,
        singles=own.singles,
        value=own.value,
        value_against=own.value_against,
        rubber_points=own.rubber_points,
        kings=own.kings,
        voles=own.voles,
        points=scheme.win * won + scheme.draw * drawn + scheme.loss * lost + scheme.bonus(own),
    )


class How(StrEnum):
    """How a meeting came by its result. None is ever renamed."""

    PLAYED = "played"
    WALKOVER = "walkover"
    BOTH_ABSENT = "both_absent"
    BYE = "bye"
    HALF_BYE = "half_bye"
    ABSENT = "absent"


ALONE = frozenset((How.BYE, How.HALF_BYE, How.ABSENT))
NOTHING = Share()


class Meeting(NamedTuple):
    """`away` is None where `home` sits out; `winner` where nobody won. Day None: always.

    `boards`: of teams, the points of both at each board, from the first; empty if not known.
    """

    round: int
    home: int
    away: int | None
    how: How
    winner: int | None
    home_share: Share
    away_share: Share
    day: date | None = None
    boards: tuple[tuple[int, int], ...] = ()


class Adjustment(NamedTuple):
    """Points added, or removed where negative, from a day on; None: from the beginning.

    They are the entrant's own: no opponent has a better or worse figure for it.
    """

    entrant: int
    points: int
    reason: str
    day: date | None = None


class Struck(NamedTuple):
    """An entrant whose meetings count for nobody from a day on, and who has no place.

    For those who withdraw before half of the fixtures; after it, what is left are walkovers.
    """

    entrant: int
    reason: str
    day: date | None = None


class ManualOrder(NamedTuple):
    """Entrants who were level, best first, as the committee ranked them. It counts among them, all
    or some, as long as nobody else is level with them."""

    entrants: tuple[int, ...]
    reason: str
    day: date | None = None


Ruling = Adjustment | Struck | ManualOrder


class Side(NamedTuple):
    """A meeting from one side; `order` is its place among all that are counted. `boards`: the own
    points at each."""

    round: int
    opponent: int | None
    how: How
    won: bool
    share: Share
    day: date | None
    order: int
    boards: tuple[int, ...] = ()


def played(
    round_: int,
    home: int,
    away: int,
    home_share: Share,
    away_share: Share,
    day: date | None = None,
) -> Meeting:
    winner = home if home_share.won else away if away_share.won else None
    return Meeting(round_, home, away, How.PLAYED, winner, home_share, away_share, day)


def walkover(
    scheme: Scheme, round_: int, winner: int, loser: int, day: date | None = None
) -> Meeting:
    games = scheme.walkover_games
    points = scheme.win if scheme.walkover is None else scheme.walkover
    return Meeting(
        round_,
        winner,
        loser,
        How.WALKOVER,
        winner,
        Share(played=1, won=1, games_for=games, points=points),
        _forfeited(scheme, games),
        day,
    )


def both_absent(
    scheme: Scheme, round_: int, home: int, away: int, day: date | None = None
) -> Meeting:
    lost = _forfeited(scheme, 0)
    return Meeting(round_, home, away, How.BOTH_ABSENT, None, lost, lost, day)


def sat_out(
    scheme: Scheme, round_: int, entrant: int, how: How, day: date | None = None
) -> Meeting:
    """`how` is one of ALONE."""
    if how not in ALONE:
        raise ValueError(f"{how} takes two")
    points = {How.BYE: scheme.bye, How.HALF_BYE: scheme.half_bye}.get(how, 0)
    return Meeting(round_, entrant, None, how, None, Share(points=points), NOTHING, day)


def sides(meetings: Iterable[Meeting]) -> dict[int, list[Side]]:
    """Each entrant's meetings by round."""
    by_entrant: dict[int, list[Side]] = {}
    for order, meeting in enumerate(sorted(meetings, key=_in_order)):
        round_, home, away, how, winner, own, other, day, boards = meeting
        mine, theirs = zip(*boards, strict=True) if boards else ((), ())
        side = Side(round_, away, how, winner == home, own, day, order, mine)
        by_entrant.setdefault(home, []).append(side)
        if away is not None:
            side = Side(round_, home, how, winner == away, other, day, order, theirs)
            by_entrant.setdefault(away, []).append(side)
    return by_entrant


def _in_order(meeting: Meeting) -> tuple[int, date, int, int]:
    away = -1 if meeting.away is None else meeting.away
    low, high = sorted((meeting.home, away))
    return meeting.round, meeting.day or date.min, low, high


def _forfeited(scheme: Scheme, games: int) -> Share:
    return Share(played=1, lost=1, games_against=games, points=scheme.forfeit)
