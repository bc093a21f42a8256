"""Told of after the commit, by whoever is there to send: in this process, or several at once."""

import time
from collections import Counter

import pytest
from django.db import transaction
from pytest_django import DjangoDbBlocker, Settings

from ecarte_club.core.models import Outgoing
from scoring.webhooks.models import Subscription
from scoring.webhooks.services import delivery, outbox
from scoring.webhooks.services.delivery import in_place
from tests.support.clubhouse import open_house
from tests.support.elsewhere import at_once, django_on
from tests.support.hooks import SHORT, happens, hook, pause_over
from tests.support.receiver import HANG, OK, receiver, until

pytestmark = pytest.mark.slow
START = delivery.start


@pytest.fixture(autouse=True)
def _short(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.HOOKS_PRIVATE = True
    monkeypatch.setattr(delivery, "TIMES", SHORT)
    monkeypatch.setattr(delivery, "start", lambda _club: None)


def test_a_commit_is_heard_once_and_a_rollback_never(
    sqlite_url: str, django_db_blocker: DjangoDbBlocker, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[int] = []
    monkeypatch.setattr(delivery, "start", begun.append)
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


def test_without_a_worker_a_thread_sends(
    sqlite_url: str, django_db_blocker: DjangoDbBlocker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever writes does not wait, though the receiver hangs."""
    monkeypatch.setattr(delivery, "start", START)
    with django_on(sqlite_url, django_db_blocker), receiver() as there:
        house = open_house()
        hook(house, there)
        there.answers = [HANG, OK]
        began = time.monotonic()
        with transaction.atomic():
            happens(house, 2)
        assert time.monotonic() - began < SHORT.total
        until(lambda: there.heard and in_place._thread is not None)
        with transaction.atomic():
            happens(house)
        one = Subscription.objects.get()
        until(lambda: one.deliveries.filter(state="failed").exists())
        pause_over(one)
        in_place.wake()
        until(lambda: len(there.heard) == 4)
        assert [heard.attempt for heard in there.heard] == [1, 2, 1, 1]
        until(lambda: in_place._thread is None)


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


@pytest.mark.postgresql
def test_who_reads_on_misses_nothing_of_a_slow_commit(
    postgres_url: str, django_db_blocker: DjangoDbBlocker
) -> None:
    """What is written first and committed last gets the last number."""
    with django_on(postgres_url, django_db_blocker):
        house = open_house()
        club = house.club.pk

        def act(which: int) -> None:
            if which == 0:
                with transaction.atomic():
                    happens(house)
                    time.sleep(0.6)
            else:
                time.sleep(0.2)
                happens(house)
                assert outbox.numbered(club) == 1

        assert at_once(2, act) == [None, None]
        assert outbox.numbered(club) == 2
        found = Outgoing.objects.order_by("pk").values_list("number", flat=True)
        assert list(found) == [2, 1]


def _four() -> Counter[tuple[str, int]]:
    with receiver() as there:
        house = open_house()
        hook(house, there)
        happens(house, 6)
        at_once(4, lambda _which: delivery.hooks_send())
        assert there.told() == sorted(there.told(), key=lambda one: int(one.split("_")[2]))
        return Counter((heard.identity, heard.attempt) for heard in there.heard)


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
        return delivery.Claim(one, one.created_at)

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
        at_once(4, lambda _which: delivery.hooks_send())
        assert len(there.heard) > 6
