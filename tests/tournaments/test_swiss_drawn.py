"""Any Swiss, drawn at random: the sums are those of a naive count."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.leagues.models import Fixture
from scoring.tournaments.models import Tournament
from scoring.tournaments.selectors.progress import progress_of
from tests.support.clubhouse import House
from tests.support.clubrooms import undone
from tests.support.depth import examples
from tests.support.tourneys import (
    award,
    begin,
    draw,
    fresh,
    meetings,
    opened,
    players,
    points_of,
    publish,
    win,
)

# Many or slow: not wanted after every edit.
pytestmark = pytest.mark.slow


@pytest.mark.any_database
@settings(
    max_examples=examples(4, thorough=12),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(data=st.data())
def test_any_tournament_adds_up(house: House, data: st.DataObject) -> None:
    """Points are those of a naive count, nobody meets anybody twice, nobody is left out."""
    with undone("a tournament drawn at random"):
        number = data.draw(st.integers(4, 7))
        everybody = players(house, number)
        rounds = data.draw(st.integers(1, (number + 1) // 2))
        cup = opened(house, everybody, rounds=rounds)
        naive = dict.fromkeys(everybody, 0)
        for at in range(1, rounds + 1):
            publish(house, cup, draw(house, cup).number)
            rows = progress_of(cup).of_round(at)
            sat = [pk for one in rows for pk in (one.home_id, one.away_id) if pk]
            assert sorted(sat) == everybody
            for one in rows:
                _happens(house, cup, one, naive, data)
        assert points_of(cup) == naive
        assert len(set(meetings(cup))) == len(meetings(cup)) or any(
            one.award and one.away_id for one in progress_of(cup).fixtures
        )
        assert fresh(cup).state == "over"


def _happens(
    house: House, cup: Tournament, one: Fixture, naive: dict[int, int], data: st.DataObject
) -> None:
    if one.away_id is None:
        naive[one.home_id] += 2
        return
    what = data.draw(st.sampled_from(("home", "away", "walk-over", "nobody")))
    if what == "nobody":
        award(house, cup, one.pk, "both_absent")
    elif what == "walk-over":
        award(house, cup, one.pk, "home")
        naive[one.home_id] += 2
    else:
        winner = one.home_id if what == "home" else one.away_id
        win(house, begin(house, one), winner)
        naive[winner] += 2
