"""Evenings settled by several at once, and while something is still posted, on both databases."""

import pytest

from ecarte_club.clubs.models import AuditLogEntry
from ecarte_club.core.exceptions import Invalid, Stale
from scoring.ledger.models import Payment, SettledBook, Settlement
from scoring.ledger.selectors.books import recount
from scoring.ledger.services.settling import books_settle, payment_mark, sums
from tests.support.arena import house_of_race
from tests.support.clubhouse import House
from tests.support.elsewhere import at_once
from tests.support.settlings import night_book, owes, settled

pytestmark = pytest.mark.slow


house = house_of_race


def _payment(house: House) -> Payment:
    return Payment.objects.get(settlement__club=house.club)


def test_a_book_in_two_periods_is_settled_in_one(house: House) -> None:
    """Three evenings, the second of them wanted by all; others settle in the opposite order."""
    director = house.person("director")
    nights = [night_book(house, "ann", "bob") for _night in range(3)]
    for night in nights:
        owes(house, night, "ann", "bob", 5)
    seen = dict(house.club.books.values_list("pk", "version"))
    first, second, third = (night.pk for night in nights)
    wanted = [(first, second), (third, second), (second, first), (second, third)]

    def settle(which: int) -> Settlement:
        return books_settle(by=director, books={pk: seen[pk] for pk in wanted[which]})

    found = at_once(len(wanted), settle)
    faults = [one for one in found if isinstance(one, Exception)]
    assert all(isinstance(fault, (Invalid, Stale)) for fault in faults), faults
    assert len(faults) == len(wanted) - 1
    settlement = Settlement.objects.get(club=house.club)
    assert SettledBook.objects.filter(settlement=settlement).count() == 2
    assert house.club.books.filter(settled_at=None).count() == 1
    assert _payment(house).amount == 10


def test_what_is_posted_meanwhile_is_settled_or_refused(house: House) -> None:
    """Whoever comes first: payments clear exactly what the books say."""
    night = night_book(house, "ann", "bob")
    owes(house, night, "ann", "bob", 5)

    def act(which: int) -> None:
        if which:
            owes(house, night, "ann", "bob", which)
        else:
            settled(house, night)

    found = at_once(6, act)
    faults = [one for one in found if isinstance(one, Exception)]
    assert all(isinstance(fault, (Invalid, Stale)) for fault in faults), faults
    if not Settlement.objects.filter(club=house.club).exists():
        settled(house, night)
    left = sums([night.pk])
    payment = _payment(house)
    assert left == {payment.payer_id: -payment.amount, payment.payee_id: payment.amount}
    assert recount(night) == []


def test_a_payment_is_marked_once(house: House) -> None:
    night = night_book(house, "ann", "bob")
    owes(house, night, "ann", "bob", 5)
    settled(house, night)
    people = [house.person(who) for who in ("ann", "bob", "director", "committee")]

    def mark(which: int) -> Payment:
        return payment_mark(by=people[which], payment=_payment(house), made=True)

    found = at_once(len(people), mark)
    assert {getattr(one, "made_by_id", one) for one in found} == {_payment(house).made_by_id}
    assert AuditLogEntry.objects.filter(club=house.club, act="payment_made").count() == 1
