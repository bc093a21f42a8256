"""The tables of a tournament explain themselves: on the pages and by the API, as a season's do."""

import json
import re
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from ecarte_club.clubs.models import NameVisibility, Player
from games.matches.models import Match
from games.matches.services.matches import MatchTerms
from scoring.tournaments.models import Tournament
from scoring.tournaments.selectors.progress import progress_of
from tests.site.pages import Browser, page, tight
from tests.support.clubhouse import Api, House, problem, read
from tests.support.teamed import built_once
from tests.support.tourneys import award, begin, draw, fresh, opened, play_round, players, publish

pytestmark = [pytest.mark.django_db, pytest.mark.any_database, pytest.mark.slow]
FIVE = MatchTerms(format="games", games=5)


def three_level(house: House) -> Tournament:
    """Everybody meets everybody, at five games, and each has won once.

    Ann 5–0 Bob, Bob 3–2 Cyd, Cyd 3–2 Ann; so games won less lost are +4, −4 and 0.
    """
    ids = [house.players[name].pk for name in ("ann", "bob", "cyd")]
    order = ("won", "games_difference")
    cup = opened(house, ids, kind="round_robin", terms=FIVE, tie_breaks=order, public=True)
    publish(house, cup, draw(house, cup).number)
    for winner, loser, lost in (("ann", "bob", 0), ("bob", "cyd", 2), ("cyd", "ann", 2)):
        beats(house, fresh(cup), winner, loser, lost)
    return fresh(cup)


_built, built, house, cup = built_once(three_level)


def beats(house: House, cup: Tournament, winner: str, loser: str, lost: int) -> Match:
    """Of five games."""
    pair = {house.players[winner].pk, house.players[loser].pk}
    (fixture,) = (one for one in progress_of(cup).fixtures if {one.home_id, one.away_id} == pair)
    match = begin(house, fixture)
    games = (5 - lost, lost) if match.player_a_id == house.players[winner].pk else (lost, 5 - lost)
    house.api("scorer").enter(
        match.pk, {"games": dict(zip("ab", games, strict=True))}, kind="rubber"
    )
    return match


def why(cup: Tournament, player: int, query: str = "") -> dict[str, Any]:
    found: dict[str, Any] = read(Api().get(f"tournaments/{cup.pk}/standings/{player}{query}"))
    return found


def test_what_parts_them_is_said_with_the_figures(house: House, cup: Tournament) -> None:
    found = why(cup, house.players["cyd"].pk)
    assert (found["tournament"], found["group"]) == (cup.pk, None)
    assert (found["rank"], found["points"], found["version"]) == (2, 2, cup.version)
    above, below = found["verdicts"]
    assert (above["player"]["name"], above["above"]) == ("Ann", True)
    assert (below["player"]["name"], below["above"]) == ("Bob", False)
    assert [(one["player"]["name"], one["worth"]) for one in above["figures"]] == [
        ("Ann", [4]),
        ("Cyd", [0]),
        ("Bob", [-4]),
    ]
    assert above["sentences"] == [
        "Cyd and Ann are level: points 2, matches won 1.",
        "Ann ranks higher on games won minus lost: Ann +4, Cyd 0, Bob −4.",
        "All of these were level until then.",
    ]


def test_the_page_says_it_too_and_leads_on(house: House, cup: Tournament) -> None:
    cyd, browser = house.players["cyd"].pk, Browser(house)
    text = page(browser.get(f"tournaments/{cup.pk}/standings/{cyd}/"))
    assert "Cyd is at place 2, with 2 points." in text
    assert "Ann ranks higher on games won minus lost: Ann +4, Cyd 0, Bob −4." in text
    assert f"tournaments/{cup.pk}/standings/{house.players['ann'].pk}/" in text
    table = page(browser.get(f"tournaments/{cup.pk}/"))
    for player in house.players.values():
        assert f"tournaments/{cup.pk}/standings/{player.pk}/" in table


def test_after_a_round_it_is_another_reason(house: House, cup: Tournament) -> None:
    """Who won in the first round stands above by points; who waited, above who lost by games."""
    (first,) = (one for one in progress_of(cup).of_round(1) if one.away_id is not None)
    assert first.match is not None
    pair = (first.match.player_a, first.match.player_b)
    winner, _loser = pair if first.match.winner == "a" else pair[::-1]
    (waited,) = (one for one in house.players.values() if one not in pair)
    found = why(cup, winner.pk, "?after_round=1")
    assert (found["rank"], found["points"]) == (1, 2)
    assert found["verdicts"][0]["criterion"] == "points"
    text = page(Browser(house).get(f"tournaments/{cup.pk}/standings/{waited.pk}/?after=1"))
    assert f"{winner.name} ranks higher on points" in text
    assert "After round 1." in text


def test_strangers_read_what_they_may_of_names(house: House, cup: Tournament) -> None:
    house.club.names_shown = NameVisibility.HIDDEN
    house.club.save()
    ann, cyd = house.players["ann"].pk, house.players["cyd"].pk
    found = why(cup, cyd)
    assert found["verdicts"][0]["player"]["name"] == f"Nº\u00a0{ann}"
    text = page(Browser(house).get(f"tournaments/{cup.pk}/standings/{cyd}/"))
    assert "Ann" not in str(found) + text
    assert "Ann" in page(Browser(house, "bob").get(f"tournaments/{cup.pk}/standings/{cyd}/"))


def test_every_reason_agrees_with_the_table_after_every_round(house: House) -> None:
    """A Swiss with somebody who waits, of whom the opponents decide; each figure is the sum of
    its parts."""
    cup = opened(house, players(house, 5), rounds=3)
    for number in (1, 2, 3):
        play_round(house, cup, number)
    api = house.api("ann")
    for number in (1, 2, 3):
        after = f"?after_round={number}"
        lines = read(api.get(f"tournaments/{cup.pk}/standings{after}"))["results"]
        assert len(lines) == 5
        for line in lines:
            found = read(api.get(f"tournaments/{cup.pk}/standings/{line['player']['id']}{after}"))
            assert all(found[name] == line[name] for name in ("rank", "points", "player"))
            own = {one["criterion"]: one["worth"] for one in found["figures"]}
            assert own.pop("points") == [line["points"]]
            assert own == {one["criterion"]: one["figures"] for one in line["figures"]}
            for one in found["figures"]:
                parts = (part["figure"] for part in one["parts"] if not part["left_out"])
                assert sum(parts) == one["worth"][0], one["criterion"]


def test_in_groups_each_is_compared_within_his_own(house: House) -> None:
    ids = players(house, 6)
    cup = opened(house, ids, kind="groups", groups=2, first=1)
    path = f"tournaments/{cup.pk}/standings/{ids[0]}"
    api = house.api("ann")
    problem(api.get(path), 404)
    publish(house, cup, draw(house, cup).number)
    while open_ := [one for one in progress_of(fresh(cup)).fixtures if not one.award]:
        award(house, cup, open_[0].pk, "home")
    lines = read(api.get(f"tournaments/{cup.pk}/standings"))["results"]
    group = {one["player"]["id"]: one["group"] for one in lines}
    for player in ids:
        found = read(api.get(f"tournaments/{cup.pk}/standings/{player}"))
        assert found["group"] == group[player]
        beside = {one["player"]["id"] for one in found["verdicts"]}
        assert beside
        assert {group[other] for other in beside} == {group[player]}
    text = page(Browser(house, "ann").get(f"{path}/"))
    assert f"Group {group[ids[0]]}" in text
    # Nothing of the tree counts in the groups.
    before = read(api.get(path))["figures"]
    publish(house, cup, draw(house, cup).number)
    (final,) = progress_of(fresh(cup)).of_round(progress_of(fresh(cup)).begins_at)
    award(house, cup, final.pk, "away")
    assert read(api.get(path))["figures"] == before


@pytest.mark.parametrize("kind", ["knockout", "pools"])
def test_where_there_is_no_table_there_is_no_reason(house: House, kind: str) -> None:
    ids = players(house, 4)
    more: dict[str, Any] = {"size": 4} if kind == "pools" else {}
    cup = opened(house, ids, kind=kind, **more)
    publish(house, cup, draw(house, cup).number)
    problem(house.api("ann").get(f"tournaments/{cup.pk}/standings/{ids[0]}"), 404)
    browser = Browser(house, "ann")
    assert browser.get(f"tournaments/{cup.pk}/standings/{ids[0]}/").status_code == 404
    assert "/standings/" not in page(browser.get(f"tournaments/{cup.pk}/"))


def test_who_has_not_entered_has_no_reason(house: House, cup: Tournament) -> None:
    other = Player.objects.create(club=house.club, name="Else")
    problem(Api().get(f"tournaments/{cup.pk}/standings/{other.pk}"), 404)
    problem(Api().get(f"tournaments/{cup.pk}/standings/{10**30}"), 404)


def test_more_entrants_ask_no_more(house: House) -> None:
    def asked(number: int) -> int:
        ids = players(house, number)
        cup = opened(house, ids, rounds=3, public=True)
        publish(house, cup, draw(house, cup).number)
        award(house, cup, progress_of(fresh(cup)).of_round(1)[0].pk)
        why(cup, ids[0])
        with CaptureQueriesContext(
            connection,
        ) as queries:
            why(cup, ids[0])
        return len(queries)

    assert asked(12) == asked(4)


def test_charts_of_what_was_played(house: House, cup: Tournament) -> None:
    """Ann met Bob first or last: the points after all three rounds are two of each."""
    browser = Browser(house)
    assert f"tournaments/{cup.pk}/charts/" in page(browser.get(f"tournaments/{cup.pk}/"))
    text = page(browser.get(f"tournaments/{cup.pk}/charts/"))
    assert text.count("<svg") == 4
    for games in ("5–0", "0–5", "3–2", "2–3"):
        assert f">{games}<" in text
    (points,) = re.findall(r"<caption>Points</caption>.*?</table>", text, re.DOTALL)
    rows = re.findall(r'<tr><th scope="row" class="name">(\w+)</th>(.*?)</tr>', points)
    figures = {name: re.findall(r">(\d)<", cells) for name, cells in rows}
    assert {name: own[-1] for name, own in figures.items()} == dict.fromkeys(figures, "2")
    assert all(len(own) == 3 for own in figures.values())
    assert "?group=" not in text


def test_charts_of_groups_are_of_one_at_a_time(house: House) -> None:
    ann = house.players["ann"].pk
    ids = [*players(house, 5), ann]
    cup = opened(house, ids, kind="groups", groups=2, first=1)
    path = f"tournaments/{cup.pk}/charts/"
    browser = Browser(house, "ann")
    assert browser.get(path).status_code == 404
    publish(house, cup, draw(house, cup).number)
    assert "after the first result" in page(browser.get(path))
    assert "/charts/" not in page(browser.get(f"tournaments/{cup.pk}/"))
    every = [one for one in progress_of(fresh(cup)).fixtures if one.away_id is not None]
    for one in every[:-1]:
        award(house, cup, one.pk)
    names = dict(Player.objects.values_list("pk", "name"))
    lines = read(house.api("ann").get(f"tournaments/{cup.pk}/standings"))["results"]
    group = {one["player"]["id"]: one["group"] for one in lines}
    for asked, number in (
        ("", group[ann]),
        ("?group=1", 1),
        ("?group=2", 2),
        ("?group=9", group[ann]),
    ):
        text = tight(page(browser.get(f"{path}{asked}")))
        assert f"Cup, Group {number}</p>" in text
        told = {player for player in ids if f">{names[player]}<" in text}
        assert told == {player for player in ids if group[player] == number}


def test_line_by_line_it_is_what_the_table_is(cup: Tournament) -> None:
    path = f"tournaments/{cup.pk}/standings"
    for query in ("", "?after_round=1"):
        answer = Api().get(f"{path}.ndjson{query}")
        assert answer["Content-Type"].startswith("application/x-ndjson")
        lines = [json.loads(line) for line in answer.content.decode().splitlines()]
        assert lines == read(Api().get(f"{path}{query}"))["results"]
    assert [one["points"] for one in lines] == [2, 0, 0]
    problem(Api().get(f"{path}.ndjson?after_round=0"), 422, field="after_round")
