"""The engine and a second account of the rules allow the same, in every state of random hands."""

from copy import deepcopy
from functools import lru_cache
from random import Random

import pytest

from games.engine.cards import NAMES, PACK
from games.engine.codes import CODES
from games.engine.hand import apply, begin
from games.engine.hand.state import Action, Deal, Phase, Say, State
from games.engine.hand.views import view
from games.engine.seats import Seat
from games.engine.terms import Score
from tests.support.depth import times

from .naive import Move, Scribe

HANDS = times(400, thorough=8_500)

# Many or slow: not wanted after every edit.
pytestmark = pytest.mark.slow

CARDS = dict(zip(NAMES, PACK, strict=True))


@lru_cache(maxsize=2**16)
def told(action: Action) -> Move:
    """As the second account writes it."""
    if isinstance(action, int):
        return NAMES[action]
    if isinstance(action, tuple):
        return frozenset(NAMES[card] for card in action if isinstance(card, int))
    return action.value


def chosen(random: Random, state: State) -> Action:
    """Any, but few hands are abandoned, and enough is exchanged to use up the stock."""
    legal, yes = state.legal, random.random() < 0.7
    if yes and state.phase is Phase.PROPOSAL:
        return legal[0]
    if yes and state.phase is Phase.ANSWER:
        return random.choice(legal[: legal.index(Say.REFUSE)])
    if random.random() < 0.3 and Say.NOT_ENOUGH in legal:
        return Say.NOT_ENOUGH
    several = [action for action in legal if action is not Say.ABANDON] or legal
    return random.choice(legal if random.random() < 0.03 else several)


def compare(random: Random, rules: str) -> int:
    """Plays one hand, and gives the number of states in which the two were compared."""
    agreed, order = random.random() < 0.5, random.choice([(3, 2), (2, 3)])
    pack = tuple(random.sample(PACK, 32))
    score = Score(random.randrange(5), random.randrange(5))
    begun = begin(
        CODES[rules], dealer=random.choice(list(Seat)), score=score, second_proposal=agreed
    )
    state, _ = apply(begun, Deal(pack, order))
    scribe = Scribe(rules, [NAMES[card] for card in pack], order[0], agreed)
    states = 0
    while True:
        allowed = {told(action) for action in state.legal}
        assert allowed == scribe.options(state.winner is not None), (state.log, scribe.__dict__)
        assert len(allowed) == len(state.legal)
        states += 1
        if not state.legal:
            assert state.phase is Phase.OVER
            seats = {"elder": state.elder, "dealer": state.dealer}
            table = [(seats[who], CARDS[name]) for who, name in scribe.table]
            assert view(state, None).played == tuple(table)
            return states
        action = chosen(random, state)
        scribe.done(told(action))
        state, _ = apply(state, action)
        assert set(map(NAMES.__getitem__, state.elder_hand)) == scribe.elder
        assert set(map(NAMES.__getitem__, state.dealer_hand)) == scribe.dealer
        assert (state.elder_tricks, state.dealer_tricks) == tuple(scribe.won.values())


@pytest.mark.parametrize("rules", CODES)
def test_two_accounts_of_the_rules_agree(rules: str) -> None:
    random = Random(rules)
    assert sum(compare(random, rules) for _hand in range(HANDS)) > 12 * HANDS


def perft(state: State, depth: int) -> int:
    """How many lines of so many actions there are."""
    if depth == 0:
        return 1
    return sum(perft(apply(state, action)[0], depth - 1) for action in state.legal)


def naive_perft(scribe: Scribe, depth: int) -> int:
    if depth == 0:
        return 1
    total = 0
    for move in scribe.options():
        following = deepcopy(scribe)
        following.done(move)
        total += naive_perft(following, depth - 1)
    return total


@pytest.mark.parametrize("rules", CODES)
@pytest.mark.parametrize(
    ("before", "depth"), [((), 4), (("stand",), 5), (("propose", "accept"), 2)]
)
def test_both_count_the_same_lines(rules: str, before: tuple[str, ...], depth: int) -> None:
    for seed in range(times(1, thorough=3)):
        pack = tuple(Random(seed).sample(PACK, 32))
        state, _ = apply(begin(CODES[rules], dealer=Seat.A), Deal(pack))
        scribe = Scribe(rules, [NAMES[card] for card in pack], 3, False)
        for word in before:
            state, _ = apply(state, Say(word))
            scribe.done(word)
        assert perft(state, depth) == naive_perft(scribe, depth)
