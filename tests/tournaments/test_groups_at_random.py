"""Groups of any size, then a knock-out: whoever is left at the end was beaten by nobody in it."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.tournaments.selectors import draws as qualification
from scoring.tournaments.selectors import stage_states
from scoring.tournaments.selectors.progress import progress_of
from tests.support.clubhouse import House
from tests.support.clubrooms import undone
from tests.support.depth import examples
from tests.support.tourneys import award, fresh

from .test_groups_services import in_groups, next_round, unplayed

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.slow, pytest.mark.any_database]


@settings(
    max_examples=examples(3, thorough=6),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(data=st.data())
def test_any_group_stage_ends_with_one_whom_nobody_beat_after_it(
    house: House, data: st.DataObject
) -> None:
    with undone("groups at random"):
        number = data.draw(st.integers(4, 7))
        first = data.draw(st.integers(1, 2))
        by_lot = data.draw(st.booleans())
        cup, _ids = in_groups(house, number, first=first, by_lot=by_lot)
        while unplayed(cup):
            one = data.draw(st.sampled_from(unplayed(cup)))
            award(house, cup, one.pk, data.draw(st.sampled_from(("home", "away"))))
        assert fresh(cup).state == "running"
        tables = [
            [line.entrant for line in one.lines] for one in qualification.tables(progress_of(cup))
        ]
        expected = {entrant for table in tables for entrant in table[:first]}
        at = next_round(house, cup)
        beaten: set[int | None] = set()
        while unplayed(cup):
            one = data.draw(st.sampled_from(unplayed(cup)))
            beaten.add(one.away_id)
            award(house, cup, one.pk, "home")
        assert set(stage_states.tree_order(progress_of(cup))) == expected
        assert len(expected - beaten) == 1
        assert at == progress_of(cup).group_rounds + 1
        assert fresh(cup).state == "over"
