"""Twenty at once post the same and other things to the same accounts, on both databases."""

from collections.abc import Callable, Iterator
from inspect import unwrap
from itertools import pairwise
from secrets import token_hex
from threading import Barrier
from typing import Any

import pytest
from django.db import connection, transaction
from pytest_django import DjangoDbBlocker

from ecarte_club.clubs.services.members import player_add, players_merge
from ecarte_club.core.exceptions import Invalid, Stale
from scoring.ledger.models import Book, BookAccount, Limits, Posting
from scoring.ledger.selectors.books import limits_refusal
from scoring.ledger.services import posting
from scoring.ledger.services.limits import club_limits_set
from scoring.ledger.services.posting import Due, book_settle, postings_synchronise
from tests.support.clubhouse import open_house
from tests.support.depth import on_both
from tests.support.elsewhere import at_once, django_on
from tests.support.ledgers import CONTEST, Ledger, open_ledger
from tests.support.postings import postings_post

pytestmark = pytest.mark.slow

CLIENTS = 20
NAMES = ("ann", "bob", "cyd")


@pytest.fixture
def ledger(arena: str, django_db_blocker: DjangoDbBlocker) -> Iterator[Ledger]:
    """Of a club of its own."""
    with django_on(arena, django_db_blocker):
        yield open_ledger(open_house(token_hex(4)))


def dues(ledger: Ledger, number: int) -> list[Due]:
    """Three that all send, and two that only this one does; the accounts in any order."""
    same = [ledger.due(f"same/{one}", *pair, 5) for one, pair in enumerate(_pairs(0))]
    own = [ledger.due(f"{number}/{one}", *pair, 1) for one, pair in enumerate(_pairs(number)[:2])]
    found = same + own
    return found[::-1] if number % 2 else found


def _pairs(turn: int) -> list[tuple[str, str]]:
    names = (*NAMES, "pot")
    turned = names[turn % 4 :] + names[: turn % 4]
    return list(pairwise(turned))


def _now(ledger: Ledger) -> Book:
    return Book.objects.get(pk=ledger.book.pk)


def faults(found: list[Any]) -> list[Any]:
    return [one for one in found if isinstance(one, Exception)]


@on_both("arena")
def test_what_all_post_is_posted_once_and_nothing_is_lost(ledger: Ledger) -> None:
    by = ledger.house.person("scorer")
    found = at_once(
        CLIENTS,
        lambda number: postings_post(by=by, book=ledger.book, postings=dues(ledger, number)),
    )
    assert faults(found) == []
    assert ledger.book.postings.count() == 3 + 2 * CLIENTS
    assert _now(ledger).version == CLIENTS
    assert ledger.is_whole()
    expected = [0, 0, 0, 0]
    accounts = (*NAMES, "pot")
    told = [(pair, 5) for pair in _pairs(0)]
    told += [(pair, 1) for number in range(CLIENTS) for pair in _pairs(number)[:2]]
    for (source, target), amount in told:
        expected[accounts.index(source)] -= amount
        expected[accounts.index(target)] += amount
    assert ledger.amounts() == {
        name: amount for name, amount in zip(accounts, expected, strict=True) if amount
    }


def test_of_twenty_that_contradict_each_other_one_is_taken(ledger: Ledger) -> None:
    by = ledger.house.person("scorer")

    def post(number: int) -> object:
        due = ledger.due("result", "ann", "bob", number + 1)
        return postings_post(by=by, book=ledger.book, postings=[due])

    found = faults(at_once(CLIENTS, post))
    assert [(type(fault), fault.code) for fault in found] == [(Invalid, "posting_contradicts")] * (
        CLIENTS - 1
    )
    row = ledger.book.postings.get()
    assert ledger.amounts() == {"ann": -row.amount, "bob": row.amount}


def test_results_and_corrections_at_once_end_as_one_of_them(ledger: Ledger) -> None:
    """Each says of the same game that another amount was won: what stands is one of these."""
    by = ledger.house.person("scorer")

    def bring(number: int) -> object:
        told = [(1, ledger.transfer("ann", "bob", number % 3 + 1))]
        return postings_synchronise(
            by=by, book=ledger.book, contest=CONTEST, since=1, transfers=told
        )

    assert faults(at_once(CLIENTS, bring)) == []
    standing = ledger.book.postings.get(reverses=None, reversed_by=None)
    assert ledger.amounts() == {"ann": -standing.amount, "bob": standing.amount}
    assert ledger.is_whole()


def test_nobody_owes_more_than_he_may(ledger: Ledger) -> None:
    act = _limited(ledger)
    found = faults(at_once(CLIENTS, act))
    assert [fault.code for fault in found] == ["over_limit"] * (CLIENTS - 3)
    assert ledger.amounts() == {"ann": -9, "pot": 9}


def _limited(ledger: Ledger) -> Callable[[int], object]:
    """Ann may owe ten, and lays three from every phone in the room."""
    club_limits_set(by=ledger.house.person("committee"), limits=Limits(None, 10))
    by, ann = ledger.house.person("ann"), ledger.players["ann"].pk

    def lay(number: int) -> object:
        with transaction.atomic():
            posting.bump_book_version(ledger.book.pk)
            if refusal := limits_refusal(ledger.book, ann, staking=3):
                raise refusal
            due = ledger.due(str(number), "ann", "pot", 3)
            return postings_post(by=by, book=ledger.book, postings=[due])

    return lay


def test_nothing_is_posted_after_the_book_is_settled(ledger: Ledger) -> None:
    """Nineteen post while a director settles what he saw: before it, or not at all."""
    by, director = ledger.house.person("scorer"), ledger.house.person("director")

    def act(number: int) -> object:
        if number == 0:
            return _settled_some_time(director, ledger)
        due = ledger.due(str(number), "ann", "bob", 1)
        return postings_post(by=by, book=ledger.book, postings=[due])

    found = at_once(CLIENTS, act)
    assert not isinstance(found[0], Exception), found[0]
    assert {fault.code for fault in faults(found)} <= {"book_settled"}
    book = _now(ledger)
    assert book.is_settled
    posted = CLIENTS - 1 - len(faults(found))
    assert (ledger.book.postings.count(), book.version) == (posted, posted + 1)
    assert ledger.is_whole()


def _settled_some_time(director: Any, ledger: Ledger) -> Book:
    while True:
        version = _now(ledger).version
        try:
            return book_settle(by=director, book=ledger.book, version=version)
        except Stale:
            continue


def test_merged_while_twenty_post(ledger: Ledger) -> None:
    """Whoever posts to who is just going, posts to who stays."""
    director = ledger.house.person("director")
    gone = player_add(by=director, name="A. Lee")
    ledger.others["twin"] = gone
    by, committee = ledger.house.person("scorer"), ledger.house.person("committee")
    ann = ledger.players["ann"].pk

    def act(number: int) -> object:
        if number == CLIENTS // 2:
            return players_merge(by=committee, kept=ann, gone=gone.pk, version=0, gone_version=0)
        due = ledger.due(str(number), "twin", "bob", 1)
        return postings_post(by=by, book=ledger.book, postings=[due])

    assert faults(at_once(CLIENTS, act)) == []
    assert ledger.amounts() == {"ann": 1 - CLIENTS, "bob": CLIENTS - 1}
    assert ledger.is_whole()


# --- the controls: what the guards are for ---


def _unlocked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(posting, "bump_book_version", lambda pk: Book.objects.get(pk=pk))


def test_without_the_lock_more_is_owed_than_may_be(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All ask before any posts, as they may where nobody waits: each finds room for his three."""
    _limited(ledger)
    _unlocked(monkeypatch)
    by, ann = ledger.house.person("ann"), ledger.players["ann"].pk
    all_have_asked = Barrier(CLIENTS, timeout=30)

    def lay(number: int) -> object:
        refusal = limits_refusal(ledger.book, ann, staking=3)
        all_have_asked.wait()
        if refusal:
            raise refusal
        due = ledger.due(str(number), "ann", "pot", 3)
        return postings_post(by=by, book=ledger.book, postings=[due])

    assert faults(at_once(CLIENTS, lay)) == []
    assert ledger.amounts()["ann"] == -3 * CLIENTS


def test_without_adding_in_the_database_sums_are_lost(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Balances that are read, added to and written back by twenty at once."""
    all_have_read = Barrier(CLIENTS, timeout=30)

    def naive(changes: dict[tuple[int, BookAccount], int]) -> None:
        rows = {row.held: row for row in ledger.book.balances.all()}
        all_have_read.wait()
        for (_book, held), amount in changes.items():
            rows[held].amount += amount
            rows[held].save()

    ledger.pays("first", "ann", "bob", 1)
    _unlocked(monkeypatch)
    monkeypatch.setattr(posting, "balances_add", naive)
    bare = unwrap(postings_post)
    by = ledger.house.person("scorer")

    def post(number: int) -> object:
        due = ledger.due(str(number), "ann", "bob", 1)
        return bare(by=by, book=ledger.book, postings=[due])

    assert faults(at_once(CLIENTS, post)) == []
    assert ledger.book.postings.count() == CLIENTS + 1
    assert ledger.amounts() == {"ann": -2, "bob": 2}, "nineteen are lost"
    assert not ledger.is_whole()


def test_without_the_unique_key_a_result_is_posted_twenty_times(
    database_url: str, django_db_blocker: DjangoDbBlocker, monkeypatch: pytest.MonkeyPatch
) -> None:
    all_have_read = Barrier(CLIENTS, timeout=30)
    real = posting._current_ids

    def paused(*args: Any) -> Any:
        found = real(*args)
        all_have_read.wait()
        return found

    with django_on(database_url, django_db_blocker):
        ledger = open_ledger(open_house())
        _unlocked(monkeypatch)
        once = next(one for one in Posting._meta.constraints if one.name == "posting_once")
        # SQLite makes the table anew from what the model says.
        rest = [one for one in Posting._meta.constraints if one is not once]
        monkeypatch.setattr(Posting._meta, "constraints", rest)
        with connection.schema_editor() as editor:
            editor.remove_constraint(Posting, once)
        monkeypatch.setattr(posting, "_current_ids", paused)
        bare = unwrap(postings_post)
        by = ledger.house.person("scorer")
        due = ledger.due("result", "ann", "bob", 1)
        found = at_once(CLIENTS, lambda _n: bare(by=by, book=ledger.book, postings=[due]))
        assert faults(found) == []
        assert ledger.amounts() == {"ann": -CLIENTS, "bob": CLIENTS}
