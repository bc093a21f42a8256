"""A transcript as values: players and terms, ends and links, packs, acts and results."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from games.engine.cards import Card
from games.engine.club_rules import differences, text
from games.engine.codes import CODES
from games.engine.seats import Seat
from games.engine.terms import Score, Terms

FORMAT: Final = "ecarte-transcript-1"
DEAL: Final = "ecarte-deal-1"
SERVER: Final = "s"
CHAINS: Final = (SERVER, Seat.A.value, Seat.B.value)
"""The server's and the players', in the order of every file."""


@dataclass(frozen=True, slots=True)
class Player:
    """`robot`: without a chain of its own."""

    name: str
    robot: bool = False


@dataclass(frozen=True, slots=True)
class Agreed:
    """The terms; `second_proposal`: for a code that has one proposal otherwise."""

    terms: Terms
    second_proposal: bool = False

    @property
    def changes(self) -> dict[str, str]:
        """The options that a club changed."""
        code = self.terms.code
        texts = {name: text(option.value) for name, option in code.options().items()}
        return differences(CODES[code.id], texts)


@dataclass(frozen=True, slots=True)
class End:
    """Of the chain that a player's device opens links of from draw `first` on."""

    first: int
    end: bytes


class DrawKind(StrEnum):
    CUT = "cut"
    HAND = "hand"


@dataclass(frozen=True, slots=True)
class Draw:
    """`links`: the server's, A's and B's; None for one that is in `missing`: the draw died.

    A robot's link is `fair_deal.NO_LINK`. `pack`: None of a draw that died.
    """

    number: int
    kind: DrawKind
    links: tuple[bytes | None, bytes | None, bytes | None]
    missing: tuple[str, ...] = ()
    pack: tuple[Card, ...] | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """An act as `acts` writes it, when the site took it, and the head of the chain with it."""

    act: str
    at: str | None
    head: bytes


@dataclass(frozen=True, slots=True)
class HandResult:
    """A hand that was played to its end. `marks`: as the notation writes them, cut at five."""

    game: int
    draw: int
    dealer: Seat
    marks: str
    score: Score


@dataclass(frozen=True, slots=True)
class GameResult:
    game: int
    winner: Seat
    score: Score
    value: int


@dataclass(frozen=True, slots=True)
class Results:
    """`games`: won in the last rubber, or in the match if it is of games.

    `end`: "played", or the `Ending` of a match that was not played out.
    """

    hands: tuple[HandResult, ...]
    games: tuple[GameResult, ...]
    games_won: Score
    rubbers_won: Score
    winner: Seat | None
    end: str


@dataclass(frozen=True, slots=True)
class Transcript:
    """`ends`: the server's, A's and B's; a robot has none."""

    match: str
    players: tuple[Player, Player]
    agreed: Agreed
    ends: tuple[bytes, tuple[End, ...], tuple[End, ...]]
    draws: tuple[Draw, ...]
    lines: tuple[Line, ...]
    results: Results
    head: bytes
