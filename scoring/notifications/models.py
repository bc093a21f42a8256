"""Devices that get notifications, the kinds that their owners chose, and what is sent to them."""

from hashlib import sha256

from django.db import models
from django.utils.translation import gettext_lazy as _

from ecarte_club.clubs.models import User
from ecarte_club.core.http_client import URL_MOST


class Kind(models.TextChoices):
    TURN = "turn", _("My turn at a table online")
    TABLE = "table", _("My next table or opponent")
    RESULT = "result", _("A result to confirm")
    DEBT = "debt", _("Something to pay after evenings are settled up")


KINDS = Kind.values
# No event: what a device is sent to see whether it arrives.
TEST = "test"


class WantedKind(models.Model):
    """A kind that an account chose; nothing else is sent."""

    user = models.ForeignKey(
        User, on_delete=models.CASCADE, related_name="wanted_kinds", db_index=False
    )
    kind = models.CharField(max_length=8, choices=Kind)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "kind"], name="wanted_kind_once")]

    def __str__(self) -> str:
        return self.kind


def session_stamp(user: User) -> str:
    """Other than before once all sessions of the user ended: signed out everywhere, or by another
    password."""
    return sha256(f"{user.password} {user.session_number}".encode()).hexdigest()


def endpoint_digest(endpoint: str) -> str:
    return sha256(endpoint.encode()).hexdigest()


class Device(models.Model):
    """A browser that takes notifications. Whoever knows `endpoint`, `p256dh` and `auth` can send to
    it: no page and no answer shows them. `digest`: of the endpoint, by which a browser is known
    again. `stamp`: of the sessions when it was added. `site_key`: the site's, which it is bound to.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="devices")
    name = models.CharField(max_length=60)
    endpoint = models.CharField(max_length=URL_MOST)
    digest = models.CharField(max_length=64, unique=True)
    p256dh = models.CharField(max_length=88)
    auth = models.CharField(max_length=24)
    site_key = models.CharField(max_length=88)
    stamp = models.CharField(max_length=64)
    added_at = models.DateTimeField()
    sent_at = models.DateTimeField(null=True)
    failing_since = models.DateTimeField(null=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.name

    @property
    def is_signed_in(self) -> bool:
        return self.user.is_active and self.stamp == session_stamp(self.user)


class Notification(models.Model):
    """The latest of a topic for a device, written in the transaction of what it is about.

    `topic`: what it is about, as "turn:12"; `occasion`: which turn, round or entry, so that the
    same one is sent once. Whoever sends it claims it until `claimed_until`.
    """

    device = models.ForeignKey(
        Device, on_delete=models.CASCADE, related_name="notifications", db_index=False
    )
    kind = models.CharField(max_length=8)
    topic = models.CharField(max_length=40)
    occasion = models.CharField(max_length=40)
    path = models.CharField(max_length=200)
    written_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    sent_at = models.DateTimeField(null=True)
    failures = models.PositiveIntegerField(default=0)
    next_try_at = models.DateTimeField(null=True)
    claimed_until = models.DateTimeField(null=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["device", "topic"], name="notification_latest")
        ]
        indexes = [
            models.Index(
                fields=["next_try_at"],
                condition=models.Q(sent_at=None),
                name="notification_unsent",
            )
        ]

    def __str__(self) -> str:
        return f"{self.topic} {self.occasion}"
