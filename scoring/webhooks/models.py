"""Webhooks: the addresses that messages of the outbox are sent to, and how each attempt went."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from ecarte_club.clubs.models import Club, User
from ecarte_club.core.outbox import Kind
from scoring.leagues.models import League

KINDS = [kind.value for kind in Kind]
# No change: what a subscription is sent to see whether it arrives.
TEST = "hook.test"


class Subscription(models.Model):
    """An address that receives messages in order. `cursor`: the number of the last one handled.

    The signing secret is made of `salt` and the site's key, and stored nowhere. No `kinds`: all
    of them; no `league`: of the whole club. Whoever claims it sends, `claimed_by` a token of their
    own, until `claimed_until`, which they move on.
    """

    class Off(models.TextChoices):
        NOT = "", _("On")
        HAND = "hand", _("Switched off by hand")
        FAILING = "failing", _("Switched off: nothing was delivered for three days")
        GONE = "gone", _("Switched off: the receiver answered that it no longer exists")
        RIGHTS = "rights", _("Switched off: its owner may no longer run webhooks")

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="subscriptions")
    url = models.CharField(_("address"), max_length=500)
    salt = models.CharField(max_length=43)
    kinds = models.JSONField(default=list)
    league = models.ForeignKey(League, on_delete=models.PROTECT, null=True, related_name="+")
    off = models.CharField(max_length=8, choices=Off, default=Off.NOT, blank=True)
    created_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField()
    version = models.PositiveIntegerField(default=1)
    cursor = models.PositiveBigIntegerField(default=0)
    failures = models.PositiveIntegerField(default=0)
    failing_since = models.DateTimeField(null=True)
    next_try_at = models.DateTimeField(null=True)
    claimed_until = models.DateTimeField(null=True)
    claimed_by = models.CharField(max_length=32, blank=True, default="", db_default="")

    class Meta:
        ordering = ["pk"]
        indexes = [
            models.Index(fields=["club"], condition=Q(off=""), name="subscription_on"),
        ]

    def __str__(self) -> str:
        return self.url

    @property
    def active(self) -> bool:
        return not self.off

    @property
    def off_reason(self) -> str | None:
        return self.off or None


class Delivery(models.Model):
    """One attempt, written before it is made, so that what a dead worker had begun can be seen.

    `number`: of the message; none for a test. `attempt` counts those of one number.
    """

    class State(models.TextChoices):
        ASKED = "asked", _("Requested")
        SENDING = "sending", _("On its way")
        DONE = "done", _("Delivered")
        FAILED = "failed", _("Failed")

    subscription = models.ForeignKey(
        Subscription, on_delete=models.CASCADE, related_name="deliveries", db_index=False
    )
    number = models.PositiveBigIntegerField(null=True)
    kind = models.CharField(max_length=20)
    attempt = models.PositiveIntegerField()
    state = models.CharField(max_length=8, choices=State)
    # Requested by a person: it is tried once, and holds nothing back.
    by_hand = models.BooleanField(default=False)
    at = models.DateTimeField()
    status = models.PositiveSmallIntegerField(null=True)
    fault = models.CharField(max_length=12, blank=True)
    took_ms = models.PositiveIntegerField(null=True)
    excerpt = models.CharField(max_length=200, blank=True)
    next_try_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["subscription", "number", "attempt"], name="delivery_attempt"
            )
        ]
        indexes = [
            models.Index(fields=["subscription", "-id"], name="delivery_log"),
            models.Index(
                fields=["subscription", "id"], condition=Q(state="asked"), name="delivery_asked"
            ),
            models.Index(fields=["at"], name="delivery_by_age"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.number or ''} ({self.attempt})"
