"""Two players who are one, after any matches of five: every sum stays whole."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from scoring.leagues.models import Standing
from scoring.leagues.selectors.recount import recount
from tests.support.clubhouse import open_house
from tests.support.depth import examples

from .test_merging import add, merge, play

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.slow, pytest.mark.any_database]

Result = tuple[int, int, bool, int]
results = st.lists(
    st.tuples(st.integers(0, 4), st.integers(0, 4), st.booleans(), st.integers(0, 1)).filter(
        lambda result: result[0] != result[1] and {result[0], result[1]} != {0, 1}
    ),
    max_size=9,
)


class Sums(TestCase):
    @settings(max_examples=examples(5, thorough=25), deadline=None)
    @given(results)
    def test_as_if_they_had_always_been_one(self, played: list[Result]) -> None:
        """Five players and two seasons; the first two of them are one. A naive count agrees."""
        house = open_house()
        people = [add(house, f"P{number}") for number in range(5)]
        seasons = [house.season(), house.season()]
        for a, b, won, which in played:
            play(house, people[a], people[b], won=won, event_id=seasons[which].pk)
        merge(house, people[0], people[1])
        wins: Counter[tuple[int, int]] = Counter()
        for a, b, won, which in played:
            winner = people[a if won else b]
            wins[which, people[0].pk if winner == people[1] else winner.pk] += 1
        for number, season in enumerate(seasons):
            assert recount(season) == []
            lines = Standing.objects.filter(season=season)
            assert {line.player_id: line.won for line in lines if line.won} == {
                player: count for (where, player), count in wins.items() if where == number
            }
            assert not lines.filter(player=people[1]).exists()
