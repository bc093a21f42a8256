"""What is deleted by the clock goes in portions, and no other row with it."""

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from ecarte_club.core.models import IdempotencyRecord
from ecarte_club.core.sweeping import delete_in_portions
from ecarte_club.core.tasks import KEPT, sweep

pytestmark = pytest.mark.django_db


def _record(number: int, days: int) -> IdempotencyRecord:
    at = timezone.now() - timedelta(days=days)
    return IdempotencyRecord(who="user:1", key=f"{number}", print="", status=201, body="{}", at=at)


def test_old_rows_go_in_portions_and_the_others_stay() -> None:
    IdempotencyRecord.objects.bulk_create([_record(number, days=number) for number in range(10)])
    old = IdempotencyRecord.objects.filter(at__lt=timezone.now() - timedelta(days=4.5))
    with CaptureQueriesContext(
        connection,
    ) as asked:
        assert delete_in_portions(old, at_once=2) == 5
    deletes = [query for query in asked.captured_queries if query["sql"].startswith("DELETE")]
    assert len(deletes) == 3
    left = IdempotencyRecord.objects.values_list("key", flat=True)
    assert sorted(left) == ["0", "1", "2", "3", "4"]


def test_answers_are_stored_for_thirty_days_and_sessions_until_they_expire() -> None:
    assert timedelta(days=30) == KEPT
    IdempotencyRecord.objects.bulk_create([_record(1, days=31), _record(2, days=29)])
    now = timezone.now()
    for name, day in (("past", -1), ("future", 1)):
        Session.objects.create(
            session_key=name, session_data="", expire_date=now + timedelta(days=day)
        )
    sweep()
    assert [one.key for one in IdempotencyRecord.objects.all()] == ["2"]
    assert [one.session_key for one in Session.objects.all()] == ["future"]
