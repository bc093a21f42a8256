"""Evenings of which something is owed, and what was settled, for tests of accounts."""

from typing import TYPE_CHECKING

from django.utils import timezone

from ecarte_club.clubs.models import Player
from scoring.ledger.models import Book, Settlement
from scoring.ledger.rules import LEVY, Cause, Transfer, member
from scoring.ledger.services.cash import payment_record
from scoring.ledger.services.posting import Due, book_for
from scoring.ledger.services.settling import books_settle

from .clubhouse import House
from .nights import evening
from .postings import postings_post

if TYPE_CHECKING:
    from .scene import Scene

NO_CONTEST = 7


def night_book(house: House, *came: str) -> Book:
    """Of a new evening to which these came."""
    for name in came:
        if name not in house.players:
            house.players[name] = Player.objects.create(club=house.club, name=name.title())
    return book_for(evening(house, *came))


def owes(house: House, book: Book, who: str, whom: str, amount: int) -> None:
    """`whom` may be the levy box."""
    source = member(house.players[who].pk)
    target = LEVY if whom == "levy" else member(house.players[whom].pk)
    key = f"{book.postings.count()}"
    transfer = Transfer(source, target, amount, Cause.GAME_WON)
    due = Due(key, transfer, NO_CONTEST, 1)
    postings_post(by=house.person("scorer"), book=book, postings=[due])


def settled(house: House, *books: Book, who: str = "director") -> Settlement:
    seen = dict(Book.objects.filter(pk__in=[one.pk for one in books]).values_list("pk", "version"))
    return books_settle(by=house.person(who), books=seen)


def named_book(house: House, name: str = "Pool") -> Book:
    return Book.objects.create(club=house.club, name=name, opened_at=timezone.now())


def owed(here: "Scene") -> None:
    """A book in which Bob owes Ann."""
    owes(here.house, named_book(here.house, "Owed"), "bob", "ann", 3)


def owed_tonight(here: "Scene") -> None:
    """At the evening of the scene Ann owes Bob."""
    book = book_for(here.evening)
    owes(here.house, book, "ann", "bob", 3)
    here.ids["book_version"] = Book.objects.get(pk=book.pk).version


def paid_tonight(here: "Scene") -> None:
    """Ann has bought in."""
    paid = payment_record(
        by=here.house.person("director"),
        evening=here.evening,
        payer=here.house.players["ann"].pk,
        payee=None,
        amount=4,
        buy_in=True,
    )
    here.ids["posting"] = paid.pk


def all_play(here: "Scene") -> None:
    """Whoever holds an office plays as well, and so has limits of his own to set."""
    for name, user in here.house.users.items():
        if name not in here.house.players:
            Player.objects.create(club=here.house.club, name=name.title(), user=user)
