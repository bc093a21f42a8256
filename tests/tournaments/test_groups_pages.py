"""Groups, then a knock-out, on the site's pages and by the API."""

import re

import pytest

from scoring.tournaments.labels import refusal_text
from scoring.tournaments.models import Tournament
from scoring.tournaments.rules.stages import Refusal, Why
from scoring.tournaments.selectors.progress import progress_of
from tests.site.pages import Browser, page, tight
from tests.support.clubhouse import Api, House, problem, read
from tests.support.tourneys import award, draw, opened, players, posted, publish

pytestmark = [pytest.mark.any_database, pytest.mark.slow]

NEW = {
    "name": "Cup of groups",
    "kind": "groups",
    "groups": "2",
    "first": "1",
    "best": "1",
    "format": "one_game",
    "games": "1",
    "code": "london",
    "tie_break_1": "usual",
    "public": "on",
}


def test_from_the_draw_of_the_groups_to_the_final_ranking(house: House) -> None:
    director = Browser(house, "director")
    posted(director, "tournaments/new/", NEW)
    cup = Tournament.objects.first()
    assert cup is not None
    path = f"tournaments/{cup.pk}/"
    assert "The groups appear here once they are drawn." in page(Browser(house).get(path))
    ids = players(house, 5)
    for player in ids:
        posted(director, f"{path}entrants/", {"players": str(player)})
    assert "Draw the groups" in page(director.get(path))
    text = page(director.get(posted(director, f"{path}draw/", {})))
    assert "Publish all rounds" in text
    assert "Group 2" in text
    posted(director, f"{path}rounds/1/publish/", {})
    text = tight(page(Browser(house).get(path)))
    assert "Round 1 of 3" in text
    assert re.findall(r"<h2[^>]*>(Group \d)</h2>", text) == ["Group 1", "Group 2"]
    assert "Qualified<" not in text
    while open_ := [one for one in progress_of(cup).fixtures if not one.award]:
        award(house, cup, open_[0].pk, "home")
    text = page(director.get(path))
    assert text.count("Qualified</span>") == 3
    assert "Draw the knock-out" in text
    assert "Schedule the draw" in text
    text = page(director.get(posted(director, f"{path}draw/", {})))
    assert re.search(r"place 1 of group \d", text)
    assert "Publish the draw" in text
    text = page(director.get(path))
    assert "Review the draw" in text
    posted(director, f"{path}rounds/4/publish/", {})
    text = page(Browser(house).get(path))
    for told in ("To play now", "Semi-finals", "Group 1", "Group 2"):
        assert told in text
    assert text.count("<caption>Sorted by points; tie-breaks: ") == 2
    assert text.count('class="is-leader') == 2, "The tables of the groups stay, with who won them."
    assert "Undo the round" in page(director.get(f"{path}rounds/4/"))
    assert "Undo all rounds" not in page(director.get(f"{path}rounds/1/"))
    while open_ := [one for one in progress_of(cup).fixtures if not one.award]:
        award(house, cup, open_[0].pk, "home")
    text = page(Browser(house).get(path))
    assert "Final ranking" in text
    assert "Groups, then a knock-out · Over." in text


@pytest.mark.parametrize(
    ("most", "text"),
    [
        (1, "This many players make at most 1 group."),
        (2, "This many players make at most 2 groups."),
    ],
)
def test_one_group_is_not_several(most: int, text: str) -> None:
    refused = Refusal(Why.GROUPS_TOO_MANY, "groups", {"most": most})
    assert refusal_text(refused) == text


def test_a_plan_that_does_not_fit_is_changed_to_the_nearest(house: House) -> None:
    cup = opened(house, players(house, 5), kind="groups", groups=4, first=1, consolation=True)
    director = Browser(house, "director")
    path = f"tournaments/{cup.pk}/"
    sent = {"key": "draw", "version": str(cup.version)}
    text = page(director.post(f"{path}draw/", sent), 422)
    assert "This many players make at most 2 groups." in text
    assert "It could be drawn with these changes: groups: 2, without a consolation." in text
    nearest = dict(re.findall(r'name="(groups|consolation)" value="(\w+)"', text))
    assert nearest == {"groups": "2", "consolation": "False"}
    assert posted(director, f"{path}entrants/change/", {"do": "plan", **nearest}).endswith(path)
    draw(house, cup)
    assert {one.number // 1000 for one in progress_of(cup).fixtures} == {1, 2}
    api, plan = house.api("director"), f"tournaments/{cup.pk}/plan"
    problem(api.post(plan, {"rounds": 3}), 422, field="rounds")
    problem(api.post(plan, {"first": 0}), 422, field="first")
    assert read(api.post(plan, {"groups": 1, "first": 3}))["groups"] == 1
    assert progress_of(cup).draft is None
    publish(house, cup, draw(house, cup).number)
    problem(api.post(plan, {"first": 2}), 422, "begun")


@pytest.mark.slow
def test_by_the_api(house: House) -> None:
    api = house.api("director")
    sent = {
        "name": "Cup of groups",
        "kind": "groups",
        "groups": 2,
        "first": 1,
        "terms": {"format": "one_game"},
    }
    few = {**sent, "first": 0, "best": 1}
    problem(api.post("clubs/cercle/tournaments", few), 422, field="first")
    cup = read(api.post("clubs/cercle/tournaments", sent), 201)
    assert (cup["kind"], cup["groups"], cup["first"], cup["best"]) == ("groups", 2, 1, 0)
    path = f"tournaments/{cup['id']}"
    ids = players(house, 4)
    entered = read(api.post(f"{path}/entrants", {"players": ids}))
    assert read(Api().get(f"{path}/standings"))["results"] == []
    made = read(api.post(f"{path}/draw", {"version": entered["version"]}), 201)
    assert [one["group"] for one in made["pairings"]] == [1, 2]
    read(api.post(f"{path}/rounds/1/publish", {"version": made["version"]}))
    lines = read(Api().get(f"{path}/standings"))["results"]
    assert [(one["group"], one["goes_on"]) for one in lines] == [(1, None)] * 2 + [(2, None)] * 2
    for one in made["pairings"]:
        award_path = f"{path}/meetings/{one['id']}/award"
        read(api.post(award_path, {"award": "home", "reason": "did not come"}))
    lines = read(Api().get(f"{path}/standings"))["results"]
    assert [one["player"]["id"] for one in lines] == [ids[0], ids[3], ids[1], ids[2]]
    assert [one["goes_on"] for one in lines] == [True, False] * 2
    table = Api().get(f"{path}/standings.csv").content.decode("utf-8-sig").splitlines()
    assert table[0].startswith("group,goes_on,rank,player_id,")
    assert [row.split(",")[:4] for row in table[1:]] == [
        ["1", "1", "1", str(ids[0])],
        ["1", "0", "2", str(ids[3])],
        ["2", "1", "1", str(ids[1])],
        ["2", "0", "2", str(ids[2])],
    ]
    assert read(Api().get(f"{path}/tree"))["fixtures"] == []
    version = read(Api().get(path))["version"]
    drawn = read(api.post(f"{path}/draw", {"version": version}), 201)
    assert drawn["number"] == 2
    assert [one["code"] for one in drawn["pairings"][0]["why"]] == [
        "tree_places",
        "tree_came",
        "tree_came",
    ]
    read(api.post(f"{path}/rounds/2/publish", {"version": drawn["version"]}))
    (final,) = read(Api().get(f"{path}/tree"))["fixtures"]
    assert {final["home"]["id"], final["away"]["id"]} == {ids[0], ids[1]}
