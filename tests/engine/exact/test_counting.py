"""Counts over all hands of the adversary, against the printed ones and a naive count."""

from collections import Counter
from itertools import combinations
from math import comb
from random import Random
from typing import Any

import pytest

from games.engine.cards import PACK, SUITS, Card, card, cards, name, names, suit
from games.engine.exact.counting import Hands, Question, alike, count
from games.engine.exact.solving import POINT, TRICKS, VOLE, Position, solve

from . import naive
from .deals import spoken

# Many or slow: not wanted after every edit.
pytestmark = pytest.mark.slow

PRINTED = {
    "7H KC QC JC 7S": ("H", "KC", 44_724),
    "7H 8H KS 7S 7D": ("H", "KS", 46_039),
    "7C 8C 8D 9D QS": ("C", "9D", 44_169),
    "7C 8C KH JS 7D": ("C", "KH", 44_459),
    "7H 8H KS AD 9C": ("H", "KS", 44_034),
    "7D 8D 8S QH QC": ("D", "8S", 44_766),
}
"""Jeux de règle as Foster prints them: trumps, then the suit led, and led from the top."""


@pytest.mark.parametrize("hand", PRINTED)
def test_the_printed_counts(hand: str) -> None:
    """With the lead as shown; no other lead does better, even with the dealer's hand seen."""
    trump, lead, printed = PRINTED[hand]
    for turned in low_trumps(trump, hand):
        found = count(Question(hand=cards(hand), trump=SUITS.index(trump), out=(turned,)))
        assert found.hands == 65_780
        assert found.cards[card(lead)].point == printed
        assert found.best.point == printed
        assert card(lead) in found.first(POINT)


def low_trumps(trump: str, hand: str) -> tuple[Card, ...]:
    """It does not matter which of them is turned."""
    return tuple(card(rank + trump) for rank in "789TA" if rank + trump not in hand.split())


def naive_count(question: Question) -> dict[Card | None, Counter[int]]:
    """By first card (None: the best for each hand), the hands by tricks, one after the other."""
    known = {*question.hand, *question.out, *question.holds}
    unseen = [one for one in PACK if one not in known]
    own, trump = spoken(question.hand), SUITS[question.trump]
    found: dict[Card | None, Counter[int]] = {}
    for more in combinations(unseen, 5 - len(question.holds)):
        other = spoken((*question.holds, *more))
        made = played_out(own, other, trump, question)
        for first, tricks in made.items():
            found.setdefault(card(first), Counter())[tricks] += 1
        most = max(made.values()) if made else 5 - naive.leader_tricks(other, own, trump)
        found.setdefault(None, Counter())[most] += 1
    return found


def played_out(
    own: frozenset[str], other: frozenset[str], trump: str, question: Question
) -> dict[str, int]:
    if question.led is not None:
        led = name(question.led)
        return {
            answer: 5 - naive.of_answer(other - {led}, own, trump, led, answer)
            for answer in naive.allowed(own, led, trump)
        }
    if question.adversary_leads:
        return {}
    return {led: naive.of_lead(own, other, trump, led) for led in own}


def few(random: Random, unseen: int = 8) -> dict[str, Any]:
    """A hand beside which only some cards are not seen."""
    pack = random.sample(PACK, 32)
    return {
        "hand": tuple(pack[:5]),
        "trump": random.randrange(4),
        "out": tuple(pack[5 + unseen :]),
    }


def same(found: dict[Card | None, Counter[int]], question: Question) -> bool:
    counts = count(question)
    return all(
        (counts.best if first is None else counts.cards[first]) == in_order(tricks)
        for first, tricks in found.items()
    ) and counts.cards.keys() == found.keys() - {None}


def in_order(tricks: Counter[int]) -> Hands:
    return Hands(tuple(tricks[made] for made in range(6)))


@pytest.mark.parametrize("seed", range(4))
def test_a_naive_count_agrees_when_one_leads(seed: int) -> None:
    question = Question(**few(Random(seed), unseen=7))
    assert same(naive_count(question), question)


@pytest.mark.parametrize("seed", range(4))
def test_a_naive_count_agrees_when_the_adversary_leads(seed: int) -> None:
    question = Question(**few(Random(seed), unseen=7), adversary_leads=True)
    assert same(naive_count(question), question)
    assert count(question).cards == {}
    assert count(question).first() == ()


@pytest.mark.parametrize("seed", range(4))
def test_a_naive_count_agrees_when_the_adversary_has_led(seed: int) -> None:
    dealt = few(Random(seed), unseen=8)
    led = next(one for one in PACK if one not in {*dealt["hand"], *dealt["out"]})
    question = Question(**dealt, holds=(led,), led=led)
    assert same(naive_count(question), question)
    assert count(question) == count(Question(**dealt, led=led, adversary_leads=True))
    assert count(question).hands == comb(7, 4)


@pytest.mark.parametrize("seed", range(4))
def test_a_naive_count_agrees_when_cards_are_known_to_be_held(seed: int) -> None:
    dealt = few(Random(seed), unseen=9)
    held = tuple(one for one in PACK if one not in {*dealt["hand"], *dealt["out"]})[2:5:2]
    question = Question(**dealt, holds=held)
    assert same(naive_count(question), question)
    assert count(question).hands == comb(7, 3)


@pytest.mark.slow
@pytest.mark.parametrize("adversary_leads", [False, True])
def test_a_naive_count_agrees_with_more_cards_unseen(adversary_leads: bool) -> None:
    for seed in range(10, 12):
        question = Question(**few(Random(seed), unseen=9), adversary_leads=adversary_leads)
        assert same(naive_count(question), question)


@pytest.mark.parametrize("seed", range(20))
def test_hands_that_are_alike_are_counted_together_and_none_is_left_out(seed: int) -> None:
    random = Random(seed)
    pack = random.sample(PACK, 32)
    own, held, unseen = pack[:5], pack[5 : 5 + seed % 4], pack[9:]
    found = alike(own, unseen, held, 5)
    assert sum(one.hands for one in found) == comb(len(unseen), 5 - len(held))
    assert len({one.hand for one in found}) == len(found) <= 1_287
    assert all(len(set(one.hand)) == 5 and {*held} <= {*one.hand} for one in found)


def test_the_most_that_need_be_played() -> None:
    """Own cards apart in each suit, with others between them: nine runs to draw from."""
    own = cards("9C QC TD JH AS")
    unseen = tuple(one for one in PACK if one not in own)
    runs = [2, 3, 1, 3, 4, 5, 2, 4, 3]
    found = alike(own, unseen, (), 5)
    assert sum(one.hands for one in found) == comb(27, 5)
    assert len(found) == ways(runs, 5) < 1_287


def ways(runs: list[int], left: int) -> int:
    """To draw so many cards from runs of alike ones."""
    if not runs:
        return left == 0
    return sum(ways(runs[1:], left - drawn) for drawn in range(min(runs[0], left) + 1))


@pytest.mark.parametrize("seed", range(10))
def test_a_hand_plays_as_the_one_that_stands_for_it(seed: int) -> None:
    random = Random(seed)
    own, trump = tuple(random.sample(PACK, 5)), random.randrange(4)
    unseen = [one for one in PACK if one not in own]
    stands = {shape(own, one.hand): one.hand for one in alike(own, unseen, (), 5)}
    for _ in range(30):
        hand = tuple(random.sample(unseen, 5))
        one = stands[shape(own, hand)]
        assert solve(Position(own, hand, trump)) == solve(Position(own, one, trump))
        assert solve(Position(hand, own, trump))[:2] == solve(Position(one, own, trump))[:2]


def shape(own: tuple[Card, ...], hand: tuple[Card, ...]) -> str:
    """Whose the cards are, in order, suit by suit."""
    ordered = sorted((*own, *hand))
    return "/".join(
        "".join("o" if one in own else "h" for one in ordered if suit(one) == number)
        for number in range(4)
    )


def test_the_best_first_cards_by_aim() -> None:
    question = Question(hand=cards("7H KC QC JC 7S"), trump=2, out=cards("8H"))
    found = count(question)
    assert names(found.first(POINT)) == "JC QC KC"
    assert set(names(found.first(VOLE)).split()) <= set(names(question.hand).split())
    most = max(hands.worth(TRICKS) for hands in found.cards.values())
    assert [found.cards[one].worth(TRICKS) for one in found.first()] == [most] * len(found.first())


@pytest.mark.parametrize("seed", range(5))
def test_no_single_lead_beats_the_best_for_each_hand(seed: int) -> None:
    random = Random(seed)
    found = count(Question(hand=tuple(random.sample(PACK, 5)), trump=random.randrange(4)))
    assert found.hands == sum(found.trumps) == comb(27, 5)
    for hands in found.cards.values():
        assert sum(hands.by_tricks) == found.hands
        assert hands.vole == hands.by_tricks[5]
        for aim in (TRICKS, POINT, VOLE):
            assert hands.worth(aim) <= found.best.worth(aim)
    assert found.best.vole_lost == found.best.by_tricks[0]


def test_a_king_that_was_announced_makes_the_point_rarer() -> None:
    hand, out = cards("7H KC QC JC 7S"), cards("8H")
    free = count(Question(hand=hand, trump=2, out=out))
    king = count(Question(hand=hand, trump=2, out=out, holds=cards("KH")))
    assert king.hands == comb(25, 4)
    assert king.best.point / king.hands < free.best.point / free.hands
    without = count(Question(hand=hand, trump=2, out=(*out, *cards("KH"))))
    assert without.hands + king.hands == free.hands
    assert without.best.point + king.best.point == free.best.point
