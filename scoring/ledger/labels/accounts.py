"""Accounts as text: for spreadsheets and letters."""

from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _

from ecarte_club.clubs.models import Player
from games.evenings.live_state import evening_name
from games.matches.templatetags.matches import table_name
from scoring.contests.models import Contest
from scoring.ledger.models import Book
from scoring.ledger.rules.books import Holder
from scoring.ledger.selectors.statements import Told
from scoring.ledger.selectors.transfers import Party

from .unit import UnitWords


def holder_name(holder: Holder) -> str:
    return {
        Holder.MEMBER: _("a member"),
        Holder.POT: _("the pot"),
        Holder.BANK: _("the bank"),
        Holder.MASS: _("the bets"),
        Holder.LEVY: _("the levy box"),
    }[holder]


def party_name(party: Party) -> str:
    return party.player.name if party.player else holder_name(party.holder)


def contest_name(contest: Contest) -> str:
    """What it is and where it was played."""
    kind = str(contest.get_kind_display())
    return f"{kind[:1].upper()}{kind[1:]}, {table_name(contest.table.name)}"


def book_name(book: Book) -> str:
    return evening_name(book.evening) if book.evening else book.name


def cause(told: Told, words: UnitWords) -> str:
    said = words.cause(told.moved.cause)
    if told.moved.is_taking_back:
        return _("%(cause)s, reversed") % {"cause": said}
    return said


def csv_rows(lines: Iterable[Told], words: UnitWords) -> Iterator[tuple[object, ...]]:
    for line in lines:
        contest = line.moved.contest
        yield (
            line.moved.at.isoformat(timespec="seconds"),
            book_name(line.book),
            contest_name(contest) if contest else "",
            line.moved.game or "",
            cause(line, words),
            party_name(line.other),
            line.amount,
        )


def line_text(line: Told, words: UnitWords) -> str:
    """As in "+5: pool won, from the pot; Pool, Table 1, game 3"."""
    shown = {"cause": cause(line, words), "other": party_name(line.other)}
    said = _("%(cause)s, from %(other)s") if line.amount > 0 else _("%(cause)s, to %(other)s")
    contest = line.moved.contest
    return said % shown + (f"; {contest_name(contest)}" if contest else "")


def file_name(player: Player) -> str:
    return f"statement-{player.pk}.csv"
