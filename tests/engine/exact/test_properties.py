"""What is true of every point of the play."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.cards import Card, rank, suit
from games.engine.exact.solving import POINT, TRICKS, VOLE, Aim, Position, Solution, solve
from games.engine.hand.play import replies, takes

from .deals import after, positions

# Many or slow: not wanted after every edit.
pytestmark = pytest.mark.slow

aims = st.sampled_from([TRICKS, POINT, VOLE])


def moved(position: Position, to: dict[Card, Card], trump: int) -> Position:
    return position._replace(
        leader=tuple(to[card] for card in position.leader),
        follower=tuple(to[card] for card in position.follower),
        led=None if position.led is None else to[position.led],
        trump=trump,
    )


def in_play(position: Position) -> list[Card]:
    led = () if position.led is None else (position.led,)
    return sorted((*position.leader, *position.follower, *led))


def same(found: Solution, other: Solution, to: dict[Card, Card]) -> bool:
    moved_cards = {to[card]: tricks for card, tricks in found.cards.items()}
    return found[:2] == other[:2] and moved_cards == other.cards


def of_who_plays(position: Position) -> int:
    found = solve(position)
    return found.leader if position.led is None else found.follower


@given(positions(), st.permutations(range(4)))
def test_other_names_for_the_suits_change_nothing(position: Position, suits: list[int]) -> None:
    """The plain suits are alike, and trumps are trumps whichever suit they are."""
    to = {card: Card(suits[suit(card)] * 8 + rank(card)) for card in in_play(position)}
    other = moved(position, to, suits[position.trump])
    assert same(solve(position), solve(other), to)


@given(positions(), st.data())
def test_other_ranks_in_the_same_order_change_nothing(
    position: Position, data: st.DataObject
) -> None:
    to: dict[Card, Card] = {}
    for number in range(4):
        mine = [card for card in in_play(position) if suit(card) == number]
        ranks = sorted(data.draw(st.permutations(range(8)))[: len(mine)])
        to |= {card: Card(number * 8 + new) for card, new in zip(mine, ranks, strict=True)}
    assert same(solve(position), solve(moved(position, to, position.trump)), to)


@given(positions())
def test_the_order_of_a_hand_is_of_no_account(position: Position) -> None:
    leader, follower = position.leader[::-1], tuple(sorted(position.follower))
    assert solve(position) == solve(position._replace(leader=leader, follower=follower))


@given(positions())
def test_the_tricks_of_both_are_those_there_are(position: Position) -> None:
    found = solve(position)
    assert found.leader + found.follower == 5
    assert found.leader >= position.won
    assert found.follower >= position.lost


@given(positions())
def test_every_card_that_may_be_played_has_its_tricks_and_no_other(position: Position) -> None:
    allowed = position.leader
    if position.led is not None:
        allowed = replies(tuple(sorted(position.follower)), position.led, position.trump)
    found = solve(position)
    assert found.cards.keys() == set(allowed)
    assert max(found.cards.values()) == of_who_plays(position)


@given(positions())
def test_a_card_is_worth_what_comes_after_it(position: Position) -> None:
    """The tricks of who plays it, who leads next only if he took the trick."""
    for card, tricks in solve(position).cards.items():
        left = after(position, card)
        found = solve(left)
        if position.led is None or takes(card, position.led, position.trump):
            assert tricks == found.leader
        else:
            assert tricks == found.follower


@given(positions(), aims)
def test_the_best_cards_and_no_others_achieve_the_aim(position: Position, aim: Aim) -> None:
    found = solve(position)
    worth = {card: aim[tricks] for card, tricks in found.cards.items()}
    assert found.best(aim)
    assert {worth[card] for card in found.best(aim)} == {aim[of_who_plays(position)]}
    assert all(worth[card] < aim[of_who_plays(position)] for card in {*worth} - {*found.best(aim)})


@given(positions(led=False), st.data())
def test_best_cards_on_both_sides_make_the_tricks_foretold(
    position: Position, data: st.DataObject
) -> None:
    foretold = solve(position)[:2]
    first = set(position.leader)
    while position.leader or position.follower:
        position = after(position, data.draw(st.sampled_from(solve(position).best())))
        mine = position.leader if position.led is None else (*position.leader, position.led)
        swapped = bool(mine) and not set(mine) <= first
        found = solve(position)[:2]
        if position.leader or position.follower:
            assert found == (foretold[::-1] if swapped else foretold)
    assert {position.won, position.lost} == set(foretold)


@given(positions(led=False))
def test_the_highest_trump_is_a_trick(position: Position) -> None:
    """The highest of the trumps in play is a trick for who holds it."""
    trumps = [card for card in in_play(position) if suit(card) == position.trump]
    if trumps:
        found = solve(position)
        if max(trumps) in position.leader:
            assert found.leader > position.won
        else:
            assert found.follower > position.lost
