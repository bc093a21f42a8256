"""Books of transfers, what each account holds, limits, and evenings settled together."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import NamedTuple

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from ecarte_club.clubs.club_column import ClubOf
from ecarte_club.clubs.models import Club, Player, User
from ecarte_club.core.append_only import AppendOnly
from games.evenings.models import Evening, OutgoingEmail

from .rules import Account, Cause, Holder, Transfer

_MEMBER = Holder.MEMBER.value


# In the place of a contest's id: the club's cash is the book's own.
NO_CONTEST = 0


class BookAccount(NamedTuple):
    """An account of a book: `of` is the player where it is a member's, the contest otherwise."""

    holder: Holder
    of: int


class Book(models.Model):
    """What is settled at once: all that was moved at an evening, or under a name of its own.

    `version` moves with every posting. A settled book takes no more.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="books", db_index=False)
    evening = models.OneToOneField(
        Evening, on_delete=models.PROTECT, null=True, blank=True, related_name="book"
    )
    name = models.CharField(_("name"), max_length=80, blank=True)
    opened_at = models.DateTimeField()
    version = models.PositiveIntegerField(default=0)
    settled_at = models.DateTimeField(null=True, blank=True)
    settled_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        ordering = ["-pk"]
        indexes = [models.Index(fields=["club", "-id"], name="book_by_club")]
        constraints = [
            models.CheckConstraint(
                condition=Q(evening__isnull=False) | ~Q(name=""), name="book_is_named"
            )
        ]

    def __str__(self) -> str:
        return self.name or str(self.evening)

    @property
    def day(self) -> date:
        """Of its evening, or when it was opened."""
        return self.evening.held_on if self.evening else timezone.localtime(self.opened_at).date()

    @property
    def is_settled(self) -> bool:
        return self.settled_at is not None


class Balance(models.Model):
    """What an account holds: a member's in the book, or a pot, bank, mass or levy of a contest; or
    the club's cash, of `NO_CONTEST`, below zero by what the club has been paid."""

    book = models.ForeignKey(
        Book, on_delete=models.PROTECT, related_name="balances", db_index=False
    )
    holder = models.CharField(max_length=8)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="balances")
    contest = models.BigIntegerField(null=True)
    amount = models.BigIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["book", "player"],
                condition=Q(player__isnull=False),
                name="balance_of_member",
            ),
            models.UniqueConstraint(
                fields=["book", "contest", "holder"],
                condition=Q(contest__isnull=False),
                name="balance_of_contest",
            ),
            models.CheckConstraint(
                condition=Q(holder=_MEMBER, player__isnull=False, contest__isnull=True)
                | ~Q(holder=_MEMBER) & Q(player__isnull=True, contest__isnull=False),
                name="balance_is_somebodys",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.holder} {self.held.of}: {self.amount}"

    @property
    def held(self) -> BookAccount:
        return BookAccount(Holder(self.holder), self.player_id or self.contest or 0)


class Posting(AppendOnly):
    """A transfer as it was posted. `key` says what caused it; `reverses`: it takes that one back.

    Players are those named then: read them under whom they were merged into. `number` is of the
    event, in the log of its contest, that it follows from.
    """

    book = models.ForeignKey(
        Book, on_delete=models.PROTECT, related_name="postings", db_index=False
    )
    club = ClubOf("book")
    key = models.CharField(max_length=80)
    source_holder = models.CharField(max_length=8)
    source_player = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, related_name="+", db_index=False
    )
    target_holder = models.CharField(max_length=8)
    target_player = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, related_name="+", db_index=False
    )
    amount = models.BigIntegerField()
    cause = models.CharField(max_length=16)
    contest = models.BigIntegerField(null=True)
    number = models.PositiveIntegerField(null=True)
    reverses = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, related_name="reversed_by"
    )
    by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        indexes = [
            models.Index(fields=["source_player", "book", "id"], name="posting_by_source"),
            models.Index(fields=["target_player", "book", "id"], name="posting_by_target"),
            models.Index(fields=["book", "contest", "number"], name="posting_by_contest"),
            models.Index(fields=["club", "id"], name="posting_by_club"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["book", "key"], name="posting_once"),
            models.CheckConstraint(condition=Q(amount__gt=0), name="posting_moves_something"),
            models.CheckConstraint(
                condition=~Q(source_holder=F("target_holder"))
                | Q(source_player__isnull=False)
                & (
                    Q(source_player__lt=F("target_player"))
                    | Q(source_player__gt=F("target_player"))
                ),
                name="posting_between_two",
            ),
            models.CheckConstraint(
                condition=(
                    Q(source_holder=_MEMBER, source_player__isnull=False)
                    | ~Q(source_holder=_MEMBER)
                    & Q(source_player__isnull=True, contest__isnull=False)
                )
                & (
                    Q(target_holder=_MEMBER, target_player__isnull=False)
                    | ~Q(target_holder=_MEMBER)
                    & Q(target_player__isnull=True, contest__isnull=False)
                ),
                name="posting_is_somebodys",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.key}: {self.amount}"

    @property
    def transfer(self) -> Transfer:
        return Transfer(
            Account(Holder(self.source_holder), self.source_player_id or 0),
            Account(Holder(self.target_holder), self.target_player_id or 0),
            self.amount,
            Cause(self.cause),
        )

    def sides(self, kept: Mapping[int, int]) -> tuple[BookAccount, BookAccount]:
        """Source and target; `kept`: whom each player was merged into, if anybody."""
        contest, transfer = self.contest or 0, self.transfer
        source, target = (
            BookAccount(one.holder, kept.get(one.of, one.of) if one.of else contest)
            for one in (transfer.source, transfer.target)
        )
        return source, target


@dataclass(frozen=True, slots=True)
class Limits:
    """The most that one may stake in one bet, and owe in one book; None: as much as one likes."""

    most_staked: int | None = None
    most_owed: int | None = None

    def and_(self, other: "Limits") -> "Limits":
        """What both let pass."""
        return Limits(
            lower(self.most_staked, other.most_staked), lower(self.most_owed, other.most_owed)
        )


def lower(one: int | None, other: int | None) -> int | None:
    return other if one is None else one if other is None else min(one, other)


class ClubLimit(models.Model):
    """What a club lets anybody stake and owe."""

    club = models.OneToOneField(
        Club, on_delete=models.PROTECT, related_name="limit", primary_key=True
    )
    most_staked = models.PositiveIntegerField(_("the most in one bet"), null=True, blank=True)
    most_owed = models.PositiveIntegerField(_("the most owed at an evening"), null=True, blank=True)

    def __str__(self) -> str:
        return str(self.limits)

    @property
    def limits(self) -> Limits:
        return Limits(self.most_staked, self.most_owed)


class PlayerLimit(models.Model):
    """What a member may stake and owe, by their own choice.

    A limit that was raised, or given up, holds as it was until `…_from`, and then is `…_asked`.
    """

    player = models.OneToOneField(
        Player, on_delete=models.PROTECT, related_name="limit", primary_key=True
    )
    most_staked = models.PositiveIntegerField(_("the most in one bet"), null=True, blank=True)
    staked_asked = models.PositiveIntegerField(null=True)
    staked_from = models.DateTimeField(null=True)
    most_owed = models.PositiveIntegerField(_("the most owed at an evening"), null=True, blank=True)
    owed_asked = models.PositiveIntegerField(null=True)
    owed_from = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.player_id}: {self.most_staked} {self.most_owed}"

    def in_force(self, now: datetime) -> Limits:
        staked_has_come = self.staked_from is not None and self.staked_from <= now
        owed_has_come = self.owed_from is not None and self.owed_from <= now
        return Limits(
            self.staked_asked if staked_has_come else self.most_staked,
            self.owed_asked if owed_has_come else self.most_owed,
        )


BOOKS_MOST = 400
# In the place of a player's id: what levy boxes and cash hold is the club's.
THE_CLUB = 0


class Settlement(models.Model):
    """Frozen, as its books are: only whether a payment was made still changes."""

    club = models.ForeignKey(
        Club, on_delete=models.PROTECT, related_name="settlements", db_index=False
    )
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
    """What one is to pay another; nobody is the club, with its levy boxes and its cash.

    Players are those named then: read them under whom they were merged into.
    """

    settlement = models.ForeignKey(Settlement, on_delete=models.PROTECT, related_name="payments")
    payer = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="+")
    payee = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="+")
    amount = models.BigIntegerField()
    made_at = models.DateTimeField(null=True)
    made_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(condition=Q(amount__gt=0), name="payment_is_something"),
            models.CheckConstraint(
                condition=Q(payee=None, payer__isnull=False)
                | Q(payer=None, payee__isnull=False)
                | Q(payer__lt=F("payee"))
                | Q(payer__gt=F("payee")),
                name="payment_between_two",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.payer_id} to {self.payee_id}: {self.amount}"

    @property
    def is_made(self) -> bool:
        return self.made_at is not None


class StatementLetter(OutgoingEmail):
    """A member's statement by e-mail: with a settlement, or of some days because it was asked for.

    No day: from the first, or to the last that there is.
    """

    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    settlement = models.ForeignKey(
        Settlement, on_delete=models.PROTECT, null=True, related_name="letters", db_index=False
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
