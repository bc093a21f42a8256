"""What a match is played for, what is entered into it, and its scores."""

from dataclasses import dataclass
from enum import StrEnum

from .codes import Code, GameValue, Rule
from .records import HandRecord
from .refusals import Refusal, RefusalCode
from .seats import Seat

GAME_IS = 5
MOST_GAMES = 99
"""No match is of more games than this."""


class FormatKind(StrEnum):
    ONE_GAME = "one_game"
    GAMES = "games"
    RUBBER = "rubber"


@dataclass(frozen=True, slots=True)
class Format:
    """`games`: 1 for one game; all that are played; for a rubber the most it can take.
    `rubbers`: the match is the best of so many, each the best of `games`."""

    kind: FormatKind
    games: int
    rubbers: int = 1

    @property
    def to_win(self) -> int:
        """Games that win a rubber."""
        return self.games // 2 + 1

    @property
    def may_end_level(self) -> bool:
        return self.kind is FormatKind.GAMES and self.games % 2 == 0

    @property
    def rubbers_to_win(self) -> int:
        return self.rubbers // 2 + 1


@dataclass(frozen=True, slots=True)
class Terms:
    """`game_values`: the players agreed on treble and double; `rubber_bonus` in game values."""

    code: Code
    format: Format
    game_values: bool = False
    rubber_bonus: int = 0


@dataclass(frozen=True, slots=True)
class Score:
    a: int
    b: int

    def of(self, seat: Seat) -> int:
        return self.a if seat is Seat.A else self.b

    def plus(self, seat: Seat, points: int) -> "Score":
        if seat is Seat.A:
            return Score(self.a + points, self.b)
        return Score(self.a, self.b + points)

    @property
    def winner(self) -> Seat | None:
        """The player who has reached five."""
        if self.a >= GAME_IS:
            return Seat.A
        return Seat.B if self.b >= GAME_IS else None


NOTHING = Score(0, 0)


@dataclass(frozen=True, slots=True)
class HandEntry:
    """`notation`: the text that `record` was read from, where the hand was entered as notation."""

    game: int
    record: HandRecord
    notation: str | None = None


@dataclass(frozen=True, slots=True)
class GameEntry:
    """A game of which only the final score was kept."""

    game: int
    score: Score


@dataclass(frozen=True, slots=True)
class RubberEntry:
    """A whole match of which only the games won were kept.

    Of several rubbers it is one, and `game` the number of its first game; else it is 0.
    """

    games_a: int
    games_b: int
    game: int = 0

    def of(self, seat: Seat) -> int:
        return self.games_a if seat is Seat.A else self.games_b


Entry = HandEntry | GameEntry | RubberEntry


def terms_refusal(terms: Terms) -> Refusal | None:
    form, code = terms.format, terms.code
    most = 1 if form.kind is FormatKind.ONE_GAME else MOST_GAMES
    if not 1 <= form.games <= most:
        params = {"games": form.games, "least": 1, "most": most}
        return code.refusal(RefusalCode.GAMES_OUT_OF_RANGE, Rule.AGREED_GAMES, "games", **params)
    if (refused := _rubbers_refusal(form, code)) is not None:
        return refused
    if terms.game_values and code.game_value.value is not GameValue.BY_AGREEMENT:
        which = RefusalCode.GAME_VALUE_NOT_IN_CODE
        return code.refusal(which, Rule.GAME_VALUE, "game_values", code=code.id)
    if terms.rubber_bonus < 0:
        which, bonus = RefusalCode.RUBBER_BONUS_NEGATIVE, terms.rubber_bonus
        return code.refusal(which, Rule.AGREED_GAMES, "rubber_bonus", bonus=bonus)
    return None


def _rubbers_refusal(form: Format, code: Code) -> Refusal | None:
    is_rubber = form.kind is FormatKind.RUBBER
    if is_rubber and form.games % 2 == 0:
        which = RefusalCode.RUBBER_NOT_ODD
        return code.refusal(which, Rule.RUBBER, "games", games=form.games)
    most = MOST_GAMES // form.games if is_rubber else 1
    if form.rubbers % 2 and 1 <= form.rubbers <= most:
        return None
    params = {"rubbers": form.rubbers, "most": most}
    return code.refusal(RefusalCode.RUBBERS_IMPOSSIBLE, Rule.AGREED_GAMES, "rubbers", **params)


def game_value(terms: Terms, loser_score: int) -> int:
    """Law 46: treble if the adversary has not scored, double at one or two, else single."""
    if not terms.game_values:
        return 1
    if loser_score == 0:
        return 3
    return 2 if loser_score <= 2 else 1
