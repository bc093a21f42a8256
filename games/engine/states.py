"""How a match stands, what an entry made happen, and each player's share of the match."""

from dataclasses import dataclass

from .facts import KING_MARKS, Mark
from .records import MarkKind
from .seats import Seat
from .terms import NOTHING, Entry, FormatKind, HandEntry, RubberEntry, Score, Terms


@dataclass(frozen=True, slots=True)
class GameState:
    """A game that has begun; `value` once it is won."""

    number: int
    score: Score
    winner: Seat | None = None
    value: int | None = None
    by_score: bool = False
    hands: int = 0


@dataclass(frozen=True, slots=True)
class Rubber:
    """A rubber that is over. `first`: the number of its first game. `value_a`: won by the first."""

    first: int
    games_a: int
    games_b: int
    value_a: int
    value_b: int

    @property
    def winner(self) -> Seat:
        return Seat.A if self.games_a > self.games_b else Seat.B

    def points(self, bonus: int) -> int:
        """The winner's; they can be less than nothing."""
        balance = self.value_a - self.value_b
        return bonus + (balance if self.winner is Seat.A else -balance)


@dataclass(frozen=True, slots=True)
class Line:
    """An entry with what came of it.

    `marks` are those that counted, cut at five. A `surplus` entry is of a game that was
    already over, and nothing of it counts. `dealer` is who dealt the hand, if known. A `void`
    hand was dealt afresh by a ruling: it is no hand played.
    """

    entry: Entry
    marks: tuple[Mark, ...]
    score_after: Score
    surplus: bool = False
    dealer: Seat | None = None
    void: bool = False


@dataclass(frozen=True, slots=True)
class MatchState:
    """`games` are those that have begun, but those of which only the number won was kept.

    `game` and `score` are of the game now being played, or of the last one when `over`.
    `dealer` is the next to deal; None if it is not known. `winner` None is also "drawn".
    `rubbers` are those that are over, `rubber_from` the number of the first game after them.
    """

    terms: Terms
    first_dealer: Seat | None
    lines: tuple[Line, ...] = ()
    games: tuple[GameState, ...] = ()
    dealer: Seat | None = None
    over: bool = False
    winner: Seat | None = None
    game: int = 1
    score: Score = NOTHING
    rubbers: tuple[Rubber, ...] = ()
    rubber_from: int = 1

    @property
    def by_games(self) -> tuple[RubberEntry, ...]:
        """What was entered by games won alone: the match, or some of its rubbers."""
        return tuple(one.entry for one in self.lines if isinstance(one.entry, RubberEntry))

    def game_numbered(self, number: int) -> GameState | None:
        """If it has begun, and not by the games won alone."""
        return next((game for game in self.games if game.number == number), None)

    def games_won(self, seat: Seat) -> int:
        by_games = sum(entry.of(seat) for entry in self.by_games)
        return by_games + sum(game.winner is seat for game in self.games)

    def value_won(self, seat: Seat) -> int:
        by_games = sum(entry.of(seat) for entry in self.by_games)
        return by_games + sum(game.value or 0 for game in self.games if game.winner is seat)

    def rubbers_won(self, seat: Seat) -> int:
        return sum(one.winner is seat for one in self.rubbers)

    def games_here(self, seat: Seat) -> int:
        """Won in the rubber now being played."""
        return sum(one.winner is seat and one.number >= self.rubber_from for one in self.games)

    def rubber_points_of(self, seat: Seat) -> int:
        """Of the rubbers that are over: the winner's as they are, the loser's negated."""
        made = [(one.winner, one.points(self.terms.rubber_bonus)) for one in self.rubbers]
        return sum(points if winner is seat else -points for winner, points in made)

    @property
    def rubber_points(self) -> int | None:
        """The winner's of a match of rubbers that is over; they can be less than nothing."""
        if self.terms.format.kind is not FormatKind.RUBBER or self.winner is None:
            return None
        return self.rubber_points_of(self.winner)

    def place_of(self, game: int) -> tuple[int, int]:
        """The rubber that a game is of, and which of its games it is, from 1 on each."""
        firsts = [*(one.first for one in self.rubbers), self.rubber_from]
        begun = [first for first in firsts if first <= game]
        return len(begun), game - begun[-1] + 1


@dataclass(frozen=True, slots=True)
class Marked:
    game: int
    mark: Mark


@dataclass(frozen=True, slots=True)
class GameWon:
    game: int
    seat: Seat
    score: Score
    value: int


@dataclass(frozen=True, slots=True)
class DealPassed:
    dealer: Seat


@dataclass(frozen=True, slots=True)
class RubberWon:
    """Of several, not the last."""

    rubber: int
    seat: Seat


@dataclass(frozen=True, slots=True)
class MatchOver:
    """`winner` None: drawn."""

    winner: Seat | None


Event = Marked | GameWon | RubberWon | DealPassed | MatchOver


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
