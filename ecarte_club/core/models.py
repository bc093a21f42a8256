"""Answers given to writes, so that a repeated write answers alike; and the outbox."""

from django.db import models
from django.db.models import Q


class IdempotencyRecord(models.Model):
    """One answered write. `who` is the actor, `key` their key, `print` that of the content."""

    who = models.CharField(max_length=64)
    key = models.CharField(max_length=200)
    print = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField()
    # Text, because PostgreSQL's jsonb would give the fields back in another order.
    body = models.TextField()
    # Versions by topic, as JSON: whoever repeats the write may be the first who can tell of them.
    announced = models.TextField(default="", db_default="")
    at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["who", "key"], name="idempotency_record_once")
        ]

    def __str__(self) -> str:
        return f"{self.who} {self.key}"


class Outgoing(models.Model):
    """Something that programs are told of, written in the transaction of the change.

    `number` counts those of a club without a gap, in an order in which they were committed; it is
    given after the commit, so that no write waits for another one's. `ids` and `figures` as the
    API gives them; people are named by id alone.
    """

    club = models.ForeignKey(
        "clubs.Club", on_delete=models.PROTECT, related_name="outgoing", db_index=False
    )
    number = models.PositiveBigIntegerField(null=True)
    kind = models.CharField(max_length=20)
    event = models.ForeignKey(
        "matches.Event",
        on_delete=models.PROTECT,
        null=True,
        related_name="outgoing",
        db_index=False,
    )
    ids = models.JSONField(default=dict)
    figures = models.JSONField(default=dict)
    at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["club", "number"], name="outgoing_number")]
        indexes = [
            models.Index(
                fields=["club", "id"], condition=Q(number__isnull=True), name="outgoing_fresh"
            ),
            models.Index(fields=["event", "number"], name="outgoing_by_event"),
            models.Index(fields=["at"], name="outgoing_by_age"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.number or ''}"


class OutgoingCount(models.Model):
    """The last number that was given in a club; who holds this row gives the next ones."""

    club = models.OneToOneField(
        "clubs.Club", on_delete=models.CASCADE, primary_key=True, related_name="outgoing_count"
    )
    last = models.PositiveBigIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.club_id}: {self.last}"
