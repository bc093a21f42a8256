"""A member's statement from outside: read page by page while others post, every line comes once
and in order; the table for a spreadsheet adds up; who became another, and who is forgotten."""

import csv
import io
import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import date
from html import unescape
from typing import Any

import pytest
from django.core.mail import EmailMessage

from ecarte_club.clubs.models import Player
from ecarte_club.clubs.services.accounts import player_anonymise
from ecarte_club.clubs.services.members import players_merge
from games.evenings.services.evenings import evening_open
from scoring.ledger.models import Book
from scoring.ledger.services.posting import book_for
from scoring.ledger.services.settling import statements_send
from tests.site.pages import Browser, page
from tests.support.clubhouse import House, read
from tests.support.nights import joins
from tests.support.settlings import night_book, owes, settled

Commit = Callable[..., AbstractContextManager[list[Any]]]

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.slow, pytest.mark.any_database]

PAGE = 50


def posted(house: House, book: Book, *amounts: int) -> None:
    """Bob pays Ann: each amount tells the line by which it came."""
    for amount in amounts:
        owes(house, book, "bob", "ann", amount)


def figures(text: str) -> list[int]:
    return [int(one.replace("−", "-")) for one in re.findall(r'decides">\+?(−?\d+)<', text)]


def older(text: str) -> str:
    found = re.search(r'href="(\?[^"]*after=[^"]+)">Older', text)
    return unescape(found[1]) if found else ""


def statement(house: House, name: str = "ann") -> str:
    return f"players/{house.players[name].pk}/statement/"


def merged(house: House, kept: str, gone: str) -> None:
    """`gone` has no sign-in."""
    one, other = house.players[kept], house.players[gone]
    for player in (one, other):
        player.refresh_from_db()
    players_merge(
        by=house.person("committee"),
        kept=one.pk,
        gone=other.pk,
        version=one.version,
        gone_version=other.version,
    )


def guest(house: House, name: str) -> None:
    house.players[name] = Player.objects.create(club=house.club, name=name.title())


@pytest.mark.parametrize("count", [0, 1, 49, 50, 51, 100, 101])
def test_pages_of_fifty_have_each_line_once(count: int, house: House) -> None:
    """A page is full before there is a next one, and no page is empty but the only one."""
    book = night_book(house, "ann", "bob")
    posted(house, book, *range(1, count + 1))
    api, path, sizes, lines = house.api("ann"), statement(house).rstrip("/"), [], []
    while path:
        found = read(api.get(path))
        assert found["total"] == count * (count + 1) // 2
        sizes.append(len(found["results"]))
        lines += [one["amount"] for one in found["results"]]
        path = (found["next"] or "").partition("/api/v1/")[2]
    assert lines == list(range(count, 0, -1))
    full, rest = divmod(count, PAGE)
    assert sizes == [PAGE] * full + ([rest] if rest or not full else [])


def test_what_is_posted_between_two_pages_moves_none_of_their_lines(house: House) -> None:
    """In the newest book, in the oldest and in one that is opened meanwhile."""
    first, second = night_book(house, "ann", "bob"), night_book(house, "ann", "bob")
    posted(house, first, *range(1, 31))
    posted(house, second, *range(31, 81))
    ann, where = Browser(house, "ann"), statement(house)
    text = page(ann.get(where))
    assert figures(text) == list(range(80, 30, -1))
    posted(house, second, 500)
    posted(house, night_book(house, "ann", "bob"), 600)
    following = page(ann.get(where + older(text)))
    assert figures(following) == list(range(30, 0, -1))
    assert not older(following)
    posted(house, first, 700)
    again = figures(page(ann.get(where + older(text))))
    assert again == [700, *range(30, 0, -1)], "what came behind the place is read with the rest"
    assert figures(page(ann.get(where)))[:3] == [600, 500, 80]


def test_the_days_asked_for_are_kept_from_page_to_page(house: House) -> None:
    inside, outside = (
        night_book(house, "ann", "bob"),
        evening_open(
            by=house.person("director"), held_on=date(2026, 11, 26), public=False, tables=("1",)
        ),
    )
    posted(house, inside, *range(1, 53))
    posted(house, book_for(outside), 1000)
    where = f"{statement(house)}?starts_on=2026-11-01&ends_on=2026-11-25"
    ann = Browser(house, "ann")
    text = page(ann.get(where))
    assert figures(text) == list(range(52, 2, -1))
    assert "1378 counters" in " ".join(re.sub(r"<[^>]*>", "", text).split())
    assert figures(page(ann.get(statement(house) + older(text)))) == [2, 1]
    for query, count in (("?ends_on=2026-11-25", 52), ("?starts_on=2026-11-20", 1), ("", 53)):
        body = ann.get(f"{statement(house)[:-1]}.csv{query}").content.decode("utf-8-sig")
        assert len(body.splitlines()) == 1 + count


def test_the_spreadsheet_adds_up_to_the_page(house: House) -> None:
    """Twice a page and a bit: read at once it is the pages one after the other."""
    guest(house, "=cmd")
    book = night_book(house, "ann", "bob", "=cmd")
    for turn in range(1, 36):
        posted(house, book, turn)
        owes(house, book, "ann", "=cmd", 2)
        owes(house, book, "ann", "levy", 1)
    ann, where, lines = Browser(house, "ann"), statement(house), []
    text = page(ann.get(where))
    lines += figures(text)
    while more := older(text):
        text = page(ann.get(where + more))
        lines += figures(text)
    csv_path = f"{where[:-1]}.csv"
    body = ann.get(csv_path).content
    assert house.api("ann").get(csv_path).content == body
    rows = list(csv.DictReader(io.StringIO(body.decode("utf-8-sig"))))
    assert [int(row["amount"]) for row in rows] == lines
    assert sum(lines) == 35 * 36 // 2 - 35 * 3
    assert {row["with"] for row in rows} == {"Bob", "'=Cmd", "the levy box"}
    assert all(row["evening"] == "Evening of 19 November 2026" for row in rows)


def test_everybodys_statements_come_to_nothing_together(house: House) -> None:
    book = night_book(house, "ann", "bob", "cyd")
    for source, target, amount in (("ann", "bob", 3), ("bob", "cyd", 5), ("cyd", "ann", 7)):
        owes(house, book, source, target, amount)
    api = house.api("director")
    totals = [
        read(api.get(f"players/{house.players[name].pk}/statement"))["total"]
        for name in ("ann", "bob", "cyd")
    ]
    assert totals == [4, -2, -2]
    assert sum(totals) == 0


def test_what_was_settled_stands_in_the_statement_of_both_sides(house: House) -> None:
    """Bob owed Ann five and Cyd two: two payments, of which Cyd sees one."""
    book = night_book(house, "ann", "bob", "cyd")
    for creditor, amount in (("ann", 5), ("cyd", 2)):
        owes(house, book, "bob", creditor, amount)

    def payments(name: str) -> list[tuple[str, str, int, bool]]:
        found = read(house.api("director").get(f"players/{house.players[name].pk}/statement"))
        return [
            (one["payer"]["name"], one["payee"]["name"], one["amount"], one["made_at"] is not None)
            for one in found["payments"]
        ]

    assert payments("bob") == []
    to_ann = settled(house, book).payments.get(payee=house.players["ann"])
    read(house.api("bob").post(f"payments/{to_ann.pk}", {"made": True}))
    assert payments("bob") == [("Bob", "Ann", 5, True), ("Bob", "Cyd", 2, False)]
    assert payments("cyd") == [("Bob", "Cyd", 2, False)]


# --- two who are one, and who is forgotten ---


def test_who_became_another_brings_his_lines(house: House) -> None:
    """Doe got three from Bob and gave Ann one; he was Ann. What he gave her is no line that moves
    anything, and her sum is what both had."""
    guest(house, "doe")
    book = night_book(house, "ann", "bob", "doe")
    owes(house, book, "bob", "ann", 5)
    owes(house, book, "bob", "doe", 3)
    owes(house, book, "doe", "ann", 1)
    doe = house.players["doe"].pk
    merged(house, "ann", "doe")
    api = house.api("ann")
    for pk in (house.players["ann"].pk, doe):
        found = read(api.get(f"players/{pk}/statement"))
        assert found["player"]["name"] == "Ann"
        assert found["total"] == 8
        assert sum(one["amount"] for one in found["results"]) == 8
        assert sorted(one["amount"] for one in found["results"] if one["amount"]) == [3, 5]
    shown = read(house.api("director").get(f"evenings/{book.evening_id}/accounts"))
    sums = {one["player"]["name"]: one["amount"] for one in shown["balances"]}
    assert {name: amount for name, amount in sums.items() if amount} == {"Ann": 8, "Bob": -8}
    debts = [
        (one["debtor"]["player"]["name"], one["creditor"]["player"]["name"], one["amount"])
        for one in shown["debts"]
    ]
    assert debts == [("Bob", "Ann", 8)]


def test_who_is_forgotten_leaves_the_sums_and_not_the_name(house: House) -> None:
    """In the settlement, in the others' statements, and in every table for spreadsheets."""
    guest(house, "xavier")
    book = night_book(house, "ann", "bob", "xavier")
    owes(house, book, "xavier", "ann", 4)
    owes(house, book, "bob", "xavier", 1)
    pk = settled(house, book).pk
    xavier = house.players["xavier"]
    player_anonymise(by=house.person("committee"), player_id=xavier.pk, version=xavier.version)
    director = Browser(house, "director")
    addresses = (
        f"evenings/{book.evening_id}/accounts/",
        f"evenings/{book.evening_id}/accounts.csv",
        f"settlements/{pk}/",
        f"settlements/{pk}/accounts.csv",
        statement(house),
        f"{statement(house)[:-1]}.csv",
        statement(house, "xavier"),
    )
    for address in addresses:
        text = page(director.get(address))
        assert "xavier" not in text.lower(), address
    shown = read(house.api("director").get(f"settlements/{pk}"))
    assert "xavier" not in str(shown).lower()
    assert sorted(one["amount"] for one in shown["balances"]) == [-3, -1, 4]
    assert sorted(one["amount"] for one in shown["payments"]) == [1, 3]


# --- letters ---


def test_each_gets_one_in_his_own_language(
    house: House, mailoutbox: list[EmailMessage], django_capture_on_commit_callbacks: Commit
) -> None:
    """Alice reads English and Bruno French; Carol came and moved nothing, Ann wants none."""
    for name, language in (("alice", "en"), ("bruno", "fr"), ("carol", "en")):
        joins(house, name, language)
    book = night_book(house, "alice", "bruno", "carol", "ann")
    owes(house, book, "alice", "bruno", 6)
    owes(house, book, "alice", "ann", 2)
    with django_capture_on_commit_callbacks(execute=True):
        settled(house, book)
    for _time in range(2):
        assert statements_send() == 0
    told = {letter.to[0]: letter for letter in mailoutbox}
    assert sorted(told) == ["alice@letters.example", "bruno@letters.example"]
    assert len(mailoutbox) == 2
    assert "19 November 2026" in told["alice@letters.example"].subject
    assert "19 novembre 2026" in told["bruno@letters.example"].subject
    alice = str(told["alice@letters.example"].body)
    assert "Alice pays Bruno 6 counters" in alice
    assert "Alice pays Ann 2 counters" in alice
    bruno = str(told["bruno@letters.example"].body)
    assert "Ann" not in bruno, "what others pay each other is not his to read"


def test_the_letter_and_the_page_say_the_same_lines(
    house: House, mailoutbox: list[EmailMessage], django_capture_on_commit_callbacks: Commit
) -> None:
    joins(house, "alice")
    book = night_book(house, "alice", "bob", "cyd")
    for source, target, amount in (("alice", "bob", 9), ("cyd", "alice", 4), ("alice", "cyd", 2)):
        owes(house, book, source, target, amount)
    with django_capture_on_commit_callbacks(execute=True):
        settled(house, book)
    said = re.findall(r"^- ([+−]\d+):", str(mailoutbox[0].body), re.MULTILINE)
    shown = figures(page(Browser(house, "alice").get(statement(house, "alice"))))
    assert [int(one.replace("−", "-")) for one in said] == shown == [-2, 4, -9]
