"""Archives that were asked for: how each goes, and the file that it became."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from ecarte_club.clubs.models import Club, User


class Archive(models.Model):
    """Everything a club has, as one file that is kept until `expires_at`.

    `total`: of how many rows; `file`: its name in the folder of archives; `digest`: its SHA-256.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("Waiting to start")
        MAKING = "making", _("Being made")
        MADE = "made", _("Ready to download")
        FAILED = "failed", _("Failed")

    UNFINISHED = (State.WAITING, State.MAKING)

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="archives")
    by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")
    asked_at = models.DateTimeField()
    state = models.CharField(max_length=8, choices=State, default=State.WAITING)
    began_at = models.DateTimeField(null=True)
    total = models.PositiveIntegerField(default=0)
    file = models.CharField(max_length=80, blank=True)
    size = models.PositiveBigIntegerField(default=0)
    digest = models.CharField(max_length=64, blank=True)
    made_at = models.DateTimeField(null=True)
    expires_at = models.DateTimeField()

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["club"],
                condition=Q(state__in=["waiting", "making"]),
                name="archive_one_at_a_time",
            )
        ]
        indexes = [models.Index(fields=["expires_at"], name="archive_by_age")]

    def __str__(self) -> str:
        return f"{self.asked_at:%Y-%m-%d %H:%M}"
