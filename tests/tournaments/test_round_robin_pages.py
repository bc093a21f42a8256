"""A round robin on the site's pages and by the API."""

import pytest

from scoring.tournaments.models import Tournament
from scoring.tournaments.selectors import board
from scoring.tournaments.selectors.progress import progress_of
from scoring.tournaments.selectors.reading import reading_of
from tests.site.pages import Browser, goes, page
from tests.support.clubhouse import Api, House, problem, read
from tests.support.tourneys import award, fresh, pairs, players, posted

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.any_database, pytest.mark.slow]

NEW = {
    "name": "Ring",
    "kind": "round_robin",
    "format": "one_game",
    "games": "1",
    "code": "london",
    "tie_break_1": "usual",
    "public": "on",
}


def _published(house: House) -> tuple[Browser, Tournament, str]:
    """Made, entered, drawn and published on the pages."""
    director = Browser(house, "director")
    posted(director, "tournaments/new/", NEW)
    cup = Tournament.objects.first()
    assert cup is not None
    assert cup.tie_breaks == [
        "head_to_head",
        "sonneborn_berger",
        "games_difference",
        "games_for",
    ]
    path = f"tournaments/{cup.pk}/"
    for player in players(house, 4):
        posted(director, f"{path}entrants/", {"players": str(player)})
    assert "Draw all rounds" in page(director.get(path))
    where = posted(director, f"{path}draw/", {})
    text = page(director.get(where))
    for told in ("Round 2", "Round 3", "Publish all rounds"):
        assert told in text
    assert "Everybody meets everybody: numbers 1 and 4 of 4 in the Berger tables." in text
    posted(director, f"{path}rounds/1/publish/", {})
    text = page(Browser(house).get(path))
    assert "Round 1 of 3" in text
    assert "points against each other" in text
    text = page(director.get(f"{path}rounds/1/take-back/"))
    assert "6 pairings are removed." in text
    return director, cup, path


def test_on_the_pages(house: House) -> None:
    director, cup, path = _published(house)
    (late, _other) = progress_of(cup).of_round(3)
    goes(director.post(f"{path}meetings/{late.pk}/play/", {"key": "play"}))
    late.refresh_from_db()
    assert late.match is not None
    assert (late.match.player_a_id, late.match.first_dealer) == (late.home_id, "a")
    for fixture in progress_of(cup).of_round(1):
        award(house, cup, fixture.pk)
    text = page(Browser(house).get(path))
    assert "Round 2 of 3" in text
    (table,) = board.standings(reading_of(fresh(cup), house.person("director")))
    # Who was at home in the first round has won: 1 against 4, 2 against 3, as numbers of the table.
    names = [one.name for one in table.each]
    won = {
        (names[row], names[column])
        for row, one in enumerate(table.each)
        for column, points in enumerate(one.points)
        if points == "2"
    }
    people = {one.player_id: one.player.name for one in progress_of(cup).entrants}
    assert won == {(people[home], people[away or 0]) for home, away in pairs(cup, 1)}
    player = progress_of(cup).players[0]
    text = page(director.get(f"{path}entrants/{player}/withdraw/"))
    assert "2 remaining matches are won by the opponents." in text
    text = page(director.get(f"{path}entrants/"))
    assert "so entries are closed" in text
    assert "Players kept apart" not in text


def test_by_the_api(house: House) -> None:
    api = house.api("director")
    sent = {
        "name": "Ring",
        "kind": "round_robin",
        "double": True,
        "terms": {"format": "one_game"},
        "tie_breaks": ["won"],
    }
    cup = read(api.post("clubs/cercle/tournaments", sent), 201)
    assert (cup["kind"], cup["double"], cup["tie_breaks"]) == ("round_robin", True, ["won"])
    path = f"tournaments/{cup['id']}"
    entered = read(api.post(f"{path}/entrants", {"players": players(house, 3)}))
    made = read(api.post(f"{path}/draw", {"version": entered["version"]}), 201)
    assert {one["code"] for pair in made["pairings"] for one in pair["why"]} == {
        "tree_all_meet",
        "tree_odd",
    }
    problem(Api().get(f"{path}/rounds/6"), 404)
    read(api.post(f"{path}/rounds/1/publish", {"version": made["version"]}))
    whole = read(Api().get(path))
    assert (whole["rounds_published"], whole["undecided"]) == (6, 6)
    assert len(read(Api().get(f"{path}/rounds/6"))["pairings"]) == 2
    assert read(Api().get(f"{path}/tree"))["fixtures"] == []
