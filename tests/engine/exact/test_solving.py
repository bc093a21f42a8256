"""What each side can force, against the naive solver and the hands that were printed."""

from random import Random

import pytest

from games.engine.cards import Card, card, cards, name
from games.engine.exact.solving import POINT, TRICKS, VOLE, Position, solve
from tests.support.depth import times

from .deals import after, at, naive_values, shuffled

# Many or slow: not wanted after every edit.
pytestmark = pytest.mark.slow


def agrees(position: Position) -> bool:
    """With the naive solver, card by card; and what one side makes is lost to the other."""
    found, expected = solve(position), naive_values(position)
    to_play = found.leader if position.led is None else found.follower
    total = position.won + position.lost + len(position.follower)
    return (
        {name(card): tricks for card, tricks in found.cards.items()} == expected
        and to_play == max(expected.values())
        and found.leader + found.follower == total
    )


@pytest.mark.parametrize("led", [False, True])
@pytest.mark.parametrize(("tricks", "deals"), [(1, 300), (2, 600), (3, 600), (4, 200), (5, 25)])
def test_the_naive_solver_agrees(tricks: int, deals: int, led: bool) -> None:
    random = Random(f"{tricks} {led}")
    assert all(agrees(shuffled(random, tricks, led=led)) for _ in range(deals))


@pytest.mark.slow
@pytest.mark.parametrize("led", [False, True])
def test_the_naive_solver_agrees_on_many_whole_hands(led: bool) -> None:
    random = Random(f"many {led}")
    assert all(agrees(shuffled(random, 5, led=led)) for _ in range(times(100, thorough=500)))


@pytest.mark.parametrize("trump", range(4))
def test_a_hand_and_its_image_in_other_trumps(trump: int) -> None:
    """The king of trumps wins its trick whichever suit is trumps."""
    others = tuple(Card(suit * 8) for suit in range(4) if suit != trump)
    leader, follower = (Card(trump * 8 + 7), *others[:2]), (Card(trump * 8), *others[2:])
    found = solve(Position(leader[:2], follower, trump))
    assert found.cards[leader[0]] == 2
    assert found.best() == leader[:1]


def played(position: Position, *names: str) -> Position:
    for one in names:
        position = after(position, card(one))
    return position


def test_hand_1_the_dealer_makes_the_vole() -> None:
    """Hoyle's Games Modernized: after the exchange, whatever Y leads."""
    hand = at("TS KH KD 7S 7H", "QS JS AS 9S 8S", "S")
    found = solve(hand)
    assert (found.leader, found.follower) == (0, 5)
    assert set(found.cards.values()) == {0}
    assert found.best(VOLE) == tuple(sorted(hand.leader))
    for led in ("TS", "KH", "KD", "7S", "7H"):
        assert solve(played(hand, led)).follower == 5


def test_hand_2_the_queen_and_then_the_ten_of_trumps_loses_the_point() -> None:
    hand = at("QD TD TC 8C 8H", "JC AH JH TH 8D", "D")
    assert solve(hand).leader >= 3
    assert card("TC") in solve(hand).best(POINT)
    assert solve(played(hand, "TC")).leader >= 3
    second = played(hand, "QD", "8D")
    assert (second.won, second.lost) == (1, 0)
    assert solve(second).cards[card("TD")] < 3
    assert solve(second).cards[card("TC")] >= 3
    assert solve(played(second, "TC")).leader >= 3


def test_hand_3_the_last_card_but_one_wins_or_loses_the_point() -> None:
    hand = at("QD QC AH 8S 7S", "AS KS 9S JC 9C", "D")
    ending = played(hand, "8S", "KS", "JC", "QC", "QD", "9C")
    assert (set(ending.leader), set(ending.follower)) == (set(cards("AH 7S")), set(cards("AS 9S")))
    assert (ending.won, ending.lost) == (2, 1)
    found = solve(ending)
    assert found.best(POINT) == (card("AH"),)
    assert found.cards == {card("AH"): 3, card("7S"): 2}
    assert solve(played(ending, "7S")).leader == 2
    assert solve(played(ending, "AH")).leader == 3


def test_the_second_player_may_choose_which_card_he_wins_with() -> None:
    """And must win with one of them, though he would keep both."""
    found = solve(at("JC", "KC QC", "S", led=card("TC")))
    assert found.cards == {card("QC"): 2, card("KC"): 2}
    must = solve(at("7H", "QC 7C", "S", led=card("TC")))
    assert must.cards.keys() == {card("QC")}


def test_the_second_player_must_trump_when_void() -> None:
    found = solve(at("8D", "7S KD", "S", led=card("TC")))
    assert found.cards == {card("7S"): 2}


def test_no_card_is_left() -> None:
    found = solve(Position((), (), 0, None, 3, 2))
    assert (found.leader, found.follower, found.cards) == (3, 2, {})
    assert found.best() == ()


def test_the_last_trick_is_answered_with_the_one_card_there_is() -> None:
    found = solve(at("", "7C", "H", led=card("8C"), won=1, lost=3))
    assert (found.leader, found.follower) == (2, 3)
    assert found.cards == {card("7C"): 3}


def test_with_the_point_safe_and_the_vole_lost_any_card_serves_those_aims() -> None:
    position = at("JS 9H KH", "JH QD AH", "H", won=1, lost=1)
    found = solve(position)
    assert found.cards == {card("JS"): 3, card("KH"): 3, card("9H"): 2}
    assert found.best(POINT) == found.best(TRICKS) == cards("KH JS")
    sure = solve(position._replace(won=2, lost=0))
    assert sure.best(TRICKS) == cards("KH JS")
    assert sure.best(POINT) == sure.best(VOLE) == cards("9H KH JS")


def test_the_vole_is_saved_by_one_card_alone() -> None:
    """The ten of trumps, led, is lost and the knave after it; kept, it ruffs."""
    found = solve(at("TH JD", "AC AH", "H", won=0, lost=3))
    assert found.best(VOLE) == cards("JD")
    assert found.cards == {card("TH"): 0, card("JD"): 1}
    assert found.best(POINT) == cards("JD TH")


def test_the_vole_is_made_by_one_card_alone() -> None:
    """The king draws the trump that would take the seven."""
    found = solve(at("KH 7C", "QH 8D", "H", won=3, lost=0))
    assert found.best(VOLE) == cards("KH")
    assert found.cards == {card("KH"): 5, card("7C"): 4}
    assert found.best(POINT) == cards("7C KH")
