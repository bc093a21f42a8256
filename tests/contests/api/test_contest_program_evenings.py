"""What becomes of contests when the evening is signed off, a table's code is renewed, and when who
played turns out to be another or is made anonymous: the sums stay."""

from typing import Any

import pytest

from ecarte_club.clubs.models import Player
from ecarte_club.clubs.services.accounts import player_anonymise
from ecarte_club.clubs.services.members import players_merge
from tests.support.clubhouse import Api, House, problem, read
from tests.support.everything import everything
from tests.support.teamed import built_once

from .contesting import Program, amounts, program

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.any_database]


def lost_and_won(house: House) -> Program:
    """Bob has beaten Ann, and Dora lost a bet on her to Eve: two and three."""
    found = program(house, "dora", "eve")
    found.opens("cul_leve", "ann", "bob", "cyd", agreed={"stake": 2}, gallery={})
    found.tells("bet_laid", "dora", side="a", amount=3)
    found.tells("bet_laid", "eve", side="b", amount=4)
    found.game("bob")
    return found


_built, built, house, club = built_once(lost_and_won)


SUMS = {"Ann": -2, "Bob": 2, "Dora": -3, "Eve": 3}


def accounts(club: Program) -> dict[str, int]:
    found = read(club.house.api("director").get(f"evenings/{club.night.pk}/accounts"))
    return {name: amount for name, amount in amounts(found["balances"]).items() if amount}


def signs_off(club: Program) -> Any:
    api = club.house.api("director")
    version = read(api.get(f"evenings/{club.night.pk}"))["version"]
    return api.post(f"evenings/{club.night.pk}/sign-off", {"version": version})


def test_no_evening_is_signed_off_while_a_contest_runs(club: Program) -> None:
    """The table is named; once the contest is closed the evening ends, and the sums stay."""
    club.house.secret("director")
    before = everything()
    found = problem(signs_off(club), 422, "contest_running", "evening")
    assert "table 1" in found["detail"]
    assert everything() == before
    club.tells("closed")
    read(signs_off(club), 201)
    club.reads()
    assert (club.now["over"], club.sums(), accounts(club)) == (True, SUMS, SUMS)


def test_what_is_signed_off_takes_nothing_but_corrections(club: Program) -> None:
    """Eve had laid four, of which three were covered; it was one: Dora loses one, and no more."""
    place = next(one["place"] for one in club.entries() if one["event"].get("side") == "b")
    club.tells("closed")
    read(signs_off(club), 201)
    version = club.reads()["version"]
    before = everything()
    player = {"player": club.pk("cyd")}
    for act, body in (
        ("events", {"event": "joined", **player, "accepts": True}),
        ("events", {"event": "bet_laid", **player, "side": "a", "amount": 1}),
        ("events", {"event": "closed"}),
        ("accept", player),
        ("deal", {"version": version}),
        ("undo", {"version": version}),
        ("undo/preview", {"version": version}),
    ):
        problem(club.api.post(club.path(act), body), 422)
    assert everything() == before
    club.api = club.house.api("director")
    change = {"place": place, "event": club.event("bet_laid", "eve", side="b", amount=1)}
    club.acts("corrections", changes=[change], reason="It was one.")
    assert club.sums() == accounts(club) == {"Ann": -2, "Bob": 2, "Dora": -1, "Eve": 1}


def test_what_was_closed_is_not_opened_again_after_the_sign_off(club: Program) -> None:
    club.tells("closed")
    closing = club.entries()[-1]["place"]
    read(signs_off(club), 201)
    club.api, before = club.house.api("director"), everything()
    body = {
        "version": club.reads()["version"],
        "changes": [{"place": closing, "event": None}],
        "reason": "Not closed.",
    }
    for act in ("corrections", "corrections/preview"):
        problem(club.api.post(club.path(act), body), 422, "contest_running")
    assert everything() == before


def test_no_contest_is_opened_at_an_evening_that_is_over(house: House) -> None:
    club = program(house)
    read(signs_off(club), 201)
    table = club.night.tables.order_by("pk")[0].pk
    body = {"kind": "match", "table": table, "players": [club.pk("ann")], "accepted": True}
    before = everything()
    problem(club.api.post(f"evenings/{club.night.pk}/contests", body), 422, field="evening")
    assert everything() == before


def test_a_phone_of_an_old_code_is_out_and_what_it_told_stays(club: Program) -> None:
    """Dora's phone lays and takes back; then the code is renewed, and she comes in by the new."""
    table = club.night.tables.order_by("pk")[0]
    phone = by_code(table.code, club.pk("dora"))
    read(phone.post(club.path("events"), club.event("bet_laid", "dora", side="b", amount=2)), 201)
    director = club.house.api("director")
    seen = read(director.get(f"tables/{table.pk}/code/renewals"))
    assert (seen["phones"], [one["name"] for one in seen["players"]]) == (1, ["Dora"])
    renewal = {"code_number": seen["code_number"]}
    read(director.post(f"tables/{table.pk}/code/renewals", renewal), 201)
    late = club.event("bet_laid", "dora", side="b", amount=1)
    assert phone.post(club.path("events"), late).status_code in (401, 403)
    club.reads()
    assert club.now["bets"]["laid"] == {"a": 0, "b": 2}
    assert club.sums() == {**SUMS, "Dora": -5}
    table.refresh_from_db()
    again = by_code(table.code, club.pk("dora"))
    taken = club.event("bet_taken_back", "dora", amount=2)
    read(again.post(club.path("events"), taken), 201)
    assert club.reads()["bets"]["bets"] == []
    assert club.sums() == SUMS


def by_code(code: str, player: int) -> Api:
    answer = Api().post("table-codes", {"code": code, "player": player})
    return Api(read(answer, 201)["secret"], scheme="Table")


def test_who_turns_out_to_be_another_has_the_sums_of_both(club: Program) -> None:
    """Eve was Cyd all the time. Not while the contest runs; then the book adds up as before."""
    problem(merged(club, gone="eve", kept="cyd"), 422, "contest_running", "gone")
    club.tells("closed")
    read(merged(club, gone="eve", kept="cyd"), 201)
    club.reads()
    assert club.sums() == accounts(club) == {"Ann": -2, "Bob": 2, "Cyd": 3, "Dora": -3}
    assert club.moved() == club.sums()
    assert "Eve" not in str(club.entries())
    statement = read(club.house.api("director").get(f"players/{club.pk('cyd')}/statement"))
    assert statement["total"] == 3


def test_two_of_one_game_who_are_one_owe_themselves_nothing(club: Program) -> None:
    """Dora lost three to Eve; if they are the same, nobody lost and nobody won them."""
    club.tells("closed")
    read(merged(club, gone="dora", kept="eve"), 201)
    club.reads()
    assert club.sums() == accounts(club) == {"Ann": -2, "Bob": 2}


def merged(club: Program, *, gone: str, kept: str) -> Any:
    seen = {name: Player.objects.get(pk=club.pk(name)) for name in (gone, kept)}
    body = {
        "other": seen[gone].pk,
        "version": seen[kept].version,
        "other_version": seen[gone].version,
    }
    return club.house.api("committee").post(f"players/{seen[kept].pk}/merge", body)


def test_who_is_anonymous_keeps_his_place_and_his_sums(club: Program) -> None:
    club.tells("closed")
    seen = Player.objects.get(pk=club.pk("dora"))
    player_anonymise(by=club.house.person("committee"), player_id=seen.pk, version=seen.version)
    club.reads()
    shown = {one["player"]["id"]: one for one in club.now["balances"]}
    assert shown[seen.pk]["amount"] == -3
    assert sorted(club.sums().values()) == sorted(SUMS.values())
    for text in (str(club.now), str(club.entries())):
        assert "Dora" not in text
    read(signs_off(club), 201)
    assert sorted(accounts(club).values()) == sorted(SUMS.values())


def test_who_is_merged_twice_is_still_counted_once(club: Program) -> None:
    club.tells("closed")
    for gone, kept in (("eve", "dora"), ("dora", "cyd")):
        seen = {name: Player.objects.get(pk=club.pk(name)) for name in (gone, kept)}
        players_merge(
            by=club.house.person("committee"),
            kept=seen[kept].pk,
            gone=seen[gone].pk,
            version=seen[kept].version,
            gone_version=seen[gone].version,
        )
    club.reads()
    assert club.sums() == accounts(club) == {"Ann": -2, "Bob": 2}
    assert [one["player"]["name"] for one in club.now["balances"]] == ["Ann", "Bob", "Cyd"]
