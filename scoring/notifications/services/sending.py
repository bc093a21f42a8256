"""Notifications sent to the push services of browsers, in threads: no request waits for one.

A notification is claimed by a statement that only one sender can win; a claim ends by itself, so
that what a worker that died had begun is sent by the next, and the device shows the same one once.
"""

import logging
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Min, Q, QuerySet
from django.utils import timezone, translation

from ecarte_club.core import http_client
from ecarte_club.core.http_client import Outcome
from ecarte_club.core.sending_threads import IDLE, Lane, Watcher
from ecarte_club.core.tasks import enqueue
from games.online.selectors.presence import HERE_FOR
from scoring.notifications.encryption import opaque, sealed, signature, site_key
from scoring.notifications.labels import words
from scoring.notifications.models import TEST, Device, Kind, Notification
from scoring.notifications.selectors import is_at_the_table, is_still_due

log = logging.getLogger(__name__)
THREADS = 8
LEASE = timedelta(seconds=30)
"""Longer than any answer is waited for."""
PAUSES = tuple(timedelta(seconds=one) for one in (10, 60, 300, 900, 3600))
"""After the first failure, the second …; the last one repeats until the notification expires."""
GIVEN_UP_AFTER = timedelta(days=14)
# Seconds: between two looks while something is sent, and the longest wait of who ends for the last.
BEAT, LAST = 1.0, 12.0
GONE = (404, 410)
URGENT = {Kind.TURN.value, Kind.TABLE.value, TEST}


def waiting() -> QuerySet[Notification]:
    return Notification.objects.filter(
        sent_at=None, expires_at__gt=timezone.now(), device__user__is_active=True
    )


def due() -> QuerySet[Notification]:
    now = timezone.now()
    unclaimed = Q(claimed_until=None) | Q(claimed_until__lt=now)
    return waiting().filter(unclaimed, Q(next_try_at=None) | Q(next_try_at__lte=now))


def devices_due() -> list[int]:
    return list(due().order_by("device").values_list("device", flat=True).distinct())


def device_send(device_id: int) -> int:
    """How many arrived of what is due for one device."""
    return sum(_send(pk) for pk in due().filter(device=device_id).values_list("pk", flat=True))


def _send(pk: int) -> bool:
    """Whether it arrived, by this call."""
    until = timezone.now() + LEASE
    if not due().filter(pk=pk).update(claimed_until=until):
        return False
    notification = Notification.objects.select_related("device__user").get(pk=pk)
    device = notification.device
    if not is_still_due(notification):
        _mark(notification, until, expires_at=timezone.now())
        return False
    # A device whose session has ended, or that is bound to another key, goes with the next sweep.
    if not device.is_signed_in or device.site_key != site_key():
        _mark(notification, until, next_try_at=notification.expires_at)
        return False
    if is_at_the_table(notification):
        later = timezone.now() + timedelta(seconds=HERE_FOR)
        _mark(notification, until, next_try_at=later)
        return False
    return _mark_outcome(notification, until, _post(notification))


def _post(notification: Notification) -> Outcome:
    device, left = notification.device, notification.expires_at - timezone.now()
    if not device.endpoint.startswith("https://") and not settings.HOOKS_PRIVATE:
        return Outcome(http_client.Why.TLS)
    headers = {
        **signature(device.endpoint),
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        "TTL": str(max(0, int(left.total_seconds()))),
        "Urgency": "high" if notification.kind in URGENT else "normal",
        "Topic": opaque(f"{device.pk}:{notification.topic}"),
    }
    body = sealed(content_of(notification), device.p256dh, device.auth)
    return http_client.post(device.endpoint, body, headers, private=settings.HOOKS_PRIVATE)


def content_of(notification: Notification) -> dict[str, str]:
    """What the device shows, and where a tap leads: a kind and an address."""
    language = notification.device.user.language
    with translation.override(language):
        title, body = words(notification.kind)
    return {
        "kind": notification.kind,
        "title": title,
        "body": body,
        "lang": language,
        "path": notification.path,
        "tag": opaque(notification.topic),
    }


def _mark(notification: Notification, until: datetime, **fields: object) -> None:
    """Unless a newer one of the topic has taken its place."""
    ours = Notification.objects.filter(pk=notification.pk, claimed_until=until)
    ours.update(claimed_until=None, **fields)


def _mark_outcome(notification: Notification, until: datetime, outcome: Outcome) -> bool:
    device, now = Device.objects.filter(pk=notification.device_id), timezone.now()
    if outcome.why is None:
        device.update(sent_at=now, failing_since=None)
        _mark(notification, until, sent_at=now)
        return True
    since = notification.device.failing_since or now
    if outcome.status in GONE or now - since > GIVEN_UP_AFTER:
        device.delete()
        return False
    log.warning("Notification %s was not sent: %s %s", notification.pk, outcome.why, outcome.status)
    device.filter(failing_since=None).update(failing_since=now)
    pause = PAUSES[min(notification.failures, len(PAUSES) - 1)]
    _mark(notification, until, failures=notification.failures + 1, next_try_at=now + pause)
    return False


class Sender(Watcher):
    def __init__(self) -> None:
        self._lane = Lane("notifications", THREADS, device_send)
        super().__init__("notifications", self._lane)

    def look(self) -> float | None:
        for device_id in devices_due():
            self._lane.submit(device_id)
        if not self.are_lanes_idle():
            return BEAT
        return seconds_to_next() if settings.CELERY_TASK_ALWAYS_EAGER else None


def seconds_to_next() -> float | None:
    """Until the next attempt, or until the claim of who died ends."""
    times = waiting().aggregate(tried=Min("next_try_at"), claimed=Min("claimed_until"))
    found = [at for at in times.values() if at is not None]
    if not found:
        return None
    left: float = (min(found) - timezone.now()).total_seconds()
    return min(IDLE, max(BEAT, left))


sender = Sender()


def start() -> None:
    """By a worker; without one, by threads of this process: no request waits."""
    if settings.CELERY_TASK_ALWAYS_EAGER:
        sender.wake()
    else:
        enqueue("scoring.notifications.tasks.send_notifications")
