"""A pool tournament in a club's archive: what comes back is played on as what went in."""

import io
from typing import NamedTuple

import pytest
from django.db import connection, transaction

from ecarte_club.clubs.models import AuditLogEntry
from scoring.archive.restoring import restore
from scoring.tournaments.models import Pool, Tournament
from scoring.tournaments.rules import pools
from scoring.tournaments.rules.pools import State
from scoring.tournaments.selectors.progress import progress_of
from tests.support.archives import archived
from tests.support.clubhouse import open_house
from tests.support.pooling import evening, leaves, pools_of, rows, seat, won_by

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


class Taken(NamedTuple):
    data: bytes
    cup: int
    state: State
    in_play: int


@pytest.fixture
def taken(db: None) -> Taken:
    """Of seven one sits out; one pool is won, of the other somebody has left."""
    with transaction.atomic():
        house = open_house()
        cup, _ids = pools_of(house, 7)
        won, other = rows(cup, 1)
        over, in_play = seat(house, cup, [won, other], evening(house))
        won_by(house, over, won.members.order_by("place")[0].player_id)
        leaves(house, in_play, other.members.order_by("place")[2].player_id)
        data = archived(house.club.pk)
        found = Taken(data, cup.pk, progress_of(cup).pool_state, in_play.pk)
        transaction.set_rollback(True)
    return found


def test_what_comes_back_is_played_on(taken: Taken) -> None:
    restored = restore(io.BytesIO(taken.data))
    AuditLogEntry.objects.filter(act="club_restore")._raw_delete(connection.alias)
    assert archived(restored.club.pk) == taken.data
    cup = Tournament.objects.get(pk=taken.cup)
    assert progress_of(cup).pool_state == taken.state
    assert len(taken.state.record.results) == len(taken.state.record.withdrawn) == 1
    assert Pool.objects.get(contest=taken.in_play).round.event_id == cup.pk
    assert len(pools.due(progress_of(cup).pool_state)) == 1
