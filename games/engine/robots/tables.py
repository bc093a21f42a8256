"""The robots' tables as `ecarte solve` writes them: text in, values out.

They hold the chance of the game at each score, how hands of each strength are bid, what comes of
an exchange, and how often each class of hands stands, refuses and keeps a card more at each score.
"""

import json
from base64 import b85decode
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import Any, Final, NamedTuple

from games.engine.exact.weighing import Strength
from games.engine.records import TRICKS_IN_A_HAND

from .worth import Chances

FULL: Final = 255
"""A frequency is a byte: this is always."""
OUTCOMES: Final = 3 * (TRICKS_IN_A_HAND + 1)


class CardsKept(NamedTuple):
    """What a player keeps in an exchange. `others`: plain cards below the queen."""

    trumps: int
    king: bool
    kings: int
    queens: int
    others: int


class Kept(NamedTuple):
    """What the printed hint keeps in an exchange: trumps, and kings of plain suits."""

    trumps: int
    king: bool
    kings: int

    @property
    def less(self) -> "Kept":
        if self.kings:
            return self._replace(kings=self.kings - 1)
        trumps = max(self.trumps - 1, 0)
        return Kept(trumps, self.king and trumps > 0, 0)


def kept_by_hint(held: Strength, *, is_elder: bool) -> Kept:
    """Whoever proposes throws one card at least: a king of a plain suit rather than a trump."""
    kept = Kept(held.trumps, held.king, held.kings)
    return kept.less if is_elder and held.held == TRICKS_IN_A_HAND else kept


class Frequencies(NamedTuple):
    """How often a hand that holds so much stands and refuses; `later`: after an exchange."""

    stand: float
    refuse: float
    later_stand: float
    later_refuse: float


UNKNOWN: Final = Frequencies(0.5, 0.5, 0.5, 0.5)
"""Of hands so rare that no deal had them."""


class Bidding(NamedTuple):
    """At one score, by class: bytes of how often. `dealer_keeps`: by how many cards were taken."""

    stand: bytes
    refuse: bytes
    elder_keeps: bytes
    dealer_keeps: tuple[bytes, ...]


@dataclass(frozen=True)
class Tables:
    """`exchanges`: by whether one is the elder hand and what is kept: how often nobody, oneself,
    the other holds the king of trumps in the end, each with none … five tricks of one's own.

    `together`: the same to the elder hand, by what both keep and whether a king is turned.

    `usual_exchange`: the same of the exchanges that are agreed on, to the dealer and to the elder
    hand, who did not hold the king of trumps before.

    `bidding`: by the points of the elder hand and the dealer, and whether a king is turned.
    """

    chances: Chances
    said: Mapping[Strength, Frequencies]
    exchanges: Mapping[tuple[bool, CardsKept], tuple[float, ...]]
    together: Mapping[tuple[bool, Kept, Kept], tuple[float, ...]]
    bidding: Mapping[tuple[int, int, bool], Bidding]
    usual_exchange: tuple[tuple[float, ...], ...]
    made: Mapping[str, Any]

    @cached_property
    def any_exchange(self) -> Mapping[tuple[bool, int, bool], tuple[float, ...]]:
        """By trumps and the king of them alone, for what is hardly ever kept."""
        sums: dict[tuple[bool, int, bool], list[float]] = {}
        for (is_elder, kept), row in self.exchanges.items():
            total = sums.setdefault((is_elder, kept.trumps, kept.king), [0.0] * OUTCOMES)
            for place, share in enumerate(row):
                total[place] += share
        return {key: tuple(one / sum(row) for one in row) for key, row in sums.items()}

    def frequencies(self, held: Strength) -> Frequencies:
        return self.said.get(held, UNKNOWN)

    def exchange(self, is_elder: bool, kept: CardsKept) -> tuple[float, ...]:
        """What is hardly ever kept is taken for less: trumps alone, and fewer."""
        row = self.exchanges.get((is_elder, kept))
        for trumps in range(kept.trumps, -1, -1):
            row = row or self.any_exchange.get((is_elder, trumps, kept.king and trumps > 0))
        if row is None:
            raise LookupError(kept)
        return row

    def exchange_of(self, turned: bool, elder: Kept, dealer: Kept) -> tuple[float, ...]:
        """To the elder hand. What is hardly ever kept is taken for less."""
        row = self.together.get((turned, elder, dealer))
        while row is None:
            if elder.trumps + elder.kings > dealer.trumps + dealer.kings:
                elder = elder.less
            else:
                dealer = dealer.less
            row = self.together.get((turned, elder, dealer))
        return row


def hash_of(content: Mapping[str, Any]) -> str:
    """Of all but the hash itself."""
    rest = {key: value for key, value in content.items() if key != "sha256"}
    return sha256(json.dumps(rest, sort_keys=True).encode()).hexdigest()


def loads(text: str) -> Tables:
    """Raises: ValueError if the tables are not as they were written."""
    content = json.loads(text)
    if content["sha256"] != hash_of(content):
        raise ValueError("The tables have another hash than they were written with.")
    return Tables(
        chances=tuple(tuple(row) for row in content["chances"]),
        said={_strength(row[:4]): Frequencies(*row[4:]) for row in content["said"]},
        exchanges={_cards_kept(row[:6]): _shares(row[6:]) for row in content["exchanges"]},
        together={_both_kept(row[:7]): _shares(row[7:]) for row in content["together"]},
        bidding={
            (elder, dealer, bool(turned)): _bidding(texts)
            for elder, dealer, turned, *texts in content["bidding"]
        },
        usual_exchange=tuple(tuple(row) for row in content["usual_exchange"]),
        made=content["made"],
    )


def _strength(row: list[int]) -> Strength:
    return Strength(row[0], bool(row[1]), row[2], row[3])


def _cards_kept(row: list[int]) -> tuple[bool, CardsKept]:
    return bool(row[0]), CardsKept(row[1], bool(row[2]), *row[3:])


def _both_kept(row: list[int]) -> tuple[bool, Kept, Kept]:
    elder, dealer = (Kept(row[of], bool(row[of + 1]), row[of + 2]) for of in (1, 4))
    return bool(row[0]), elder, dealer


def _shares(row: list[int]) -> tuple[float, ...]:
    total = sum(row)
    return tuple(number / total for number in row)


def _bidding(texts: list[str]) -> Bidding:
    stand, refuse, elder_keeps, *dealer_keeps = map(b85decode, texts)
    return Bidding(stand, refuse, elder_keeps, tuple(dealer_keeps))
