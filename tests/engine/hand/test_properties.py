"""What holds in every hand that can be played."""

from collections.abc import Iterator
from dataclasses import replace
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.cards import PACK
from games.engine.codes import CODES, Code, KingUntil, Option
from games.engine.facts import Mark
from games.engine.hand import apply, begin, legal_actions, replay
from games.engine.hand.legality import actor, refusal
from games.engine.hand.state import ORDERS, Action, Cut, Deal, Discard, Phase, Say, State
from games.engine.hand.views import record
from games.engine.marks import marks, record_refusal
from games.engine.match import apply as entered
from games.engine.match import begin as match
from games.engine.match import counted
from games.engine.refusals import RefusalError
from games.engine.seats import Seat
from games.engine.terms import NOTHING, Format, FormatKind, HandEntry, Score, Terms
from tests.engine.naive import naive_marks

# Many or slow: not wanted after every edit.
pytestmark = pytest.mark.slow

packs = st.permutations(PACK).map(tuple)
deals = st.builds(Deal, packs, st.sampled_from(ORDERS))
choices = st.lists(st.floats(0, 1, exclude_max=True), min_size=40, max_size=40)


def _house(code: Code, takes_one: bool, until: KingUntil) -> Code:
    return replace(
        code,
        proposer_takes_one=Option(takes_one, "agreement"),
        king_held_until=Option(until, "agreement"),
    )


houses = st.builds(
    _house, st.sampled_from(list(CODES.values())), st.booleans(), st.sampled_from(KingUntil)
)
codes = st.sampled_from(list(CODES.values())) | houses
scores = st.builds(Score, st.integers(0, 4), st.integers(0, 4))


def steps(state: State, chances: list[float]) -> Iterator[tuple[State, Action, State, list[Mark]]]:
    """A hand to its end: before, what was done, after, and what was marked."""
    for chance in [*chances, *([0.0] * 400)]:
        legal = legal_actions(state)
        if not legal:
            return
        action = legal[int(chance * len(legal))]
        following, events = apply(state, action)
        yield state, action, following, [one for one in events if isinstance(one, Mark)]
        state = following
    raise AssertionError("a hand that does not end")


@st.composite
def hands(draw: st.DrawFn) -> list[tuple[State, Action, State, list[Mark]]]:
    code, second = draw(codes), draw(st.booleans())
    begun = begin(
        code, score=draw(scores), dealer=draw(st.sampled_from(Seat)), second_proposal=second
    )
    state, _events = apply(begun, draw(deals))
    return list(steps(state, draw(choices)))


Hand = list[tuple[State, Action, State, list[Mark]]]


def whereabouts(state: State) -> list[int]:
    """Every card, in a hand, played, thrown, turned or in the stock."""
    gone = [one for one in state.hand_log if isinstance(one, int)]
    taken_up = Say.NOT_ENOUGH in state.hand_log
    discards = [cast(Discard, one) for one in state.hand_log if type(one) is tuple]
    thrown = [card for one in discards[: len(discards) - taken_up] for card in one]
    stock = state.pack[state.stock :]
    assert state.turn_up is not None
    return [*state.elder_hand, *state.dealer_hand, *gone, *thrown, state.turn_up, *stock]


@given(hands())
def test_there_are_thirty_two_cards_always(hand: Hand) -> None:
    for _before, _action, state, _marks in hand:
        if state.phase is not Phase.DISCARD_DEALER:
            assert sorted(whereabouts(state)) == list(PACK)


@given(hands())
def test_the_log_rebuilds_the_state(hand: Hand) -> None:
    first, last = hand[0][0], hand[-1][2]
    score = Score(
        last.score.a - sum(mark.points for mark in last.marks if mark.seat is Seat.A),
        last.score.b - sum(mark.points for mark in last.marks if mark.seat is Seat.B),
    )
    begun = begin(last.code, score=score, dealer=last.dealer, second_proposal=last.second_proposal)
    assert replay(begun, last.log) == last
    assert replay(begun, last.log[:1]) == first


@given(hands())
def test_events_are_the_marks_and_the_marks_are_those_of_the_record(hand: Hand) -> None:
    first, last = hand[0][0], hand[-1][2]
    made = [mark for *_step, marked in hand for mark in marked]
    assert made == list(last.marks)
    assert sum(mark.points for mark in made) <= 3
    noted = record(last)
    assert record_refusal(last.code, noted) is None
    expected, score = counted(first.score, marks(last.code, noted))
    assert (list(expected), score) == (made, last.score)


@given(hands())
def test_the_marks_are_those_of_the_texts(hand: Hand) -> None:
    """Scored a second time by the naive reading, before they are cut at five."""
    last = hand[-1][2]
    noted = record(last)
    assert noted.dealer
    if noted.tricks is None or noted.opening is None:
        return
    king = noted.kings[0] if noted.kings else None
    found = naive_marks(
        last.code.id,
        noted.dealer.value,
        noted.opening.value,
        (king.seat.value, king.how.value) if king else None,
        (noted.tricks.a, noted.tricks.b),
        noted.abandoned_by.value if noted.abandoned_by else None,
    )
    made = marks(last.code, noted)
    assert [(mark.seat.value, mark.points, mark.kind) for mark in made] == found


@given(hands())
def test_only_he_whose_turn_it_is_acts_but_for_the_king(hand: Hand) -> None:
    for state, action, _after, _marks in hand:
        who = actor(state, action)
        assert who is not None
        assert refusal(state, action, who) is None
        assert refusal(state, action, who.other) is not None
        assert who is state.to_act or action in (Say.KING, Say.MARK)


anything = (
    st.integers()
    | st.sampled_from(PACK)
    | st.sampled_from(Say)
    | st.sampled_from(["king", "7H", "", None, True, 1.0, b"x", PACK, object()])
    | st.lists(st.sampled_from(PACK), max_size=6).map(lambda cards: tuple(sorted(cards)))
    | st.lists(st.integers() | st.text() | st.none(), max_size=3).map(tuple)
    | deals
    | st.builds(Deal, packs, st.tuples(st.integers(), st.integers()))
    | st.builds(Deal, st.lists(st.integers(0, 33), max_size=33).map(tuple))
    | st.builds(Deal, st.just(None), st.just("32"))
    | st.builds(Cut, st.sampled_from(PACK), st.sampled_from(PACK))
    | st.builds(Cut, st.none(), st.integers())
    | st.dictionaries(st.integers(), st.integers(), max_size=1)
)


@given(hands(), st.lists(anything, min_size=1, max_size=12), st.none() | st.sampled_from(Seat))
def test_apply_raises_nothing_but_a_refusal(
    hand: Hand, tried: list[Action], by: Seat | None
) -> None:
    begun = begin(hand[0][0].code)
    states = [
        begun,
        apply(begun, Cut(PACK[0], PACK[1]))[0],
        *(step[0] for step in hand),
        hand[-1][2],
    ]
    for state in states:
        for action in tried:
            refused = refusal(state, action)
            assert refused is None or (refused.field == "action" and refused.law)
            refusal(state, action, by)
            if refused is not None:
                with pytest.raises(RefusalError) as error:
                    apply(state, action)
                assert error.value.refusal == refused
            else:
                apply(state, action)
                chance = isinstance(action, Cut | Deal)
                assert chance != (action in legal_actions(state))


@given(st.sampled_from(list(CODES.values())), st.lists(deals, min_size=24, max_size=24), choices)
def test_a_game_is_played_to_its_end(code: Code, packs: list[Deal], chances: list[float]) -> None:
    """Each hand with its record gives the same score in a match."""
    state, line = begin(code, dealer=Seat.A), match(_terms(code), Seat.A)
    late = False
    for number, pack in enumerate(packs):
        order = state.orders[0 if number % 2 == 0 else 1] or pack.order
        state, _ = apply(state, Deal(pack.pack, order))
        assert state.dealer is (Seat.A if number % 2 == 0 else Seat.B)
        for _before, action, following, _marks in steps(state, chances[number:]):
            state = following
            late = late or (action is Say.MARK and state.phase is Phase.OVER)
        line, _events = entered(line, HandEntry(1, record(state)))
        assert late or line.score == state.score
        if state.winner:
            assert state.score.of(state.winner) == 5
            assert line.over
            return
    assert state.score != NOTHING, "each hand gives a mark"
    assert len(packs) < 24


def _terms(code: Code) -> Terms:
    return Terms(code, Format(FormatKind.ONE_GAME, 1))
