"""The one way of playing behind the odds, and the counts that it gave."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice, pairwise
from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine import hand
from games.engine.cards import KING, PACK, Card, cards, king_of, rank, suit
from games.engine.codes import CODES
from games.engine.exact.counting import Question, count
from games.engine.exact.solving import position_of, solve
from games.engine.hand.state import DEALER, Deal, Discard, Phase, Say, State
from games.engine.records import MarkKind, Opening
from games.engine.seats import Seat
from scoring.contests.management.commands.gallery_odds import packs
from scoring.contests.rules.odds import (
    USUAL,
    WAYS,
    Side,
    Way,
    chances,
    choice,
    outcome,
    outcomes,
    spreads,
    thrown,
    won,
)
from scoring.contests.selectors.odds import COUNTED
from tests.support.depth import examples

# Many or slow: not wanted after every edit.
pytestmark = pytest.mark.slow

LONDON = CODES["london"]
HANDS = 65_780
JEUX = [
    ("H", "7H KC QC JC 7S", 44_724),
    ("H", "7H 8H KS 7S 7D", 46_039),
    ("C", "7C 8C 8D 9D QS", 44_169),
    ("C", "7C 8C KH JS 7D", 44_459),
    ("H", "7H 8H KS AD 9C", 44_034),
    ("D", "7D 8D 8S QH QC", 44_766),
]
PACKS = st.permutations(PACK).map(tuple)


def low_trump(trump: str, own: tuple[Card, ...]) -> Card:
    return next(card for card in cards(f"9{trump} T{trump}") if card not in own)


def laid(trump: str, elder: str, dealer: str) -> State:
    """A hand with these cards, dealt by A by three and two, and a low trump turned up."""
    first, second = cards(elder), cards(dealer)
    turned = next(
        card
        for card in cards(" ".join(f"{rank}{trump}" for rank in "89TAJQ"))
        if card not in (*first, *second)
    )
    known = (*first[:3], *second[:3], *first[3:], *second[3:], turned)
    pack = (*known, *(card for card in PACK if card not in known))
    return hand.apply(hand.begin(LONDON, dealer=Seat.A), Deal(pack))[0]


def played(pack: tuple[Card, ...], code: str = "london") -> Iterator[State]:
    """Every state of a hand, from the deal on."""
    state, _ = hand.apply(hand.begin(CODES[code], dealer=Seat.A), Deal(pack))
    yield state
    while state.phase is not Phase.OVER:
        state, _ = hand.apply(state, choice(state))
        yield state


@pytest.mark.parametrize(("trump", "named", "hands"), JEUX)
def test_printed_hands_are_counted_as_printed_and_stood_on(
    trump: str, named: str, hands: int
) -> None:
    own, suit_of = cards(named), "CDHS".index(trump)
    unseen = tuple(card for card in PACK if card not in (*own, low_trump(trump, own)))
    assert won(own, unseen, suit_of, leads=True) * HANDS == hands
    assert Fraction(hands, HANDS) >= USUAL.stands_on


@settings(max_examples=examples(15), deadline=None)
@given(PACKS, st.integers(0, 4), st.booleans())
def test_hands_won_are_those_that_exact_counting_finds(
    pack: tuple[Card, ...], discards: int, leads: bool
) -> None:
    own, turn_up, out = pack[:5], pack[5], pack[6 : 6 + discards]
    asked = Question(hand=own, trump=suit(turn_up), out=(turn_up, *out), adversary_leads=not leads)
    found = count(asked)
    share = won(own, pack[6 + discards :], suit(turn_up), leads)
    assert share == Fraction(found.best.point, found.hands)


def test_alice_stands_on_a_jeu_de_regle_and_proposes_on_less() -> None:
    assert choice(laid("H", "7H 8H KS AD 9C", "7C 8C TC 7S 8S")) is Say.STAND
    assert choice(laid("H", "7H 9S TS AD 9C", "7C 8C TC 7S 8S")) is Say.PROPOSE


def test_bob_refuses_with_a_strong_hand_and_accepts_with_a_weak_one() -> None:
    weak = "7C 8C 9C 7S 8S"
    strong, _ = hand.apply(laid("H", weak, "JH QH AH KS KD"), Say.PROPOSE)
    assert choice(strong) is Say.REFUSE
    poor, _ = hand.apply(laid("H", weak, "7H 7D 8D 9D TD"), Say.PROPOSE)
    assert choice(poor) is Say.ACCEPT


def test_the_king_is_marked_before_anything_is_said() -> None:
    assert choice(laid("H", "KH 7C 8C 7S 8S", "9C 9S 9D TD 7D")) is Say.KING
    assert choice(laid("H", "9C 9S 9D TD 7D", "KH 7C 8C 7S 8S")) is Say.KING


def test_all_but_trumps_and_kings_are_thrown() -> None:
    own = cards("7H KC QC JC 7S")
    assert thrown(own, 2, 21) == cards("JC QC 7S")
    assert thrown(own, 2, 2) == cards("JC 7S")
    assert thrown(cards("7H 8H 9H KC KS"), 2, 21) == ()


@settings(max_examples=examples(40), deadline=None)
@given(PACKS, st.sampled_from(sorted(CODES)))
def test_a_hand_played_is_as_stated_at_every_step(pack: tuple[Card, ...], code: str) -> None:
    states = list(played(pack, code))
    for before, after in pairwise(states):
        acted = after.log[-1]
        if before.phase in (Phase.DISCARD_ELDER, Phase.DISCARD_DEALER) and type(acted) is tuple:
            out = cast(Discard, acted)
            own = before.dealer_hand if before.turn == DEALER else before.elder_hand
            kept = set(own) - set(out)
            assert all(suit(one) != before.trump and rank(one) != KING for one in out)
            assert len(out) == before.left or all(
                suit(one) == before.trump or rank(one) == KING for one in kept
            )
        if isinstance(acted, int):
            tricks = solve(position_of(before)).cards
            assert tricks[acted] == max(tricks.values())
    last = states[-1]
    points = [sum(m.points for m in last.marks if m.seat is seat) for seat in Seat]
    assert 1 <= sum(points) <= 3
    assert not last.aside


@settings(max_examples=examples(40), deadline=None)
@given(PACKS)
def test_the_tricks_are_those_that_can_be_forced_from_the_first_card(
    pack: tuple[Card, ...],
) -> None:
    states = list(played(pack))
    begun = next(state for state in states if state.phase is Phase.PLAY)
    made = solve(position_of(begun))
    assert (states[-1].elder_tricks, states[-1].dealer_tricks) == (made.leader, made.follower)


def test_who_holds_the_king_marks_it_and_a_king_turned_is_the_dealers() -> None:
    for pack in islice(packs(3), 150):
        last = list(played(pack))[-1]
        kings = [mark for mark in last.marks if mark.kind is not MarkKind.POINT][:1]
        if pack[10] == king_of(suit(pack[10])):
            assert last.marks[0].kind is MarkKind.KING_TURNED
            assert last.marks[0].seat is Seat.A
        elif king_of(suit(pack[10])) in pack[:10]:
            assert kings[0].kind is MarkKind.KING_HELD


def test_standing_and_refusing_are_the_only_ways_to_two_for_the_point() -> None:
    for pack in islice(packs(4), 150):
        last = list(played(pack))[-1]
        tricks = last.marks[-1]
        if tricks.points == 2 and last.opening is Opening.EXCHANGED:
            assert {last.elder_tricks, last.dealer_tricks} == {0, 5}


@pytest.mark.parametrize("code", sorted(CODES))
def test_the_counts_that_are_kept_come_out_again(code: str) -> None:
    kept = COUNTED[code]
    again = outcomes(CODES[code], islice(packs(kept.seed), kept.first_hands))
    assert again == kept.first


@pytest.mark.parametrize("code", sorted(CODES))
def test_the_counts_that_are_kept_can_be(code: str) -> None:
    kept = COUNTED[code]
    assert kept.hands >= 200_000
    for marks, hands in kept.outcomes.items():
        assert hands >= kept.first.get(marks, 0)
        assert 1 <= len(marks) <= 2
        assert len(marks) == 1 or marks[0][1] == 1
    first = sum(kept.first.values())
    for marks, hands in kept.first.items():
        share = kept.outcomes[marks] / kept.hands
        assert abs(hands - first * share) < 5 * (first * share) ** 0.5


def test_this_way_of_playing_meets_no_difference_between_three_of_the_codes() -> None:
    """One proposal only, as in the household, is another game."""
    assert COUNTED["london"] == COUNTED["britannica"] == COUNTED["modern"]
    assert COUNTED["london"] != COUNTED["household"]


@pytest.mark.parametrize("code", sorted(CODES))
def test_the_king_comes_to_the_dealer_and_to_the_elder_as_often_as_it_must(code: str) -> None:
    """Turned in 1/8. It lies among the five cards dealt to one in 5/31 of the others; exchanging
    finds more, so these are the least."""
    kept = COUNTED[code]
    king = {
        side: sum(
            n for marks, n in kept.outcomes.items() if len(marks) == 2 and marks[0][0] is side
        )
        / kept.hands
        for side in Side
    }
    dealt = 7 / 8 * 5 / 31
    assert king[Side.DEALER] > 1 / 8 + dealt
    assert king[Side.ELDER] > dealt


def test_one_hand_is_told_by_its_marks_in_order() -> None:
    """Bob proposes on nothing, Alice has marked her king and refuses: five tricks are the vole."""
    dealt = laid("S", "7C 8C 7D 8D 9D", "KS QS JS AS AH")
    assert outcome(LONDON, dealt.pack) == ((Side.DEALER, 1), (Side.DEALER, 2))


def test_a_bolder_player_stands_on_less_and_a_careful_one_proposes_on_more() -> None:
    """A jeu de règle wins against two thirds of the hands; these cards against 57 in a hundred."""
    jeu = laid("H", "7H 8H KS AD 9C", "7C 8C TC 7S 8S")
    less = laid("H", "7H 8H JS 9S 7D", "7C 8C TC 7S 8S")
    known = (*less.elder_hand, less.turn_up)
    unseen = tuple(card for card in PACK if card not in known)
    assert round(won(less.elder_hand, unseen, less.trump, leads=True), 2) == Fraction(57, 100)
    assert [choice(less, WAYS[way]) for way in ("usual", "bold")] == [Say.PROPOSE, Say.STAND]
    assert [choice(jeu, WAYS[way]) for way in ("usual", "careful")] == [Say.STAND, Say.PROPOSE]


def test_from_the_own_hand_alone_the_longest_suit_is_led_from_the_top() -> None:
    """Bob may hold any cards: Alice leads the same, where seeing both hands she would not."""
    state = laid("H", "7H 8H KS AD 9C", "7C 8C TC 7S 8S")
    stood, _ = hand.apply(state, Say.STAND)
    assert choice(stood, Way(sees_both=False)) == cards("KS")[0]
    trumps = laid("H", "7H 9H QH 9C 8C", "7C TC 7S 8S 9S")
    stood, _ = hand.apply(trumps, Say.STAND)
    assert choice(stood, Way(sees_both=False)) == cards("QH")[0]
    followed, _ = hand.apply(stood, cards("9C")[0])
    assert choice(followed, Way(sees_both=False)) == cards("TC")[0], "the lowest that takes"


@pytest.mark.parametrize("code", sorted(CODES))
def test_what_is_compared_is_what_is_played_from_the_same_packs(code: str) -> None:
    compared = COUNTED[code].compared
    assert list(compared) == list(WAYS)
    assert len({sum(counts.values()) for counts in compared.values()}) == 1
    for way, found in spreads(compared).items():
        usual, other = chances(compared["usual"]), chances(compared[way])
        assert abs(found.change) == max(abs(other[at] - usual[at]) for at in usual)
        assert Fraction(1, 200) < abs(found.change) < Fraction(1, 10)
