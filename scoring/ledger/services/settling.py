"""Settling: evenings together, whose books are frozen then; and payments marked as made.

Locks are taken in the order of everywhere: evenings, then books, each by their ids.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.db import transaction
from django.db.models import Q
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.changes import MergeEffects, StoredData
from ecarte_club.clubs.models import Club, Player, Unit, User
from ecarte_club.clubs.permissions import Act, Person, require, require_own_or_any
from ecarte_club.clubs.selectors.clubs import current_player_id
from ecarte_club.clubs.services.clubs import lock_player
from ecarte_club.core.exceptions import Invalid, Stale
from ecarte_club.core.outbox import Kind, write_message
from ecarte_club.core.tasks import enqueue_after_commit
from games.evenings.services import mailing
from games.evenings.services.evenings import bump_evening_version
from scoring.ledger.changes import books_settled, books_settling
from scoring.ledger.labels.unit import unit_words
from scoring.ledger.models import (
    BOOKS_MOST,
    THE_CLUB,
    Balance,
    Book,
    Payment,
    SettledBook,
    Settlement,
    StatementLetter,
)
from scoring.ledger.rules import payments
from scoring.ledger.selectors import statements
from scoring.ledger.selectors.accounts import dues_of
from scoring.ledger.selectors.owing import owing
from scoring.ledger.selectors.statements import Period

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
        bump_evening_version(evening_id, correcting=True)
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
        raise Invalid("unknown_book", text, field="books")
    if any(book.is_settled for book in found):
        text = _("One of these evenings is already settled. Reload the page.")
        raise Invalid("book_settled", text, field="books")
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
    """What each holds in all these books, by player; what the club does under `THE_CLUB`."""
    found: Counter[int] = Counter()
    rows = Balance.objects.filter(book__in=book_ids).exclude(amount=0)
    for player_id, amount in rows.values_list("player_id", "amount"):
        found[player_id or THE_CLUB] += amount
    return {who: amount for who, amount in found.items() if amount}


def _payments_write(settlement: Settlement, balances: Mapping[int, int]) -> None:
    Payment.objects.bulk_create(
        Payment(
            settlement=settlement,
            payer_id=None if one.payer == THE_CLUB else one.payer,
            payee_id=None if one.payee == THE_CLUB else one.payee,
            amount=one.amount,
        )
        for one in payments(balances)
    )


@transaction.atomic(savepoint=False)
def payment_mark(*, by: Person, payment: Payment, made: bool) -> Payment:
    """As made, or as not made yet; said again, it stays with who said it first. Raises: Denied."""
    sides = {current_player_id(pk) for pk in (payment.payer_id, payment.payee_id) if pk}
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


def message(letter: StatementLetter, user: User) -> EmailMultiAlternatives:
    """In their language, with the newest lines; with the same Message-ID however often made."""
    player, club = letter.player, letter.player.club
    period = Period(letter.starts_on, letter.ends_on)
    with translation.override(user.language):
        books = statements.books_of(player, period)
        words = unit_words(club)
        total = statements.total(player, books)
        if not words.is_points:
            total = owing(player, books).amount
        page = statements.page(player, books)
        dues = dues_of(letter.settlement_id, player.pk) if letter.settlement_id else ()
        query = f"?{period.query}" if period.query else ""
        shown = {
            "club": club,
            "player": player,
            "letter": letter,
            "words": words,
            "total": total,
            "owed": -total,
            "page": page,
            "dues": dues,
            "address": _address("statement", club.slug, player.pk) + query,
            "choices": _address("choices", club.slug),
        }
        subject = render_to_string("ledger/letter_subject.txt", shown)
        made = EmailMultiAlternatives(
            " ".join(subject.split()),
            render_to_string("ledger/letter.txt", shown),
            to=[user.email],
            headers={
                "Message-ID": message_id(letter),
                "List-Unsubscribe": f"<{shown['choices']}>",
                "Auto-Submitted": "auto-generated",
            },
        )
        html = render_to_string("ledger/letter.html", shown)
        made.attach_alternative(html, "text/html")
    return made


def message_id(letter: StatementLetter) -> str:
    host = urlsplit(settings.SITE_URL).hostname or "localhost"
    return f"<statement.{letter.pk}@{host}>"


def _address(name: str, *arguments: object) -> str:
    return settings.SITE_URL.rstrip("/") + reverse(name, args=arguments)


# Asked for once more within this time, a statement of the same days is not sent once more.
SAME_FOR = timedelta(minutes=10)


def statements_write(*, settlement: Settlement, books: Iterable[int], **_signal: object) -> None:
    """For whoever has a balance in these books, an e-mail address, and wants letters."""
    holders = Balance.objects.filter(
        book__in=list(books),
        player__wants_results=True,
        player__anonymised_at=None,
        player__user__is_active=True,
    ).exclude(player__user__email="")
    wanted, now = sorted(set(holders.values_list("player", flat=True))), timezone.now()
    StatementLetter.objects.bulk_create(
        StatementLetter(
            settlement=settlement,
            player_id=pk,
            starts_on=settlement.starts_on,
            ends_on=settlement.ends_on,
            written_at=now,
        )
        for pk in wanted
    )
    if wanted:
        _send_after_commit()


@transaction.atomic(savepoint=False)
def statement_ask(*, by: Person, player: Player, period: Period) -> StatementLetter:
    """To the member, whoever asks: they, or a director.

    Raises: Denied; Invalid for who has no e-mail address.
    """
    is_own = by.user_id is not None and by.player_id == player.pk
    require_own_or_any(by, Act.CHOOSE_OWN, Act.SETTLE, is_own=is_own)
    held = lock_player(by.club_id, player.pk)
    if held.user is None or not held.user.email:
        text = _("This member has no e-mail address here.")
        raise Invalid("no_address", text, field="player")
    days = {"starts_on": period.starts_on, "ends_on": period.ends_on}
    now = timezone.now()
    same = StatementLetter.objects.filter(
        player=held, settlement=None, written_at__gt=now - SAME_FOR, **days
    ).first()
    if same is not None:
        return same
    letter = StatementLetter.objects.create(player=held, written_at=now, **days)
    log_act(by, "statement_ask", kind="player", about=held.pk)
    _send_after_commit()
    return letter


def _send_after_commit() -> None:
    enqueue_after_commit("scoring.ledger.tasks.send_statements")


def statements_send() -> int:
    """Whatever is to be sent now; the answer says how many were."""
    return mailing.emails_send_due(STATEMENTS, Q())


def _written_since(since: datetime) -> Q:
    return Q(written_at__gt=since)


def _email(pk: int) -> EmailMultiAlternatives | None:
    """None for who is no longer known, or no longer wants what they did not ask for."""
    letters = StatementLetter.objects.select_related("player__club", "player__user", "settlement")
    letter = letters.get(pk=pk)
    user = letter.player.user
    wanted = letter.settlement is None or letter.player.wants_results
    return message(letter, user) if user and wanted else None


STATEMENTS = mailing.Mailing(StatementLetter, _written_since, _email)


def statements_move(*, kept: Player, gone: Player, **_signal: Any) -> MergeEffects:
    """Two players are one: one letter of each settlement, and sent if either's was."""
    theirs = StatementLetter.objects.filter(player=gone)
    for letter in theirs.filter(settlement__letters__player=kept):
        if letter.sent_at:
            other = StatementLetter.objects.filter(player=kept, settlement=letter.settlement_id)
            other.filter(sent_at=None).update(sent_at=letter.sent_at)
        letter.delete()
    theirs.update(player=kept)
    return MergeEffects()


def statements_stored(*, player: Player, **_signal: Any) -> Iterator[StoredData]:
    unsent = StatementLetter.objects.filter(player=player, sent_at=None).count()
    yield StoredData(_("Unsent statements, which will not be sent"), unsent, stays=False)


def statements_forget(*, player: Player, **_signal: Any) -> None:
    StatementLetter.objects.filter(player=player, sent_at=None).delete()
