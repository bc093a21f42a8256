"""What is done after a commit may fail, and nobody who wrote is told."""

import logging
import time
from collections.abc import Callable
from types import SimpleNamespace

import pytest
from django.conf import settings
from django.db import transaction
from kombu import Connection
from kombu.exceptions import OperationalError

from ecarte_club.core import tasks
from ecarte_club.core.tasks import (
    REST,
    Broker,
    after_commit,
    enqueue_after_commit,
    once_after_commit,
)
from ecarte_club.stack.programs import free_port

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.any_database]


def broken(*_arguments: object, **_options: object) -> None:
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


@pytest.mark.slow
def test_nobody_waits_twice_for_a_broker_that_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    now, sent = 100.0, list[object]()
    broker = Broker(clock=lambda: now)
    task = SimpleNamespace(apply_async=broken)
    monkeypatch.setattr(tasks, "import_string", lambda _path: task)
    with pytest.raises(OperationalError, match="refused"):
        broker.enqueue("a.task")
    task.apply_async = lambda arguments, **_options: sent.append(arguments)
    now += REST - 0.1
    with pytest.raises(OperationalError, match="a moment ago"):
        broker.enqueue("a.task", 1)
    now += 0.2
    broker.enqueue("a.task", 2)
    broker.enqueue("a.task", 3)
    assert sent == [(2,), (3,)]


@pytest.mark.slow
def test_a_broker_that_refuses_is_tried_once() -> None:
    """Without the settings it is tried again after 2 and after 4 s more."""
    options = settings.CELERY_BROKER_TRANSPORT_OPTIONS
    began = time.monotonic()
    with (
        Connection(f"redis://127.0.0.1:{free_port()}/0", transport_options=options) as line,
        pytest.raises(OperationalError),
    ):
        assert line.default_channel
    assert time.monotonic() - began < 4
