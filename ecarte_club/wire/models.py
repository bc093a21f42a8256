"""What the wire remembers: the answers given to writes, so that a repeated write answers alike."""

from django.db import models


class Receipt(models.Model):
    """One answered write. `who` is the actor, `key` his idempotency key, `print` the content's."""

    who = models.CharField(max_length=64)
    key = models.CharField(max_length=200)
    print = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField()
    # Text, because PostgreSQL's jsonb would give the fields back in another order.
    body = models.TextField()
    at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["who", "key"], name="receipt_once")]

    def __str__(self) -> str:
        return f"{self.who} {self.key}"
