"""Notifications are written in the transaction of what they are about, and sent after it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.utils import timezone

from ecarte_club.core.tasks import once_after_commit
from scoring.notifications.models import Device, Notification

from . import sending

FRESH = ("kind", "occasion", "path", "written_at", "expires_at")
AS_NEW = ("sent_at", "failures", "next_try_at", "claimed_until")


@dataclass(frozen=True, slots=True)
class About:
    """See the model. `lasts`: for how long it is worth sending."""

    topic: str
    occasion: str
    path: str
    lasts: timedelta


def notify(devices: Sequence[Device], kind: str, about: About) -> None:
    """Of one topic the newest replaces what waits; of one occasion there is one."""
    known = Notification.objects.filter(
        device__in=devices, topic=about.topic, occasion=about.occasion
    ).values_list("device", flat=True)
    had, now = set(known), timezone.now()
    rows = [
        Notification(
            device=device,
            kind=kind,
            topic=about.topic,
            occasion=about.occasion,
            path=about.path,
            written_at=now,
            expires_at=now + about.lasts,
        )
        for device in devices
        if device.pk not in had
    ]
    if not rows:
        return
    Notification.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=["device", "topic"],
        update_fields=[*FRESH, *AS_NEW],
    )
    once_after_commit("notifications", sending.start)
