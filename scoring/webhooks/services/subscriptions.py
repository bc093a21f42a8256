"""Subscriptions made, changed and tried by the committee."""

import secrets
from dataclasses import dataclass
from functools import partial

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.core import http_client
from ecarte_club.core.exceptions import Absent, Invalid, Stale
from ecarte_club.core.tasks import after_commit
from scoring.leagues.models import League
from scoring.webhooks.models import KINDS, TEST, Delivery, Subscription
from scoring.webhooks.selectors import outgoing_for

from .delivery import next_attempt
from .outbox import numbered
from .sending import start

HOOKS_MOST = 20


@dataclass(frozen=True, slots=True)
class Hook:
    """The settings of a subscription. No `kinds`: all; no `league`: of the whole club."""

    url: str
    kinds: tuple[str, ...] = ()
    league: int | None = None

    def check(self, club: int) -> None:
        errors = {}
        if text := address_refusal(self.url):
            errors["url"] = text
        if not set(self.kinds) <= set(KINDS):
            text = _("Must be one of: %(allowed)s.") % {"allowed": ", ".join(KINDS)}
            errors["kinds"] = text
        if (
            self.league is not None
            and not League.objects.filter(pk=self.league, club=club).exists()
        ):
            errors["league"] = _("Must be a league of this club.")
        if errors:
            raise Invalid("invalid_hook", _("The webhook was not saved."), errors=errors)


def address_refusal(url: str) -> str:
    """Why nothing would be sent there; empty when something would. Names are looked up later."""
    parts = http_client.parts_of(url)
    if parts is None or not parts.hostname:
        return _("Must be an address like https://example.org/hook.")
    if settings.HOOKS_PRIVATE:
        return ""
    if parts.scheme != "https":
        return _("Must start with https://.")
    address = http_client.literal(parts.hostname)
    if address is not None and not http_client.is_public(address):
        return _("Must not be an address of a private network.")
    return ""


@transaction.atomic(savepoint=False)
def hook_make(*, by: Person, hook: Hook) -> Subscription:
    """It receives what happens from now on. Raises: Denied; Invalid, naming the field."""
    require(by, Act.RUN_HOOKS)
    if by.user_id is None:
        raise Absent
    hook.check(by.club_id)
    if Subscription.objects.filter(club_id=by.club_id).count() >= HOOKS_MOST:
        text = _("A club has %(most)s webhooks at most: delete one first.") % {"most": HOOKS_MOST}
        raise Invalid("too_many_hooks", text, field="url")
    one = Subscription.objects.create(
        club_id=by.club_id,
        url=hook.url,
        salt=secrets.token_urlsafe(32),
        kinds=sorted(set(hook.kinds), key=KINDS.index),
        league_id=hook.league,
        created_by_id=by.user_id,
        created_at=timezone.now(),
        cursor=numbered(by.club_id),
    )
    log_act(by, "hook_make", kind="hook", about=one.pk)
    return one


@transaction.atomic(savepoint=False)
def hook_change(
    *, by: Person, subscription: Subscription, version: int, hook: Hook, on: bool
) -> Subscription:
    """Switched on again, it receives all that it missed.

    Raises: Denied, Stale; Invalid, naming the field.
    """
    require(by, Act.RUN_HOOKS)
    hook.check(by.club_id)
    _bump_version(subscription, version)
    one = Subscription.objects.get(pk=subscription.pk)
    turned_on = on and not one.active
    one.url, one.league_id = hook.url, hook.league
    one.kinds = sorted(set(hook.kinds), key=KINDS.index)
    one.off = "" if on else one.off or Subscription.Off.HAND.value
    fields = ["url", "league_id", "kinds", "off"]
    if turned_on:
        one.failures, one.failing_since, one.next_try_at = 0, None, None
        # The person who switches it on is responsible for it from now on.
        if by.user_id is not None:
            one.created_by_id = by.user_id
        fields += ["failures", "failing_since", "next_try_at", "created_by_id"]
    one.save(update_fields=[name.removesuffix("_id") for name in fields])
    log_act(by, "hook_change", kind="hook", about=one.pk)
    _send_after_commit(one)
    return one


@transaction.atomic(savepoint=False)
def hook_delete(*, by: Person, subscription: Subscription, version: int) -> None:
    """With its log. Raises: Denied, Stale."""
    require(by, Act.RUN_HOOKS)
    _bump_version(subscription, version)
    log_act(by, "hook_delete", kind="hook", about=subscription.pk)
    Subscription.objects.filter(pk=subscription.pk).delete()


@transaction.atomic(savepoint=False)
def hook_try(*, by: Person, subscription: Subscription, version: int) -> Delivery:
    """A test, sent once, also while it is off. Raises: Denied, Stale."""
    require(by, Act.RUN_HOOKS)
    _bump_version(subscription, version)
    delivery = _request(subscription, None, TEST, next_attempt(subscription, None))
    log_act(by, "hook_try", kind="hook", about=subscription.pk)
    _send_after_commit(subscription)
    return delivery


@dataclass(frozen=True, slots=True)
class Replay:
    """What would be sent again: one number, or all from it on. `known`: how many of the `count`
    messages were tried before."""

    number: int
    only: bool
    count: int
    known: int
    first_kind: str


def replay_foreseen(subscription: Subscription, number: int, *, only: bool) -> Replay:
    """Raises: Invalid when there is nothing of this number to be sent."""
    kept = outgoing_for(subscription)
    wanted = kept.filter(number=number) if only else kept.filter(number__gte=number)
    first = wanted.first()
    if first is None or number < 1:
        text = _("No message with this number is kept for this webhook.")
        raise Invalid("nothing_to_replay", text, field="number")
    tried = subscription.deliveries.filter(number__gte=number)
    repeated = tried.filter(number=number) if only else tried
    known = repeated.values("number").distinct().count()
    return Replay(number, only, wanted.count(), known, first.kind)


@transaction.atomic(savepoint=False)
def hook_replay(
    *, by: Person, subscription: Subscription, number: int, only: bool, version: int
) -> Subscription:
    """One, beside the others; or all from one on, in order, each attempt numbered.

    Raises: Denied, Stale; Invalid when there is nothing of this number.
    """
    require(by, Act.RUN_HOOKS)
    foreseen = replay_foreseen(subscription, number, only=only)
    _bump_version(subscription, version)
    one = Subscription.objects.get(pk=subscription.pk)
    if only:
        _request(one, number, foreseen.first_kind, next_attempt(one, number))
    else:
        Subscription.objects.filter(pk=one.pk).update(
            cursor=number - 1, failures=0, failing_since=None, next_try_at=None
        )
    log_act(by, "hook_replay", kind="hook", about=one.pk, number=number, only=only)
    _send_after_commit(one)
    one.refresh_from_db()
    return one


def _request(one: Subscription, number: int | None, kind: str, attempt: int) -> Delivery:
    return Delivery.objects.create(
        subscription=one,
        number=number,
        kind=kind,
        attempt=attempt,
        state=Delivery.State.ASKED,
        by_hand=True,
        at=timezone.now(),
    )


def _bump_version(subscription: Subscription, version: int) -> None:
    rows = Subscription.objects.filter(pk=subscription.pk)
    if not rows.filter(version=version).update(version=F("version") + 1):
        current = rows.values_list("version", flat=True).first()
        raise Stale(sent=version, current=current or version)


def _send_after_commit(one: Subscription) -> None:
    after_commit(partial(start, one.club_id))
