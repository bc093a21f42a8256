"""The post-mortem: blunders worked by hand, and nothing to blame in whoever does what is best."""

from random import Random

import pytest

from games.engine.cards import PACK
from games.engine.codes import CODES
from games.engine.hand import apply, begin, replay
from games.engine.hand.state import Action, Deal, Phase, Say, State
from games.engine.robots.duel import ROBOTS, Robot, played
from games.engine.robots.review import MISTAKE, Decision, review, summary
from games.engine.seats import Seat
from games.engine.terms import Score
from games.engine.transcripts.files import read
from tests.engine.hand.table import action, after, dealt
from tests.engine.people import ALICE, BOB
from tests.engine.transcripts.forging import STORY
from tests.support.reviewed import hands_of_log, hands_of_transcript

from .tables import robot_tables

pytestmark = pytest.mark.slow

LONDON = CODES["london"]


def game(robots: dict[Seat, Robot], seed: int) -> State:
    """Of robots, until it is won."""
    random = Random(seed)
    state = begin(LONDON, dealer=BOB)
    while state.winner is None:
        state, _ = apply(state, Deal(tuple(random.sample(PACK, 32)), (3, 2)))
        chances = dict.fromkeys(Seat, random.random)
        state = played(state, robots, robot_tables(), chances)
    return state


def decisions(state: State) -> tuple[Decision, ...]:
    return review(hands_of_log(begin(LONDON, dealer=BOB), state.log), robot_tables())


def of_hand(state: State, *steps: str) -> tuple[Decision, ...]:
    """From a hand that is laid out at nothing all."""
    dealt_in = begin(state.code, score=state.score, dealer=state.dealer)
    actions: tuple[Action, ...] = (state.log[-1], *map(action, steps))
    return review([(dealt_in, actions)], robot_tables())


def test_to_propose_with_four_high_trumps_is_a_mistake_that_costs() -> None:
    """Alice has the point for certain, and gives Bob, who holds nothing, the chance to draw."""
    found = of_hand(dealt(elder="QH JH AH TH KC", dealer="7C 8C 7D 8D 9S"), "propose", "refuse")
    (proposed, refused) = found
    assert proposed.seat is ALICE
    assert proposed.done.action is Say.PROPOSE
    assert proposed.done.point < 1
    assert refused.seat is BOB
    assert refused.is_mistake
    assert refused.cost == pytest.approx(refused.best.chance - refused.done.chance)
    assert refused.cost > 0.1


def test_what_all_cards_seen_would_have_won() -> None:
    """Hoyle's game: leading the queen of diamonds and then the ten loses the point; the ten of
    clubs wins it."""
    state = dealt(elder="QD TD TC 8C 8H", dealer="JC AH JH TH 8D", turned="JD")
    found = of_hand(state, "stand", "QD", "8D", "TD", "TH")
    second = next(one for one in found if one.done.action == action("TD"))
    assert second.open_cards is not None
    assert second.open_cards.made == 3
    assert second.open_cards.after == 2
    assert action("TC") in second.open_cards.best
    assert action("TD") not in second.open_cards.best


def test_whoever_does_what_is_advised_makes_no_mistake() -> None:
    robots = dict.fromkeys(Seat, ROBOTS["club"])
    for decision in decisions(game(robots, 1)):
        if isinstance(decision.done.action, int):
            assert decision.cost == 0


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_every_decision_is_among_its_options_and_none_costs_less_than_nothing(seed: int) -> None:
    robots = {ALICE: ROBOTS["beginner"], BOB: ROBOTS["strong"]}
    state = game(robots, seed)
    found = decisions(state)
    hands = sum(isinstance(one, Deal) for one in state.log)
    # A king that wins the game may leave nothing to decide in the last.
    assert set(range(1, hands)) <= {one.hand for one in found} <= set(range(1, hands + 1))
    for one in found:
        assert 0 <= one.cost <= 1
        assert one.advice.of(one.done.action) == one.done
        assert len(one.advice.options) > 1
        assert one.open_cards is None or one.open_cards.after <= one.open_cards.made


def test_a_summary_counts_mistakes_alone() -> None:
    found = decisions(game({ALICE: ROBOTS["beginner"], BOB: ROBOTS["club"]}, 2))
    for seat in Seat:
        own = [one for one in found if one.seat is seat]
        counted = summary(found, seat)
        assert counted.decisions == len(own)
        assert counted.mistakes == sum(one.cost >= MISTAKE for one in own)
        assert counted.given_away == pytest.approx(
            sum(one.cost for one in own if one.cost >= MISTAKE)
        )


def test_unseen_cards_change_no_cost() -> None:
    """The same hand of Alice's with another stock and other cards of Bob's."""
    costs = []
    for dealer in ("TH AH KD 8D 9S", "KD JD AS 9S TS"):
        decision = of_hand(dealt(dealer=dealer), "stand")[0]
        costs.append((decision.cost, decision.best, decision.done))
    assert costs[0] == costs[1]


def test_a_hand_given_up_costs_what_could_still_be_won() -> None:
    found = of_hand(dealt(elder="QH JH 8H 7H KC"), "stand", "abandon")
    assert found[-1].done.action is Say.ABANDON
    assert found[-1].cost > 0


def test_hands_of_a_log_begin_with_their_deals() -> None:
    state = game(dict.fromkeys(Seat, ROBOTS["beginner"]), 4)
    start = begin(LONDON, dealer=BOB)
    hands = list(hands_of_log(start, state.log))
    assert [type(actions[0]) for _, actions in hands] == [Deal] * len(hands)
    assert sum((actions for _, actions in hands), ()) == state.log
    for begun, actions in hands:
        assert begun.score == start.score
        start = replay(begun, actions)
    assert start.score == state.score


def test_a_match_online_is_reviewed_from_its_transcript() -> None:
    transcript = read(STORY)
    hands = list(hands_of_transcript(transcript))
    assert len(hands) == len(transcript.results.hands)
    found = review(hands, robot_tables())
    assert {one.hand for one in found} <= set(range(1, len(hands) + 1))
    assert all(one.cost >= 0 for one in found)
    for (begun, actions), result in zip(hands, transcript.results.hands, strict=True):
        state = replay(begun, actions)
        assert state.phase is Phase.OVER
        assert state.score == result.score


def test_the_states_that_are_reviewed_are_those_after_the_words() -> None:
    state = after(dealt(), "propose")
    found = of_hand(dealt(), "propose", "accept")
    assert [one.done.action for one in found] == [Say.PROPOSE, Say.ACCEPT]
    assert [one.place for one in found] == [1, 2]
    assert state.to_act is found[1].seat


def test_a_king_may_be_marked_later_at_no_cost() -> None:
    """Bob turned it and has not marked it yet; Alice holds it at four, and has not said so yet."""
    turned = of_hand(dealt(turned="KH"), "propose", "accept")
    assert [one.done.action for one in turned] == [Say.PROPOSE, Say.ACCEPT]
    assert all(one.cost < 1 for one in turned)
    held = of_hand(dealt(elder="KH 8H KC QC 7S", score=Score(4, 0)), "propose")
    assert held[0].best.action in (Say.PROPOSE, Say.STAND)
    assert held[0].cost < MISTAKE


def test_a_king_that_is_not_announced_before_the_first_card_is_a_mistake() -> None:
    """Law 23: it is too late afterwards, unless the king itself is that card (law 24)."""
    state = dealt(elder="KH 8H KC QC 7S")
    silent = of_hand(state, "stand", "KC")[-1]
    assert silent.best.action is Say.KING
    assert silent.is_mistake
    king_led = of_hand(state, "stand", "KH")[-1]
    assert king_led.cost < silent.cost
    announced = of_hand(state, "stand", "king", "KC")[-1]
    assert announced.done.action == action("KC")
    assert announced.cost < MISTAKE
