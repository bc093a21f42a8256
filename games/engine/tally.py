"""One player's share of a match, as standings add it up."""

from dataclasses import dataclass

from .facts import KING_MARKS, Mark
from .records import MarkKind
from .seats import Seat
from .states import Line, MatchState
from .terms import HandEntry


@dataclass(frozen=True, slots=True)
class Tally:
    """Of the match so far.

    `games`, `value`: won; `against`: lost. `trebles`, `doubles`, `singles`: games won of
    each value. `kings`, `voles`: marked, as far as the kind was noted, and in time to count.
    `hands`: played by both, and not void. `rubber_points`: the winner's as they are, the
    loser's negated.
    """

    games: int
    against: int
    value: int
    value_against: int
    trebles: int
    doubles: int
    singles: int
    kings: int
    voles: int
    hands: int
    rubber_points: int


def tally(state: MatchState, seat: Seat) -> Tally:
    made = [mark for line in state.lines for mark in line.marks if mark.seat is seat]
    values = _values(state, seat)
    return Tally(
        games=state.games_won(seat),
        against=state.games_won(seat.other),
        value=state.value_won(seat),
        value_against=state.value_won(seat.other),
        trebles=values.count(3),
        doubles=values.count(2),
        singles=values.count(1),
        kings=_number(made, *KING_MARKS),
        voles=_number(made, MarkKind.VOLE),
        hands=sum(_is_hand_played(line) for line in state.lines),
        rubber_points=state.rubber_points_of(seat),
    )


def _is_hand_played(line: Line) -> bool:
    return isinstance(line.entry, HandEntry) and not line.surplus and not line.void


def _values(state: MatchState, seat: Seat) -> list[int]:
    by_games = [1] * sum(entry.of(seat) for entry in state.by_games)
    return by_games + [game.value for game in state.games if game.winner is seat and game.value]


def _number(marks: list[Mark], *kinds: MarkKind) -> int:
    return sum(mark.kind in kinds for mark in marks)
