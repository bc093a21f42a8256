"""How a match stands, and what an entry made happen."""

from dataclasses import dataclass

from games.engine.facts import Mark
from games.engine.seats import Seat
from games.engine.terms import Entry, FormatKind, RubberEntry, Score, Terms


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
    """`games` are those that have begun, none of them if only the games won were kept.

    `game` and `score` are of the game now being played, or of the last one when `over`.
    `dealer` is the next to deal; None if it is not known. `winner` None is also "drawn".
    """

    terms: Terms
    first_dealer: Seat | None
    lines: tuple[Line, ...]
    games: tuple[GameState, ...]
    dealer: Seat | None
    over: bool
    winner: Seat | None
    game: int
    score: Score

    @property
    def by_games(self) -> RubberEntry | None:
        """The entry by games won alone, if the match was entered so."""
        first = self.lines[0].entry if self.lines else None
        return first if isinstance(first, RubberEntry) else None

    def games_won(self, seat: Seat) -> int:
        if self.by_games:
            return self.by_games.of(seat)
        return sum(game.winner is seat for game in self.games)

    def value_won(self, seat: Seat) -> int:
        if self.by_games:
            return self.by_games.of(seat)
        return sum(game.value or 0 for game in self.games if game.winner is seat)

    @property
    def rubber_points(self) -> int | None:
        """The winner's, of a rubber that is over; they can be less than nothing."""
        if self.terms.format.kind is not FormatKind.RUBBER or self.winner is None:
            return None
        balance = self.value_won(self.winner) - self.value_won(self.winner.other)
        return balance + self.terms.rubber_bonus


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
class MatchOver:
    """`winner` None: drawn."""

    winner: Seat | None


Event = Marked | GameWon | DealPassed | MatchOver
