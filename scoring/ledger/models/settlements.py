"""Evenings that were settled together, and who was to pay whom so that all was cleared."""

from django.db import models
from django.db.models import F, Q

from ecarte_club.clubs.models import Club, Player, User
from games.evenings.models import LetterFields

from .books import Book

BOOKS_MOST = 400
# In the place of a player's id: what the levy box holds is the club's.
LEVY_BOX = 0


class Settlement(models.Model):
    """Frozen, as its books are: only whether a payment was made still changes."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="settlements")
    # The days of its first evening and of its last.
    starts_on = models.DateField()
    ends_on = models.DateField()
    settled_at = models.DateTimeField()
    settled_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        ordering = ["-pk"]
        indexes = [models.Index(fields=["club", "-id"], name="settlement_by_club")]
        constraints = [
            models.CheckConstraint(
                condition=Q(starts_on__lte=F("ends_on")), name="settlement_days_in_order"
            )
        ]

    def __str__(self) -> str:
        return f"{self.starts_on} – {self.ends_on}"


class SettledBook(models.Model):
    """A book is settled once."""

    settlement = models.ForeignKey(Settlement, on_delete=models.PROTECT, related_name="settled")
    book = models.OneToOneField(Book, on_delete=models.PROTECT, related_name="settled")

    def __str__(self) -> str:
        return f"{self.book_id} in {self.settlement_id}"


class Payment(models.Model):
    """What one is to pay another; nobody as payee is the levy box, which the club keeps.

    Players are those named then: read them under whom they were merged into.
    """

    settlement = models.ForeignKey(Settlement, on_delete=models.PROTECT, related_name="payments")
    payer = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    payee = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="+")
    amount = models.BigIntegerField()
    made_at = models.DateTimeField(null=True)
    made_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(condition=Q(amount__gt=0), name="payment_is_something"),
            models.CheckConstraint(
                condition=Q(payee=None) | Q(payer__lt=F("payee")) | Q(payer__gt=F("payee")),
                name="payment_between_two",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.payer_id} to {self.payee_id}: {self.amount}"

    @property
    def is_made(self) -> bool:
        return self.made_at is not None


class StatementLetter(LetterFields):
    """A member's statement by e-mail: with a settlement, or of some days because it was asked for.

    No day: from the first, or to the last that there is.
    """

    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    settlement = models.ForeignKey(
        Settlement, on_delete=models.PROTECT, null=True, related_name="letters"
    )
    starts_on = models.DateField(null=True)
    ends_on = models.DateField(null=True)
    written_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["settlement", "player"], name="statement_letter_once")
        ]
        indexes = [
            models.Index(
                fields=["id"], condition=Q(sent_at__isnull=True), name="statement_letter_to_send"
            )
        ]

    def __str__(self) -> str:
        return f"{self.settlement or (self.starts_on, self.ends_on)} to {self.player}"
