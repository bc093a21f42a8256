"""Letters about an evening, each a row until it is sent."""

from django.db import models
from django.db.models import Q

from ecarte_club.clubs.models import Player

from . import Evening


class LetterFields(models.Model):
    """A row a letter: what was sent is marked so, and what was not is sent by the next worker.

    Whoever claims it sends it, until `claimed_until`.
    """

    claimed_until = models.DateTimeField(null=True)
    sent_at = models.DateTimeField(null=True)

    class Meta:
        abstract = True


class Letter(LetterFields):
    """The results of an evening to one who came."""

    evening = models.ForeignKey(Evening, on_delete=models.PROTECT, related_name="letters")
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
