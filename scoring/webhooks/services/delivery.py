"""Messages sent to other programs in order, each attempt logged before it is made.

A subscription is claimed by a statement that only one sender can win. Whoever holds the claim says
so every few seconds, so that one that was killed is followed by another soon. Its cursor stands at
the last number that was handled, so that a failure holds back what comes after it, and nothing has
to be written for a program that is away.
"""

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import uuid4

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, F, Max, OuterRef, Q, QuerySet
from django.utils import timezone

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.authentication import Actor
from ecarte_club.clubs.permissions import Act, Person
from ecarte_club.clubs.selectors import clubs
from ecarte_club.core import http_client, metrics
from ecarte_club.core.http_client import Outcome, Times
from ecarte_club.core.models import Outgoing
from scoring.webhooks import messages
from scoring.webhooks.models import TEST, Delivery, Subscription
from scoring.webhooks.selectors import outgoing_for, outgoing_in

from .outbox import numbered

log = logging.getLogger(__name__)

# Of a claim that nobody renews; whoever holds it renews it several times as often.
LEASE = timedelta(seconds=8)
# After the first failure, the second … before the same is tried again; the last one repeats. Once
# at once: a receiver that fails now and then keeps up.
PAUSES = tuple(
    timedelta(seconds=one) for one in (0, 10, 60, 300, 900, 3600, 3 * 3600, 6 * 3600, 12 * 3600)
)
GIVEN_UP_AFTER = timedelta(days=3)
TIMES = Times()
GONE = 410


@dataclass(frozen=True, slots=True)
class Claim:
    """`token`: nobody else's."""

    subscription: Subscription
    token: str


def due(club: int | None = None) -> QuerySet[Subscription]:
    """Subscriptions that a message is to be sent to now, and that nobody has claimed."""
    now = timezone.now()
    unclaimed = Q(claimed_until=None) | Q(claimed_until__lt=now)
    in_club = Outgoing.objects.filter(club=OuterRef("club"))
    is_behind = Exists(in_club.filter(number=None)) | Exists(
        in_club.filter(number__gt=OuterRef("cursor"))
    )
    is_on = Q(off="") & (Q(next_try_at=None) | Q(next_try_at__lte=now))
    asked = Delivery.objects.filter(subscription=OuterRef("pk"), state=Delivery.State.ASKED)
    of_club = Q() if club is None else Q(club=club)
    return Subscription.objects.filter(of_club, unclaimed, (is_on & is_behind) | Exists(asked))


def _always() -> bool:
    return True


def _nothing() -> None:
    pass


def hook_send(
    pk: int,
    *,
    goes_on: Callable[[], bool] = _always,
    before_waiting: Callable[[], None] = _nothing,
) -> int:
    """How many arrived of what waits for one subscription: in order, until nothing waits,
    something fails twice, or it is to go on no longer. `before_waiting`: for each answer."""
    held, arrived = claim(pk), 0
    if held is None:
        return 0
    with _known(held.token):
        while held is not None:
            head = _next(held) if goes_on() else None
            if head is None:
                _release(held)
                break
            arrived += _attempt(held, head, before_waiting)
            held = _renew(held)
    return arrived


# Tokens of the claims of this process.
_claims: set[str] = set()


@contextmanager
def _known(token: str) -> Iterator[None]:
    _claims.add(token)
    try:
        yield
    finally:
        _claims.discard(token)


def own_claims() -> list[str]:
    return list(_claims)


def claim(pk: int) -> Claim | None:
    """None if another sender has it: the database lets one through."""
    now, token = timezone.now(), uuid4().hex
    unclaimed = Q(claimed_until=None) | Q(claimed_until__lt=now)
    free = Subscription.objects.filter(unclaimed, pk=pk)
    if not free.update(claimed_until=now + LEASE, claimed_by=token):
        return None
    subscription = Subscription.objects.select_related("club", "created_by").get(pk=pk)
    # On its way when its sender died: whether it arrived is unknown.
    subscription.deliveries.filter(state=Delivery.State.SENDING).update(
        state=Delivery.State.FAILED, fault="unknown"
    )
    return Claim(subscription, token)


def claims_renew(tokens: list[str]) -> None:
    """Of the subscriptions that are being sent to."""
    until = timezone.now() + LEASE
    Subscription.objects.filter(claimed_by__in=tokens).update(claimed_until=until)


def _renew(held: Claim) -> Claim | None:
    """The same claim for longer, read again; None when it has ended and is another sender's."""
    if not _ours(held).update(claimed_until=timezone.now() + LEASE):
        return None
    subscription = Subscription.objects.select_related("club", "created_by")
    return Claim(subscription.get(pk=held.subscription.pk), held.token)


def _release(held: Claim) -> None:
    _ours(held).update(claimed_until=None, claimed_by="")


def _ours(held: Claim) -> QuerySet[Subscription]:
    return Subscription.objects.filter(pk=held.subscription.pk, claimed_by=held.token)


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
    last = numbered(one.club_id)
    outgoing = outgoing_for(one).filter(number__gt=one.cursor).first()
    if outgoing is None:
        # Nothing of what there is by now is for it: it is not looked at again.
        _ours(held).filter(cursor__lt=last).update(cursor=last)
        return None
    return _begin(one, outgoing), outgoing


def _is_due(one: Subscription) -> bool:
    return one.active and not (one.next_try_at and one.next_try_at > timezone.now())


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


def _attempt(held: Claim, head: Head, before_waiting: Callable[[], None] = _nothing) -> bool:
    """Whether it arrived."""
    delivery, outgoing = head
    if delivery.number is not None and outgoing is None:
        delivery.state, delivery.fault = Delivery.State.FAILED, "swept"
        delivery.save(update_fields=["state", "fault"])
        return False
    outcome = _post(held.subscription, delivery, outgoing, before_waiting)
    _mark_outcome(held, delivery, outcome)
    return outcome.why is None


def _post(
    one: Subscription,
    delivery: Delivery,
    outgoing: Outgoing | None,
    before_waiting: Callable[[], None],
) -> Outcome:
    message = messages.message_of(outgoing) if outgoing else messages.test_message(one, delivery.at)
    body = messages.body_of(message)
    identity = identity_of(one, delivery)
    timestamp = int(time.time())
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "ecarte-club/1",
        "Webhook-Id": identity,
        "Webhook-Timestamp": str(timestamp),
        "Webhook-Signature": messages.signatures(one, identity, timestamp, body),
        "Webhook-Attempt": str(delivery.attempt),
    }
    before_waiting()
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
    metrics.webhooks.labels(str(outcome.why or "done")).inc()
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
