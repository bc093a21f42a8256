"""Any knock-out, with absences and withdrawals: who is out, who goes on, and what is undone."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.tournaments.rules import knockout
from scoring.tournaments.rules.brackets import byes
from scoring.tournaments.rules.knockout import Part, State, Terms
from scoring.tournaments.rules.stages import (
    Because,
    CameBack,
    Event,
    How,
    Status,
    TakenBack,
    Withdrew,
    Won,
)
from tests.support.depth import examples

from . import play


@st.composite
def begun(draw: st.DrawFn) -> State:
    terms = draw(
        st.builds(
            Terms, st.none() | st.integers(0, 2), st.just("king"), st.booleans(), st.booleans()
        )
    )
    number = draw(st.integers(knockout.entrants_least(terms), 11))
    entrants = draw(st.permutations(range(101, 101 + number)))
    return knockout.begin(terms, entrants)


@settings(max_examples=examples(15))
@given(begun())
def test_where_everybody_plays_there_are_as_many_matches_as_go_out(state: State) -> None:
    over = play.the_better_wins(knockout, state)
    number = len(state.places)
    main = [one for one in knockout.fixtures(over) if one.slot.part == Part.MAIN]
    assert sum(one.how is How.PLAYED for one in main) == number - 1
    free = [one.winner for one in main if one.how is How.BYE]
    assert set(free) == set(state.places[: byes(number)])
    third = [one for one in knockout.fixtures(over) if one.slot.part == Part.THIRD_PLACE]
    assert [one.how for one in third] == [How.PLAYED] * state.terms.third_place
    assert knockout.ranking(over)[0].entrant == min(state.places)


@settings(max_examples=examples(10, thorough=25))
@given(begun(), st.randoms(use_true_random=False))
def test_any_knockout_ends_with_everybody_in_one_place(state: State, random: Random) -> None:
    for _event in range(8 * len(state.places)):
        if not knockout.due(state):
            break
        _nobody_twice_in_a_round(state)
        event = play.something(random, knockout, state)
        after = knockout.apply(state, event)
        back = play.undoing(event)
        assert back is not None
        assert knockout.apply(after, back) == state
        state = after
    assert knockout.is_over(state)
    _everybody_has_one_place(state)


def _nobody_twice_in_a_round(state: State) -> None:
    seen = Counter(
        (one.slot.part, one.slot.round, entrant)
        for one in knockout.fixtures(state)
        for entrant in one.entrants
    )
    assert set(seen.values()) <= {1}
    playing = Counter(entrant for one in knockout.due(state) for entrant in one.entrants)
    assert set(playing.values()) <= {1}


def _everybody_has_one_place(state: State) -> None:
    ranking = knockout.ranking(state)
    assert sorted(one.entrant for one in ranking) == sorted(state.places)
    sharing = Counter((one.first, one.last) for one in ranking)
    assert all(number == last - first + 1 for (first, last), number in sharing.items())
    assert {place for first, last in sharing for place in range(first, last + 1)} == set(
        range(1, len(state.places) + 1)
    )


@settings(max_examples=examples(15))
@given(begun(), st.randoms(use_true_random=False))
def test_nobody_goes_on_who_did_not_win_and_the_consolation_lost_its_first_match(
    state: State, random: Random
) -> None:
    """Counted by the fixtures alone, player by player."""
    for _event in range(8 * len(state.places)):
        if knockout.due(state):
            state = knockout.apply(state, play.something(random, knockout, state))
    found = knockout.fixtures(state)
    consoled = knockout.consoled(state) or ()
    last = max(one.slot.round for one in found if one.slot.part == Part.MAIN)
    within = last - 2 if state.terms.third_place else last - 1
    for entrant in state.places:
        own = [one for one in found if entrant in one.entrants and one.slot.part == Part.MAIN]
        assert all(one.winner == entrant for one in own[:-1])
        assert [one.slot.round for one in own] == list(range(1, len(own) + 1))
        played = [one for one in own if one.how is How.PLAYED]
        first_lost = bool(played) and played[0].winner != entrant
        expected = first_lost and played[0].slot.round <= within and state.terms.consolation
        assert (entrant in consoled) == expected
    for one in found:
        assert one.status is Status.OVER
        withdrew = one.reason.because is Because.WITHDREW
        assert not withdrew or one.how in (How.WALKOVER, How.BOTH_ABSENT)


@pytest.mark.slow
@settings(max_examples=examples(10, thorough=30))
@given(begun(), st.randoms(use_true_random=False))
def test_what_is_entered_stays_true_whatever_is_taken_back(state: State, random: Random) -> None:
    """Any event at any time: what is begun or has a result is played by the same two as before,
    and every winner is one of them."""
    for _event in range(5 * len(state.places)):
        event = _anything(random, state)
        if knockout.refusal(state, event) is not None:
            continue
        before = {one.slot: one.sides for one in knockout.fixtures(state)}
        entered = {*state.record.begun, *(one.slot for one in state.record.results)}
        state = knockout.apply(state, event)
        after = {one.slot: one for one in knockout.fixtures(state)}
        for slot in entered - {getattr(event, "slot", None)}:
            assert after[slot].sides == before[slot]
        for fixture in after.values():
            assert fixture.winner is None or fixture.winner in fixture.entrants
        _nobody_twice_in_a_round(state)
    _everybody_has_one_place(play.the_better_wins(knockout, state))


def _anything(random: Random, state: State) -> Event:
    slot = random.choice(knockout.fixtures(state)).slot
    entrant = random.choice(state.places)
    likely: list[Event] = [TakenBack(slot), CameBack(entrant), Withdrew(entrant)]
    if knockout.due(state):
        likely += [play.something(random, knockout, state)] * 5
    return random.choice(likely)


# a second knock-out: a list of who is left, halved


@settings(max_examples=examples(10, thorough=25))
@given(st.integers(2, 40), st.randoms(use_true_random=False))
def test_a_list_that_is_halved_comes_to_the_same(number: int, random: Random) -> None:
    """Who is nearer the middle of a round's ranks meets who is as near from below, on a sheet
    that is folded; each match is won by whom a die says."""
    strength = list(range(number))
    random.shuffle(strength)
    state = knockout.begin(Terms(), range(number))
    out: dict[int, int] = {}
    left = _folded(number)
    while len(left) > 1:
        pairs = [left[line : line + 2] for line in range(0, len(left), 2)]
        left = [_stronger(pair, strength) for pair in pairs]
        for pair, winner in zip(pairs, left, strict=True):
            out.update({one: len(pairs) for one in pair if one is not None and one != winner})
    while found := knockout.due(state):
        winner = _stronger(list(found[-1].sides), strength)
        assert winner is not None
        state = knockout.apply(state, Won(found[-1].slot, winner))
    for rank in knockout.ranking(state):
        # Out of a round of m matches, one comes behind the m who go on.
        assert rank.first == out.get(rank.entrant, 0) + 1


def _folded(number: int) -> list[int | None]:
    """The sheet by cutting the list in the middle and laying the lower part on the upper."""
    size = 1
    while size < number:
        size *= 2
    piles: list[list[int | None]] = [[one if one < number else None] for one in range(size)]
    while len(piles) > 1:
        half = len(piles) // 2
        piles = [
            upper + lower for upper, lower in zip(piles[:half], reversed(piles[half:]), strict=True)
        ]
    return piles[0]


def _stronger(pair: list[int | None], strength: list[int]) -> int | None:
    return max((one for one in pair if one is not None), key=lambda one: strength[one])
