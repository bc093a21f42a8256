"""What the home page says of accounts: what a member owes or gets, and what is to be settled."""

from collections.abc import Iterator

from django.db.models import Sum
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ecarte_club.clubs.models import Club
from ecarte_club.clubs.permissions import Act, Person
from scoring.contests.selectors.in_play import in_play
from scoring.leagues.changes import HomeLine, HomePart
from scoring.ledger.models import Balance, Book
from scoring.ledger.selectors.accounts import Due, dues_open

from .unit import UnitWords, unit_words


def account_lines(*, club: Club, person: Person, **_question: object) -> Iterator[HomeLine]:
    words, player = unit_words(club), person.player_id
    if player is not None and person.user_id is not None and person.may(Act.SEE_OWN_ACCOUNT):
        for due in dues_open(club.pk, player):
            if due.payment is not None:
                address = reverse("settlement", args=(club.slug, due.payment.settlement_id))
                title = _due_text(due, player, words)
                yield HomeLine(HomePart.PAYMENTS, title, _("Evenings settled"), address)
        open_books = Balance.objects.filter(player=player, book__club=club, book__settled_at=None)
        amount = open_books.aggregate(sum=Sum("amount"))["sum"] or 0
        amount += in_play(open_books.values_list("book__evening_id", flat=True))[player]
        if amount:
            address = reverse("statement", args=(club.slug, player))
            title = _open_text(amount, words)
            yield HomeLine(HomePart.PAYMENTS, title, _("Evenings not settled yet"), address)
    if person.may(Act.SETTLE):
        yield from _to_settle(club)


def _due_text(due: Due, player: int, words: UnitWords) -> str:
    amount = words.counted(due.amount)
    if due.payer is None:
        return _("The club pays you %(amount)s") % {"amount": amount}
    if due.payer.pk != player:
        return _("%(name)s pays you %(amount)s") % {"name": due.payer.name, "amount": amount}
    if due.payee is None:
        return _("You pay the club %(amount)s") % {"amount": amount}
    return _("You pay %(name)s %(amount)s") % {"name": due.payee.name, "amount": amount}


def _open_text(amount: int, words: UnitWords) -> str:
    text = _("You have won %(amount)s") if amount > 0 else _("You have lost %(amount)s")
    return text % {"amount": words.counted(abs(amount))}


def _to_settle(club: Club) -> Iterator[HomeLine]:
    """Of evenings that were signed off."""
    ended = Book.objects.filter(club=club, settled_at=None, evening__signed_off_at__isnull=False)
    count = ended.count()
    if count:
        note = ngettext(
            "%(number)s evening is not settled yet",
            "%(number)s evenings are not settled yet",
            count,
        ) % {"number": count}
        address = reverse("accounts", args=(club.slug,))
        yield HomeLine(HomePart.TO_DO, unit_words(club).accounts, note, address)
