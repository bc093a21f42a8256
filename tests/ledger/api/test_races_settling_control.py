"""What the guards of settling are for: the same races with the guards on, and with them off.

Off means: evening and book are not locked by whoever settles, so that nobody waits for him and he
is told of nothing; or a payment is read and written back.
"""

from collections.abc import Callable
from threading import Barrier, Event
from typing import Any

import pytest
from django.db import IntegrityError, connection
from django.db.models import QuerySet
from django.utils import timezone

from ecarte_club.clubs import permissions
from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.models import AuditLogEntry
from ecarte_club.clubs.permissions import Person
from games.engine.terms import GameEntry, Score
from games.matches.models import Match
from games.matches.selectors.matches import matches
from games.matches.services.revisions import entry_correct
from scoring.contests.models import Contest
from scoring.contests.rules.bets import BetLaid, Side
from scoring.contests.rules.events import Closed
from scoring.contests.services.events import event_tell
from scoring.contests.services.opening import Plan, contest_open
from scoring.ledger.models import Book, Payment, Settlement
from scoring.ledger.selectors.books import recount
from scoring.ledger.services import settling
from scoring.ledger.services.posting import book_for
from scoring.ledger.services.settling import books_settle, payment_mark, sums
from tests.support.arena import house_of_race
from tests.support.clubhouse import House
from tests.support.contests import ONE_GAME, Club, opened
from tests.support.elsewhere import at_once
from tests.support.settlings import night_book, owes, settled

pytestmark = pytest.mark.slow


house = house_of_race


def faults(found: list[Any]) -> list[Exception]:
    return [one for one in found if isinstance(one, Exception)]


def fault_code(fault: Exception) -> object:
    return getattr(fault, "code", fault)


def settle(club: Club) -> Settlement:
    book = book_for(club.night)
    return books_settle(by=club.house.person("director"), books={book.pk: book.version})


def _payments(house: House) -> QuerySet[Payment]:
    return Payment.objects.filter(settlement__club=house.club)


def _is_settled(house: House) -> bool:
    return Settlement.objects.filter(club=house.club).exists()


def pays_what_the_book_says(club: Club) -> bool:
    """Whatever was paid clears every balance, and nothing is left in pots or bets."""
    book = book_for(club.night)
    assert recount(book) == []
    left = sums([book.pk])
    for one in _payments(club.house):
        for who, amount in ((one.payer_id or 0, one.amount), (one.payee_id or 0, -one.amount)):
            left[who] = left.get(who, 0) + amount
    return not any(left.values())


def won_by_ann(house: House) -> tuple[Club, Match]:
    """A game of a cul-levé for three counters, and the contest is over."""
    club = opened(house, "cul_leve", "ann", "bob", agreed={"stake": 3})
    match = club.game("ann")
    club.tell(Closed(), "director")
    return club, match


def correct(club: Club, match: Match) -> Callable[[], object]:
    """Bob won it after all."""
    found = matches().get(pk=match.pk)
    score = Score(5, 0) if found.player_a_id == club.pk("bob") else Score(0, 5)
    by, what = club.house.person("director"), GameEntry(1, score)
    return lambda: entry_correct(
        by=by, match=found, number=1, what=what, reason="misread", version=found.version
    )


# --- with the guards ---


def test_a_result_is_corrected_before_the_evening_is_settled_or_not_at_all(house: House) -> None:
    club, match = won_by_ann(house)
    acts = (lambda: settle(club), correct(club, match))
    wrong = faults(at_once(2, lambda which: acts[which]()))
    assert len(wrong) <= 1
    codes = {fault_code(fault) for fault in wrong}
    assert codes <= {"book_settled", "stale_version"}
    if not _is_settled(house):
        settle(club)
    paid = due(house)
    sides = ("bob", "ann") if "book_settled" in codes else ("ann", "bob")
    assert (paid.payer_id, paid.payee_id) == tuple(map(club.pk, sides))
    assert pays_what_the_book_says(club)


def test_a_bet_is_laid_before_the_evening_is_settled_or_not_at_all(house: House) -> None:
    """In a contest that somebody has just opened: it runs, or it is not there."""
    club, _match = won_by_ann(house)
    acts = (lambda: settle(club), lambda: lays(club))
    codes = {fault_code(one) for one in faults(at_once(2, lambda which: acts[which]()))}
    assert codes in ({"book_settled"}, {"contest_running"}, {"stale_version"})
    settled_first = codes == {"book_settled"}
    assert _is_settled(house) == settled_first
    assert Contest.objects.filter(evening__club=house.club, over=False).exists() != settled_first
    if settled_first:
        assert pays_what_the_book_says(club)


def lays(club: Club) -> None:
    """Cyd, four on Ann, at a table at which nothing was played yet."""
    director = club.house.person("director")
    table = club.night.tables.order_by("pk")[1].pk
    pair = [club.pk("ann"), club.pk("bob")]
    plan = Plan("match", table, ONE_GAME, {}, gallery={}, players=pair)
    contest = contest_open(by=director, evening=club.night, plan=plan)
    event_tell(by=director, contest=contest, event=BetLaid(club.pk("cyd"), Side.A, 4))


def test_both_sides_mark_a_payment_and_who_was_first_has_done_it(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both have seen that it is not made, and both are let in, before either marks it."""
    both_are_in = Barrier(2, timeout=30)
    real = permissions.require_own_or_any

    def let_in(*args: Any, **how: Any) -> None:
        real(*args, **how)
        both_are_in.wait()

    one_owes_the_other(house)
    monkeypatch.setattr(settling, "require_own_or_any", let_in)
    mark = _alone(payment_mark)
    found = at_once(2, lambda which: mark(by=side(house, which), payment=due(house), made=True))
    assert faults(found) == []
    assert AuditLogEntry.objects.filter(club=house.club, act="payment_made").count() == 1
    said_by = {one.made_by_id for one in found if isinstance(one, Payment)}
    assert said_by == {due(house).made_by_id}


def one_owes_the_other(house: House) -> None:
    night = night_book(house, "ann", "bob")
    owes(house, night, "ann", "bob", 5)
    settled(house, night)


def side(house: House, which: int) -> Person:
    return house.person(("ann", "bob")[which])


def due(house: House) -> Payment:
    return _payments(house).get()


# --- the controls ---


def _alone(act: Any) -> Any:
    """One alone writes at a time on SQLite, as long as there are transactions."""
    return vars(act)["__wrapped__"] if connection.vendor == "sqlite" else act


def _unguarded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settling, "bump_evening_version", lambda *_asked, **_how: None)
    monkeypatch.setattr(settling, "book_settle", lambda **_asked: None)


def _while_it_is_settled(
    club: Club, monkeypatch: pytest.MonkeyPatch, meanwhile: Callable[[], object]
) -> list[object]:
    """`meanwhile` is done when whoever settles has read the sums, and has not written who pays."""
    looked, done = Event(), Event()
    real = settling.sums

    def read_and_wait(books: object) -> dict[int, int]:
        found = real(books)
        looked.set()
        assert done.wait(30)
        return found

    monkeypatch.setattr(settling, "sums", read_and_wait)
    book = book_for(club.night)
    by, seen = club.house.person("director"), {book.pk: book.version}

    def act(which: int) -> object:
        if not which:
            return _alone(books_settle)(by=by, books=seen)
        assert looked.wait(30)
        try:
            return meanwhile()
        finally:
            done.set()

    return at_once(2, act)


def test_unguarded_what_is_paid_is_not_what_the_books_say(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bob has won it now, and is to pay Ann all the same."""
    club, match = won_by_ann(house)
    _unguarded(monkeypatch)
    found = _while_it_is_settled(club, monkeypatch, correct(club, match))
    assert faults(found) == []
    assert club.amounts() == {"bob": 3, "ann": -3}
    assert (due(house).payer_id, due(house).payee_id) == (club.pk("bob"), club.pk("ann"))
    assert not pays_what_the_book_says(club)


def test_unguarded_a_bet_is_on_the_table_of_what_is_settled(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    club, _match = won_by_ann(house)
    _unguarded(monkeypatch)
    found = _while_it_is_settled(club, monkeypatch, lambda: lays(club))
    assert faults(found) == []
    assert Contest.objects.filter(evening__club=house.club, over=False).exists()
    assert not Payment.objects.filter(payer=club.pk("cyd")).exists()
    assert not pays_what_the_book_says(club)


def test_unguarded_two_who_settle_an_evening_meet_only_in_the_database(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody is told that it is settled already: a bare constraint keeps it from being so twice."""
    both_have_looked = Barrier(2, timeout=30)
    real = settling._check_contests

    def looks(books: list[Book]) -> None:
        real(books)
        both_have_looked.wait()

    club, _match = won_by_ann(house)
    _unguarded(monkeypatch)
    monkeypatch.setattr(settling, "_check_contests", looks)
    book = book_for(club.night)
    by, seen = club.house.person("director"), {book.pk: book.version}
    found = at_once(2, lambda _which: _alone(books_settle)(by=by, books=seen))
    assert [type(fault) for fault in faults(found)] == [IntegrityError]


def test_read_and_written_back_a_payment_is_made_twice(house: House) -> None:
    both_have_read = Barrier(2, timeout=30)

    def naive(by: Person) -> None:
        payment = due(house)
        both_have_read.wait()
        if not payment.is_made:
            payment.made_at, payment.made_by_id = timezone.now(), by.user_id
            payment.save()
            log_act(by, "payment_made", kind="settlement", about=payment.settlement_id)

    one_owes_the_other(house)
    assert faults(at_once(2, lambda which: naive(side(house, which)))) == []
    assert AuditLogEntry.objects.filter(club=house.club, act="payment_made").count() == 2
