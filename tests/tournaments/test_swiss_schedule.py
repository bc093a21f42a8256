"""Rounds of a Swiss that are drawn when their time has come."""

import pytest

from ecarte_club.clubs.models import AuditLogEntry
from scoring.tournaments.selectors.progress import progress_of
from scoring.tournaments.tasks import draw_rounds
from tests.support.clubhouse import House
from tests.support.tourneys import award, draw, due, fresh, open_in, opened, pairs, players, publish

pytestmark = pytest.mark.any_database


@pytest.mark.slow
@pytest.mark.parametrize("publishes", [True, False])
def test_a_round_is_drawn_when_its_time_has_come(house: House, publishes: bool) -> None:
    cup = opened(house, players(house, 4))
    due(house, cup, publish=publishes)
    assert draw_rounds() == 1
    assert draw_rounds() == 0
    assert progress_of(fresh(cup)).last_published == int(publishes)
    assert (progress_of(fresh(cup)).draft is None) == publishes
    assert len(pairs(cup, 1)) == 2


def test_it_waits_for_the_last_result(house: House) -> None:
    cup = opened(house, players(house, 4), rounds=2)
    publish(house, cup, draw(house, cup).number)
    due(house, cup, publish=True)
    version = fresh(cup).version
    assert draw_rounds() == 0
    assert fresh(cup).version == version
    for fixture in open_in(progress_of(cup), 1):
        award(house, cup, fixture.pk)
    assert draw_rounds() == 1


def test_what_cannot_be_drawn_waits_for_the_director(house: House) -> None:
    cup = opened(house, players(house, 1))
    due(house, cup, publish=True)
    assert draw_rounds() == 0
    assert progress_of(cup).scheduled is None
    assert AuditLogEntry.objects.filter(act="round_not_drawn", about=cup.pk).count() == 1
