"""A season planned and run by a program alone."""

from datetime import timedelta

import pytest
from django.utils import timezone

from scoring.leagues.models import Fixture, Season
from tests.support.clubhouse import Api, House, problem, read
from tests.support.everything import everything
from tests.support.planned import FIRST, free_day, others, season_of

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.any_database]


def version(season: Season) -> int:
    return Season.objects.values_list("version", flat=True).get(pk=season.pk)


def planned(house: House) -> tuple[Season, Api]:
    """Ann, Bob, Cyd and Dora, once."""
    season, api = season_of(house), house.api("director")
    ids = [one.pk for one in (*house.players.values(), *others(house, 1))]
    body = {"entrants": ids, "first": str(FIRST), "tables": ["1", "2"], "version": version(season)}
    read(api.post(f"seasons/{season.pk}/plan", body), 201)
    return season, api


def test_a_preview_is_what_is_made(house: House) -> None:
    season, api = season_of(house), house.api("director")
    ids = [one.pk for one in house.players.values()]
    body = {"entrants": ids, "first": str(FIRST), "double": True, "version": version(season)}
    before = everything()
    foreseen = read(api.post(f"seasons/{season.pk}/plan", {**body, "preview": True}))
    assert everything() == before
    made = read(api.post(f"seasons/{season.pk}/plan", body), 201)
    assert made["rounds"] == foreseen["rounds"]
    assert (foreseen["preview"], made["preview"]) == (True, False)
    assert made["version"] == foreseen["version"] + 1 == version(season)
    found = read(Api().get(f"seasons/{season.pk}/fixtures?page_size=200"))["results"]
    assert len(found) == 3 * 2 + 6
    problem(api.post(f"seasons/{season.pk}/plan", body), 409, field="version")
    wrong = {**body, "entrants": ids[:1], "version": version(season)}
    problem(api.post(f"seasons/{season.pk}/plan", wrong), 422, "entrants_too_few", "entrants")


def test_fixtures_are_sifted(house: House) -> None:
    season, _api = planned(house)
    address = f"seasons/{season.pk}/fixtures"

    def count(query: str) -> int:
        return len(read(Api().get(f"{address}?{query}"))["results"])

    ann = house.players["ann"].pk
    assert count("") == 6
    assert count(f"player={ann}") == 3
    assert count("round=2") == 2
    assert count(f"from={FIRST + timedelta(7)}") == 4
    assert count(f"to={FIRST}") == 2
    assert count("state=to_play") == 6
    assert count("state=bye") == 0
    for field, wrong in {"player": "x", "round": "1.5", "from": "x", "state": "x"}.items():
        problem(Api().get(f"{address}?{field}={wrong}"), 422, field=field)


def test_one_fixture_through_its_life(house: House) -> None:
    _season, api = planned(house)
    fixture = Fixture.objects.get(home__name="Ann", away__name="Bob")
    address, day = f"fixtures/{fixture.pk}", str(free_day())
    body = {"day": day, "reason": "Ill.", "version": 1}
    before = everything()
    assert read(api.post(f"{address}/postpone", {**body, "preview": True}))["day"] == day
    assert everything() == before
    first = api.post(f"{address}/postpone", body, key="once")
    again = api.post(f"{address}/postpone", body, key="once")
    assert (first.content, again["Idempotency-Replayed"]) == (again.content, "true")
    moved = read(first, 201)
    assert (moved["day"], moved["postponed_from"], moved["version"]) == (day, str(fixture.day), 2)
    problem(api.post(f"{address}/postpone", body), 409, field="version")
    award = {"award": "away", "reason": "Ann did not come.", "version": 2}
    awarded = read(api.post(f"{address}/award", award), 201)
    assert (awarded["state"], awarded["winner"]) == ("walk_over", house.players["bob"].pk)
    assert read(Api().get(address)) == awarded
    back = read(api.post(f"{address}/award/back", {"version": 3}), 201)
    assert (back["state"], back["winner"], back["reason"]) == ("to_play", None, "")
    problem(house.api("ann").post(f"{address}/award", award), 403, "not_allowed")


def test_who_leaves_and_who_comes(house: House) -> None:
    season, api = planned(house)
    ann = house.players["ann"].pk
    body = {"player": ann, "reason": "Moved.", "version": version(season)}
    address = f"seasons/{season.pk}"
    foreseen = read(api.post(f"{address}/withdrawals", {**body, "preview": True}))
    done = read(api.post(f"{address}/withdrawals", body), 201)
    assert {**done, "version": 0, "preview": True} == {**foreseen, "version": 0}
    assert (done["struck"], len(done["rest"]), done["settled"]) == (True, 3, [])
    new = others(house, 2)[1]
    body = {"player": new.pk, "version": version(season)}
    foreseen = read(api.post(f"{address}/entrants", {**body, "preview": True}))
    done = read(api.post(f"{address}/entrants", body), 201)
    assert done["fixtures"] == foreseen["fixtures"]
    assert len(done["fixtures"]) == 3
    found = read(Api().get(f"{address}/entrants"))
    told = {one["player"]["name"]: (one["struck"], one["left_round"]) for one in found}
    assert told["Ann"] == (True, 1)
    assert told["Emil"] == (False, None)


def test_divisions_by_a_program(house: House) -> None:
    season, api = season_of(house), house.api("committee")
    address = f"seasons/{season.pk}"
    body = {"division": "First", "goes_down": 1, "version": version(season)}
    read(api.post(f"{address}/division", body), 201)
    body = {"division": "Second", "goes_up": 1, "version": version(season)}
    lower = read(api.post(f"{address}/divisions", body), 201)
    assert [one["division"] for one in read(Api().get(f"{address}/divisions"))] == [
        "First",
        "Second",
    ]
    people = list(house.players.values()), others(house, 3)
    for pk, players in zip((season.pk, lower["season"]), people, strict=True):
        entrants = [one.pk for one in players]
        asked = Season.objects.get(pk=pk).version
        read(
            api.post(
                f"seasons/{pk}/plan", {"entrants": entrants, "first": str(FIRST), "version": asked}
            ),
            201,
        )
    days = {"name": "Next", "starts_on": "2028-01-01", "ends_on": "2028-06-30"}
    body = {**days, "seed": "king", "version": version(season)}
    foreseen = read(api.post(f"{address}/next", {**body, "preview": True}))["divisions"]
    done = read(api.post(f"{address}/next", body), 201)["divisions"]
    assert [{**one, "season": None} for one in done] == foreseen
    assert [len(one["stayed"]) for one in done] == [2, 2]
    problem(api.post(f"{address}/next", {**body, "version": version(season)}), 422, "season_twice")


def test_what_is_due_at_an_evening(house: House) -> None:
    season, api = planned(house)
    today = str(timezone.localdate())
    evening = read(api.post("clubs/cercle/evenings", {"held_on": today, "tables": ["1"]}), 201)
    due = read(api.get(f"evenings/{evening['id']}/fixtures"))
    assert {one["state"] for one in due} == {"to_play"}
    body = {"fixtures": [{"fixture": due[0]["id"], "table": evening["tables"][0]["id"]}]}
    (match,) = read(api.post(f"evenings/{evening['id']}/fixtures", body), 201)
    assert read(api.get(f"fixtures/{due[0]['id']}"))["match"] == match["id"]
    assert match["event"]["id"] == season.pk
    problem(api.post(f"evenings/{evening['id']}/fixtures", body), 422, field="fixtures.0.fixture")
