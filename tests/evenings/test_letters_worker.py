"""Each letter once, with real workers, a real mail server and SIGKILL in the middle."""

import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from secrets import token_hex

import psycopg
import pytest
from celery import Celery
from django.conf import settings
from django.core import mail
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from ecarte_club.stack.programs import Program, kill, stop
from games.evenings import results as letters
from games.evenings.models import Evening, Letter
from games.evenings.services import mailing
from tests.databases import site_env
from tests.servers import OwnRedis, shared_folder
from tests.support.clubhouse import open_house
from tests.support.elsewhere import at_once, django_on
from tests.support.forks import start
from tests.support.nights import evening, joins, played, rubber, sign_off
from tests.support.post_office import PostOffice, post_office

pytestmark = pytest.mark.slow

CAME = ("alba", "bela", "cleo", "dina", "edda")


def signed_off(monkeypatch: pytest.MonkeyPatch) -> Evening:
    """Five letters are written, and none is sent by this process."""
    house = open_house()
    for name in CAME:
        joins(house, name)
    night = evening(house, *CAME)
    played(house, night, "alba", "bela", [rubber(2, 0)])
    monkeypatch.setattr(letters, "_send_after_commit", lambda _evening: None)
    return sign_off(house, night)


@contextmanager
def worker(
    database_url: str, redis: OwnRedis, office: PostOffice, *options: str
) -> Iterator[Callable[[], None]]:
    """The answer kills it."""
    env = site_env(database_url, redis.url)
    more = {"EMAIL_URL": office.url, "DJANGO_SETTINGS_MODULE": "ecarte_club.settings"}
    celery = (sys.executable, "-m", "celery", "--app", "ecarte_club", "worker")
    program = Program(
        name="worker",
        argv=(*celery, "--loglevel=INFO", "--concurrency=2", "--without-gossip", *options),
        env={**env, **more},
        log=shared_folder() / f"worker-{token_hex(4)}.log",
    )
    process = start(program)
    try:
        yield lambda: kill(process)
    finally:
        stop(program, process)


def ask(redis: OwnRedis, times: int = 1) -> None:
    app = Celery(broker=redis.url, set_as_current=False)
    for _time in range(times):
        app.send_task("games.evenings.tasks.send_result_emails")


def until(what: Callable[[], bool], seconds: float = 40) -> None:
    ends = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < ends, "It did not come."
        time.sleep(0.05)


@pytest.mark.parametrize(
    "database_url",
    [pytest.param("sqlite", marks=pytest.mark.thorough), "postgresql"],
    indirect=True,
)
def test_a_worker_killed_in_the_middle_and_two_after_it(
    database_url: str,
    own_redis: OwnRedis,
    django_db_blocker: DjangoDbBlocker,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It dies with a letter in hand, which the mail server has not taken yet. Of SQLite, the claim
    of four at once is below."""
    with django_on(database_url, django_db_blocker), post_office() as office:
        signed_off(monkeypatch)
        office.hold_at = 2
        with worker(database_url, own_redis, office) as end:
            ask(own_redis)
            assert office.somebody_waits.wait(40)
            end()
        office.open_door()
        assert len(office.taken) == 2
        claimed = Letter.objects.get(sent_at=None, claimed_until__gt=timezone.now())
        with worker(database_url, own_redis, office), worker(database_url, own_redis, office):
            ask(own_redis, 6)
            until(lambda: Letter.objects.exclude(sent_at=None).count() == 4)
            # The dead one's claim still holds; then its time is over.
            assert len(office.taken) == 4
            Letter.objects.filter(pk=claimed.pk).update(
                claimed_until=timezone.now() - timedelta(seconds=1)
            )
            ask(own_redis, 6)
            until(lambda: not Letter.objects.filter(sent_at=None).exists())
            ask(own_redis, 2)
            time.sleep(0.5)
        assert Counter(office.ids()).most_common(1)[0][1] == 1
        assert sorted(str(one["To"]) for one in office.taken) == [
            f"{name}@letters.example" for name in CAME
        ]


def test_a_recount_that_takes_long_delays_no_letter(
    postgres_url: str,
    own_redis: OwnRedis,
    django_db_blocker: DjangoDbBlocker,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It waits for a table that somebody has locked, in the only process for recounts."""
    app = Celery(broker=own_redis.url, set_as_current=False)
    app.conf.task_routes = settings.CELERY_TASK_ROUTES
    with (
        django_on(postgres_url, django_db_blocker),
        post_office() as office,
        psycopg.connect(postgres_url) as somebody,
        psycopg.connect(postgres_url, autocommit=True) as other,
    ):
        signed_off(monkeypatch)
        somebody.execute("LOCK TABLE leagues_season IN ACCESS EXCLUSIVE MODE")
        recounts = ("--queues=recounts", "--concurrency=1", "--hostname=recounts@%h")
        others = ("--queues=celery,letters,webhooks,ratings", "--concurrency=1")
        waits = "SELECT 1 FROM pg_locks WHERE relation = 'leagues_season'::regclass AND NOT granted"
        with worker(postgres_url, own_redis, office, *recounts):
            app.send_task("scoring.leagues.tasks.recount_seasons")
            until(lambda: other.execute(waits).fetchone() is not None, 120)
            with worker(postgres_url, own_redis, office, *others):
                app.send_task("games.evenings.tasks.send_result_emails")
                until(lambda: len(office.taken) == len(CAME), 120)
            assert other.execute(waits).fetchone() is not None
            somebody.rollback()


def _at_once() -> list[str]:
    mail.outbox = []
    at_once(4, lambda _which: letters.result_emails_send())
    return [str(one.extra_headers["Message-ID"]) for one in mail.outbox]


def test_four_at_once_send_each_letter_once(
    database_url: str, django_db_blocker: DjangoDbBlocker, monkeypatch: pytest.MonkeyPatch
) -> None:
    with django_on(database_url, django_db_blocker):
        signed_off(monkeypatch)
        # On a busy machine, whoever waits for the others would leave the rest for another time.
        monkeypatch.setattr(mailing, "IN_PLACE_MOST", 600.0)
        assert sorted(Counter(_at_once()).values()) == [1] * len(CAME)


def test_without_the_claim_they_would_send_it_again(
    database_url: str, django_db_blocker: DjangoDbBlocker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: it shows that the test above would see a second letter."""

    def unguarded(_mailing: mailing.Mailing, pk: int) -> datetime:
        time.sleep(0.05)
        return timezone.now()

    with django_on(database_url, django_db_blocker):
        signed_off(monkeypatch)
        monkeypatch.setattr(mailing, "claim", unguarded)
        assert max(Counter(_at_once()).values()) > 1
