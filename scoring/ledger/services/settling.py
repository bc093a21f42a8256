"""Settling: evenings together, whose books are frozen then; and payments marked as made.

Locks are taken in the order of everywhere: evenings, then books, each by their ids.
"""

from collections import Counter
from collections.abc import Iterable, Mapping

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.models import Club, Unit
from ecarte_club.clubs.permissions import Act, Person, require, require_own_or_any
from ecarte_club.clubs.selectors.clubs import kept_id
from ecarte_club.core.exceptions import Invalid, Stale
from ecarte_club.core.outbox import Kind, write_message
from games.evenings.services.evenings import evening_moved
from scoring.ledger.changes import books_settled, books_settling
from scoring.ledger.models import Balance, Book, Payment, SettledBook, Settlement
from scoring.ledger.models.settlements import BOOKS_MOST, LEVY_BOX
from scoring.ledger.rules.settlement import payments

from .posting import book_settle


@transaction.atomic(savepoint=False)
def books_settle(*, by: Person, books: Mapping[int, int]) -> Settlement:
    """Together, each as it was seen: `books` by id, with their versions.

    Raises: Denied; Stale when something was posted since; Invalid for none, for who is no book of
    the club, for one that is settled, and while a contest of theirs runs.
    """
    require(by, Act.SETTLE)
    found = _books(by.club_id, books)
    for evening_id in sorted(book.evening_id for book in found if book.evening_id):
        evening_moved(evening_id, correcting=True)
    _check_contests(found)
    for book in found:
        if Book.objects.values_list("version", flat=True).get(pk=book.pk) != books[book.pk]:
            raise _posted_since(book, books[book.pk])
        book_settle(by=by, book=book, version=books[book.pk])
    days = [book.day for book in found]
    settlement = Settlement.objects.create(
        club_id=by.club_id,
        starts_on=min(days),
        ends_on=max(days),
        settled_at=timezone.now(),
        settled_by_id=by.user_id,
    )
    SettledBook.objects.bulk_create(SettledBook(settlement=settlement, book=one) for one in found)
    if Club.objects.get(pk=by.club_id).unit != Unit.POINTS:
        _payments_write(settlement, sums(book.pk for book in found))
    books_settled.send(settlement=settlement, books=books)
    log_act(by, "books_settle", kind="settlement", about=settlement.pk, books=len(found))
    evenings = sorted(book.evening_id for book in found if book.evening_id)
    settlement_made_message(settlement, evenings)
    return settlement


def _books(club_id: int, books: Mapping[int, int]) -> list[Book]:
    found = list(
        Book.objects.filter(pk__in=list(books), club_id=club_id)
        .select_related("evening")
        .order_by("pk")
    )
    if not found or len(found) < len(books) or len(books) > BOOKS_MOST:
        text = _("Must be books of this club, %(most)s at most.") % {"most": BOOKS_MOST}
        raise Invalid("unknown_book", text, errors={"books": text})
    if any(book.is_settled for book in found):
        text = _("One of these evenings is already settled. Reload the page.")
        raise Invalid("book_settled", text, errors={"books": text})
    return found


def _check_contests(books: list[Book]) -> None:
    evenings = [book.evening_id for book in books if book.evening_id]
    books_settling.send(evenings=evenings)


def _posted_since(book: Book, sent: int) -> Stale:
    current = Book.objects.values_list("version", flat=True).get(pk=book.pk)
    fault = Stale(sent=sent, current=current)
    text = _("The accounts have changed since you opened this page. Check the balances again.")
    fault.detail, fault.errors = text, {"books": text}
    return fault


def sums(book_ids: object) -> dict[int, int]:
    """What each holds in all these books, by player; what levy boxes hold under `LEVY_BOX`."""
    found: Counter[int] = Counter()
    rows = Balance.objects.filter(book__in=book_ids).exclude(amount=0)
    for player_id, amount in rows.values_list("player_id", "amount"):
        found[player_id or LEVY_BOX] += amount
    return {who: amount for who, amount in found.items() if amount}


def _payments_write(settlement: Settlement, balances: Mapping[int, int]) -> None:
    Payment.objects.bulk_create(
        Payment(
            settlement=settlement,
            payer_id=one.payer,
            payee_id=None if one.payee == LEVY_BOX else one.payee,
            amount=one.amount,
        )
        for one in payments(balances)
    )


@transaction.atomic(savepoint=False)
def payment_mark(*, by: Person, payment: Payment, made: bool) -> Payment:
    """As made, or as not made yet; said again, it stays with who said it first. Raises: Denied."""
    sides = {kept_id(pk) for pk in (payment.payer_id, payment.payee_id) if pk}
    require_own_or_any(by, Act.PAY_OWN, Act.PAY_ANY, is_own=by.player_id in sides)
    still = Payment.objects.filter(pk=payment.pk, made_at__isnull=made)
    when, who = (timezone.now(), by.user_id) if made else (None, None)
    if still.update(made_at=when, made_by=who):
        act = "payment_made" if made else "payment_not_made"
        log_act(by, act, kind="settlement", about=payment.settlement_id, payment=payment.pk)
        payment.made_at, payment.made_by_id = when, who
        payment_message(by.club_id, payment)
    payment.refresh_from_db()
    return payment


Ids = dict[str, object]


def settlement_made_message(settlement: Settlement, evenings: Iterable[int]) -> None:
    ids: Ids = {"settlement": settlement.pk, "evenings": list(evenings)}
    figures: Ids = {
        "starts_on": settlement.starts_on.isoformat(),
        "ends_on": settlement.ends_on.isoformat(),
        "settled_at": settlement.settled_at.isoformat(),
    }
    write_message(Kind.SETTLEMENT_MADE, club=settlement.club_id, ids=ids, figures=figures)


def payment_message(club: int, payment: Payment) -> None:
    """As it is now: made, or not."""
    at = payment.made_at
    kind = Kind.PAYMENT_NOT_MADE if at is None else Kind.PAYMENT_MADE
    ids: Ids = {"settlement": payment.settlement_id, "payment": payment.pk}
    write_message(kind, club=club, ids=ids, figures={"made_at": at.isoformat() if at else None})
