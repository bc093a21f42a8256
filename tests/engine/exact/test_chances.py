"""The odds and numbers that are printed: beyond.md, "Numbers"."""

from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from games.engine.cards import KING, PACK, cards, rank, suit
from games.engine.exact.counting import Question, count


def draws(unseen: int, wanted: int, cards: int) -> tuple[int, ...]:
    """In how many of the ways to draw `cards` of the `unseen` are none, one … of the wanted."""
    return tuple(
        comb(wanted, hits) * comb(unseen - wanted, cards - hits) for hits in range(cards + 1)
    )


def odds_against(favourable: int, total: int) -> Fraction:
    """The odds against to one: 7 where one way in eight is favourable."""
    return Fraction(total - favourable, favourable)


def test_seven_to_one_against_turning_a_king() -> None:
    kings = [card for card in PACK if rank(card) == KING]
    assert odds_against(len(kings), len(PACK)) == 7


def test_five_and_a_fifth_to_one_against_a_given_hand_holding_the_king() -> None:
    """None is turned, so that it is one of 31 cards, of which the hand has five."""
    assert odds_against(5, 31) == Fraction("5.2")
    without, with_it = draws(31, 1, 5)[:2]
    assert odds_against(with_it, without + with_it) == Fraction("5.2")


def test_about_six_to_five_on_drawing_a_trump_to_the_one_held() -> None:
    """Three cards of the 26 unseen, of which six are trumps: one is held, one turned."""
    none, *some = draws(26, 6, 3)
    on = 1 / odds_against(sum(some), none + sum(some))
    assert round(on * 5) == 6
    assert on == Fraction(73, 57)


@pytest.mark.parametrize(
    ("hand", "turned", "two_or_more"),
    [("7H KC QC JC 7S", "8H", 21_206), ("7H 8H KS 7S 7D", "9H", 15_506)],
)
def test_how_often_the_dealer_holds_two_trumps(hand: str, turned: str, two_or_more: int) -> None:
    held, out = cards(hand), cards(turned)
    trumps = 8 - sum(suit(card) == 2 for card in held + out)
    by_number = draws(26, trumps, 5)
    assert sum(by_number) == 65_780
    assert sum(by_number[2:]) == two_or_more
    assert count(Question(hand=held, trump=2, out=out)).trumps == by_number


@pytest.mark.parametrize(("unseen", "wanted", "number"), [(7, 3, 3), (6, 0, 2), (5, 5, 2)])
def test_every_draw_is_counted_once(unseen: int, wanted: int, number: int) -> None:
    found = [sum(one < wanted for one in draw) for draw in combinations(range(unseen), number)]
    expected = tuple(found.count(wins) for wins in range(number + 1))
    assert draws(unseen, wanted, number) == expected
