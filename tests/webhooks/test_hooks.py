"""Telling programs: nothing lost, nothing out of order, nothing twice without saying so."""

import base64
import hashlib
import hmac
import json
from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import timezone
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from pytest_django import Settings

from ecarte_club.clubs.models import AuditLogEntry, Office
from ecarte_club.core.exceptions import Denied, Invalid, Stale
from scoring.webhooks import messages
from scoring.webhooks.models import Delivery, Subscription
from scoring.webhooks.services import delivery, subscriptions
from scoring.webhooks.services.subscriptions import Hook
from tests.support.clubhouse import House
from tests.support.clubrooms import undone
from tests.support.depth import examples
from tests.support.hooks import SHORT, happens, hook, log, pause_over, send, told
from tests.support.receiver import DRIP, DROP, HANG, OK, answer, receiver

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture(autouse=True)
def _short(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.HOOKS_PRIVATE = True
    monkeypatch.setattr(delivery, "TIMES", SHORT)


def test_what_happens_is_told_in_order_and_once(house: House) -> None:
    happens(house)
    with told(house) as (there, one):
        happens(house, 3)
        assert send() == 3
        assert send() == 0
    club = house.club.pk
    assert there.told() == [f"msg_{club}_{number}" for number in (2, 3, 4)]
    assert [heard.attempt for heard in there.heard] == [1, 1, 1]
    assert log(one) == [(number, 1, "done", "") for number in (2, 3, 4)]


def test_it_is_signed_as_standard_webhooks_says(house: House) -> None:
    """Worked out here by the words of the specification, not by the code under test."""
    with told(house) as (there, one):
        happens(house)
        send()
    heard = there.heard[0]
    secret = messages.secret_of(one)
    assert secret.startswith("whsec_")
    key = base64.b64decode(secret[6:])
    assert 24 <= len(key) <= 64
    stamp = heard.headers["webhook-timestamp"]
    content = f"{heard.identity}.{stamp}.".encode() + heard.body
    digest = hmac.new(key, content, hashlib.sha256).digest()
    assert heard.headers["webhook-signature"] == "v1," + base64.b64encode(digest).decode()
    assert abs(int(stamp) - timezone.now().timestamp()) < 5
    assert heard.headers["content-type"] == "application/json"
    assert json.loads(heard.body)["type"] == "player.changed"


def test_the_published_example_of_a_signature() -> None:
    """From the specification's own reference libraries' tests."""
    signed = messages.signature(
        "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
        "msg_p5jXN8AQM9LWM0D4loKWxJek",
        1614265330,
        b'{"test": 2432232314}',
    )
    assert signed == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


@pytest.mark.any_database
@pytest.mark.parametrize("wrong", [answer(500), DROP, HANG, DRIP, answer(302), b"??"], ids=range(6))
def test_what_fails_holds_back_what_comes_after(wrong: bytes, house: House) -> None:
    with told(house) as (there, one):
        there.answers = [OK, wrong, wrong, OK]
        happens(house, 3)
        assert send() == 1
        assert send() == 0, "After two failures it is not tried again before its time."
        pause_over(one)
        assert send() == 2
    club = house.club.pk
    assert there.told() == [f"msg_{club}_{number}" for number in (1, 2, 2, 2, 3)]
    assert [heard.attempt for heard in there.heard] == [1, 1, 2, 3, 1]
    states = [(number, attempt, state) for number, attempt, state, _why in log(one)]
    failed = [(2, attempt, "failed") for attempt in (1, 2)]
    assert states == [(1, 1, "done"), *failed, (2, 3, "done"), (3, 1, "done")]


def test_one_that_fails_every_second_time_keeps_up(house: House) -> None:
    with told(house) as (there, one):
        there.answers = [answer(500), OK] * 6
        happens(house, 6)
        assert send() == 6
    assert [heard.attempt for heard in there.heard] == [1, 2] * 6
    one.refresh_from_db()
    assert (one.cursor, one.failures, one.next_try_at) == (6, 0, None)


def test_what_is_not_for_a_receiver_is_looked_at_once(house: House) -> None:
    """Another kind: its subscription is not due again and again for messages it never gets."""
    with told(house, "match.ended") as (there, one):
        happens(house, 3)
        assert list(delivery.due()) == [one]
        assert send() == 0
        assert not delivery.due().exists()
        assert not there.heard


@pytest.mark.any_database
def test_pauses_grow_and_then_it_is_switched_off(house: House) -> None:
    with told(house) as (there, one):
        there.answers = [answer(503)]
        happens(house, 2)
        pauses, waited = [], timedelta()
        while True:
            send()
            one.refresh_from_db()
            if not one.active:
                break
            assert one.next_try_at is not None
            pauses.append(round((one.next_try_at - timezone.now()).total_seconds(), -1))
            waited += timedelta(seconds=pauses[-1])
            # As if it had been waited.
            since = timezone.now() - waited
            Subscription.objects.filter(pk=one.pk).update(
                next_try_at=timezone.now(), failing_since=since
            )
        assert pauses[:5] == [10, 60, 300, 900, 3600]
        assert pauses == sorted(pauses)
        assert waited >= timedelta(days=3)
        assert one.off == Subscription.Off.FAILING
        assert AuditLogEntry.objects.get(act="hook_off").detail == {"why": "failing"}
        assert set(there.told()) == {f"msg_{house.club.pk}_1"}
        assert [heard.attempt for heard in there.heard] == list(range(1, len(there.heard) + 1))
        happens(house)
        assert send() == 0
        there.answers = [OK]
        wanted = Hook(one.url)
        subscriptions.hook_change(
            by=house.person("committee"),
            subscription=one,
            version=one.version,
            hook=wanted,
            on=True,
        )
        assert send() == 3, "Nothing that it missed is lost."


def test_a_receiver_that_is_gone_says_so(house: House) -> None:
    with told(house) as (there, one):
        there.answers = [answer(410)]
        happens(house)
        send()
    one.refresh_from_db()
    assert one.off == Subscription.Off.GONE


def test_who_may_not_run_webhooks_any_more_is_told_nothing(house: House) -> None:
    with told(house) as (there, one):
        happens(house)
        Office.objects.filter(user=house.users["committee"]).delete()
        assert send() == 0
    one.refresh_from_db()
    assert (one.off, there.heard) == (Subscription.Off.RIGHTS, [])


@pytest.mark.any_database
def test_one_that_fails_does_not_hold_up_another(house: House) -> None:
    with told(house) as (bad, first), told(house) as (good, second):
        bad.answers = [HANG]
        happens(house, 3)
        assert send() == 3
        assert (len(bad.heard), len(good.heard)) == (2, 3)
    assert log(first) == [(1, 1, "failed", "timeout"), (1, 2, "failed", "timeout")]
    assert len(log(second)) == 3


def test_only_what_it_asked_for(house: House) -> None:
    season = house.season()
    other = house.season()
    with receiver() as there:
        hook(house, there, "match.started")
        hook(house, there, "match.started", league=season.league_id)
        house.match(other)
        house.match()
        happens(house)
        send()
    types = [json.loads(heard.body)["type"] for heard in there.heard]
    assert set(types) == {"match.started"}
    assert len(types) == 3, "Both seasons are of one league; the friendly match is of none."


def test_a_test_is_sent_at_once_also_while_it_is_off(house: House) -> None:
    committee = house.person("committee")
    with told(house) as (there, one):
        subscriptions.hook_change(
            by=committee, subscription=one, version=1, hook=Hook(one.url), on=False
        )
        happens(house)
        made = subscriptions.hook_try(by=committee, subscription=one, version=2)
        assert send() == 1
    assert there.told() == [f"test_{made.pk}"]
    assert json.loads(there.heard[0].body)["data"] == {"hook": one.pk}


def test_one_is_sent_again_beside_the_others(house: House) -> None:
    committee = house.person("committee")
    with told(house) as (there, one):
        happens(house, 3)
        send()
        subscriptions.hook_replay(by=committee, subscription=one, number=2, only=True, version=1)
        assert send() == 1
        assert send() == 0
    assert there.told()[-1] == f"msg_{house.club.pk}_2"
    assert there.heard[-1].attempt == 2
    assert there.heard[-1].body == there.heard[1].body


def test_all_since_one_are_sent_again_in_order(house: House) -> None:
    committee = house.person("committee")
    with told(house) as (there, one):
        happens(house, 4)
        send()
        foreseen = subscriptions.replay_foreseen(one, 2, only=False)
        assert (foreseen.count, foreseen.known) == (3, 3)
        subscriptions.hook_replay(by=committee, subscription=one, number=2, only=False, version=1)
        assert send() == 3
    club = house.club.pk
    assert there.told() == [f"msg_{club}_{number}" for number in (1, 2, 3, 4, 2, 3, 4)]
    assert [heard.attempt for heard in there.heard] == [1, 1, 1, 1, 2, 2, 2]


def test_what_cannot_be_sent_again(house: House) -> None:
    with told(house, "match.ended") as (_there, one):
        happens(house, 2)
        for number in (0, 1, 3, 10**12):
            with pytest.raises(Invalid):
                subscriptions.replay_foreseen(one, number, only=True)


def test_a_sender_that_died_is_seen_in_the_log(house: House) -> None:
    """Whether it arrived nobody knows: it is sent again, as its second attempt."""
    with told(house) as (there, one):
        happens(house)
        held = delivery.claim(one.pk)
        assert held is not None
        assert delivery._next(held) is not None
        assert send() == 0, "The dead one's claim still holds."
        Subscription.objects.update(claimed_until=timezone.now() - timedelta(seconds=1))
        assert send() == 1
    assert log(one) == [(1, 1, "failed", "unknown"), (1, 2, "done", "")]
    assert there.heard[0].attempt == 2


def test_who_lost_his_claim_moves_nothing(house: House) -> None:
    with told(house) as (_there, one):
        happens(house, 2)
        old = delivery.claim(one.pk)
        assert old is not None
        head = delivery._next(old)
        assert head is not None
        Subscription.objects.update(claimed_until=timezone.now() - timedelta(seconds=1))
        new = delivery.claim(one.pk)
        assert new is not None
        delivery._attempt(old, head)
        assert delivery._renew(old) is None
        one.refresh_from_db()
        assert (one.cursor, one.claimed_by) == (0, new.token)


def test_only_the_committee_and_only_what_can_be(house: House) -> None:
    with pytest.raises(Denied), transaction.atomic():
        subscriptions.hook_make(by=house.person("director"), hook=Hook("http://a.example/"))
    committee = house.person("committee")
    for wrong in (
        Hook("ftp://a.example/"),
        Hook("http://a/", ("nothing",)),
        Hook("http://a/", (), 9),
    ):
        with pytest.raises(Invalid), transaction.atomic():
            subscriptions.hook_make(by=committee, hook=wrong)
    one = subscriptions.hook_make(by=committee, hook=Hook("http://a.example/"))
    with pytest.raises(Stale), transaction.atomic():
        subscriptions.hook_delete(by=committee, subscription=one, version=7)
    subscriptions.hook_delete(by=committee, subscription=one, version=1)
    assert not Subscription.objects.exists()
    for _one in range(subscriptions.HOOKS_MOST):
        subscriptions.hook_make(by=committee, hook=Hook("http://a.example/"))
    with pytest.raises(Invalid), transaction.atomic():
        subscriptions.hook_make(by=committee, hook=Hook("http://a.example/"))


@pytest.mark.parametrize(
    "url",
    [
        "http://hooks.example/",
        "https://127.0.0.1/",
        "https://[::1]/",
        "https://10.1.2.3/x",
        "https://[fe80::1]/",
    ],
)
def test_private_targets_are_refused_unless_the_site_allows(
    url: str, house: House, settings: Settings
) -> None:
    committee = house.person("committee")
    subscriptions.hook_make(by=committee, hook=Hook(url))
    settings.HOOKS_PRIVATE = False
    with pytest.raises(Invalid) as refused, transaction.atomic():
        subscriptions.hook_make(by=committee, hook=Hook(url))
    assert "url" in refused.value.errors
    subscriptions.hook_make(by=committee, hook=Hook("https://hooks.example/"))


def test_a_private_target_is_looked_at_again_when_it_is_sent(
    house: House, settings: Settings
) -> None:
    with told(house) as (there, one):
        happens(house)
        settings.HOOKS_PRIVATE = False
        assert send() == 0
    assert there.heard == []
    assert log(one) == [(1, attempt, "failed", "private") for attempt in (1, 2)]


MOODS = {"ok": OK, "no": answer(500), "drop": DROP, "odd": b"\x00\r\n\r\n"}


@pytest.mark.any_database
@hypothesis_settings(
    max_examples=examples(10),
    suppress_health_check=[HealthCheck.function_scoped_fixture],
    deadline=None,
)
@given(
    steps=st.lists(st.tuples(st.integers(1, 3), st.sampled_from(sorted(MOODS))), max_size=6),
    again=st.none() | st.integers(1, 4),
)
def test_whatever_the_receiver_does(
    steps: list[tuple[int, str]], again: int | None, house: House
) -> None:
    """Whoever keeps what he had by its id has everything, in order, at the end."""
    with undone(str(steps)), told(house) as (there, one):
        count = 0
        for more, mood in steps:
            there.answers = [MOODS[mood]]
            happens(house, more)
            count += more
            pause_over(one)
            send()
        there.answers = [OK]
        pause_over(one)
        send()
        if again is not None and again <= count:
            one.refresh_from_db()
            subscriptions.hook_replay(
                by=house.person("committee"),
                subscription=one,
                number=again,
                only=False,
                version=one.version,
            )
            send()
        club = house.club.pk
        firsts = list(dict.fromkeys(there.told()))
        assert firsts == [f"msg_{club}_{number}" for number in range(1, count + 1)]
        told_once = {(heard.identity, heard.attempt) for heard in there.heard}
        assert len(told_once) == len(there.heard), "Every repetition has its own attempt."
        states = Delivery.objects.filter(subscription=one).values_list("state", flat=True)
        assert set(states) <= {"done", "failed"}
