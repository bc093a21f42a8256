"""What an account chooses: kinds of notifications, and the devices that get them.

As with tokens, these are the account's own, and in the log of no club.
"""

from collections.abc import Mapping
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import get_random_string
from django.utils.translation import gettext as _

from ecarte_club.clubs.models import User
from ecarte_club.core import http_client
from ecarte_club.core.exceptions import Absent, Denied, Invalid
from ecarte_club.core.sweeping import delete_in_portions
from scoring.notifications.encryption import is_point, is_secret, site_key
from scoring.notifications.models import (
    KINDS,
    TEST,
    Device,
    Notification,
    WantedKind,
    endpoint_digest,
    session_stamp,
)
from scoring.notifications.selectors import devices_of

from .writing import About, notify

DEVICES_MOST, NAME_MOST = 20, 60
TEST_LASTS = timedelta(hours=1)


@transaction.atomic(savepoint=False)
def kinds_choose(*, user: User, kinds: Mapping[str, bool]) -> None:
    """What is left out stays as it is. Raises: Invalid, naming the kind."""
    unknown = sorted(kinds.keys() - set(KINDS))
    if unknown:
        text = _("Must be one of: %(allowed)s.") % {"allowed": ", ".join(KINDS)}
        raise Invalid("invalid_choice", text, field=unknown[0])
    chosen = [kind for kind, is_on in kinds.items() if is_on]
    WantedKind.objects.filter(user=user, kind__in=kinds.keys() - set(chosen)).delete()
    rows = [WantedKind(user=user, kind=kind) for kind in chosen]
    WantedKind.objects.bulk_create(rows, ignore_conflicts=True)


@transaction.atomic(savepoint=False)
def device_add(*, user: User, name: str, endpoint: str, p256dh: str, auth: str) -> Device:
    """The browser that this address belongs to; added again, it is the same device, and nobody
    else's any more. Raises: Invalid, naming every field at fault."""
    errors = {
        "endpoint": ""
        if _is_endpoint(endpoint)
        else _("Must be an https address on the internet."),
        "p256dh": "" if is_point(p256dh) else _("Must be a P-256 public key in base64url."),
        "auth": "" if is_secret(auth) else _("Must be 16 bytes in base64url."),
    }
    if wrong := {field: text for field, text in errors.items() if text}:
        raise Invalid("invalid_device", _("This device was not added."), errors=wrong)
    digest = endpoint_digest(endpoint)
    Device.objects.filter(digest=digest).exclude(user=user).delete()
    others = devices_of(user).exclude(digest=digest)
    if others.count() >= DEVICES_MOST:
        text = _("You already have %(most)s devices. Remove one of them first.")
        raise Invalid("too_many_devices", text % {"most": DEVICES_MOST})
    fields = {
        "user": user,
        "name": name[:NAME_MOST],
        "endpoint": endpoint,
        "p256dh": p256dh,
        "auth": auth,
        "site_key": site_key(),
        "stamp": session_stamp(user),
        "failing_since": None,
    }
    device, _new = Device.objects.update_or_create(
        digest=digest, defaults=fields, create_defaults={**fields, "added_at": timezone.now()}
    )
    return device


def _is_endpoint(text: str) -> bool:
    """Whether it may be sent to; its name is looked up when it is."""
    parts = http_client.parts_of(text)
    if parts is None or settings.HOOKS_PRIVATE:
        return parts is not None
    written = http_client.literal(parts.hostname or "")
    return parts.scheme == "https" and (written is None or http_client.is_public(written))


@transaction.atomic(savepoint=False)
def device_remove(*, user: User, device_id: int) -> None:
    """Raises: Absent; Denied for a device of somebody else."""
    _own(user, device_id).delete()


def _own(user: User, device_id: int) -> Device:
    device = Device.objects.select_related("user").filter(pk=device_id).first()
    if device is None:
        raise Absent
    if device.user_id != user.pk:
        raise Denied(_("This is not one of your devices."))
    return device


@transaction.atomic(savepoint=False)
def device_test(*, user: User, device_id: int) -> Notification:
    """A notification to one device, whatever kinds are chosen. Raises: as device_remove."""
    device = _own(user, device_id)
    about = About(f"test:{device.pk}", get_random_string(12), reverse("notifications"), TEST_LASTS)
    notify([device], TEST, about)
    return device.notifications.get(topic=about.topic)


def device_keep(user: User, device_id: int) -> None:
    """All sessions of the user ended but the one of this device."""
    Device.objects.filter(user=user, pk=device_id).update(stamp=session_stamp(user))


def devices_sweep() -> None:
    """Those that nothing is sent to any more, and notifications that nobody waits for."""
    now = timezone.now()
    for device in Device.objects.select_related("user"):
        if not device.is_signed_in or device.site_key != site_key():
            device.delete()
    over = Notification.objects.filter(expires_at__lt=now - timedelta(days=1))
    delete_in_portions(over, by="pk")
