"""By what visitors' pages know that something was done in the club since they were made."""

import pytest
from django.utils import timezone

from ecarte_club.clubs.audit_log import ACTS_COMPARED, latest_acts
from ecarte_club.clubs.models import AuditLogEntry, Club
from tests.support.clubhouse import House

pytestmark = pytest.mark.django_db


def _done(house: House, number: int) -> None:
    """An act with this id."""
    AuditLogEntry.objects.create(
        pk=number, club=house.club, at=timezone.now(), act="club_edit", detail={}
    )


def _latest(house: House) -> int:
    found = Club.objects.filter(pk=house.club.pk).values_list(latest_acts("pk"))
    return int(found.get()[0] or 0)


@pytest.mark.slow
def test_each_act_makes_it_greater_and_so_does_one_committed_late(house: House) -> None:
    """The late one has its id before four others that are committed sooner."""
    in_order = list(range(1_000_000, 1_000_000 + ACTS_COMPARED + 10))
    late = in_order.pop(-5)
    sums = [_latest(house)]
    for number in [*in_order, late]:
        _done(house, number)
        sums.append(_latest(house))
    assert sums == sorted(set(sums))
