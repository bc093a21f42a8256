"""An evening run by a program, and what it is told."""

from datetime import date
from typing import Any

import pytest

from ecarte_club.clubs.models import NameVisibility, Player
from games.evenings.models import Evening
from games.evenings.services.evenings import evening_open
from games.matches.models import Flag, Match
from tests.support.clubhouse import Api, House, problem, read
from tests.support.everything import everything
from tests.support.scene import Scene, phone_api

pytestmark = [pytest.mark.slow, pytest.mark.any_database]


@pytest.fixture
def director(house: House) -> Api:
    return house.api("director")


@pytest.fixture
def night(house: House) -> Evening:
    return evening_open(
        by=house.person("director"), held_on=date(2026, 11, 20), tables=("1", "2", "3")
    )


def players(house: House, number: int) -> list[int]:
    """Six or so who have no sign-in."""
    made = [Player.objects.create(club=house.club, name=f"Guest {n}") for n in range(number)]
    return [player.pk for player in made]


def come(director: Api, night: Evening, ids: list[int]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for pk in ids:
        found = read(director.post(f"evenings/{night.pk}/arrivals", {"player": pk}), 201)
    return found


@pytest.mark.postgresql
def test_an_evening_from_the_door_to_the_signature(house: House, director: Api) -> None:
    body = {"held_on": "2026-11-20", "name": "Cup", "public": False, "tables": ["1", "Window"]}
    made = read(director.post("clubs/cercle/evenings", body), 201)
    where = f"evenings/{made['id']}"
    assert [table["name"] for table in made["tables"]] == ["1", "Window"]
    assert all(len(table["code"]) == 6 for table in made["tables"])
    ann, bob = house.players["ann"].pk, house.players["bob"].pk
    read(director.post(f"{where}/arrivals", {"player": ann}), 201)
    read(director.post(f"{where}/arrivals", {"player": bob}), 201)
    walked = read(director.post(f"{where}/walk-ins", {"name": "Dora Field"}), 201)
    assert [guest["player"]["name"] for guest in walked["guests"]] == ["Ann", "Bob", "Dora Field"]
    proposed = read(director.get(f"{where}/pairings"))
    assert len(proposed["pairs"]) == 1
    pair = proposed["pairs"][0]
    start = {
        "table": pair["table"]["id"],
        "player_a": pair["player_a"]["id"],
        "player_b": pair["player_b"]["id"],
    }
    terms = {"format": "one_game"}
    begun = read(director.post(f"{where}/matches", {"matches": [start], "terms": terms}), 201)
    match = begun["tables"][0]["matches"][0]
    assert match["terms"]["format"] == "one_game"
    still_open = read(director.get(f"{where}/sign-off"))
    assert [one["id"] for one in still_open["unfinished"]] == [match["id"]]
    score = {"version": 0, "score": {"a": 5, "b": 2}}
    read(director.post(f"matches/{match['id']}/games", score), 201)
    problem(
        director.post(f"{where}/sign-off", {"version": still_open["version"]}),
        409,
        "stale_version",
        "version",
    )
    seen = read(director.get(f"{where}/sign-off"))
    assert (seen["unfinished"], seen["flags"]) == ([], [])
    signed = read(director.post(f"{where}/sign-off", {"version": seen["version"]}), 201)
    assert signed["signed_off_at"]
    listed = read(director.get("clubs/cercle/evenings?state=signed_off"))["results"]
    assert [(one["id"], one["came"], one["matches"]) for one in listed] == [(made["id"], 3, 1)]


def test_after_the_signature_every_act_of_the_evening_is_refused(here: Scene) -> None:
    there, house, director = here, here.house, here.house.api("director")
    version = Evening.objects.get(pk=there.evening.pk).version
    read(director.post(f"evenings/{there.evening.pk}/sign-off", {"version": version}), 201)
    where, table = f"evenings/{there.evening.pk}", f"tables/{there.table.pk}"
    free = there.path("{free_table}")
    cyd, spare = house.players["cyd"].pk, there.spare.pk
    before = everything()
    round_ = {"matches": [{"table": int(free), "player_a": cyd, "player_b": spare}]}
    for path, body in (
        (f"{where}/arrivals", {"player": cyd}),
        (f"{where}/departures", {"player": house.players["ann"].pk}),
        (f"{where}/walk-ins", {"name": "Late"}),
        (f"{where}/tables", {"name": "Late"}),
        (f"{where}/matches", {**round_, "event": there.season.pk}),
        (f"tables/{free}/name", {"name": "Late"}),
        (f"{table}/code/renewals", {"code_number": 1}),
    ):
        found = problem(director.post(path, body), 422, "signed_off")
        assert "director or the committee" in found["detail"]
    undo = {"version": 1}
    adjourned = problem(director.post(f"matches/{there.match.pk}/undo", undo), 422, "adjourned")
    assert "Resume it first" in adjourned["detail"]
    won = {"version": 0, "score": {"a": 5, "b": 0}}
    abandoned = problem(director.post(f"matches/{there.empty.pk}/games", won), 422, "abandoned")
    assert "director or the committee" in abandoned["detail"]
    again = problem(director.post(f"{where}/sign-off", {"version": version + 1}), 422, "signed_off")
    assert "already" in again["detail"]
    assert everything() == before


def test_a_round_is_started_whole_or_not_at_all(
    house: House, night: Evening, director: Api
) -> None:
    one, two, three, four = players(house, 4)
    tables = [table.pk for table in night.tables.all()]
    foreign = evening_open(
        by=house.person("director"), held_on=date(2026, 11, 27), tables=("1",)
    ).tables.get()
    good = {"table": tables[0], "player_a": one, "player_b": two}

    def refused(second: dict[str, int], field: str) -> str:
        found = problem(
            director.post(f"evenings/{night.pk}/matches", {"matches": [good, second]}),
            422,
            field=f"matches.1.{field}",
        )
        assert not Match.objects.exists()
        return str(found["code"])

    other = {"table": tables[1], "player_a": three, "player_b": four}
    assert refused({**other, "player_a": one}, "player_a") == "cannot_start"
    assert refused({**other, "table": tables[0]}, "table") == "cannot_start"
    assert refused({**other, "table": foreign.pk}, "table") == "cannot_start"
    assert refused({**other, "player_b": 10**9}, "player_b") == "unknown_player"
    assert not night.attendances.exists()
    started = read(
        director.post(f"evenings/{night.pk}/matches", {"matches": [good, other]}, key="round"), 201
    )
    again = director.post(f"evenings/{night.pk}/matches", {"matches": [good, other]}, key="round")
    assert read(again, 201) == started
    assert Match.objects.count() == 2
    assert {guest["player"]["id"] for guest in started["guests"]} == {one, two, three, four}
    assert all(guest["match"] for guest in started["guests"])
    late = {"table": tables[2], "player_a": one, "player_b": house.players["cyd"].pk}
    found = problem(director.post(f"evenings/{night.pk}/matches", {"matches": [late]}), 409)
    assert "Still playing" in found["errors"][0]["detail"]
    taken = {**late, "table": tables[0], "player_a": house.players["ann"].pk}
    found = problem(director.post(f"evenings/{night.pk}/matches", {"matches": [taken]}), 422)
    assert "in play at this table" in found["errors"][0]["detail"]


def test_proposals_go_by_who_met_and_who_stands_where(
    house: House, night: Evening, director: Api
) -> None:
    four = players(house, 4)
    season = house.season()
    come(director, night, four)
    where = f"evenings/{night.pk}/pairings"
    met: set[frozenset[int]] = set()
    for _round in range(3):
        pairs = read(director.get(where))["pairs"]
        assert [pair["met_tonight"] for pair in pairs] == [0, 0]
        starts = [
            {name: pair[name]["id"] for name in ("table", "player_a", "player_b")} for pair in pairs
        ]
        body = {"matches": starts, "event": season.pk}
        begun = read(director.post(f"evenings/{night.pk}/matches", body), 201)
        for table in begun["tables"]:
            for match in table["matches"]:
                if not match["over"]:
                    score = {"version": 0, "score": {"a": 5, "b": 1}}
                    read(director.post(f"matches/{match['id']}/games", score), 201)
        met |= {frozenset((one["player_a"], one["player_b"])) for one in starts}
    assert len(met) == 6
    assert [pair["met_tonight"] for pair in read(director.get(where))["pairs"]] == [1, 1]
    table = read(director.get(f"seasons/{season.pk}/standings"))["results"]
    ranks = {line["player"]["id"]: line["rank"] for line in table}
    level = read(director.get(f"{where}?pairing=level&event={season.pk}"))["pairs"]
    chosen = sum((ranks[p["player_a"]["id"]] - ranks[p["player_b"]["id"]]) ** 2 for p in level)
    a, b, c, d = four
    every = [((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c))]
    assert chosen == min(sum((ranks[x] - ranks[y]) ** 2 for x, y in pairs) for pairs in every)


def test_who_went_home_or_plays_is_not_paired(house: House, night: Evening, director: Api) -> None:
    one, two, three = players(house, 3)
    come(director, night, [one, two, three])
    assert read(director.get(f"evenings/{night.pk}/pairings"))["sits_out"]
    read(director.post(f"evenings/{night.pk}/departures", {"player": one}), 201)
    found = read(director.get(f"evenings/{night.pk}/pairings"))
    assert found["sits_out"] is None
    assert [(p["player_a"]["id"], p["player_b"]["id"]) for p in found["pairs"]] == [(two, three)]


@pytest.mark.parametrize(
    ("query", "field"), [("pairing=luck", "pairing"), ("event=x", "event"), ("event=999", "event")]
)
def test_what_cannot_be_proposed(query: str, field: str, night: Evening, director: Api) -> None:
    problem(director.get(f"evenings/{night.pk}/pairings?{query}"), 422, field=field)


@pytest.mark.parametrize("query", ["state=half", "sort=luck", "cursor=x", "page_size=0"])
def test_what_cannot_be_listed(query: str, night: Evening, director: Api) -> None:
    problem(director.get(f"clubs/cercle/evenings?{query}"), 422)


def test_an_unchanged_evening_is_not_sent_again(
    house: House, night: Evening, director: Api
) -> None:
    first = director.get(f"evenings/{night.pk}")
    known = {"If-None-Match": first["ETag"]}
    assert director.get(f"evenings/{night.pk}", **known).status_code == 304
    come(director, night, [house.players["ann"].pk])
    second = director.get(f"evenings/{night.pk}", **known)
    assert read(second)["version"] == night.version + 1
    assert house.api("ann").get(f"evenings/{night.pk}")["ETag"] != second["ETag"]
    Player.objects.filter(pk=house.players["ann"].pk).update(version=7)
    known = {"If-None-Match": second["ETag"]}
    assert director.get(f"evenings/{night.pk}", **known).status_code == 200


def test_codes_are_for_who_runs_the_evening(here: Scene) -> None:
    there, house = here, here.house
    where = f"evenings/{there.evening.pk}"
    codes = {table.code for table in there.evening.tables.all()}
    told = read(house.api("director").get(where))["tables"]
    assert {table["code"] for table in told} == codes
    others = [house.api("scorer"), house.api("ann"), Api(), phone_api(there.phones[0])]
    for api in others:
        assert {table["code"] for table in read(api.get(where))["tables"]} == {None}


def test_a_new_code_shuts_the_phones_out(here: Scene) -> None:
    there, director = here, here.house.api("director")
    phone = phone_api(there.phones[0])
    read(phone.get(f"matches/{there.match.pk}/hands"))
    preview = read(director.get(f"tables/{there.table.pk}/code/renewals"))
    assert (preview["phones"], preview["code_number"]) == (1, 1)
    path = f"tables/{there.table.pk}/code/renewals"
    read(director.post(path, {"code_number": 1}), 201)
    problem(director.post(path, {"code_number": 1}), 409, "stale_version", "code_number")
    assert phone.get(f"matches/{there.match.pk}/pad").status_code == 404
    entered = phone.post(
        f"matches/{there.match.pk}/games", {"version": 1, "score": {"a": 5, "b": 0}}
    )
    assert entered.status_code in (401, 403)
    assert read(director.get(path))["phones"] == 0


def test_strangers_are_told_names_as_they_may_be_shown(here: Scene) -> None:
    there, house = here, here.house
    Flag.objects.create(match=there.match, text="Ours", at=there.evening.opened_at)
    where = f"evenings/{there.evening.pk}"
    assert "Ann" in str(read(Api().get(where)))
    house.club.names_shown = NameVisibility.INITIALS
    house.club.save()
    text = str(read(Api().get(where)))
    assert "Ann" not in text
    assert "A." in text
    assert "Ann" in str(read(phone_api(there.phones[1]).get(where)))
    assert "Ann" in str(read(house.api("cyd").get(where)))
