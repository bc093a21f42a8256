"""Evenings: who came, tables with their codes, phones, and e-mails with results."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from ecarte_club.clubs.models import Club, Player, User
from ecarte_club.core.collation import SortKeyField


class Evening(models.Model):
    """One meeting of the club. `version` moves with everything that happens at it.

    A table's code is good until the sign-off, and never beyond `codes_until`.
    """

    club = models.ForeignKey(
        Club, on_delete=models.PROTECT, related_name="evenings", db_index=False
    )
    name = models.CharField(_("name"), max_length=80, blank=True)
    sort_name = SortKeyField()
    held_on = models.DateField(_("day"))
    # Whether strangers may see its tables and results.
    public = models.BooleanField(_("public"), default=False)
    opened_at = models.DateTimeField()
    opened_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")
    codes_until = models.DateTimeField()
    signed_off_at = models.DateTimeField(null=True, blank=True)
    signed_off_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")
    version = models.PositiveIntegerField(default=1)

    class Meta:
        ordering = ["-held_on", "-pk"]
        indexes = [models.Index(fields=["club", "-held_on", "-id"], name="evening_by_club")]

    def __str__(self) -> str:
        return self.name or str(self.held_on)

    @property
    def is_open(self) -> bool:
        return self.signed_off_at is None


class Attendance(models.Model):
    """A player who came; `left_at` says that they went home before the end."""

    evening = models.ForeignKey(
        Evening, on_delete=models.PROTECT, related_name="attendances", db_index=False
    )
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="attendances")
    came_at = models.DateTimeField()
    left_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["player__sort_name", "pk"]
        constraints = [models.UniqueConstraint(fields=["evening", "player"], name="came_once")]

    def __str__(self) -> str:
        return f"{self.player} {self.evening}"


class Table(models.Model):
    """A table of one evening. A renewed code (`code_number`) shuts out who came by the old one."""

    evening = models.ForeignKey(
        Evening, on_delete=models.PROTECT, related_name="tables", db_index=False
    )
    name = models.CharField(_("name"), max_length=20)
    code = models.CharField(max_length=8, unique=True)
    code_number = models.PositiveIntegerField(default=1)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["evening", "name"], name="table_name_once"),
            models.CheckConstraint(condition=~Q(name=""), name="table_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name


class Phone(models.Model):
    """A browser or program that was let in at a table by its code. Only the digest is kept.

    `player` is who holds it, as they said; nobody, when it keeps the score for both.
    """

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="phones")
    code_number = models.PositiveIntegerField()
    digest = models.CharField(max_length=64, unique=True)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="+")
    opened_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.pk} at {self.table}"

    @property
    def actor(self) -> str:
        """Who it is to the receipts of its writes."""
        return f"phone:{self.pk}"


class OutgoingEmail(models.Model):
    """A row a letter: what was sent is marked so, and what was not is sent by the next worker.

    Whoever claims it sends it, until `claimed_until`.
    """

    claimed_until = models.DateTimeField(null=True)
    sent_at = models.DateTimeField(null=True)

    class Meta:
        abstract = True


class Letter(OutgoingEmail):
    """The results of an evening to one who came."""

    evening = models.ForeignKey(
        Evening, on_delete=models.PROTECT, related_name="letters", db_index=False
    )
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["evening", "player"], name="letter_once")]
        indexes = [
            models.Index(
                fields=["evening"], condition=Q(sent_at__isnull=True), name="letter_to_send"
            )
        ]

    def __str__(self) -> str:
        return f"{self.evening} to {self.player}"
