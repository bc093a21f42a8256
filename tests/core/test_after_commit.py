"""What is done after a commit may fail, and nobody who wrote is told."""

import logging
from collections.abc import Callable

import pytest
from django.db import transaction
from kombu.exceptions import OperationalError

from ecarte_club.core import tasks
from ecarte_club.core.tasks import after_commit, enqueue_after_commit, once_after_commit

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.any_database]


def broken(*_arguments: object) -> None:
    raise OperationalError("Connection refused.")


def _by_itself() -> None:
    after_commit(broken)


def _once() -> None:
    once_after_commit("a key", broken)


def _enqueued() -> None:
    enqueue_after_commit("ecarte_club.core.tasks.sweep")


@pytest.mark.parametrize("begin", [_by_itself, _once, _enqueued])
def test_a_broker_that_is_away_is_logged_and_all_else_is_done(
    begin: Callable[[], None], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(tasks, "enqueue", broken)
    done: list[str] = []
    with caplog.at_level(logging.ERROR), transaction.atomic():
        begin()
        after_commit(lambda: done.append("the next"))
    assert done == ["the next"]
    errors = [record.exc_info[1] for record in caplog.records if record.exc_info]
    assert [type(error) for error in errors] == [OperationalError]
