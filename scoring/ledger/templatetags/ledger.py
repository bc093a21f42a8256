"""Accounts in words, in the club's own unit."""

from django import template

from games.evenings.live_state import evening_name
from games.evenings.models import Evening
from scoring.contests.models import Contest
from scoring.ledger.labels import accounts as said
from scoring.ledger.labels.unit import UnitWords
from scoring.ledger.models import Book
from scoring.ledger.selectors.debts import Owed, OwedOver, Party, PostedTransfer
from scoring.ledger.selectors.statements import StatementLine

register = template.Library()


@register.filter
def counted(words: UnitWords, amount: int) -> str:
    """As in "5 counters"."""
    return words.counted(amount)


@register.filter
def cause_of(words: UnitWords, moved: PostedTransfer) -> str:
    return said.cause_text(moved, words)


@register.filter
def debt_of(words: UnitWords, debt: Owed | OwedOver) -> str:
    return said.debt_text(debt.debtor, debt.creditor, debt.amount, words)


@register.filter
def party_name(party: Party) -> str:
    return said.party_name(party)


@register.filter
def contest_name(contest: Contest) -> str:
    return said.contest_name(contest)


@register.filter
def evening_title(evening: Evening) -> str:
    return evening_name(evening)


@register.filter
def book_title(book: Book) -> str:
    return said.book_name(book)


@register.filter
def line_text(line: StatementLine, words: UnitWords) -> str:
    return said.line_text(line, words)
