"""Transfers posted once, taken back once, and never changed."""

from collections.abc import Callable
from datetime import date

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction
from django.db.models import Q
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from ecarte_club.clubs import audit_log
from ecarte_club.core.append_only import Unchangeable
from ecarte_club.core.exceptions import Denied, Invalid, Stale
from games.evenings.services.evenings import evening_open
from scoring.ledger.models import Balance, Book, Posting
from scoring.ledger.rules import POT, Cause, Transfer, member
from scoring.ledger.selectors.books import balance, balances
from scoring.ledger.services.posting import (
    Due,
    book_for,
    book_open,
    book_settle,
    postings_synchronise,
)
from tests.support.clubhouse import House
from tests.support.ledgers import CONTEST, Ledger, open_ledger
from tests.support.postings import postings_post, postings_reverse


@pytest.fixture
def ledger(house: House) -> Ledger:
    return open_ledger(house)


def refused(act: Callable[[], object]) -> Invalid:
    rows = Posting.objects.count(), list(Balance.objects.order_by("pk").values())
    with pytest.raises(Invalid) as found, transaction.atomic():
        act()
    assert (Posting.objects.count(), list(Balance.objects.order_by("pk").values())) == rows
    return found.value


# --- posting ---


def test_a_pool_of_three_as_printed(ledger: Ledger) -> None:
    """Foster: each puts in two, the losers one more each; who wins two games takes the eight."""
    stakes = [ledger.due(f"in/{name}", name, "pot", 2) for name in ("ann", "bob", "cyd")]
    ledger.post(stakes)
    assert ledger.amounts() == {"ann": -2, "bob": -2, "cyd": -2, "pot": 6}
    ledger.pays("1", "bob", "pot", 1)
    ledger.pays("2", "cyd", "pot", 1)
    ledger.pays("won", "pot", "ann", 8)
    assert ledger.amounts() == {"ann": 6, "bob": -3, "cyd": -3}
    assert ledger.is_whole()


def test_the_same_posted_twice_is_posted_once(ledger: Ledger) -> None:
    """Alone, together with something new, and twice in one breath."""
    (first,) = ledger.pays("1", "ann", "bob", 5)
    assert ledger.pays("1", "ann", "bob", 5) == []
    other = ledger.due("2", "bob", "cyd", 1)
    assert [row.key for row in ledger.post([ledger.due("1", "ann", "bob", 5), other, other])] == [
        "2"
    ]
    assert ledger.amounts() == {"ann": -5, "bob": 4, "cyd": 1}
    assert Posting.objects.get(key="1") == first


@pytest.mark.any_database
@pytest.mark.parametrize(
    "other",
    [("ann", "bob", 6), ("bob", "ann", 5), ("ann", "cyd", 5), ("ann", "pot", 5), ("cyd", "bob", 5)],
)
def test_a_key_says_one_thing(ledger: Ledger, other: tuple[str, str, int]) -> None:
    ledger.pays("1", "ann", "bob", 5)
    fresh = ledger.due("2", "bob", "cyd", 3)
    fault = refused(lambda: ledger.post([fresh, ledger.due("1", *other)]))
    assert (fault.code, fault.extra) == ("posting_contradicts", {"key": "1"})
    fault = refused(lambda: ledger.post([fresh, ledger.due("2", *other)]))
    assert (fault.code, list(fault.errors)) == ("posting_contradicts", ["key"])
    assert ledger.amounts() == {"ann": -5, "bob": 5}


@pytest.mark.any_database
@pytest.mark.parametrize("change", ["cause", "contest", "number"])
def test_what_it_was_for_is_part_of_what_it_says(ledger: Ledger, change: str) -> None:
    ledger.pays("1", "ann", "bob", 5)
    transfer = ledger.transfer("ann", "bob", 5)
    other = {
        "cause": Due("1", transfer._replace(cause=Cause.PAID), CONTEST, 1),
        "contest": Due("1", transfer, CONTEST + 1, 1),
        "number": Due("1", transfer, CONTEST, 2),
    }
    assert refused(lambda: ledger.post([other[change]])).code == "posting_contradicts"


def test_books_are_apart(ledger: Ledger) -> None:
    ledger.pays("1", "ann", "bob", 5)
    other = open_ledger(ledger.house)
    other.pays("1", "bob", "cyd", 9)
    assert (ledger.amounts(), other.amounts()) == ({"ann": -5, "bob": 5}, {"bob": -9, "cyd": 9})


@pytest.mark.any_database
def test_pots_of_two_contests_are_apart(ledger: Ledger) -> None:
    pot = Transfer(ledger.side("ann"), POT, 4, Cause.STAKE)
    ledger.post([Due("a", pot, 1, 1), Due("b", pot, 2, 1), Due("c", pot, 2, 2)])
    pots = Balance.objects.filter(holder="pot").order_by("contest")
    assert list(pots.values_list("contest", "amount")) == [(1, 4), (2, 8)]
    shown = [(row.holder, row.amount) for row in balances(ledger.book)]
    assert sorted(shown) == [("member", -12), ("pot", 4), ("pot", 8)]


@pytest.mark.any_database
def test_a_neighbour_is_no_account(ledger: Ledger, neighbour: House) -> None:
    transfer = Transfer(member(neighbour.players["ann"].pk), POT, 1, Cause.STAKE)
    assert refused(lambda: ledger.post([Due("1", transfer, 1, 1)])).code == "unknown_player"


def test_the_book_moves_with_what_is_posted(ledger: Ledger) -> None:
    before = Book.objects.get().version
    ledger.pays("1", "ann", "bob", 5)
    assert Book.objects.get().version == before + 1


@pytest.mark.any_database
@pytest.mark.parametrize("number", [1, 3, 30])
def test_as_many_questions_however_many_postings(ledger: Ledger, number: int) -> None:
    """The book moved and read, keys, players, two kinds of accounts, the rows themselves."""
    dues = [ledger.due(str(one), "ann", "pot" if one % 2 else "bob", 1) for one in range(number)]
    by = ledger.house.person("scorer")
    with CaptureQueriesContext(connection) as found:
        postings_post(by=by, book=ledger.book, postings=dues)
    assert len(found) == (6 if number == 1 else 7)


@pytest.mark.any_database
def test_nothing_to_post(ledger: Ledger) -> None:
    assert ledger.post([]) == []
    assert balance(ledger.book, ledger.players["ann"].pk) == 0


# --- taking back ---


def test_what_is_taken_back_is_taken_back_once(ledger: Ledger) -> None:
    for key, amount in (("1", 5), ("2", 3)):
        ledger.pays(key, "ann", "pot", amount)
    by = ledger.house.person("scorer")
    (row,) = postings_reverse(by=by, book=ledger.book, which=Q(key__in=["1"]))
    assert (row.reverses_id, row.source_holder, row.target_player) == (
        Posting.objects.get(key="1").pk,
        "pot",
        ledger.players["ann"],
    )
    assert ledger.amounts() == {"ann": -3, "pot": 3}
    everything = Q(contest=CONTEST)
    assert [one.key for one in postings_reverse(by=by, book=ledger.book, which=everything)] == [
        "back:2"
    ]
    assert postings_reverse(by=by, book=ledger.book, which=everything) == []
    assert ledger.amounts() == {}
    assert ledger.is_whole()
    assert ledger.pays("1", "ann", "pot", 5) == [], "whoever sends it late posts nothing"


def bring(ledger: Ledger, since: int, *wanted: tuple[int, str, str, int]) -> list[str]:
    transfers = [
        (number, ledger.transfer(source, target, amount))
        for number, source, target, amount in wanted
    ]
    by = ledger.house.person("scorer")
    rows = postings_synchronise(
        by=by, book=ledger.book, contest=CONTEST, since=since, transfers=transfers
    )
    return [row.key for row in rows]


def test_a_correction_changes_what_followed_and_nothing_else(ledger: Ledger) -> None:
    bring(ledger, 1, (1, "ann", "pot", 2), (1, "bob", "pot", 2), (2, "bob", "pot", 1))
    bring(ledger, 3, (3, "pot", "ann", 5))
    assert ledger.amounts() == {"ann": 3, "bob": -3}
    right = ((2, "ann", "pot", 1), (3, "pot", "bob", 5))
    assert bring(ledger, 2, *right) == ["back:7/3/0", "back:7/2/0", "7/2/0~1", "7/3/0~1"]
    assert ledger.amounts() == {"ann": -3, "bob": 3}
    assert bring(ledger, 2, *right) == [], "and the same again changes nothing"
    wrong = ((2, "bob", "pot", 1), (3, "pot", "ann", 5))
    assert bring(ledger, 2, *wrong)[-1] == "7/3/0~2", "back to what it was is a third posting"
    assert ledger.amounts() == {"ann": 3, "bob": -3}
    assert bring(ledger, 3) == ["back:7/3/0~2"], "undone"
    assert ledger.amounts() == {"ann": -2, "bob": -3, "pot": 5}
    assert ledger.is_whole()


@pytest.mark.any_database
def test_what_stays_right_is_left_alone(ledger: Ledger) -> None:
    bring(ledger, 1, (1, "ann", "pot", 2), (2, "bob", "pot", 1), (2, "cyd", "pot", 4))
    changed = bring(ledger, 1, (1, "ann", "pot", 2), (2, "bob", "pot", 3), (2, "cyd", "pot", 4))
    assert changed == ["back:7/2/0", "7/2/0~1"]


# --- what is never done ---


@pytest.mark.parametrize("act", ["save", "delete", "update", "delete all"])
def test_the_models_refuse(ledger: Ledger, act: str) -> None:
    (row,) = ledger.pays("1", "ann", "bob", 5)
    acts: dict[str, Callable[[], object]] = {
        "save": row.save,
        "delete": row.delete,
        "update": lambda: Posting.objects.filter(pk=row.pk).update(amount=6),
        "delete all": lambda: Posting.objects.all().delete(),
    }
    with pytest.raises(Unchangeable):
        acts[act]()


@pytest.mark.parametrize(
    "sql", ["UPDATE ledger_posting SET amount = 6", "DELETE FROM ledger_posting"]
)
def test_the_database_refuses(ledger: Ledger, sql: str) -> None:
    ledger.pays("1", "ann", "bob", 5)
    with (
        pytest.raises(DatabaseError, match=r"never (changed|deleted)"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(sql)
    assert Posting.objects.get().amount == 5


@pytest.mark.parametrize(
    ("source", "target", "amount", "contest"),
    [("ann", "bob", 0, 1), ("ann", "ann", 5, 1), ("pot", "pot", 5, 1), ("ann", "pot", 5, None)],
)
def test_the_database_refuses_what_moves_nothing(
    ledger: Ledger, source: str, target: str, amount: int, contest: int | None
) -> None:
    due = Due("1", ledger.transfer(source, target, amount), contest, 1)
    with pytest.raises(IntegrityError), transaction.atomic():
        ledger.post([due])


# --- books ---


def test_an_evening_has_one_book(house: House) -> None:
    season = house.season()
    evening = evening_open(by=house.person("director"), held_on=season.starts_on, name="First")
    book = book_for(evening)
    assert book_for(evening) == book
    assert (str(book), book.club, book.is_settled) == ("First", house.club, False)


@pytest.mark.any_database
def test_a_book_of_its_own_has_a_name(house: House) -> None:
    book = book_open(by=house.person("director"), name=" Summer  pool ")
    assert str(book) == "Summer pool"
    for name in ("", "x" * 81):
        with pytest.raises(Invalid) as found, transaction.atomic():
            book_open(by=house.person("director"), name=name)
        assert list(found.value.errors) == ["name"]
    with pytest.raises(Denied), transaction.atomic():
        book_open(by=house.person("scorer"), name="Pool")
    with pytest.raises(IntegrityError), transaction.atomic():
        Book.objects.create(club=house.club, opened_at=timezone.now())


def test_a_settled_book_takes_nothing(ledger: Ledger) -> None:
    ledger.pays("1", "ann", "bob", 5)
    director, by = ledger.house.person("director"), ledger.house.person("scorer")
    version = Book.objects.get().version
    with pytest.raises(Denied), transaction.atomic():
        book_settle(by=by, book=ledger.book, version=version)
    book = book_settle(by=director, book=ledger.book, version=version)
    assert (book.is_settled, book.settled_by_id) == (True, director.user_id)
    for act in (
        lambda: ledger.pays("1", "ann", "bob", 5),
        lambda: ledger.pays("2", "ann", "bob", 5),
        lambda: postings_reverse(by=by, book=ledger.book, which=Q(key="1")),
        lambda: bring(ledger, 1),
        lambda: book_settle(by=director, book=ledger.book, version=book.version),
    ):
        assert refused(act).code == "book_settled"


def test_a_book_is_settled_as_it_was_seen(ledger: Ledger) -> None:
    seen = Book.objects.get().version
    ledger.pays("1", "ann", "bob", 5)
    with pytest.raises(Stale), transaction.atomic():
        book_settle(by=ledger.house.person("director"), book=ledger.book, version=seen)
    assert not Book.objects.get().is_settled


def test_a_book_is_not_settled_over_a_full_pot(ledger: Ledger) -> None:
    """The levy box keeps what it has; a pot is to be won or given back first."""
    ledger.post([ledger.due("1", "ann", "pot", 5), ledger.due("2", "ann", "levy", 1)])
    director = ledger.house.person("director")

    def settle() -> object:
        version = Book.objects.get().version
        return book_settle(by=director, book=ledger.book, version=version)

    assert refused(settle).code == "book_unfinished"
    ledger.pays("3", "pot", "ann", 5)
    settle()


@pytest.mark.any_database
def test_who_posted_is_noted(ledger: Ledger) -> None:
    (row,) = ledger.pays("1", "ann", "bob", 5)
    assert row.by_id == ledger.house.users["scorer"].pk


@pytest.mark.any_database
def test_the_log_tells_of_books(house: House) -> None:
    director = house.person("director")
    evening = evening_open(by=director, held_on=house.season().starts_on, name="First")
    unnamed = evening_open(by=director, held_on=date(2026, 3, 14))
    books = (book_for(evening), book_for(unnamed), book_open(by=director, name="Summer pool"))
    for book in books:
        book_settle(by=director, book=book, version=0)
    told = [
        line.text
        for line in audit_log.lines(list(audit_log.entries(director, audit_log.parse_filters({}))))
    ]
    assert [text for text in told if "settled" in text or "accounts" in text] == [
        "Evening settled: Summer pool",
        "Evening settled: Evening of 14 March 2026",
        "Evening settled: First",
        "Evening accounts opened: Summer pool",
    ]


@pytest.mark.any_database
def test_rows_say_what_they_are(ledger: Ledger) -> None:
    """Where somebody looks at them by hand, as in the shell."""
    (row,) = ledger.pays("1", "ann", "pot", 5)
    ann, (pot, other) = ledger.players["ann"].pk, balances(ledger.book)[::-1]
    assert {str(row), str(pot), str(other)} == {"1: 5", "pot 7: 5", f"member {ann}: -5"}
