"""A contest as it is written down, in frozen values, and what can be wrong with a text."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple, TypeVar

from games.engine.cards import Card
from games.engine.hand.state import Order, Say
from games.engine.records import Applied, NotedMark, Tricks
from games.engine.seats import Seat
from games.engine.terms import Score


class Place(NamedTuple):
    """Both from one; the column counts characters."""

    line: int
    column: int


NOWHERE = Place(0, 0)
"""Of what was not read from a text."""


class Fault(StrEnum):
    """What was expected, or what cannot be; none is ever renamed.

    A hand that the laws do not allow has the code of its refusal instead.
    """

    # the text
    HEADER_EXPECTED = "header_expected"
    HEADER_BROKEN = "header_broken"
    HEADER_TWICE = "header_twice"
    HEADER_VALUE = "header_value"
    CODE_EXPECTED = "code_expected"
    END_EXPECTED = "end_expected"
    ONE_HAND_EXPECTED = "one_hand_expected"
    COMMENT_OPEN = "comment_open"
    TOKEN_EXPECTED = "token_expected"  # noqa: S105 - a token of the notation
    TOKEN_TOO_LONG = "token_too_long"  # noqa: S105
    CARD_EXPECTED = "card_expected"
    SEAT_EXPECTED = "seat_expected"
    NUMBER_EXPECTED = "number_expected"
    ORDER_EXPECTED = "order_expected"
    SIGN_EXPECTED = "sign_expected"
    WORD_EXPECTED = "word_expected"
    DEAL_EXPECTED = "deal_expected"
    # a hand
    GIVEN_TWICE = "given_twice"
    CARD_TWICE = "card_twice"
    CARDS_NUMBER = "cards_number"
    NO_CARDS_DUE = "no_cards_due"
    PLAYER_EXPECTED = "player_expected"
    TRICK_EXPECTED = "trick_expected"
    TRICK_CONTRADICTS = "trick_contradicts"
    TRICKS_CONTRADICT = "tricks_contradict"
    SCORE_CONTRADICTS = "score_contradicts"
    # a game and a contest
    CUT_CONTRADICTS = "cut_contradicts"
    GAME_NUMBER = "game_number"


class NotationError(Exception):
    """`code` is a Fault or a RefusalCode; `law` a citation, if it rests on one.

    `expected`: what may stand there, as it is written, where that is few things. `params` are
    for the words that are made of the code.
    """

    def __init__(
        self,
        code: str,
        place: Place,
        *,
        law: str = "",
        expected: tuple[str, ...] = (),
        params: Mapping[str, str | int] | None = None,
    ) -> None:
        super().__init__(code, place, law, expected, params)
        self.code = code
        self.line, self.column = place
        self.law = law
        self.expected = expected
        self.params = params or {}


Cards = tuple[Card | None, ...]
"""None is a card that is not known."""


@dataclass(frozen=True, slots=True)
class Header:
    key: str
    value: str


@dataclass(frozen=True, slots=True)
class Comment:
    text: str


@dataclass(frozen=True, slots=True)
class CutCards:
    """What A and B cut for deal."""

    a: Card | None
    b: Card | None


@dataclass(frozen=True, slots=True)
class Holds:
    """The cards dealt to a player, in the order of the deal, if that is known."""

    seat: Seat
    cards: Cards


@dataclass(frozen=True, slots=True)
class TurnUp:
    card: Card | None


@dataclass(frozen=True, slots=True)
class Says:
    """`seat` of the player who announces the king or abandons, where it was noted."""

    say: Say
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Throws:
    seat: Seat
    cards: Cards


@dataclass(frozen=True, slots=True)
class Takes:
    seat: Seat
    cards: Cards


@dataclass(frozen=True, slots=True)
class Plays:
    card: Card | None


@dataclass(frozen=True, slots=True)
class TrickTo:
    seat: Seat


@dataclass(frozen=True, slots=True)
class TricksMade:
    """Of the whole hand, where its cards do not tell."""

    tricks: Tricks


@dataclass(frozen=True, slots=True)
class MarksMade:
    marks: tuple[NotedMark, ...]


@dataclass(frozen=True, slots=True)
class Ruled:
    applied: Applied


@dataclass(frozen=True, slots=True)
class ScoreBefore:
    """Of the game before this hand, whatever went before it; None: not known."""

    score: Score | None


@dataclass(frozen=True, slots=True)
class ScoreAfter:
    """As it was written down: a check."""

    score: Score


@dataclass(frozen=True, slots=True)
class Stock:
    """What was left of it when the hand was over, from the top."""

    cards: Cards


Step = (
    Comment
    | Holds
    | TurnUp
    | Says
    | Throws
    | Takes
    | Plays
    | TrickTo
    | TricksMade
    | MarksMade
    | Ruled
    | ScoreBefore
    | ScoreAfter
    | Stock
)
S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Hand:
    """From its deal on. `places`: of the deal and of each step, if it was read from a text."""

    dealer: Seat | None
    order: Order | None
    steps: tuple[Step, ...]
    places: tuple[Place, ...] = field(default=(), compare=False, repr=False)

    @property
    def place(self) -> Place:
        return self.places[0] if self.places else NOWHERE

    def place_of(self, index: int) -> Place:
        return self.places[index + 1] if self.places else NOWHERE

    def each(self, kind: type[S]) -> Iterator[tuple[S, Place]]:
        for index, step in enumerate(self.steps):
            if isinstance(step, kind):
                yield step, self.place_of(index)

    def only(self, kind: type[S]) -> S | None:
        """The one step of a kind that stands in a hand once."""
        return next((step for step, _place in self.each(kind)), None)


@dataclass(frozen=True, slots=True)
class Game:
    """`before`: what stands before its first deal. `score`: of a game known by it alone."""

    number: int
    before: tuple[CutCards | Comment, ...] = ()
    hands: tuple[Hand, ...] = ()
    score: Score | None = None
    place: Place = field(default=NOWHERE, compare=False, repr=False)
    cut_places: tuple[Place, ...] = field(default=(), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Contest:
    """`places`: of what is in the head, as of a hand's steps."""

    head: tuple[Header | Comment, ...]
    games: tuple[Game, ...] = ()
    places: tuple[Place, ...] = field(default=(), compare=False, repr=False)

    def header(self, key: str) -> str | None:
        return next((one.value for one in self.headers() if one.key == key), None)

    def headers(self) -> Iterator[Header]:
        return (one for one in self.head if isinstance(one, Header))

    def place_of(self, key: str) -> Place:
        """Of a header; of the first one, if there is none with this key."""
        if not self.places:
            return NOWHERE
        pairs = zip(self.head, self.places, strict=True)
        places = (at for one, at in pairs if isinstance(one, Header) and one.key == key)
        return next(places, self.places[0])
