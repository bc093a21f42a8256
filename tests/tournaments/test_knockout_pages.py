"""A knock-out on the site's pages and by the API."""

import pytest

from scoring.tournaments.models import Tournament
from scoring.tournaments.selectors.progress import progress_of
from tests.site.pages import Browser, goes, page
from tests.support.clubhouse import Api, House, read
from tests.support.tourneys import begin, players, win

pytestmark = pytest.mark.any_database

NEW = {
    "name": "Knock-out cup",
    "kind": "knockout",
    "third_place": "on",
    "format": "one_game",
    "games": "1",
    "code": "london",
    "public": "on",
}


def _post(browser: Browser, path: str, sent: dict[str, str]) -> str:
    cup = Tournament.objects.first()
    version = str(cup.version) if cup else "0"
    return goes(browser.post(path, {"key": f"{path}{version}", "version": version, **sent}))


@pytest.mark.slow
def test_a_tree_from_the_draw_to_the_ranking(house: House) -> None:
    director = Browser(house, "director")
    _post(director, "tournaments/new/", NEW)
    cup = Tournament.objects.get()
    here = f"tournaments/{cup.pk}/"
    assert "The matches appear here once they are drawn." in page(director.get(here))
    ids = sorted([one.pk for one in house.players.values()] + players(house, 2))
    for player in ids:
        _post(director, f"{here}entrants/", {"players": str(player)})
    text = page(director.get(here))
    assert "Draw the knock-out" in text
    assert "Schedule the draw" in text
    where = _post(director, f"{here}draw/", {})
    text = page(director.get(where))
    assert "Places 5 and 4 of 5 in the draw." in text
    assert "Place 1 of 5 in the draw; byes: 3." in text
    _post(director, f"{here}rounds/1/publish/", {})
    text = page(Browser(house).get(here))
    assert "Quarter-finals" in text
    assert "Semi-finals" in text
    assert "To play now" in text
    assert "Third place" in text
    assert "Final ranking" not in text
    # The second semi-final is known before the first round is over.
    assert progress_of(cup).of_round(2)
    tree = read(Api().get(f"tournaments/{cup.pk}/tree"))
    assert [one["part"] for one in tree["fixtures"]] == ["main"] * 7 + ["third_place"]
    assert sum(one["how"] == "bye" for one in tree["fixtures"]) == 3
    assert tree["ranking"] == []
    while open_ := [
        one for one in progress_of(cup).fixtures if not one.award and one.match_id is None
    ]:
        one = open_[0]
        win(house, begin(house, one), min(one.home_id, one.away_id or 0))
    text = page(Browser(house).get(here))
    assert "Final ranking" in text
    assert "Knock-out · Over." in text
    ranking = read(Api().get(f"tournaments/{cup.pk}/tree"))["ranking"]
    assert [one["player"]["id"] for one in ranking][:2] == ids[:2]
    assert [(one["first"], one["last"]) for one in ranking][:3] == [(1, 1), (2, 2), (3, 3)]
    assert "Undo the round" in page(director.get(f"{here}rounds/1/"))


def test_by_the_api(house: House) -> None:
    api = house.api("director")
    sent = {"name": "Cup", "kind": "knockout", "terms": {"format": "one_game"}, "seeds": 0}
    cup = read(api.post("clubs/cercle/tournaments", sent), 201)
    assert (cup["kind"], cup["seeds"], cup["third_place"]) == ("knockout", 0, False)
    path = f"tournaments/{cup['id']}"
    entered = read(api.post(f"{path}/entrants", {"players": players(house, 4)}))
    drawn = read(api.post(f"{path}/draw", {"version": entered["version"]}), 201)
    assert {one["code"] for pair in drawn["pairings"] for one in pair["why"]} == {"tree_places"}
    read(api.post(f"{path}/rounds/1/publish", {"version": drawn["version"]}))
    tree = read(Api().get(f"{path}/tree"))
    assert [one["status"] for one in tree["fixtures"]] == ["due", "due", "waiting"]
