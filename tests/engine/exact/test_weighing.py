"""Counts by what the adversary holds, against `counting`, a naive count and the printed counts."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from games.engine.cards import PACK, SUITS, Card, cards, name
from games.engine.exact.counting import Question, count
from games.engine.exact.weighing import Strength, points, strength_of, tally
from tests.support.depth import times

from . import naive
from .deals import spoken
from .test_counting import PRINTED, low_trumps

pytestmark = pytest.mark.slow


def few(random: Random, size: int, unseen: int) -> tuple[tuple[Card, ...], list[Card], int]:
    """One's own cards, those that may be held, and trumps."""
    pack = random.sample(PACK, 32)
    return tuple(pack[:size]), pack[size : size + unseen], random.randrange(4)


@pytest.mark.parametrize("hand", PRINTED)
def test_the_printed_counts(hand: str) -> None:
    trump, _lead, printed = PRINTED[hand]
    own = cards(hand)
    for turned in low_trumps(trump, hand):
        unseen = tuple(card for card in PACK if card not in own and card != turned)
        assert points(own, unseen, SUITS.index(trump), leads=True) == printed


def test_strength_by_hand() -> None:
    hearts = SUITS.index("H")
    assert strength_of(cards("KH 7H KS QC 9D"), hearts) == Strength(2, True, 1, 1)
    assert strength_of(cards("QH KC KD QS 9S"), hearts) == Strength(1, False, 2, 1)
    assert strength_of(cards("KH 7H KS QC 9D"), hearts).held == 3


@pytest.mark.parametrize("leads", [True, False])
@pytest.mark.parametrize("seed", range(3))
def test_all_strengths_together_are_the_count(seed: int, leads: bool) -> None:
    random = Random(seed)
    own, trump = tuple(random.sample(PACK, 5)), random.randrange(4)
    unseen = [card for card in PACK if card not in own]
    found = tally(own, unseen, trump, leads=leads)
    by_tricks = Counter[int]()
    for (_held, made), hands in found.hands.items():
        by_tricks[made[0]] += hands
    expected = count(Question(hand=own, trump=trump, adversary_leads=not leads))
    assert tuple(by_tricks[made] for made in range(6)) == expected.best.by_tricks


@pytest.mark.parametrize("seed", range(3))
def test_by_first_card_all_strengths_together_are_the_count(seed: int) -> None:
    random = Random(seed)
    own, trump = tuple(random.sample(PACK, 5)), random.randrange(4)
    unseen = [card for card in PACK if card not in own]
    found = tally(own, unseen, trump, leads=True, first=True)
    assert set(found.cards) == set(own)
    expected = count(Question(hand=own, trump=trump))
    for place, card in enumerate(found.cards):
        by_tricks = Counter[int]()
        for (_held, made), hands in found.hands.items():
            by_tricks[made[place]] += hands
        assert tuple(by_tricks[made] for made in range(6)) == expected.cards[card].by_tricks


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("leads", [True, False])
def test_a_naive_count_agrees_by_what_is_held(size: int, leads: bool) -> None:
    for seed in range(times(2, thorough=4)):
        own, possible, trump = few(Random(f"{seed} {size}"), size, size + 4)
        expected = Counter[tuple[Strength, bytes]]()
        for hand in combinations(possible, size):
            mine, other = spoken(own), spoken(hand)
            made = (
                naive.leader_tricks(mine, other, SUITS[trump])
                if leads
                else size - naive.leader_tricks(other, mine, SUITS[trump])
            )
            expected[strength_of(hand, trump), bytes([made])] += 1
        assert tally(own, possible, trump, leads=leads).hands == expected


@pytest.mark.parametrize("size", [2, 4, 5])
def test_a_naive_count_agrees_card_by_card(size: int) -> None:
    for seed in range(times(2, thorough=4)):
        own, possible, trump = few(Random(f"{seed} {size}"), size, size + 4)
        found = tally(own, possible, trump, leads=True, first=True)
        expected = Counter[tuple[Strength, bytes]]()
        for hand in combinations(possible, size):
            mine, other = spoken(own), spoken(hand)
            made = bytes(
                naive.of_lead(mine, other, SUITS[trump], name(card)) for card in found.cards
            )
            expected[strength_of(hand, trump), made] += 1
        assert found.hands == expected


def test_a_king_announced_is_in_every_hand() -> None:
    own, hearts = cards("7H KC QC JC 7S"), SUITS.index("H")
    unseen = [card for card in PACK if card not in (*own, *cards("8H"))]
    found = tally(own, unseen, hearts, leads=True, king=True)
    assert all(held.king for held, _made in found.hands)
    assert sum(found.hands.values()) == 12_650  # four of the 25 others
