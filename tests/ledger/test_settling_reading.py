"""What is read of accounts: who owes whom after corrections, over evenings, and as one person."""

from collections import Counter
from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import given
from hypothesis import strategies as st

from ecarte_club.clubs.models import Player
from ecarte_club.clubs.services.members import players_merge
from ecarte_club.core.exceptions import Invalid
from scoring.contests.rules.pool import Seated
from scoring.ledger.labels.accounts import party_name
from scoring.ledger.models import Book
from scoring.ledger.selectors import statements
from scoring.ledger.selectors.accounts import Line, accounts, in_order, preview
from scoring.ledger.selectors.books import Place
from scoring.ledger.selectors.debts import happenings, standing, who_owes_whom, who_owes_whom_over
from scoring.ledger.selectors.statements import Period
from tests.support.clubhouse import House, open_house
from tests.support.contests import Club, opened
from tests.support.settlings import named_book, night_book, owes

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.slow, pytest.mark.any_database]


def debts(book: Book) -> list[tuple[str, str, int]]:
    found = who_owes_whom(book)
    assert all(sum(part.amount for part in one.behind) == one.amount for one in found)
    return [(party_name(one.debtor), party_name(one.creditor), one.amount) for one in found]


def pool(house: House, slug_names: tuple[str, ...] = ("ann", "bob", "cyd")) -> Club:
    club = opened(house, "pool", *slug_names, agreed={"stake": 1, "paying": "deposit"})
    club.tell(Seated(tuple(club.pk(name) for name in slug_names)))
    return club


def played(club: Club, winners: str) -> None:
    names = {"a": "ann", "b": "bob", "c": "cyd"}
    for letter in winners:
        club.game(names[letter])


@pytest.mark.postgresql
def test_what_was_taken_back_is_behind_nothing(house: House, neighbour: House) -> None:
    """Bob was said to have won; it was Ann. The same as if nobody had ever said Bob."""
    wrong = pool(house)
    wrong.game("bob")
    wrong.undo()
    match = wrong.contest.table.matches.get()
    wrong.wins("ann", match)
    wrong.game("ann")
    right = pool(neighbour)
    played(right, "aa")
    assert (
        debts(wrong.night.book)
        == debts(right.night.book)
        == [
            ("Bob", "Ann", 2),
            ("Cyd", "Ann", 2),
        ]
    )
    causes = [[one.cause for one in standing(club.night.book)] for club in (wrong, right)]
    assert causes[0] == causes[1]


def test_each_transfer_is_of_the_game_that_moved_it(house: House) -> None:
    """Foster's third game: plus five, minus three, minus two."""
    club = pool(house)
    played(club, "acc")
    assert debts(club.night.book) == [("Ann", "Cyd", 2), ("Bob", "Cyd", 3)]
    found = who_owes_whom(club.night.book)
    told = {(part.moved.game, part.moved.cause.value) for one in found for part in one.behind}
    assert told == {(3, "pool_won")}
    through = [(one.game, one.cause.value) for debt in found for one in debt.behind[0].through]
    lost = {(game, "loser_stake"): 1 for game in (1, 2, 3)}
    assert Counter(through) == {(1, "stake"): 2, **lost}
    games = [game for game, _at in happenings([club.contest.pk]).values()]
    assert sorted(set(games)) == [1, 2, 3]


def test_over_two_evenings_what_is_owed_both_ways_is_set_off(house: House) -> None:
    first, second = night_book(house, "ann", "bob"), night_book(house, "ann", "bob")
    owes(house, first, "ann", "bob", 5)
    owes(house, second, "bob", "ann", 8)
    (found,) = who_owes_whom_over([first, second])
    assert (party_name(found.debtor), party_name(found.creditor), found.amount) == ("Bob", "Ann", 3)
    assert found.by_book == ((first, -5), (second, 8))
    owes(house, second, "ann", "bob", 3)
    assert who_owes_whom_over([first, second]) == []


def test_between_two_who_are_one_nothing_is_owed(house: House) -> None:
    book = night_book(house, "ann", "bob", "dan")
    owes(house, book, "ann", "dan", 5)
    owes(house, book, "dan", "bob", 2)
    ann, dan = house.players["ann"], house.players["dan"]
    players_merge(
        by=house.person("committee"),
        kept=ann.pk,
        gone=dan.pk,
        version=ann.version,
        gone_version=dan.version,
    )
    assert debts(book) == [("Ann", "Bob", 2)]
    lines = accounts([book], "counters").lines
    assert [(line.player.name, line.amount) for line in lines] == [("Bob", 2), ("Ann", -2)]
    told = list(statements.every_line(ann, [book.pk]))
    assert sum(line.amount for line in told) == -2


def test_the_levy_box_is_one_whatever_the_contest(house: House) -> None:
    book = night_book(house, "ann", "bob")
    owes(house, book, "ann", "levy", 2)
    owes(house, book, "ann", "levy", 1)
    assert debts(book) == [("Ann", "the levy box", 3)]
    assert accounts([book], "counters").levy == 3


def test_how_come_costs_the_same_however_much_was_moved(house: House) -> None:
    book = night_book(house, "ann", "bob", "cyd")
    asked = []
    for _more in range(2):
        for number in range(1, 20):
            owes(house, book, ("ann", "bob")[number % 2], "cyd", number)
        with CaptureQueriesContext(
            connection,
        ) as queries:
            who_owes_whom(book)
            accounts([book], "counters")
        asked.append(len(queries))
    assert asked[0] == asked[1] <= 8


# --- days, pages and order ---


@pytest.mark.parametrize(
    ("query", "days"),
    [
        ({}, (None, None)),
        ({"starts_on": "2026-11-19"}, (date(2026, 11, 19), None)),
        ({"starts_on": "", "ends_on": "2026-11-19"}, (None, date(2026, 11, 19))),
    ],
)
def test_days_of_an_address(query: dict[str, str], days: tuple[date | None, date | None]) -> None:
    found = Period.of(query, strict=True)
    assert (found.starts_on, found.ends_on) == days
    assert found.query == "&".join(f"{name}={day}" for name, day in query.items() if day)


@pytest.mark.parametrize("wrong", ["x", "2026-02-30", "2026-1", "31/11/2026"])
def test_no_day_is_left_aside_or_refused(wrong: str) -> None:
    assert Period.of({"ends_on": wrong}) == Period()
    _refused(wrong)


@pytest.mark.parametrize("written", ["19/11/2026", "19 November 2026"])
def test_days_as_people_write_them_are_for_pages_alone(written: str) -> None:
    assert Period.of({"ends_on": written}) == Period(ends_on=date(2026, 11, 19))
    _refused(written)


def _refused(text: str) -> None:
    with pytest.raises(Invalid) as refused:
        Period.of({"ends_on": text}, strict=True)
    assert refused.value.errors.keys() == {"ends_on"}


@pytest.mark.parametrize(
    ("text", "place"),
    [("3.14", Place(3, 14)), ("", None), ("3", None), ("3.", None), ("a.b", None), ("-1.2", None)],
)
def test_where_a_page_begins(text: str, place: Place | None) -> None:
    assert statements.place_of(text) == place


@given(st.integers(0, 10**12), st.integers(0, 10**12))
def test_a_page_leads_to_where_the_next_begins(book: int, posting: int) -> None:
    page = statements.Page((), Place(book, posting))
    assert statements.place_of(page.next) == Place(book, posting)


@given(st.lists(st.tuples(st.sampled_from("abc"), st.integers(-3, 3)), max_size=8))
def test_lines_in_any_order_that_is_asked_for(pairs: list[tuple[str, int]]) -> None:
    lines = [
        Line(Player(pk=pk, name=name, sort_name=name), amount)
        for pk, (name, amount) in enumerate(pairs)
    ]
    names = [line.player.sort_name for line in in_order(lines, "name")]
    assert names == sorted(names)
    assert list(in_order(lines, "-name")) == list(in_order(lines, "name"))[::-1]
    for sort, sign in (("amount", 1), ("-amount", -1)):
        keys = [(sign * line.amount, line.player.sort_name) for line in in_order(lines, sort)]
        assert keys == sorted(keys)


@pytest.mark.parametrize("size", [1, 2, 7, 100])
def test_a_statement_is_whole_however_it_is_cut(size: int, house: House) -> None:
    books = [night_book(house, "ann", "bob") for _night in range(2)]
    for number in range(1, 8):
        owes(house, books[number % 2], "ann", "bob", number)
    ann, pks = house.players["ann"], [book.pk for book in books]
    told = list(statements.every_line(ann, pks, size))
    assert [line.amount for line in told] == [-7, -5, -3, -1, -6, -4, -2]
    assert {party_name(line.other) for line in told} == {"Bob"}
    assert statements.total(ann, pks) == -28
    assert statements.books_of(ann, Period(ends_on=date(2026, 11, 18))) == []


def test_what_is_settled_is_seen_no_more(house: House) -> None:
    first, second = night_book(house, "ann", "bob"), named_book(house)
    both = preview(house.club, Period())
    assert both.versions == f"{first.pk}:0,{second.pk}:0"
    assert both.starts_on == date(2026, 11, 19)
    Book.objects.filter(pk=second.pk).update(settled_at=second.opened_at)
    assert preview(house.club, Period()).books == (first,)
    assert preview(open_house("other").club, Period()).books == ()
