"""Messages sent to other programs in order, each attempt logged before it is made.

A subscription is claimed by a statement that only one sender can win, and the claim expires by
itself. Its cursor stands at the last number that was handled, so that a failure holds back what
comes after it, and nothing has to be written for a program that is away.
"""

import logging
import time
from dataclasses import dataclass
from datetime import datetime, timedelta
from threading import Event, Lock, Thread

from django.conf import settings
from django.db import close_old_connections, connections, transaction
from django.db.models import F, Max, Q, QuerySet
from django.utils import timezone

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.authentication import Actor
from ecarte_club.clubs.permissions import Act, Person
from ecarte_club.clubs.selectors import clubs
from ecarte_club.core import http_client
from ecarte_club.core.http_client import Outcome, Times
from ecarte_club.core.models import Outgoing
from ecarte_club.core.tasks import enqueue
from scoring.webhooks import messages
from scoring.webhooks.models import TEST, Delivery, Subscription
from scoring.webhooks.selectors import outgoing_for, outgoing_in

from .outbox import numbered

log = logging.getLogger(__name__)

# A claim outlasts any attempt: a look-up of the name, and then TIMES.total seconds.
LEASE = timedelta(minutes=2)
# After the first failure, the second … before the same is tried again; the last one repeats.
PAUSES = tuple(
    timedelta(seconds=one) for one in (10, 60, 300, 900, 3600, 3 * 3600, 6 * 3600, 12 * 3600)
)
GIVEN_UP_AFTER = timedelta(days=3)
TIMES = Times()
# One that answers slowly does not keep the others waiting for longer, in seconds.
TURN, ROUNDS = 20.0, 100
GONE = 410
IDLE = 60.0


@dataclass(frozen=True, slots=True)
class Claim:
    subscription: Subscription
    until: datetime


def due() -> QuerySet[Subscription]:
    """Subscriptions that a message may have to be sent to now."""
    now = timezone.now()
    unclaimed = Q(claimed_until=None) | Q(claimed_until__lt=now)
    is_on = Q(off="") & (Q(next_try_at=None) | Q(next_try_at__lte=now))
    asked = Q(deliveries__state=Delivery.State.ASKED)
    return Subscription.objects.filter(unclaimed & (is_on | asked)).distinct().order_by("pk")


def hooks_send(club: int | None = None) -> int:
    """Whatever is to be sent now, each in turn; the answer says how many arrived."""
    arrived = 0
    for _round in range(ROUNDS):
        found = due() if club is None else due().filter(club_id=club)
        waiting = [pk for pk in list(found.values_list("pk", flat=True)) if waits(pk)]
        if not waiting:
            break
        arrived += sum(hook_send(pk) for pk in waiting)
    return arrived


def waits(pk: int) -> bool:
    """Whether something is to be sent to it now."""
    one = Subscription.objects.filter(pk=pk).first()
    if one is None:
        return False
    if one.deliveries.filter(state=Delivery.State.ASKED).exists():
        return True
    return _is_due(one) and _next_outgoing(one) is not None


def hook_send(pk: int) -> int:
    """What waits for one subscription, in order, until nothing does, something fails, or its
    turn is over."""
    held, arrived = claim(pk), 0
    ends = time.monotonic() + TURN
    while held is not None:
        head = _next(held) if time.monotonic() < ends else None
        if head is None:
            _release(held)
            break
        arrived += _attempt(held, head)
        held = _renew(held)
    return arrived


def claim(pk: int) -> Claim | None:
    """None if another worker has it: the database lets one through."""
    now = timezone.now()
    until = now + LEASE
    unclaimed = Q(claimed_until=None) | Q(claimed_until__lt=now)
    if not Subscription.objects.filter(unclaimed, pk=pk).update(claimed_until=until):
        return None
    subscription = Subscription.objects.select_related("club", "created_by").get(pk=pk)
    # On its way when its sender died: whether it arrived is unknown.
    subscription.deliveries.filter(state=Delivery.State.SENDING).update(
        state=Delivery.State.FAILED, fault="unknown"
    )
    return Claim(subscription, until)


def _renew(held: Claim) -> Claim | None:
    """The same claim for longer, read again; None when it has ended and is another worker's."""
    until = timezone.now() + LEASE
    if not _ours(held).update(claimed_until=until):
        return None
    subscription = Subscription.objects.select_related("club", "created_by")
    return Claim(subscription.get(pk=held.subscription.pk), until)


def _release(held: Claim) -> None:
    _ours(held).update(claimed_until=None)


def _ours(held: Claim) -> QuerySet[Subscription]:
    return Subscription.objects.filter(pk=held.subscription.pk, claimed_until=held.until)


Head = tuple[Delivery, Outgoing | None]


def _next(held: Claim) -> Head | None:
    """A requested message first, as it waits for nothing; then the next in order."""
    one = held.subscription
    asked = one.deliveries.filter(state=Delivery.State.ASKED).order_by("pk").first()
    if asked is not None:
        return _begin_requested(asked)
    if not _is_due(one):
        return None
    if not _owner_may(one):
        _switch_off(held, Subscription.Off.RIGHTS)
        return None
    outgoing = _next_outgoing(one)
    return None if outgoing is None else (_begin(one, outgoing), outgoing)


def _is_due(one: Subscription) -> bool:
    return one.active and not (one.next_try_at and one.next_try_at > timezone.now())


def _next_outgoing(one: Subscription) -> Outgoing | None:
    numbered(one.club_id)
    return outgoing_for(one).filter(number__gt=one.cursor).first()


def _owner_may(one: Subscription) -> bool:
    """Whether its owner may still see what it receives."""
    owner = one.created_by
    return owner.is_active and clubs.person(Actor(owner), one.club_id).may(Act.RUN_HOOKS)


@transaction.atomic
def _begin(one: Subscription, outgoing: Outgoing) -> Delivery:
    return Delivery.objects.create(
        subscription=one,
        number=outgoing.number,
        kind=outgoing.kind,
        attempt=next_attempt(one, outgoing.number),
        state=Delivery.State.SENDING,
        at=timezone.now(),
    )


def _begin_requested(asked: Delivery) -> Head:
    outgoing = None
    if asked.number is not None:
        club = asked.subscription.club_id
        outgoing = outgoing_in(club).filter(number=asked.number).first()
    asked.state, asked.at = Delivery.State.SENDING, timezone.now()
    asked.save(update_fields=["state", "at"])
    return asked, outgoing


def next_attempt(one: Subscription, number: int | None) -> int:
    tried = one.deliveries.filter(number=number).aggregate(most=Max("attempt"))["most"]
    return int(tried or 0) + 1


def _attempt(held: Claim, head: Head) -> bool:
    """Whether it arrived."""
    delivery, outgoing = head
    if delivery.number is not None and outgoing is None:
        delivery.state, delivery.fault = Delivery.State.FAILED, "swept"
        delivery.save(update_fields=["state", "fault"])
        return False
    outcome = _post(held.subscription, delivery, outgoing)
    _mark_outcome(held, delivery, outcome)
    return outcome.why is None


def _post(one: Subscription, delivery: Delivery, outgoing: Outgoing | None) -> Outcome:
    message = messages.message_of(outgoing) if outgoing else messages.test_message(one, delivery.at)
    body = messages.body_of(message)
    identity = identity_of(one, delivery)
    timestamp = int(time.time())
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "ecarte-club/1",
        "Webhook-Id": identity,
        "Webhook-Timestamp": str(timestamp),
        "Webhook-Signature": messages.signature(messages.secret_of(one), identity, timestamp, body),
        "Webhook-Attempt": str(delivery.attempt),
    }
    return http_client.post(one.url, body, headers, private=settings.HOOKS_PRIVATE, times=TIMES)


def identity_of(one: Subscription, delivery: Delivery) -> str:
    """The same for every attempt of a message, so that a receiver recognises it."""
    if delivery.kind == TEST:
        return f"test_{delivery.pk}"
    return f"msg_{one.club_id}_{delivery.number}"


@transaction.atomic
def _mark_outcome(held: Claim, delivery: Delivery, outcome: Outcome) -> None:
    """In the log, and at the subscription unless its claim has ended in between."""
    arrived = outcome.why is None
    pause_ends = None if delivery.by_hand else _pause_ends(held.subscription, arrived)
    Delivery.objects.filter(pk=delivery.pk).update(
        state=Delivery.State.DONE if arrived else Delivery.State.FAILED,
        status=outcome.status,
        fault=outcome.why or "",
        took_ms=round(outcome.took * 1000),
        excerpt=outcome.excerpt,
        next_try_at=pause_ends,
    )
    if outcome.status == GONE:
        _switch_off(held, Subscription.Off.GONE)
    elif delivery.by_hand:
        return
    elif arrived:
        _ours(held).update(cursor=delivery.number, failures=0, failing_since=None, next_try_at=None)
    else:
        _failed(held, pause_ends)


def _pause_ends(one: Subscription, arrived: bool) -> datetime | None:
    if arrived:
        return None
    return timezone.now() + PAUSES[min(one.failures, len(PAUSES) - 1)]


def _failed(held: Claim, pause_ends: datetime | None) -> None:
    now = timezone.now()
    since = held.subscription.failing_since or now
    _ours(held).update(failures=F("failures") + 1, failing_since=since, next_try_at=pause_ends)
    if now - since >= GIVEN_UP_AFTER:
        _switch_off(held, Subscription.Off.FAILING)


def _switch_off(held: Claim, why: Subscription.Off) -> None:
    one = held.subscription
    off = _ours(held).filter(off="").update(off=why, next_try_at=None, version=F("version") + 1)
    if off:
        log.warning("Webhook %s is switched off: %s", one.pk, why.value)
        log_act(Person(club_id=one.club_id), "hook_off", kind="hook", about=one.pk, why=why.value)


class InPlace:
    """Where no worker sends webhooks, a thread of this process does, while any message waits."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._wanted = Event()
        self._thread: Thread | None = None

    def wake(self) -> None:
        with self._lock:
            self._wanted.set()
            if self._thread is None or not self._thread.is_alive():
                self._thread = Thread(target=self._run, name="webhooks", daemon=True)
                self._thread.start()

    def _run(self) -> None:
        while True:
            self._wanted.clear()
            try:
                close_old_connections()
                hooks_send()
                wait = seconds_to_next()
            except Exception:
                # Tried again with the next change, or after a while.
                log.exception("Webhooks were not sent.")
                wait = IDLE
            finally:
                connections.close_all()
            with self._lock:
                if wait is None and not self._wanted.is_set():
                    self._thread = None
                    return
            self._wanted.wait(wait)


def seconds_to_next() -> float | None:
    """Until the next attempt; None when nothing waits."""
    waiting = Subscription.objects.filter(off="").exclude(next_try_at=None)
    next_try = waiting.order_by("next_try_at").values_list("next_try_at", flat=True).first()
    if next_try is None:
        return None
    return min(IDLE, max(0.1, (next_try - timezone.now()).total_seconds()))


in_place = InPlace()


def send_if_subscribed(club: int) -> None:
    if Subscription.objects.filter(club_id=club, off="").exists():
        start(club)


def start(club: int) -> None:
    """By a worker; without one, by a thread of this process, so that no request waits."""

    if settings.CELERY_TASK_ALWAYS_EAGER:
        in_place.wake()
    else:
        enqueue("scoring.webhooks.tasks.send_hooks", club)
