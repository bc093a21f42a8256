"""A view tells nothing that its viewer cannot see, and neither does a refusal."""

from random import Random
from typing import cast

import pytest

from games.engine.cards import PACK, Card, card
from games.engine.codes import CODES
from games.engine.hand import apply, begin, replay
from games.engine.hand.legality import refusal
from games.engine.hand.state import Action, Cut, Deal, Discard, Phase, Say, State
from games.engine.hand.views import Backer, Viewer, view
from games.engine.refusals import RefusalError
from games.engine.seats import Seat
from tests.engine.people import ALICE, BOB, LONDON
from tests.support.depth import times

from .table import after, dealt, hand
from .test_naive import chosen

HANDS = times(5, thorough=15)
VIEWERS: list[Viewer] = [ALICE, BOB, Backer(ALICE), Backer(BOB), None]


def hidden(state: State, seat: Seat | None) -> list[Card]:
    """What is not on the table, turned up, or in the hand of this player."""
    played = {one for one in state.hand_log if isinstance(one, int)}
    seen = {*played, state.turn_up, *(state.hand(seat) if seat else ())}
    return [card for card in PACK if card not in seen]


def dealt_otherwise(random: Random, state: State, seat: Seat | None) -> State | None:
    """The same hand with all that is hidden in other places; None if it is no legal hand so."""
    cards = hidden(state, seat)
    places = dict(zip(cards, random.sample(cards, len(cards)), strict=True))

    def moved(action: Action) -> Action:
        if isinstance(action, Deal):
            return Deal(tuple(places.get(card, card) for card in action.pack), action.order)
        if type(action) is tuple:
            return tuple(sorted(places.get(card, card) for card in cast(Discard, action)))
        return action

    begun = begin(state.code, dealer=state.dealer, second_proposal=state.second_proposal)
    try:
        other = replay(begun, map(moved, state.log))
    except RefusalError:
        return None
    # A king that was announced has been seen, in that hand.
    return other if other.kings == state.kings else None


def answers(state: State, seat: Seat | None) -> list[object]:
    """What a player is told of whatever he might try."""
    asked: list[object] = [*PACK, *Say, Cut(PACK[0], PACK[1]), Deal(PACK), ()]
    return [refusal(state, one, seat) for one in asked] if seat else []


@pytest.mark.slow
@pytest.mark.parametrize("rules", CODES)
def test_what_a_view_hides_may_be_dealt_otherwise(rules: str) -> None:
    random, compared = Random(rules), 0
    for _hand in range(HANDS):
        begun = begin(CODES[rules], dealer=random.choice(list(Seat)))
        state, _ = apply(begun, Deal(tuple(random.sample(PACK, 32))))
        while state.legal:
            for viewer in VIEWERS:
                seat = viewer.seat if isinstance(viewer, Backer) else viewer
                other = dealt_otherwise(random, state, seat)
                if other is not None:
                    compared += 1
                    assert view(other, viewer) == view(state, viewer)
                    player = seat if viewer is seat else None
                    assert answers(other, player) == answers(state, player)
            state, _ = apply(state, chosen(random, state))
    assert compared > 20 * HANDS


def test_each_sees_his_own_hand_and_what_he_may_do() -> None:
    state = after(dealt(dealer="KH AH KD 8D 9S"), "stand", "7S")
    alice, bob = view(state, ALICE), view(state, BOB)
    assert (hand(alice.hand or ()), alice.legal) == ("QC KC 7H 8H", ())
    assert hand(bob.hand or ()) == "8D KD AH KH 9S"
    assert set(bob.legal) == {card("9S"), Say.ABANDON, Say.KING}
    assert (alice.cards, bob.to_act, alice.stock) == ((4, 5), BOB, 21)


def test_a_backer_sees_one_hand_and_plays_nothing() -> None:
    state = after(dealt(), "stand")
    own, backer = view(state, ALICE), view(state, Backer(ALICE))
    assert (backer.hand, backer.legal) == (own.hand, ())
    assert own.legal != ()


def test_the_public_sees_the_table() -> None:
    state = after(dealt(dealer="KH AH KD 8D 9S"), "propose", "refuse", "king", "7S", "9S")
    seen = view(state, None)
    assert (seen.hand, seen.legal, seen.trump) == (None, (), 2)
    assert [(who, hand((card,))) for who, card in seen.played] == [(ALICE, "7S"), (BOB, "9S")]
    assert seen.words == ((ALICE, "propose"), (BOB, "refuse"), (BOB, "king"))
    assert [mark.seat for mark in seen.marks] == [BOB]
    assert (seen.tricks.a, seen.tricks.b, seen.lead) == (0, 1, None)


def test_before_the_deal_there_is_nothing_to_see() -> None:
    for begun in (begin(LONDON), begin(LONDON, dealer=ALICE)):
        for viewer in VIEWERS:
            seen = view(begun, viewer)
            assert (seen.trump, seen.turn_up, seen.stock, seen.cards) == (None, None, 0, (0, 0))
            assert (seen.played, seen.words, seen.legal, seen.to_act) == ((), (), (), None)


def test_who_spoke_is_told_of_every_word() -> None:
    lost = after(dealt(turned="KH"), "mark", "stand", "KC", "abandon")
    assert view(lost, None).words == ((BOB, "mark"), (ALICE, "stand"), (BOB, "abandon"))
    assert view(lost, None).phase is Phase.OVER
    twice = after(dealt(), "propose", "accept", "-7S", "-8D 9S", "propose", "accept", "-7C", "-")
    counts = [(who, what) for who, what in view(twice, ALICE).words if isinstance(what, int)]
    assert counts == [(ALICE, 1), (BOB, 2), (ALICE, 1), (BOB, 0)]


def test_a_king_marked_between_the_discards_is_no_proposal() -> None:
    state = after(dealt(turned="KH"), "propose", "accept", "-7S", "mark", "-8D 9S")
    assert view(state, ALICE).words == (
        *((ALICE, "propose"), (BOB, "accept")),
        *((ALICE, 1), (BOB, "mark"), (BOB, 2)),
    )
