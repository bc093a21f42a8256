"""Links by which somebody joins a club, and codes by which somebody creates one."""

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from .accounts import User
from .clubs import Club
from .people import Player


class InvitationState(models.TextChoices):
    OPEN = "open", pgettext_lazy("invitation", "Open")
    USED = "used", pgettext_lazy("invitation", "Used")
    REVOKED = "revoked", pgettext_lazy("invitation", "Withdrawn")
    EXPIRED = "expired", pgettext_lazy("invitation", "Expired")


class Invitation(models.Model):
    """A link that works once, by which somebody takes a role, or becomes a player of the club.

    Only the digest of its secret is stored; the link is shown when it is created, or e-mailed.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="invitations")
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, related_name="invitations"
    )
    role = models.CharField(max_length=10, blank=True)
    email = models.EmailField(_("e-mail"), blank=True)
    digest = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField()
    made_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)
    used_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")
    revoked_at = models.DateTimeField(null=True, blank=True)
    emailed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(player__isnull=False) | ~Q(role=""), name="invitation_to_something"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player or self.role} {self.club}"

    @property
    def state(self) -> InvitationState:
        if self.used_at:
            return InvitationState.USED
        if self.revoked_at:
            return InvitationState.REVOKED
        is_over = self.expires_at <= timezone.now()
        return InvitationState.EXPIRED if is_over else InvitationState.OPEN


class ClubInvitation(models.Model):
    """A code that works once, by which somebody creates a club of their own.

    Only the digest of the code is stored; it is printed by a command, or e-mailed to `email`.
    """

    email = models.EmailField(_("e-mail"), blank=True)
    digest = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)
    club = models.OneToOneField(
        Club, on_delete=models.SET_NULL, null=True, related_name="created_by_invitation"
    )

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return self.email or f"{self.created_at:%Y-%m-%d %H:%M}"
