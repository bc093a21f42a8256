"""Told of after the commit, by whoever is there to send: in this process, or several at once."""

import time
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from threading import Event
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone
from pytest_django import DjangoDbBlocker, Settings

from ecarte_club.core.http_client import Times
from ecarte_club.core.models import Outgoing
from scoring.webhooks.models import Delivery, Subscription
from scoring.webhooks.services import delivery, outbox, sending
from scoring.webhooks.services.sending import Sender
from tests.support.clubhouse import open_house
from tests.support.depth import on_both
from tests.support.elsewhere import at_once, django_on
from tests.support.hooks import SHORT, happens, hook, pause_over, send
from tests.support.receiver import HANG, OK, receiver, until

pytestmark = pytest.mark.slow
START = sending.start
WAIT = 60
"""Seconds that one side waits for the other on a busy machine."""


@pytest.fixture(autouse=True)
def _short(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.HOOKS_PRIVATE = True
    monkeypatch.setattr(delivery, "TIMES", SHORT)
    monkeypatch.setattr(sending, "start", lambda _club: None)


@pytest.fixture
def sender(monkeypatch: pytest.MonkeyPatch) -> Iterator[Sender]:
    """One of the test's own, which ends with it."""
    own = Sender()
    monkeypatch.setattr(sending, "sender", own)
    yield own
    own.stop()


def test_a_commit_is_heard_once_and_a_rollback_never(
    sqlite_url: str, django_db_blocker: DjangoDbBlocker, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[int] = []
    monkeypatch.setattr(sending, "start", begun.append)
    with django_on(sqlite_url, django_db_blocker), receiver() as there:
        house = open_house()
        happens(house)
        assert begun == [], "Nobody asked to be told."
        hook(house, there)
        with transaction.atomic():
            happens(house, 3)
        assert begun == [house.club.pk]
        with transaction.atomic():
            happens(house)
            transaction.set_rollback(True)
        assert begun == [house.club.pk]
        with transaction.atomic():
            with transaction.atomic():
                happens(house)
                transaction.set_rollback(True)
            happens(house)
        assert begun == [house.club.pk] * 2


def test_without_a_worker_threads_send(
    sqlite_url: str,
    django_db_blocker: DjangoDbBlocker,
    monkeypatch: pytest.MonkeyPatch,
    sender: Sender,
) -> None:
    """Whoever writes does not wait, though the receiver hangs."""
    monkeypatch.setattr(sending, "start", START)
    with django_on(sqlite_url, django_db_blocker), receiver() as there:
        house = open_house()
        hook(house, there)
        there.answers = [HANG, HANG, OK]
        began = time.monotonic()
        with transaction.atomic():
            happens(house, 2)
        assert time.monotonic() - began < SHORT.total
        until(lambda: there.heard and not sender.is_idle())
        with transaction.atomic():
            happens(house)
        one = Subscription.objects.get()
        until(lambda: one.deliveries.filter(state="failed").count() == 2)
        until(lambda: Subscription.objects.filter(claimed_until=None, failures=2).exists())
        pause_over(one)
        sender.wake()
        until(lambda: len(there.heard) == 5)
        assert [heard.attempt for heard in there.heard] == [1, 2, 3, 1, 1]
        until(sender.is_idle)


def test_slow_receivers_delay_no_other(
    sqlite_url: str,
    django_db_blocker: DjangoDbBlocker,
    monkeypatch: pytest.MonkeyPatch,
    sender: Sender,
) -> None:
    """As many as there are threads for them, all waiting for an answer that does not come; nor
    does one of which nobody knew before that it is slow."""
    monkeypatch.setattr(delivery, "TIMES", Times(connect=5, total=30))
    monkeypatch.setattr(sender.slow, "most", 2)
    monkeypatch.setattr(sender.quick, "most", 2)
    with (
        django_on(sqlite_url, django_db_blocker),
        receiver() as silent,
        receiver() as late,
        receiver() as good,
    ):
        house = open_house()
        known = [hook(house, silent) for _time in range(3)]
        Subscription.objects.filter(pk__in=[one.pk for one in known]).update(failures=1)
        hook(house, late)
        hook(house, good)
        silent.hold, late.hold = Event(), Event()
        happens(house, 20)
        sender.wake()
        until(lambda: len(good.heard) == 20)
        assert (len(silent.heard), len(late.heard)) == (2, 1)
        assert not Delivery.objects.filter(subscription__in=known, state="done").exists()
        # Their claims are renewed, however long they wait.
        until(lambda: Subscription.objects.filter(claimed_by="").count() == 2)
        silent.hold.set()
        late.hold.set()
        until(lambda: (len(silent.heard), len(late.heard)) == (60, 20))
        until(sender.is_idle)


def test_a_slow_answer_ends_the_turn_and_leads_to_the_other_threads(
    sqlite_url: str,
    django_db_blocker: DjangoDbBlocker,
    monkeypatch: pytest.MonkeyPatch,
    sender: Sender,
) -> None:
    monkeypatch.setattr(sending, "SLOW", 0.0)
    ways: list[str] = []
    for lane in (sender.quick, sender.slow):
        send = lane.send

        def noted(pk: int, name: str = lane.name, send: Any = send) -> None:
            ways.append(name)
            send(pk)

        monkeypatch.setattr(lane, "send", noted)
    with django_on(sqlite_url, django_db_blocker), receiver() as there:
        house = open_house()
        one = hook(house, there)
        happens(house, 2)
        Delivery.objects.create(
            subscription=one,
            number=None,
            kind="hook.test",
            attempt=1,
            state="done",
            took_ms=5,
            at=timezone.now(),
        )
        sender.wake()
        until(lambda: len(there.heard) == 2)
        until(sender.is_idle)
    assert set(ways) == {"slow webhooks"}


def test_a_claim_is_renewed_while_its_receiver_is_silent(
    sqlite_url: str,
    django_db_blocker: DjangoDbBlocker,
    monkeypatch: pytest.MonkeyPatch,
    sender: Sender,
) -> None:
    monkeypatch.setattr(delivery, "TIMES", Times(connect=5, total=30))
    monkeypatch.setattr(delivery, "LEASE", timedelta(seconds=1))
    monkeypatch.setattr(sending, "BEAT", 0.1)
    with django_on(sqlite_url, django_db_blocker), receiver() as there:
        house = open_house()
        one = hook(house, there)
        there.hold = Event()
        happens(house)
        sender.wake()
        assert there.begun.wait(20)
        one.refresh_from_db()
        first = one.claimed_until
        assert first is not None
        later = first + delivery.LEASE
        until(lambda: Subscription.objects.filter(claimed_until__gt=later).exists())
        assert not delivery.due().exists()
        there.hold.set()
        until(lambda: Delivery.objects.filter(state="done").exists())
        until(sender.is_idle)
    assert [heard.attempt for heard in there.heard] == [1]


@on_both("database_url")
def test_numbers_given_by_many_at_once_have_no_gap(
    database_url: str, django_db_blocker: DjangoDbBlocker
) -> None:
    with django_on(database_url, django_db_blocker):
        house = open_house()

        def act(which: int) -> None:
            for _time in range(3):
                with transaction.atomic():
                    happens(house)
                outbox.numbered(house.club.pk)

        assert at_once(4, act) == [None] * 4
        given = sorted(filter(None, Outgoing.objects.values_list("number", flat=True)))
        assert given == list(range(1, 13))


def test_who_reads_on_misses_nothing_of_a_slow_commit(
    postgres_url: str, django_db_blocker: DjangoDbBlocker
) -> None:
    """What is written first and committed last gets the last number."""
    with django_on(postgres_url, django_db_blocker):
        house = open_house()
        club = house.club.pk

        written, overtaken = Event(), Event()

        def act(which: int) -> None:
            if which == 0:
                with transaction.atomic():
                    happens(house)
                    written.set()
                    assert overtaken.wait(WAIT)
            else:
                assert written.wait(WAIT)
                happens(house)
                assert outbox.numbered(club) == 1
                overtaken.set()

        assert at_once(2, act) == [None, None]
        assert outbox.numbered(club) == 2
        found = Outgoing.objects.order_by("pk").values_list("number", flat=True)
        assert list(found) == [2, 1]


def _four() -> Counter[tuple[str, int]]:
    with receiver() as there:
        house = open_house()
        hook(house, there)
        happens(house, 6)
        at_once(4, lambda _which: send())
        assert there.told() == sorted(there.told(), key=lambda one: int(one.split("_")[2]))
        return Counter((heard.identity, heard.attempt) for heard in there.heard)


@on_both("database_url")
def test_four_at_once_tell_each_once_and_in_order(
    database_url: str, django_db_blocker: DjangoDbBlocker
) -> None:
    with django_on(database_url, django_db_blocker):
        found = _four()
        assert (len(found), set(found.values())) == (6, {1})


def test_without_the_claim_they_would_tell_it_again(
    database_url: str, django_db_blocker: DjangoDbBlocker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: it shows that the test above would see it."""

    def unguarded(pk: int) -> delivery.Claim:
        one = Subscription.objects.select_related("club", "created_by").get(pk=pk)
        return delivery.Claim(one, "")

    def renewed(held: delivery.Claim) -> delivery.Claim:
        return unguarded(held.subscription.pk)

    with django_on(database_url, django_db_blocker), receiver() as there:
        house = open_house()
        hook(house, there)
        happens(house, 6)
        monkeypatch.setattr(delivery, "claim", unguarded)
        monkeypatch.setattr(delivery, "_renew", renewed)
        everything = Subscription.objects.all()
        monkeypatch.setattr(delivery, "_ours", lambda _held: everything.all())
        at_once(4, lambda _which: send())
        assert len(there.heard) > 6
