"""Accounts as text: for spreadsheets and e-mails."""

from collections.abc import Mapping
from datetime import date

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ecarte_club.clubs.audit_log import register_acts, register_names
from ecarte_club.clubs.models import Player
from ecarte_club.core import csv_files
from games.evenings.live_state import evening_name
from games.matches.templatetags.matches import table_name
from scoring.contests.models import Contest
from scoring.ledger.models import Book, Settlement
from scoring.ledger.rules import Holder
from scoring.ledger.selectors import statements
from scoring.ledger.selectors.debts import Party, PostedTransfer
from scoring.ledger.selectors.statements import Period, StatementLine

from .unit import UnitWords, unit_words

MEMBER, CASH, POT, BANK, MASS, LEVY = Holder
Sentences = Mapping[tuple[Holder, Holder], Promise]

# By the holders of debtor and creditor; `name` is the player where only one side is a player.
OWES: Sentences = {
    (MEMBER, MEMBER): gettext_lazy("%(one)s owes %(other)s %(amount)s"),
    (MEMBER, POT): gettext_lazy("%(name)s owes the pot %(amount)s"),
    (MEMBER, BANK): gettext_lazy("%(name)s owes the bank %(amount)s"),
    (MEMBER, MASS): gettext_lazy("%(name)s owes %(amount)s to the bets"),
    (MEMBER, LEVY): gettext_lazy("%(name)s owes the levy box %(amount)s"),
    (MEMBER, CASH): gettext_lazy("%(name)s owes the club’s cash %(amount)s"),
    (CASH, MEMBER): gettext_lazy("The club’s cash owes %(name)s %(amount)s"),
    (CASH, LEVY): gettext_lazy("The club’s cash owes the levy box %(amount)s"),
    (POT, MEMBER): gettext_lazy("The pot owes %(name)s %(amount)s"),
    (BANK, MEMBER): gettext_lazy("The bank owes %(name)s %(amount)s"),
    (MASS, MEMBER): gettext_lazy("The bets owe %(name)s %(amount)s"),
    (LEVY, MEMBER): gettext_lazy("The levy box owes %(name)s %(amount)s"),
}
# The same where points are played for. `one` is the debtor, `other` the creditor.
LOST: Sentences = {
    (MEMBER, MEMBER): gettext_lazy("%(other)s won %(amount)s from %(one)s"),
    (MEMBER, POT): gettext_lazy("%(name)s lost %(amount)s to the pot"),
    (MEMBER, BANK): gettext_lazy("%(name)s lost %(amount)s to the bank"),
    (MEMBER, MASS): gettext_lazy("%(name)s lost %(amount)s to the bets"),
    (MEMBER, LEVY): gettext_lazy("%(name)s lost %(amount)s to the levy box"),
    (POT, MEMBER): gettext_lazy("%(name)s won %(amount)s from the pot"),
    (BANK, MEMBER): gettext_lazy("%(name)s won %(amount)s from the bank"),
    (MASS, MEMBER): gettext_lazy("%(name)s won %(amount)s from the bets"),
    (LEVY, MEMBER): gettext_lazy("%(name)s won %(amount)s from the levy box"),
}
FROM: Mapping[Holder, Promise] = {
    # Translators: %(cause)s is what it was for, with a capital; %(name)s is a player.
    MEMBER: gettext_lazy("%(cause)s, from %(name)s"),
    POT: gettext_lazy("%(cause)s, from the pot"),
    BANK: gettext_lazy("%(cause)s, from the bank"),
    MASS: gettext_lazy("%(cause)s, from the bets"),
    LEVY: gettext_lazy("%(cause)s, from the levy box"),
    CASH: gettext_lazy("%(cause)s, by the club"),
}
TO: Mapping[Holder, Promise] = {
    # Translators: %(cause)s is what it was for, with a capital; %(name)s is a player.
    MEMBER: gettext_lazy("%(cause)s, to %(name)s"),
    POT: gettext_lazy("%(cause)s, to the pot"),
    BANK: gettext_lazy("%(cause)s, to the bank"),
    MASS: gettext_lazy("%(cause)s, to the bets"),
    LEVY: gettext_lazy("%(cause)s, to the levy box"),
    CASH: gettext_lazy("%(cause)s, to the club"),
}


def debt_text(debtor: Party, creditor: Party, amount: int, words: UnitWords) -> str:
    """Who owes whom, or who won how much from whom where points are played for."""
    sentences = LOST if words.is_points else OWES
    text = sentences.get((debtor.holder, creditor.holder))
    named = {
        "one": party_name(debtor),
        "other": party_name(creditor),
        "name": party_name(debtor if debtor.player else creditor),
        "amount": words.counted(amount),
    }
    if text is None:
        # Translators: two of "the pot", "the bank", "the bets" and "the levy box", and an amount.
        return capfirst(_("%(one)s to %(other)s: %(amount)s") % named)
    return str(text) % named


def holder_name(holder: Holder) -> str:
    return {
        Holder.MEMBER: _("a member"),
        Holder.POT: _("the pot"),
        Holder.BANK: _("the bank"),
        Holder.MASS: _("the bets"),
        Holder.LEVY: _("the levy box"),
        Holder.CASH: _("the club’s cash"),
    }[holder]


def party_name(party: Party) -> str:
    return party.player.name if party.player else holder_name(party.holder)


def contest_name(contest: Contest) -> str:
    """What it is and where it was played."""
    return f"{contest.get_kind_display()}, {table_name(contest.table.name)}"


def book_name(book: Book) -> str:
    return evening_name(book.evening) if book.evening else book.name


def cause_text(moved: PostedTransfer, words: UnitWords) -> str:
    """What it was for."""
    cause = words.cause(moved.cause)
    return _("%(cause)s, reversed") % {"cause": cause} if moved.is_taking_back else cause


def statement_csv(player: Player, period: Period) -> bytes:
    """Every line of the period."""
    words, books = unit_words(player.club), statements.books_of(player, period)
    lines = statements.every_line(player, books)
    return csv_files.write_rows(statements.COLUMNS, (_csv_row(line, words) for line in lines))


def _csv_row(line: StatementLine, words: UnitWords) -> tuple[object, ...]:
    contest = line.moved.contest
    return (
        line.moved.at.isoformat(timespec="seconds"),
        book_name(line.book),
        contest_name(contest) if contest else "",
        line.moved.game or "",
        cause_text(line.moved, words),
        party_name(line.other),
        line.amount,
    )


def line_text(line: StatementLine, words: UnitWords) -> str:
    """As in "Pool won, from the pot; Pool, Table 1"."""
    is_of_other = (line.amount > 0) != line.moved.is_in_cash
    sentences = FROM if is_of_other else TO
    named = {"cause": cause_text(line.moved, words), "name": party_name(line.other)}
    text = str(sentences[line.other.holder]) % named
    if line.moved.contest is None:
        return text
    # Translators: %(line)s is a line of a statement, %(contest)s a pool and its table.
    return _("%(line)s; %(contest)s") % {"line": text, "contest": contest_name(line.moved.contest)}


def file_name(player: Player) -> str:
    return f"statement-{player.pk}.csv"


ACTS = {
    "book_open": (
        gettext_lazy("Evening accounts opened"),
        gettext_lazy("Evening accounts opened: %(about)s"),
    ),
    "book_settle": (gettext_lazy("Evening settled"), gettext_lazy("Evening settled: %(about)s")),
    "club_limits_set": (
        gettext_lazy("Betting limits changed"),
        gettext_lazy("Betting limits changed"),
    ),
    "player_limits_set": (
        gettext_lazy("Own betting limits changed"),
        gettext_lazy("Own betting limits changed: %(about)s"),
    ),
    "books_settle": (
        gettext_lazy("Evenings settled together"),
        gettext_lazy("Evenings settled together: %(about)s (evenings: %(books)s)"),
    ),
    "statement_ask": (
        gettext_lazy("Statement requested by e-mail"),
        gettext_lazy("Statement requested by e-mail: %(about)s"),
    ),
    "payment_record": (
        gettext_lazy("Transfer recorded"),
        gettext_lazy("Transfer recorded: %(about)s (%(amount)s)"),
    ),
    "payment_undo": (
        gettext_lazy("Transfer undone"),
        gettext_lazy("Transfer undone: %(about)s (%(amount)s)"),
    ),
    "payment_made": (
        gettext_lazy("Transfer marked as made"),
        gettext_lazy("Transfer marked as made: %(about)s"),
    ),
    "payment_not_made": (
        gettext_lazy("Transfer marked as not made"),
        gettext_lazy("Transfer marked as not made: %(about)s"),
    ),
}


def _books(ids: set[int]) -> dict[int, str]:
    found = Book.objects.filter(pk__in=ids).select_related("evening").order_by()
    return {one.pk: book_name(one) for one in found}


def _settlements(ids: set[int]) -> dict[int, str]:
    found = Settlement.objects.filter(pk__in=ids).order_by()
    return {one.pk: _days(one.starts_on, one.ends_on) for one in found}


def _days(first: date, last: date) -> str:
    days = dict.fromkeys([first, last])
    return " – ".join(date_format(day, "DATE_FORMAT") for day in days)


def register() -> None:
    register_acts(ACTS)
    register_names("book", _books)
    register_names("settlement", _settlements)
