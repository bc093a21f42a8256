"""A program runs a Swiss: whatever the pages do and show."""

import csv
import io
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from ecarte_club.clubs.models import Player
from scoring.tournaments.api import reads
from scoring.tournaments.models import Tournament
from scoring.tournaments.selectors import pool_board, reading
from tests.site.pages import Browser, goes, page
from tests.support.clubhouse import Api, House, problem, read
from tests.support.tourneys import players

pytestmark = pytest.mark.slow

FORM = {
    "key": "one",
    "name": "Cup",
    "kind": "swiss",
    "rounds": "2",
    "seed": "king",
    "code": "london",
    "format": "one_game",
    "games": "1",
    "rubbers": "1",
}
SENT = {"name": "Cup", "terms": {"format": "one_game"}, "rounds": 2, "seed": "king"}


def _version(cup: int) -> dict[str, int]:
    return {"version": Tournament.objects.get(pk=cup).version}


def _opened(house: House, number: int) -> tuple[Api, int, list[int]]:
    api = house.api("director")
    cup = read(api.post("clubs/cercle/tournaments", SENT), 201)["id"]
    ids = players(house, number)
    read(api.post(f"tournaments/{cup}/entrants", {"players": ids}))
    return api, cup, ids


def _published(api: Api, cup: int, number: int) -> list[dict[str, Any]]:
    read(api.post(f"tournaments/{cup}/draw", _version(cup)), 201)
    path = f"tournaments/{cup}/rounds/{number}/publish"
    return list(read(api.post(path, _version(cup)))["pairings"])


def _won(api: Api, cup: int, pairing: dict[str, Any]) -> None:
    """By who has the lower id."""
    pair = sorted((pairing["home"]["id"], pairing["away"]["id"]))
    sent = {"player_a": pair[0], "player_b": pair[1], "event": cup}
    match = read(api.post("clubs/cercle/matches", sent), 201)["id"]
    api.enter(match, {"score": {"a": 5, "b": 2}}, kind="games")


@pytest.mark.any_database
def test_a_whole_tournament(house: House) -> None:
    api, cup, ids = _opened(house, 4)
    for number in (1, 2):
        for pairing in _published(api, cup, number):
            assert {one["code"] for one in pairing["why"]} >= {"never_met"}
            _won(api, cup, pairing)
    whole = read(Api().get(f"tournaments/{cup}"))
    assert (whole["state"], whole["rounds_published"], whole["undecided"]) == ("over", 2, 0)
    assert [one["player"]["id"] for one in whole["entrants"]] == ids
    lines = read(Api().get(f"tournaments/{cup}/standings"))["results"]
    assert [(one["player"]["id"], one["points"]) for one in lines] == [
        (ids[0], 4),
        (ids[1], 2),
        (ids[2], 2),
        (ids[3], 0),
    ]
    assert lines[0]["games_for"] == 2
    # Everybody met two of the three others: the winner those with 2 and 2, or with 2 and 0.
    assert [one["criterion"] for one in lines[0]["figures"]] == whole["tie_breaks"]
    after = read(Api().get(f"tournaments/{cup}/standings?after_round=1"))["results"]
    assert [one["points"] for one in after] == [2, 2, 0, 0]
    problem(Api().get(f"tournaments/{cup}/standings?after_round=0"), 422, field="after_round")
    listed = read(Api().get("clubs/cercle/tournaments"))["results"]
    assert [one["id"] for one in listed] == [cup]


@pytest.mark.any_database
@pytest.mark.slow
def test_a_forfeit_may_cost_points(house: House) -> None:
    """Four in a Swiss, a win worth 2 and a forfeit −1: who did not come stands last with −1, is
    drawn as such, and their opponent's tie-breaks are none the worse."""
    browser, api = Browser(house, "director"), house.api("director")
    goes(browser.post("tournaments/new/", {**FORM, "points_forfeit": "-1"}))
    by_page = Tournament.objects.get()
    path = f"clubs/{house.club.slug}/tournaments"
    made = read(api.post(path, {**SENT, "points_forfeit": -1}), 201)
    shown = read(api.get(f"tournaments/{by_page.pk}"))
    assert (shown["points_forfeit"], made["points_forfeit"]) == (-1, -1)
    for wrong in ({"points_forfeit": -101}, {"points_loss": -1}):
        problem(api.post(path, {**SENT, **wrong}), 422, field=next(iter(wrong)))
    text = page(browser.post("tournaments/new/", {**FORM, "points_forfeit": "-101"}), 422)
    assert 'value="-101"' in text, "What was typed is still there."
    cup, ids = made["id"], players(house, 4)
    read(api.post(f"tournaments/{cup}/entrants", {"players": ids}))
    first, second = _published(api, cup, 1)
    award = {"award": "home", "reason": "Did not come."}
    read(api.post(f"tournaments/{cup}/meetings/{first['id']}/award", award))
    _won(api, cup, second)
    lines = read(Api().get(f"tournaments/{cup}/standings"))["results"]
    late, winner = first["away"]["id"], first["home"]["id"]
    assert [one["points"] for one in lines] == [2, 2, 0, -1]
    assert (lines[3]["player"]["id"], lines[3]["lost"]) == (late, 1)
    assert ">−1</td>" in page(browser.get(f"tournaments/{cup}/"))
    # Of one round: the dummy in the place of who did not come has no more than they had, nothing.
    (own,) = (one for one in lines if one["player"]["id"] == winner)
    assert {tuple(one["figures"]) for one in own["figures"][:2]} == {(0,)}
    # One round is left.
    outlook = read(Api().get(f"tournaments/{cup}/outlook?player={late}"))
    assert outlook["prospects"]["prospect"] == "out", "A win would bring one point, and two have 2."
    pairings = _published(api, cup, 2)
    said = {one["said"] for pairing in pairings for one in pairing["why"]}
    assert any("−1 points" in one for one in said), said
    tried = {"player_a": pairings[0]["home"]["id"], "player_b": pairings[0]["away"]["id"]}
    results = [{**tried, "games": {"a": 1, "b": 0}}]
    changed = read(api.post(f"tournaments/{cup}/what-if", {"results": results}))["results"]
    assert sorted(one["points"] for one in changed)[0] == -1


def _pages(api: Api, path: str) -> list[dict[str, Any]]:
    """Every page of a list, by `next`."""
    found = [read(api.get(path))]
    while found[-1]["next"]:
        found.append(read(api.get(found[-1]["next"].partition("/api/v1/")[2])))
    return found


@pytest.mark.slow
def test_long_lists_have_pages(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Five who enter, two pairings and a bye; where two are listed in one answer, all are found on
    pages, as strangers may see them."""
    api, cup, ids = _opened(house, 5)
    read(api.post(f"tournaments/{cup}/rounds-off", {"player": ids[4], "round": 2}))
    whole = read(api.get(f"tournaments/{cup}"))
    read(api.post(f"tournaments/{cup}/draw", _version(cup)), 201)
    path = f"tournaments/{cup}/rounds/1"
    for stranger in (Api(), house.api("scorer")):
        problem(stranger.get(f"{path}/pairings"), 404)
    assert len(read(api.get(f"{path}/pairings"))["results"]) == 3, "A draft is the director's own."
    drawn = read(api.post(f"{path}/publish", _version(cup)))["pairings"]
    for one in (reading, pool_board, reads):
        monkeypatch.setattr(one, "LISTED_MOST", 2)
    short = read(Api().get(f"tournaments/{cup}"))
    assert (len(short["entrants"]), short["entrants_count"]) == (2, 5)
    short = read(Api().get(path))
    assert (short["pairings"], short["pairings_count"]) == (drawn[:2], 3)
    pages = _pages(Api(), f"tournaments/{cup}/entrants?page_size=2")
    assert [one for each in pages for one in each["results"]] == whole["entrants"]
    assert whole["entrants"][4]["rounds_off"] == [2]
    pages = _pages(Api(), f"{path}/pairings?page_size=2")
    assert [len(each["results"]) for each in pages] == [2, 1]
    assert [one for each in pages for one in each["results"]] == drawn
    pages = _pages(Api(), f"tournaments/{cup}/standings")
    assert [len(each["results"]) for each in pages] == [2, 2, 1]
    assert [each["count"] for each in pages] == [5, 5, 5]
    lines = [one["player"]["id"] for each in pages for one in each["results"]]
    assert sorted(lines) == ids
    assert [int(row["player_id"]) for row in _table(cup)] == lines, "A file has all."
    last = read(Api().get(f"tournaments/{cup}/standings?page=3"))
    assert last["previous"].endswith("standings?page=2")
    problem(Api().get(f"tournaments/{cup}/standings?page_size=3"), 422, field="page_size")


@pytest.mark.any_database
@pytest.mark.slow
def test_a_page_of_many_reads_no_more_than_of_few(house: House) -> None:
    """As many queries, and no others' names, whether five or eleven take part."""
    asked = []
    for number in (5, 11):
        api, cup, _ids = _opened(house, number)
        _published(api, cup, 1)
        for path in ("entrants", "rounds/1/pairings"):
            with CaptureQueriesContext(connection) as queries:
                read(Api().get(f"tournaments/{cup}/{path}?page_size=2"))
            asked.append(len(queries))
    assert asked[:2] == asked[2:]
    assert max(asked) < 12


def _table(cup: int, asked: str = "") -> list[dict[str, str]]:
    answer = Api().get(f"tournaments/{cup}/standings.csv{asked}")
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    text = answer.content.decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text, newline="")))


def _flat(line: dict[str, Any]) -> dict[str, str]:
    """A line of the JSON as one row of cells."""
    cells = {name: line[name] for name in line if name not in ("player", "figures")}
    cells |= {"player_id": line["player"]["id"], "player": line["player"]["name"]}
    for one in line["figures"]:
        cells[f"figures.{one['criterion']}"] = " ".join(map(str, one["figures"]))
    return {name: "" if value is None else str(value) for name, value in cells.items()}


@pytest.mark.any_database
@pytest.mark.slow
def test_the_standings_as_a_table_have_the_columns_of_the_json(house: House) -> None:
    api, cup, ids = _opened(house, 4)
    Player.objects.filter(pk=ids[1]).update(name="=1+1")
    for number in (1, 2):
        for pairing in _published(api, cup, number):
            _won(api, cup, pairing)
    for asked, points in (("", [4, 2, 2, 0]), ("?after_round=1", [2, 2, 0, 0])):
        rows = _table(cup, asked)
        lines = read(Api().get(f"tournaments/{cup}/standings{asked}"))["results"]
        assert [int(row["points"]) for row in rows] == points
        names = [row.pop("player") for row in rows]
        assert names.count("'=1+1") == 1, "No cell is a formula."
        assert rows == [{k: v for k, v in _flat(one).items() if k != "player"} for one in lines]
    problem(Api().get(f"tournaments/{cup}/standings.csv?after_round=0"), 422, field="after_round")


@pytest.mark.any_database
def test_drafts_are_the_directors_own(house: House) -> None:
    api, cup, _ids = _opened(house, 4)
    read(api.post(f"tournaments/{cup}/draw", _version(cup)), 201)
    draft = read(api.get(f"tournaments/{cup}/rounds/1"))
    assert draft["published_at"] is None
    assert draft["seed"] == "king"
    for other in (Api(), house.api("scorer")):
        problem(other.get(f"tournaments/{cup}/rounds/1"), 404)
    read(api.post(f"tournaments/{cup}/rounds/1/take-back", _version(cup)))
    problem(api.get(f"tournaments/{cup}/rounds/1"), 404)


@pytest.mark.any_database
def test_what_cannot_be_drawn_says_what_would_help(house: House) -> None:
    api, cup, ids = _opened(house, 2)
    kept = {"player": ids[0], "other": ids[1]}
    whole = read(api.post(f"tournaments/{cup}/kept-apart", kept))
    assert [[one["id"] for one in pair] for pair in whole["kept_apart"]] == [ids]
    assert read(Api().get(f"tournaments/{cup}"))["kept_apart"] == []
    found = problem(
        api.post(f"tournaments/{cup}/draw", _version(cup)), 422, "cannot_draw_forbidden"
    )
    assert found["remedies"] == [["lift_forbidden"]]
    assert sorted(found["stuck"]) == ids
    read(api.post(f"tournaments/{cup}/kept-apart", {**kept, "apart": False}))
    read(api.post(f"tournaments/{cup}/draw", _version(cup)), 201)


@pytest.mark.any_database
def test_who_sits_out_withdraws_and_returns(house: House) -> None:
    api, cup, ids = _opened(house, 6)
    off = {"player": ids[5], "round": 1}
    whole = read(api.post(f"tournaments/{cup}/rounds-off", off))
    assert whole["entrants"][5]["rounds_off"] == [1]
    pairings = _published(api, cup, 1)
    assert [one["award"] for one in pairings if one["away"] is None] == ["bye", "half_bye"]
    for pairing in pairings:
        if pairing["away"]:
            path = f"tournaments/{cup}/meetings/{pairing['id']}/award"
            made = read(api.post(path, {"award": "home", "reason": "ill"}))
            assert made["pairings"][pairing["number"] - 1]["reason"] == "ill"
    read(api.post(f"tournaments/{cup}/withdrawals", {"player": ids[0]}))
    again = api.post(f"tournaments/{cup}/withdrawals", {"player": ids[0]})
    problem(again, 422, "withdrawn", "player")
    assert read(api.get(f"tournaments/{cup}"))["entrants"][0]["left_round"] == 2
    read(api.post(f"tournaments/{cup}/returns", {"player": ids[0]}))
    back = f"tournaments/{cup}/meetings/{pairings[0]['id']}/award-back"
    assert read(api.post(back, {}))["pairings"][0]["over"] is False


@pytest.mark.any_database
def test_a_write_that_is_repeated_is_done_once(house: House) -> None:
    api, cup, _ids = _opened(house, 4)
    sent = _version(cup)
    first = read(api.post(f"tournaments/{cup}/draw", sent, key="draw"), 201)
    assert read(api.post(f"tournaments/{cup}/draw", sent, key="draw"), 201) == first
    problem(api.post(f"tournaments/{cup}/draw", sent), 409, "stale_version")


@pytest.mark.any_database
def test_sentences_are_in_the_language_asked_for(house: House) -> None:
    api, cup, ids = _opened(house, 4)
    Player.objects.filter(pk=ids[0]).update(name="Alice")
    _published(api, cup, 1)
    said = [
        one["said"]
        for pairing in read(api.get(f"tournaments/{cup}/rounds/1"))["pairings"]
        for one in pairing["why"]
    ]
    assert "Both have 0 points." in said
    assert any(one.startswith("They are places 1 and 3 of the 4") for one in said)
