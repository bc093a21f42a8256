"""Every fixture says why, and what it says can be looked up."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.tournaments.rules import knockout, pools
from scoring.tournaments.rules.brackets import byes
from scoring.tournaments.rules.knockout import Part, State, Terms
from scoring.tournaments.rules.pools import RoundDrawn
from scoring.tournaments.rules.stages import Because, Fixture, How, Slot, Status
from tests.support.depth import examples

from . import play


@settings(max_examples=examples(10, thorough=25))
@given(
    st.integers(6, 13),
    st.booleans(),
    st.integers(0, 30),
    st.randoms(use_true_random=False),
)
def test_of_a_knockout_at_any_time(
    number: int, third_place: bool, events: int, random: Random
) -> None:
    terms = Terms(0, "king", third_place=third_place, consolation=True)
    state = knockout.begin(terms, range(1, number + 1))
    for _event in range(events):
        if knockout.due(state):
            state = knockout.apply(state, play.something(random, knockout, state))
    found = {one.slot: one for one in knockout.fixtures(state)}
    for fixture in found.values():
        _explained(state, found, fixture)


def _explained(state: State, found: dict[Slot, Fixture], fixture: Fixture) -> None:
    told = fixture.reason.params
    part = fixture.slot.part
    order = knockout.consoled(state) or () if part == Part.CONSOLATION else state.places
    match fixture.reason.because:
        case Because.PLACES:
            assert fixture.sides == (order[told["home"] - 1], order[told["away"] - 1])
            assert told["of"] == len(order)
        case Because.BYE:
            assert told["place"] <= told["byes"] == byes(told["of"])
            assert fixture.winner == order[told["place"] - 1]
            assert fixture.how is How.BYE
        case Because.WINNERS:
            before = [found[Slot(part, told["round"], told[side])] for side in ("home", "away")]
            assert fixture.sides == tuple(one.winner for one in before)
        case Because.LOSERS:
            before = [found[Slot(0, told["round"], told[side])] for side in ("home", "away")]
            known = [one.losers[0] if one.status is Status.OVER else None for one in before]
            assert list(fixture.sides) == known
        case Because.NO_ADVERSARY:
            empty = found[
                Slot(0 if part == Part.THIRD_PLACE else part, told["round"], told["number"])
            ]
            of_it = empty.losers if part == Part.THIRD_PLACE else [empty.winner]
            assert len(of_it) != 1 or of_it == [None]
            assert None in fixture.sides
        case because:
            assert because is Because.WITHDREW
            assert told["entrant"] in state.record.withdrawn
            assert fixture.winner != told["entrant"]


@settings(max_examples=examples(15))
@given(st.integers(5, 25), st.integers(0, 3))
def test_of_a_pool_tournament(number: int, seeds: int) -> None:
    """A bye is had by who has had fewest, of those by the first in the order."""
    state = pools.begin(pools.Terms(seeds=seeds), range(1, number + 1))
    while not pools.is_over(state):
        state = pools.apply(state, RoundDrawn("king"))
        drawn = state.rounds[-1]
        its = [one for one in pools.fixtures(state) if one.slot.round == len(state.rounds)]
        told = [one.reason.params for one in its if one.how is How.BYE]
        assert [one["byes"] for one in told] == [len(drawn.byes)] * len(drawn.byes)
        assert [drawn.order[one["order"] - 1] for one in told] == list(drawn.byes)
        had = {
            entrant: sum(entrant in earlier.byes for earlier in state.rounds[:-1])
            for entrant in drawn.order
        }
        ranked = sorted(drawn.order, key=lambda one: (had[one], drawn.order.index(one)))
        assert ranked[: len(told)] == list(drawn.byes)
        assert [one["had"] for one in told] == [had[entrant] for entrant in drawn.byes]
        for one in its[: len(drawn.pools)]:
            assert one.reason.because is Because.LOT
            assert one.reason.params == {
                "pools": len(drawn.pools),
                "byes": len(told),
                "size": len(one.sides),
            }
        state = play.the_better_wins(pools, state)
