"""A contest as it is written down: frozen values, a token each."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeVar

from games.engine.cards import Card
from games.engine.hand.actions import Order, Say
from games.engine.records import Applied, NotedMark, Tricks
from games.engine.seats import Seat
from games.engine.terms import Score

from .faults import NOWHERE, Place

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
    """The cards dealt to a player, in the order in which he was given them, if that is known."""

    seat: Seat
    cards: Cards


@dataclass(frozen=True, slots=True)
class TurnUp:
    card: Card | None


@dataclass(frozen=True, slots=True)
class Said:
    """`seat` of who announces the king or abandons the hand, where it was noted."""

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
    | Said
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
        found = (at for one, at in pairs if isinstance(one, Header) and one.key == key)
        return next(found, self.places[0])
