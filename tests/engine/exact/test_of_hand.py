"""Exact play of hands as the engine plays them, from the deal to the last card."""

from random import Random

import pytest

from games.engine.cards import PACK
from games.engine.codes import CODES
from games.engine.exact.solving import position_of, solve
from games.engine.hand import apply, begin
from games.engine.hand.state import DEALER, ELDER, Deal, Phase, Say, State
from games.engine.seats import Seat


def dealt(seed: int) -> State:
    deal = Deal(tuple(Random(seed).sample(PACK, len(PACK))))
    state, _ = apply(begin(CODES["london"], dealer=Seat.A), deal)
    return state


def stood(seed: int) -> State:
    state, _ = apply(dealt(seed), Say.STAND)
    return state


def of_elder(state: State) -> tuple[int, int]:
    """The tricks that are foretold, the elder's first."""
    found = solve(position_of(state))
    elder_leads = (state.turn == ELDER) == (state.lead is None)
    return found[:2] if elder_leads else (found.follower, found.leader)


@pytest.mark.parametrize("seed", range(60))
def test_best_cards_make_the_tricks_foretold_and_are_legal(seed: int) -> None:
    random, state = Random(seed), stood(seed)
    foretold = of_elder(state)
    while state.phase is Phase.PLAY:
        assert of_elder(state) == foretold
        found = solve(position_of(state))
        assert found.cards.keys() == {one for one in state.legal if not isinstance(one, Say)}
        state, _ = apply(state, random.choice(found.best()))
    assert (state.elder_tricks, state.dealer_tricks) == foretold


@pytest.mark.parametrize("seed", range(60))
def test_a_card_that_is_not_the_best_costs_who_plays_it_and_nobody_else(seed: int) -> None:
    random, state = Random(seed), stood(seed)
    while state.phase is Phase.PLAY:
        turn, before = state.turn, of_elder(state)
        found = solve(position_of(state)).cards
        card = random.choice(sorted(found))
        state, _ = apply(state, card)
        if state.phase is Phase.PLAY:
            assert of_elder(state)[turn] == found[card] <= before[turn]


@pytest.mark.parametrize("seed", range(5))
def test_before_the_first_card_the_elder_leads_whoever_has_to_speak(seed: int) -> None:
    proposal = dealt(seed)
    answer, _ = apply(proposal, Say.PROPOSE)
    assert answer.turn == DEALER
    assert position_of(answer) == position_of(proposal) == position_of(stood(seed))
