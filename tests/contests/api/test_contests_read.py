"""What is read of contests: lists, names, sums, and what did not change."""

import csv
import io
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoDbBlocker

from ecarte_club.clubs.models import NameVisibility, Player
from ecarte_club.clubs.services.members import players_merge
from games.evenings.models import Table
from tests.support.clubhouse import Api, House, open_house, problem, read
from tests.support.depth import times
from tests.support.standing import as_built, built_once

from .contesting import Program, amounts, names, program

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.any_database]


def watched() -> Program:
    found = program(open_house(), "dora", public=True)
    found.opens("cul_leve", "bob", "cyd", "ann", agreed={"stake": 2}, gallery={})
    found.game("cyd")
    return found


@pytest.fixture(scope="module")
def _standing_club(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Program]:
    with built_once(django_db_blocker, watched) as found:
        yield found


@pytest.fixture
def club(_standing_club: Program) -> Iterator[Program]:
    """At an evening that strangers may watch; Cyd has won two of Bob."""
    with as_built(_standing_club) as found:
        yield found


def test_what_everybody_has_tonight_is_for_the_club_and_its_tables(club: Program) -> None:
    table = club.night.tables.order_by("pk")[1]
    phone = Api(
        read(Api().post("table-codes", {"code": table.code}), 201)["secret"], scheme="Table"
    )
    for api in (club.api, club.house.api("ann"), phone):
        found = amounts(read(api.get(club.path()))["balances"])
        assert found == {"Ann": 0, "Bob": -2, "Cyd": 2}
    stranger = read(Api().get(club.path()))
    assert stranger["balances"] == []
    assert names(stranger["accepted"]) == ["Bob", "Cyd", "Ann"]


def test_the_sums_are_of_all_contests_of_the_evening(club: Program) -> None:
    club.opens("cul_leve", "cyd", "bob", agreed={"stake": 5}, table=1, seat_anyway=True)
    club.game("bob")
    assert club.sums() == {"Bob": 3, "Cyd": -3}


def test_strangers_are_told_names_as_they_may_be_shown(club: Program) -> None:
    club.house.club.names_shown = NameVisibility.INITIALS
    club.house.club.save()
    for path in (club.path(), club.path("entries")):
        text = str(read(Api().get(path)))
        assert "Cyd" not in text
        assert "C." in text
        assert "Cyd" in str(read(club.house.api("ann").get(path)))
    by = {one["by"] for one in read(Api().get(club.path("entries")))}
    assert by == {None}


def test_who_turned_out_to_be_another_is_that_one(club: Program) -> None:
    club.tells("joined", "dora", accepts=True)
    club.tells("closed")
    merge(club.house, gone="dora", kept="ann")
    entries = club.entries()
    assert [names(one["players"]) for one in entries if one["number"] == 4] == [["Ann"]]
    assert sorted(amounts(club.reads()["balances"])) == ["Ann", "Bob", "Cyd"]


def merge(house: House, *, gone: str, kept: str) -> None:
    seen = {name: Player.objects.get(pk=house.players[name].pk) for name in (gone, kept)}
    players_merge(
        by=house.person("committee"),
        kept=seen[kept].pk,
        gone=seen[gone].pk,
        version=seen[kept].version,
        gone_version=seen[gone].version,
    )


def test_what_did_not_change_is_not_sent_again(club: Program) -> None:
    for path in (club.path(), club.path("entries")):
        first = club.api.get(path)
        known = {"If-None-Match": first["ETag"]}
        assert club.api.get(path, **known).status_code == 304
        assert Api().get(path)["ETag"] != first["ETag"]
        club.tells("bet_laid", "dora", side="a", amount=1)
        second = club.api.get(path, **known)
        assert second.status_code == 200
        known = {"If-None-Match": second["ETag"]}
        Player.objects.filter(pk=club.pk("cyd")).update(version=99)
        assert club.api.get(path, **known).status_code == 200
        Player.objects.filter(pk=club.pk("cyd")).update(version=1)
        other_language = club.api.get(path, **known, **{"Accept-Language": "fr"})
        assert other_language.status_code == 200


def test_another_contest_of_the_evening_changes_the_sums_and_so_the_tag(club: Program) -> None:
    first, where = club.api.get(club.path()), club.path()
    club.opens("cul_leve", "cyd", "bob", agreed={"stake": 5}, table=1, seat_anyway=True)
    club.game("bob")
    found = read(club.api.get(where, **{"If-None-Match": first["ETag"]}))
    assert amounts(found["balances"])["Bob"] == 3


@pytest.mark.parametrize("pk", ["0", str(10**9), str(2**63), "9" * 5000, "-1", "x", "%00", "1.0"])
def test_what_is_not_there_is_not_found(pk: str, club: Program) -> None:
    for path in ("", "/entries"):
        problem(club.api.get(f"contests/{pk}{path}"), 404, "not_found")
    for act in ("accept", "events", "deal", "draw", "undo", "corrections", "corrections/preview"):
        problem(club.api.post(f"contests/{pk}/{act}", {}), 404, "not_found")
    problem(club.api.post(f"evenings/{pk}/contests", {}), 404, "not_found")


def ids(answer: Any) -> list[int]:
    return [one["id"] for one in read(answer)["results"]]


def test_lists_find_what_they_say(club: Program) -> None:
    first = club.now["id"]
    second = club.opens("pool", "ann", "bob", "cyd", table=1, seat_anyway=True)["id"]
    club.tells("closed")
    other = program(club.house, public=False)
    third = other.opens("pool")["id"]
    asked: dict[str, list[int]] = {
        "": [third, second, first],
        f"evening={club.night.pk}": [second, first],
        f"evening={other.night.pk}": [third],
        "evening=999999": [],
        "kind=pool": [third, second],
        "kind=box": [],
        "running=true": [third, first],
        "running=false": [second],
        f"kind=pool&running=1&evening={club.night.pk}": [],
    }
    for query, wanted in asked.items():
        assert ids(club.api.get(f"clubs/cercle/contests?{query}")) == wanted, query
    assert ids(Api().get("clubs/cercle/contests")) == [second, first]
    assert read(club.api.get("clubs/cercle/contests"))["results"][1].keys() < club.now.keys()


def test_pages_show_every_contest_once(club: Program) -> None:
    for _more in range(4):
        club.opens("match", table=1)
        club.tells("closed")
    path, seen = "/api/v1/clubs/cercle/contests?page_size=2", list[int]()
    while path:
        page = read(club.api.client.get(path, headers=club.api.headers))
        seen += [one["id"] for one in page["results"]]
        path = page["next"]
    assert len(seen) == len(set(seen)) == 5
    assert seen == sorted(seen, reverse=True)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *(("evening", value) for value in ("x", "-1", "1.5", "9" * 30, "%00")),
        *(("kind", value) for value in ("luck", "%00", "Pool")),
        *(("running", value) for value in ("maybe", "2", "%00")),
        *(("page_size", value) for value in ("0", "201", "x")),
        ("cursor", "x"),
    ],
)
def test_what_cannot_be_listed(field: str, value: str, club: Program) -> None:
    problem(club.api.get(f"clubs/cercle/contests?{field}={value}"), 422, "invalid", field)


def test_the_list_as_a_table(club: Program) -> None:
    """The same contests under the same filters; a table whose name is a formula stays a name."""
    table = club.night.tables.order_by("pk")[1]
    Table.objects.filter(pk=table.pk).update(name="=1+1")
    second = club.opens("pool", "ann", "bob", "cyd", table=1, seat_anyway=True)
    club.tells("closed")
    for query in ("", "kind=pool", "running=true", "kind=box"):
        answer = club.api.get(f"clubs/cercle/contests.csv?{query}")
        rows = list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))
        listed = ids(club.api.get(f"clubs/cercle/contests?{query}"))
        assert [int(row["id"]) for row in rows] == listed
        assert answer["Content-Type"].startswith("text/csv")
    everyone = club.api.get("clubs/cercle/contests.csv").content.decode("utf-8-sig")
    row = next(iter(csv.DictReader(io.StringIO(everyone))))
    assert (int(row["id"]), row["table"], row["over"]) == (second["id"], "'=1+1", "1")
    problem(club.api.get("clubs/cercle/contests.csv?kind=luck"), 422, "invalid", "kind")


def test_reading_costs_the_same_however_many_play_and_bet(club: Program) -> None:
    first = [_queries(club, path) for path in ("", "entries")]
    for number in range(times(4, thorough=12)):
        name = f"guest{number}"
        club.house.players[name] = Player.objects.create(club=club.house.club, name=name.title())
        club.tells("joined", name, accepts=True)
        club.tells("bet_laid", name, side="a", amount=1)
    assert [_queries(club, path) for path in ("", "entries")] == first
    assert max(first) <= 20


def _queries(club: Program, path: str) -> int:
    with CaptureQueriesContext(connection) as found:
        read(club.api.get(club.path(path)))
    return len(found)


def test_a_deal_whose_match_was_forgotten_names_none(club: Program) -> None:
    """Who won was told without the pad, and taken back: the cards lie dealt, on no pad."""
    club.acts("deal")
    assert club.now["match"] is not None
    club.tells("game_won", winner=club.pk("ann"))
    club.acts("undo")
    assert (club.now["match"], club.now["over"]) == (None, False)


def test_a_program_reads_what_each_place_of_a_pool_is_worth(club: Program) -> None:
    """The printed chances of three, and the value of the pot: three stakes of 7."""
    club = program(club.house)
    club.opens("pool", "ann", "bob", "cyd", agreed={"stake": 7}, places="cut", seat_anyway=True)
    places = club.now["pool"]["places"]
    assert [(one["player"]["name"], Fraction(one["chance"])) for one in places] == [
        ("Ann", Fraction(5, 14)),
        ("Bob", Fraction(5, 14)),
        ("Cyd", Fraction(4, 14)),
    ]
    assert sum(Fraction(one["worth"]) for one in places) == club.now["held"]["pot"] == 21
    club.game("ann")
    club.game("ann")
    assert club.now["pool"]["places"] == []
