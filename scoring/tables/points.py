"""What one match adds to each player's line of the table."""

from dataclasses import dataclass
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
