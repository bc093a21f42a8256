"""Counters that are handed over while an evening is not settled yet: payments, buy-ins, and whoever
leaves early settled alone.

Locks are taken in the order of everywhere: players, the evening, its book.
"""

from django.db import transaction
from django.utils.translation import gettext as _

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.models import Club, Unit
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.selectors.clubs import current_player_id
from ecarte_club.clubs.services.clubs import lock_player
from ecarte_club.core.exceptions import Absent, Invalid, Stale
from games.evenings.models import Evening
from games.evenings.services.evenings import bump_evening_version
from scoring.ledger.models import Book, Posting
from scoring.ledger.rules import CASH, IN_CASH, Account, Cause, Transfer, member
from scoring.ledger.selectors.books import balance

from .posting import book_for, bump_book_version, payment_post, payment_reverse

AMOUNT_MOST = 1_000_000


@transaction.atomic(savepoint=False)
def payment_record(
    *,
    by: Person,
    evening: Evening,
    payer: int | None,
    payee: int | None,
    amount: int,
    buy_in: bool = False,
) -> Posting:
    """One pays another; None is the club. `buy_in`: to the club, before anything is lost.

    Raises: Denied; Invalid, naming the field, also where points are played for and when the evening
    is settled.
    """
    require(by, Act.PAY_ANY)
    _check_paid_in(by.club_id)
    _check_sides(payer, payee, amount, buy_in)
    book = _locked(by, evening, payer=payer, payee=payee)
    cause = Cause.BUY_IN if buy_in else Cause.PAID
    transfer = Transfer(_side(payee), _side(payer), amount, cause)
    posting = payment_post(by, book, transfer)
    log_act(by, "payment_record", kind="book", about=book.pk, amount=amount, posting=posting.pk)
    return posting


@transaction.atomic(savepoint=False)
def player_settle(*, by: Person, evening: Evening, player: int, version: int) -> Posting:
    """Pays the club what they owe, or gets from it what they are to receive, so that they are even.
    `version`: of the book, as the balance was seen.

    Raises: Denied; Stale; Invalid when they are even already.
    """
    require(by, Act.PAY_ANY)
    _check_paid_in(by.club_id)
    book = _locked(by, evening, player=player)
    if book.version != version + 1:
        raise Stale(sent=version, current=book.version - 1)
    amount = balance(book, player)
    if not amount:
        text = _("This player is even: there is nothing to pay.")
        raise Invalid("nothing_owed", text, field="player")
    own = member(current_player_id(player))
    sides = (CASH, own) if amount < 0 else (own, CASH)
    posting = payment_post(by, book, Transfer(*sides, abs(amount), Cause.PAID))
    log_act(by, "payment_record", kind="book", about=book.pk, amount=amount, posting=posting.pk)
    return posting


@transaction.atomic(savepoint=False)
def payment_undo(*, by: Person, evening: Evening, posting: int) -> Posting:
    """Takes a payment back; undone once more it stays as it is. Raises: Denied, Absent; Invalid."""
    require(by, Act.PAY_ANY)
    bump_evening_version(evening.pk, correcting=True)
    causes = [cause.value for cause in IN_CASH]
    found = Posting.objects.filter(
        pk=posting, book__evening=evening, cause__in=causes, reverses=None
    ).first()
    if found is None:
        raise Absent
    if hasattr(found, "reversed_by"):
        return found.reversed_by
    book = bump_book_version(found.book_id)
    back = payment_reverse(by, book, found)
    log_act(by, "payment_undo", kind="book", about=book.pk, amount=found.amount, posting=found.pk)
    return back


def _check_paid_in(club_id: int) -> None:
    if Club.objects.get(pk=club_id).unit == Unit.POINTS:
        text = _("This club plays for points, which nobody pays.")
        raise Invalid("points_not_paid", text, field="amount")


def _check_sides(payer: int | None, payee: int | None, amount: int, buy_in: bool) -> None:
    if payer == payee:
        text = _("Choose two different sides: a player, and another player or the club.")
        raise Invalid("same_side", text, field="payee")
    if buy_in and (payer is None or payee is not None):
        text = _("A buy-in is paid by a player to the club.")
        raise Invalid("not_a_buy_in", text, field="payee")
    if not 1 <= amount <= AMOUNT_MOST:
        text = _("Must be a whole number of 1 or more.")
        raise Invalid("amount_impossible", text, field="amount")


def _locked(by: Person, evening: Evening, **players: int | None) -> Book:
    """The book at its next version; `players` by the fields that name them. Raises: Invalid, also
    for who is no player of the club."""
    named = sorted((pk, field) for field, pk in players.items() if pk is not None)
    for pk, field in named:
        try:
            lock_player(by.club_id, pk)
        except Invalid as fault:
            raise fault.renamed({field: fault.errors["player"]}) from fault
    bump_evening_version(evening.pk, correcting=True)
    return bump_book_version(book_for(evening).pk)


def _side(player: int | None) -> Account:
    return CASH if player is None else member(player)
