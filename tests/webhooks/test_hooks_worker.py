"""A real worker, killed while it waits: what it had begun is told again, and says so."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from secrets import token_hex
from threading import Event
from time import sleep

import pytest
from celery import Celery
from pytest_django import DjangoDbBlocker, Settings

from ecarte_club.stack.programs import Program, kill, stop
from scoring.webhooks.models import Delivery
from scoring.webhooks.services import delivery, sending
from tests.databases import site_env
from tests.servers import OwnRedis, shared_folder
from tests.support.clubhouse import open_house
from tests.support.elsewhere import django_on
from tests.support.forks import start
from tests.support.hooks import happens, hook, log
from tests.support.receiver import receiver, until

pytestmark = pytest.mark.slow
KEY = "a key that the tests and the worker have in common, of more than 50 characters"


@contextmanager
def worker(database_url: str, redis: OwnRedis) -> Iterator[Callable[[], None]]:
    """The answer kills it."""
    more = {
        "HOOKS_PRIVATE": "yes",
        "SECRET_KEY": KEY,
        "DJANGO_SETTINGS_MODULE": "ecarte_club.settings",
    }
    celery = (sys.executable, "-m", "celery", "--app", "ecarte_club", "worker")
    program = Program(
        name="worker",
        argv=(*celery, "--loglevel=INFO", "--concurrency=1", "--without-gossip"),
        env={**site_env(database_url, redis.url), **more},
        log=shared_folder() / f"worker-{token_hex(4)}.log",
    )
    process = start(program)
    try:
        yield lambda: kill(process)
    finally:
        stop(program, process)


def ask(redis: OwnRedis) -> None:
    Celery(broker=redis.url, set_as_current=False).send_task("scoring.webhooks.tasks.send_hooks")


def test_a_worker_killed_between_its_claim_and_its_mark(
    sqlite_url: str,
    own_redis: OwnRedis,
    django_db_blocker: DjangoDbBlocker,
    monkeypatch: pytest.MonkeyPatch,
    settings: Settings,
) -> None:
    settings.HOOKS_PRIVATE = True
    monkeypatch.setattr(sending, "start", lambda _club: None)
    with django_on(sqlite_url, django_db_blocker), receiver() as there:
        house = open_house()
        one = hook(house, there)
        happens(house, 3)
        there.hold = Event()
        with worker(sqlite_url, own_redis) as end:
            ask(own_redis)
            assert there.begun.wait(40)
            end()
        there.hold.set()
        assert log(one) == [(1, 1, "sending", "")]
        with worker(sqlite_url, own_redis):

            def is_done() -> bool:
                """As the clock of a site asks every few seconds."""
                ask(own_redis)
                sleep(0.5)
                return Delivery.objects.filter(state="done").count() == 3

            until(is_done, 40)
        # The claim of who was killed had ended by itself, soon.
        assert timedelta(seconds=10) > delivery.LEASE
        club = house.club.pk
        assert there.told() == [f"msg_{club}_{number}" for number in (1, 1, 2, 3)]
        assert [heard.attempt for heard in there.heard] == [1, 2, 1, 1]
        assert log(one)[0] == (1, 1, "failed", "unknown")
