"""Accounts by the API: a program settles an evening, and its members see what is theirs."""

import pytest

from ecarte_club.clubs.models import Club
from scoring.ledger.models import Book, Payment
from tests.support.clubhouse import Api, House, problem, read
from tests.support.settlings import night_book, owes, settled
from tests.support.teamed import built_once

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.any_database]


def two_owe(house: House) -> Book:
    """Ann lost five to Bob, and Bob three to Cyd."""
    book = night_book(house, "ann", "bob", "cyd")
    owes(house, book, "ann", "bob", 5)
    owes(house, book, "bob", "cyd", 3)
    return book


_built, built, house, night = built_once(two_owe)


def who(party: dict[str, object]) -> str:
    player = party.get("player", party)
    assert isinstance(player, dict)
    return str(player["name"])


@pytest.mark.postgresql
def test_a_program_settles_what_it_was_shown(house: House, night: Book) -> None:
    api = house.api("director")
    shown = read(api.get("clubs/cercle/settlements/preview"))
    assert shown["can_be_settled"]
    assert [
        (who(one["debtor"]), who(one["creditor"]), one["amount"]) for one in shown["debts"]
    ] == [
        ("Ann", "Bob", 5),
        ("Bob", "Cyd", 3),
    ]
    books = [{"book": one["id"], "version": one["version"]} for one in shown["books"]]
    made = read(api.post("clubs/cercle/settlements", {"books": books}, key="once"), 201)
    again = api.post("clubs/cercle/settlements", {"books": books}, key="once")
    assert again["Idempotency-Replayed"] == "true"
    assert read(again, 201) == made
    assert (made["starts_on"], made["ends_on"]) == ("2026-11-19", "2026-11-19")
    assert [(who(one["payer"]), who(one["payee"]), one["amount"]) for one in made["payments"]] == [
        ("Ann", "Bob", 2),
        ("Ann", "Cyd", 3),
    ]
    assert read(api.get(f"settlements/{made['id']}")) == made
    assert read(api.get("clubs/cercle/settlements/preview"))["books"] == []
    listed = read(api.get("clubs/cercle/settlements"))["results"]
    assert [one["id"] for one in listed] == [made["id"]]


def test_an_old_version_and_a_settled_book_are_refused(house: House, night: Book) -> None:
    api = house.api("director")
    old = {"books": [{"book": night.pk, "version": 1}]}
    problem(api.post("clubs/cercle/settlements", old), 409, "stale_version", "books")
    settled(house, night)
    problem(api.post("clubs/cercle/settlements", old), 422, "book_settled", "books")


def test_how_come_has_every_transfer(house: House, night: Book) -> None:
    shown = read(house.api("ann").get(f"evenings/{night.evening_id}/accounts"))
    first = shown["debts"][0]
    transfer = first["behind"][0]["transfer"]
    assert (who(transfer["giver"]), who(transfer["taker"])) == ("Ann", "Bob")
    assert (transfer["amount"], transfer["cause"]) == (5, "game_won")
    assert {who(one["player"]): one["amount"] for one in shown["balances"]} == {
        "Cyd": 3,
        "Bob": 2,
        "Ann": -5,
    }
    problem(house.api("ann").get(f"evenings/{night.evening_id}/accounts?sort=x"), 422, field="sort")


def test_a_member_is_shown_his_own_lines(house: House, night: Book) -> None:
    pk = settled(house, night).pk
    shown = read(house.api("cyd").get(f"settlements/{pk}"))
    assert [who(one["player"]) for one in shown["balances"]] == ["Cyd"]
    assert [one["amount"] for one in shown["payments"]] == [3]
    assert (shown["books"], shown["debts"]) == ([], [])


def test_either_side_marks_a_payment(house: House, night: Book) -> None:
    settled(house, night)
    path = f"payments/{Payment.objects.get(amount=2).pk}"
    assert read(house.api("bob").post(path, {"made": True}))["made_by"] == "Bob"
    assert read(house.api("ann").post(path, {"made": False}))["made_at"] is None
    problem(house.api("cyd").post(path, {"made": True}), 403)
    problem(Api().post(path, {"made": True}), 401)


def test_a_statement_is_read_page_by_page(neighbour: House) -> None:
    book = night_book(neighbour, "ann", "bob")
    for amount in range(1, 61):
        owes(neighbour, book, "bob", "ann", amount)
    api, amounts = neighbour.api("ann"), []
    path = f"players/{neighbour.players['ann'].pk}/statement?starts_on=2026-11-19"
    while path:
        page = read(api.get(path))
        assert page["total"] == 1830
        amounts += [line["amount"] for line in page["results"]]
        path = (page["next"] or "").partition("/api/v1/")[2]
    assert amounts == list(range(60, 0, -1))
    later = f"players/{neighbour.players['ann'].pk}/statement?starts_on=2026-11-20"
    assert read(api.get(later))["results"] == []
    problem(api.get(f"{later}&cursor=x"), 422, field="cursor")
    problem(api.get(f"{later}&ends_on=2026-02-30"), 422, field="ends_on")


def test_books_are_sifted(house: House, night: Book) -> None:
    other = night_book(house, "ann")
    settled(house, night)
    api = house.api("scorer")
    for query, books in (
        ("", [other.pk, night.pk]),
        ("?settled=yes", [night.pk]),
        ("?settled=no", [other.pk]),
        ("?ends_on=2026-11-18", []),
    ):
        found = read(api.get(f"clubs/cercle/books{query}"))["results"]
        assert [one["id"] for one in found] == books
    problem(api.get("clubs/cercle/books?settled=perhaps"), 422, field="settled")
    found = read(house.api("cyd").get("clubs/cercle/books"))["results"]
    assert [one["id"] for one in found] == [night.pk]


def test_points_have_no_payments(house: House, night: Book) -> None:
    Club.objects.update(unit="points")
    shown = read(house.api("ann").get(f"evenings/{night.evening_id}/accounts"))
    assert (shown["unit"], shown["payments"]) == ("points", [])


def test_what_is_raised_holds_a_day_later(house: House) -> None:
    api = house.api("ann")
    nothing = {"most_staked": None, "most_owed": None}
    assert read(api.get("clubs/cercle/me/limits"))["most_staked"] is None
    low = read(api.post("clubs/cercle/me/limits", {"most_staked": 5, "most_owed": 50}))
    assert (low["most_staked"], low["most_staked_from"]) == (5, None)
    asked = read(api.post("clubs/cercle/me/limits", {**nothing, "most_owed": 50}))
    assert (asked["most_staked"], asked["most_staked_asked"]) == (5, None)
    assert asked["most_staked_from"] is not None
    assert (asked["most_owed"], asked["most_owed_from"]) == (50, None)


def test_the_clubs_limits_are_the_committees_to_set(house: House) -> None:
    given = {"most_staked": 10, "most_owed": None}
    assert read(house.api("committee").post("clubs/cercle/limits", given)) == given
    assert read(house.api("ann").get("clubs/cercle/limits")) == given
    problem(house.api("director").post("clubs/cercle/limits", given), 403)
