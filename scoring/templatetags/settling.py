"""Accounts in words, in the club's own unit."""

from django import template

from ecarte_club.clubs.models import Evening
from games.evening_reading import evening_name
from scoring.contests.words import UnitWords
from scoring.models import Book, Contest
from scoring.rules.contests.books import Cause
from scoring.settling import words as said
from scoring.settling.causes import Party
from scoring.settling.statements import Told

register = template.Library()


@register.filter
def counted(words: UnitWords, amount: int) -> str:
    """As in "5 counters"."""
    return words.counted(amount)


@register.filter
def cause_of(words: UnitWords, cause: Cause) -> str:
    return words.cause(cause)


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
def line_text(line: Told, words: UnitWords) -> str:
    return said.line_text(line, words)
