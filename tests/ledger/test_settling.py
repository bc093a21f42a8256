"""Evenings settled together: frozen as they were seen, and cleared by the fewest payments."""

from collections import Counter

import pytest
from django.db import transaction
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from ecarte_club.clubs.models import AuditLogEntry, Club
from ecarte_club.clubs.services.members import players_merge
from ecarte_club.core.exceptions import Denied, Invalid, Stale
from scoring.ledger.models import Balance, Book, Payment, Settlement
from scoring.ledger.selectors.accounts import accounts, dues_of
from scoring.ledger.services.settling import books_settle, payment_mark
from tests.support.clubhouse import House, open_house
from tests.support.contests import opened
from tests.support.depth import examples
from tests.support.settlings import named_book, night_book, owes, settled
from tests.support.teamed import built_once

pytestmark = pytest.mark.django_db


def two_owe(house: House) -> Book:
    """Ann owes Bob five, and Bob owes Cyd five: Ann pays Cyd."""
    book = night_book(house, "ann", "bob", "cyd")
    owes(house, book, "ann", "bob", 5)
    owes(house, book, "bob", "cyd", 5)
    return book


_built, built, house, night = built_once(two_owe)


def paid(settlement: Settlement) -> list[tuple[str, str, int]]:
    return [
        (
            due.payer.name if due.payer else "levy",
            due.payee.name if due.payee else "levy",
            due.amount,
        )
        for due in dues_of(settlement.pk)
    ]


def test_one_payment_instead_of_two(house: House, night: Book) -> None:
    assert paid(settled(house, night)) == [("Ann", "Cyd", 5)]


def test_two_evenings_are_cleared_as_one(house: House, night: Book) -> None:
    """On the second evening Cyd lost to Ann what Ann owes him from the first."""
    second = night_book(house, "ann", "cyd")
    owes(house, second, "cyd", "ann", 5)
    settlement = settled(house, night, second)
    assert paid(settlement) == []
    assert Book.objects.filter(settled__settlement=settlement).count() == 2
    assert not Book.objects.filter(settled_at=None).exists()


@pytest.mark.any_database
def test_the_levy_box_is_paid_as_one_more(house: House) -> None:
    book = night_book(house, "ann", "bob")
    owes(house, book, "ann", "levy", 2)
    owes(house, book, "ann", "bob", 3)
    assert paid(settled(house, book)) == [("Ann", "Bob", 3), ("Ann", "levy", 2)]


@pytest.mark.any_database
def test_points_are_paid_by_nobody(house: House, night: Book) -> None:
    Club.objects.update(unit="points")
    assert paid(settled(house, night)) == []
    night.refresh_from_db()
    assert night.is_settled


def test_what_is_settled_takes_nothing_more(house: House, night: Book) -> None:
    settled(house, night)
    with pytest.raises(Invalid, match="book_settled"), transaction.atomic():
        owes(house, night, "ann", "bob", 1)
    with pytest.raises(Invalid, match="book_settled"):
        settled(house, night)


def test_it_is_settled_as_it_was_seen(house: House, night: Book) -> None:
    night.refresh_from_db()
    seen = {night.pk: night.version}
    owes(house, night, "ann", "bob", 1)
    with pytest.raises(Stale), transaction.atomic():
        books_settle(by=house.person("director"), books=seen)
    assert not Settlement.objects.exists()
    night.refresh_from_db()
    assert not night.is_settled


@pytest.mark.any_database
@pytest.mark.parametrize("who", ["scorer", "ann"])
def test_directors_settle(who: str, house: House, night: Book) -> None:
    with pytest.raises(Denied):
        settled(house, night, who=who)


@pytest.mark.any_database
def test_other_clubs_books_are_nobodys(house: House, neighbour: House, night: Book) -> None:
    theirs = named_book(neighbour)
    for books in ({}, {theirs.pk: 0}, {night.pk: 2, theirs.pk: 0}):
        with pytest.raises(Invalid, match="unknown_book"), transaction.atomic():
            books_settle(by=house.person("director"), books=books)


@pytest.mark.any_database
def test_a_running_contest_is_ended_first(house: House) -> None:
    club = opened(house, "pool", "ann", "bob", "cyd")
    with pytest.raises(Invalid, match="contest_running"):
        settled(house, club.night.book)


# --- payments ---


def marked(house: House, who: str, *, made: bool = True) -> Payment:
    return payment_mark(by=house.person(who), payment=Payment.objects.get(), made=made)


@pytest.mark.any_database
@pytest.mark.parametrize("who", ["ann", "cyd", "director", "committee"])
def test_either_side_marks_it(who: str, house: House, night: Book) -> None:
    settled(house, night)
    made = marked(house, who)
    assert (made.is_made, made.made_by) == (True, house.users[who])
    assert not marked(house, who, made=False).is_made
    assert [deed.act for deed in AuditLogEntry.objects.order_by("-pk")[:2]] == [
        "payment_not_made",
        "payment_made",
    ]


@pytest.mark.any_database
@pytest.mark.parametrize("who", ["bob", "scorer"])
def test_nobody_else_does(who: str, house: House, night: Book) -> None:
    settled(house, night)
    with pytest.raises(Denied):
        marked(house, who)


def test_said_twice_it_stays_with_who_said_it_first(house: House, night: Book) -> None:
    settled(house, night)
    first = marked(house, "ann")
    again = marked(house, "director")
    assert (again.made_by, again.made_at) == (house.users["ann"], first.made_at)
    assert AuditLogEntry.objects.filter(act="payment_made").count() == 1


@pytest.mark.any_database
@pytest.mark.slow
def test_who_turned_out_to_be_another_pays_as_he(house: House, night: Book) -> None:
    settled(house, night)
    cyd, dora = house.players["cyd"], house.players["bob"]
    cyd.user = None
    cyd.save()
    for one in (cyd, dora):
        one.refresh_from_db()
    by = house.person("committee")
    players_merge(by=by, kept=dora.pk, gone=cyd.pk, version=dora.version, gone_version=cyd.version)
    assert paid(Settlement.objects.get()) == [("Ann", "Bob", 5)]
    assert marked(house, "bob").is_made


# --- any evening ---

PLAYERS = ["ann", "bob", "cyd", "dan", "eve", "fay"]
MOVES = st.lists(
    st.tuples(st.sampled_from(PLAYERS), st.sampled_from([*PLAYERS, "levy"]), st.integers(1, 9)),
    max_size=14,
)


@pytest.mark.slow
@pytest.mark.any_database
class AnyEvening(TestCase):
    @settings(max_examples=examples(10, thorough=80))
    @given(st.lists(MOVES, min_size=1, max_size=3))
    def test_payments_clear_every_sum(self, nights: list[list[tuple[str, str, int]]]) -> None:
        """By adding up what was moved, once more and plainly."""
        house = open_house("evenings")
        books, sums = [], Counter[str]()
        for moves in nights:
            book = night_book(house, *PLAYERS)
            books.append(book)
            for who, whom, amount in moves:
                if who != whom:
                    owes(house, book, who, whom, amount)
                    sums[who] -= amount
                    sums[whom] += amount
        before = accounts(books, "counters")
        shown = {line.player.name.lower(): line.amount for line in before.lines}
        assert {name: amount for name, amount in sums.items() if name != "levy"} == shown
        dues = paid(settled(house, *books))
        # However the sums fall: one less than the accounts that have one.
        holders = sum(bool(line.amount) for line in before.lines) + bool(before.levy)
        assert len(dues) <= max(0, holders - 1)
        for payer, payee, amount in dues:
            assert amount > 0
            sums[payer.lower()] += amount
            sums[payee.lower()] -= amount
        assert not any(sums.values())
        assert sum(Balance.objects.values_list("amount", flat=True)) == 0
