"""Packs are as likely as they ought to be: chi-square over 20,000, critical values from tables.

The links are fixed, so that the figures are the same each time.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from hashlib import sha256

import pytest

from games.engine import fair_deal
from games.engine.cards import PACK, Card, rank
from tests.support.depth import times

pytestmark = pytest.mark.slow
PACKS = times(20_000, thorough=100_000)
# Of chi-square at one in a thousand, by degrees of freedom.
CRITICAL = {2: 13.816, 31: 61.098}
Pack = tuple[Card, ...]


def link(name: str, number: int) -> bytes:
    return sha256(f"{name} {number}".encode()).digest()


def packs(number: int = PACKS) -> Iterator[Pack]:
    for draw in range(number):
        links = link("s", draw), link("a", draw), link("b", draw)
        yield fair_deal.pack(*links, match="1", number=draw % fair_deal.LINKS + 1)


def chi_square(counts: list[int], expected: list[float]) -> float:
    return sum((got - due) ** 2 / due for got, due in zip(counts, expected, strict=True))


def by_place(made: Iterator[Pack], number: int) -> list[float]:
    """The statistic of each place in the pack, over the cards that lie there."""
    counts = [[0] * 32 for _place in PACK]
    for pack in made:
        for place, card in enumerate(pack):
            counts[place][card] += 1
    return [chi_square(row, [number / 32] * 32) for row in counts]


@pytest.fixture(scope="module")
def made() -> list[Pack]:
    return list(packs())


def test_each_card_is_as_likely_in_each_place(made: list[Pack]) -> None:
    assert max(by_place(iter(made), PACKS)) < CRITICAL[31]


def test_the_cut_is_fair(made: list[Pack]) -> None:
    """A's card is higher in 14 of 31 cuts, B's in 14, and they are level in 3."""
    counts: Counter[int] = Counter()
    for pack in made:
        a, b = rank(pack[0]), rank(pack[1])
        counts[(a > b) - (a < b)] += 1
    expected = [PACKS * share / 31 for share in (14, 14, 3)]
    assert chi_square([counts[1], counts[-1], counts[0]], expected) < CRITICAL[2]


def _any_place(_place: int, words: Iterator[int]) -> int:
    return next(words) % 32


def _another_place(place: int, words: Iterator[int]) -> int:
    return next(words) % place


@pytest.mark.parametrize("wrong", [_any_place, _another_place])
def test_shuffles_that_are_often_got_wrong_are_noticed(
    wrong: Callable[[int, Iterator[int]], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Exchanging with any place of the pack, or never with the card's own."""
    monkeypatch.setattr(fair_deal, "below", lambda limit, words: wrong(limit - 1, words))
    number = times(5_000, thorough=20_000)
    assert max(by_place(packs(number), number)) > CRITICAL[31]
