"""The results of an evening: summed by hand, shown to whom they may be, the same everywhere."""

import csv
import io
import re
from collections import Counter
from random import Random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from ecarte_club.clubs.models import Club, NameVisibility, Player
from games.engine.seats import Seat
from games.evenings.results import evening_results, result_lines
from games.matches.services.matches import MatchTerms
from tests.site.pages import Browser, page
from tests.support.clubhouse import Api, House, read
from tests.support.depth import times
from tests.support.markup import tight
from tests.support.nights import evening, game, hand, played, rubber

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.slow, pytest.mark.any_database]

GAMES_OF_FOUR = MatchTerms(format="games", games=4)


def figures(text: str) -> dict[str, list[str]]:
    """The cells of each player's line on the page."""
    table = tight(text).partition("<table")[2].partition("</table>")[0]
    rows = re.findall(r"<tr[^>]*><th scope=\"row\">(.*?)</tr>", table)
    found = (re.findall(r">([^<>]+)<", row) for row in rows)
    return {cells[0]: cells[1:] for cells in found}


def test_an_evening_summed_by_hand(house: House) -> None:
    """Ann beats Bob 2-1 and draws 2-2 with Cyd; Bob and Cyd are still at it."""
    night = evening(house, "ann", "bob", "cyd")
    played(house, night, "ann", "bob", [rubber(2, 1)])
    played(house, night, "ann", "cyd", [rubber(2, 2)], terms=GAMES_OF_FOUR, table=1)
    played(house, night, "bob", "cyd", [game(5, 2)])
    text = page(Browser(house, "ann").get(f"evenings/{night.pk}/results/"))
    assert figures(text) == {
        "Ann": ["1", "1", "0", "4–3", "0", "0", "0"],
        "Cyd": ["0", "1", "0", "2–2", "0", "0", "0"],
        "Bob": ["0", "0", "1", "1–2", "0", "0", "0"],
    }
    over, unfinished = text.split('id="unfinished"')
    assert "Ann beat Bob" in over
    assert "Ann drew with Cyd" in over
    assert "Blue room" in over
    assert "Bob against Cyd" in unfinished


def test_kings_voles_and_hands_of_matches_that_are_over(house: House) -> None:
    """Ann marks 1 + 2 and 2: king, vole, vole. Bob turned no king and made one point."""
    night = evening(house, "ann")
    plays = [hand(5, king=Seat.A), hand(1), hand(5)]
    played(house, night, "ann", "bob", plays, terms=MatchTerms("london", "one_game", 1))
    played(house, night, "bob", "cyd", [hand(5, king=Seat.A)])
    lines = {line.player.name: line for line in evening_results(night).lines}
    ann, bob, cyd = lines["Ann"], lines["Bob"], lines["Cyd"]
    assert (ann.won, ann.kings, ann.voles, ann.hands) == (1, 1, 2, 3)
    assert (bob.lost, bob.kings, bob.voles, bob.hands) == (1, 0, 0, 3)
    assert (cyd.played, cyd.hands) == (0, 0)


def test_who_came_and_did_not_play_has_a_line(house: House) -> None:
    night = evening(house, "cyd")
    assert [line.player.name for line in evening_results(night).lines] == ["Cyd"]
    text = page(Browser(house, "cyd").get(f"evenings/{night.pk}/results/"))
    assert "No finished matches yet" in text
    empty = evening(house)
    assert "once players have arrived" in page(
        Browser(house, "cyd").get(f"evenings/{empty.pk}/results/")
    )


def test_many_matches_counted_a_second_way(house: House) -> None:
    random, night = Random(1887), evening(house)
    won, games, total = Counter[str](), Counter[str](), Counter[str]()
    for _match in range(times(15, thorough=30)):
        a, b = random.sample(["ann", "bob", "cyd"], 2)
        score = random.choice([(2, 0), (2, 1), (0, 2), (1, 2), None])
        played(house, night, a, b, [rubber(*score)] if score else [], table=random.randrange(2))
        if score:
            won[a if score[0] == 2 else b] += 1
            games.update({a: score[0] - score[1], b: score[1] - score[0]})
            total.update([a, b])
    lines = evening_results(night).lines
    names = [line.player.name.lower() for line in lines]
    assert names == sorted(names, key=lambda name: (-won[name], -games[name], name))
    for line, name in zip(lines, names, strict=True):
        assert (line.won, line.played) == (won[name], total[name])
        assert line.games_for - line.games_against == games[name]
    assert sum(line.games_for for line in lines) == sum(line.games_against for line in lines)
    assert sum(line.won for line in lines) == sum(line.lost for line in lines)


def test_the_order_does_not_depend_on_who_is_asked_for_first() -> None:
    players = [Player(pk=pk, name=name) for pk, name in ((3, "b"), (1, "A"), (2, "a"))]
    for order in (players, players[::-1]):
        assert [line.player.pk for line in result_lines(order, [])] == [1, 2, 3]


def test_page_csv_and_api_say_the_same(house: House) -> None:
    night = evening(house, "ann", "cyd")
    played(house, night, "ann", "bob", [rubber(2, 1)])
    # The page has a column for draws where there is one.
    played(house, night, "ann", "cyd", [rubber(2, 2)], terms=GAMES_OF_FOUR, table=1)
    api = read(house.api("ann").get(f"evenings/{night.pk}/results"))
    shown = figures(page(Browser(house, "ann").get(f"evenings/{night.pk}/results/")))
    for answer in (
        house.api("ann").get(f"evenings/{night.pk}/results.csv", Accept="text/csv"),
        Browser(house, "ann").get(f"evenings/{night.pk}/results.csv"),
    ):
        assert "attachment" in answer["Content-Disposition"]
        rows = list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))
        for row, line in zip(rows, api["lines"], strict=True):
            assert row.pop("player") == line["player"]["name"]
            assert row.pop("player_id") == str(line["player"]["id"])
            assert row == {name: str(line[name]) for name in row}
            cells = shown[line["player"]["name"]]
            assert cells[:3] == [row["won"], row["drawn"], row["lost"]]
    assert [match["winner"] for match in api["matches"]] == ["a", None]
    assert api["signed_off_at"] is None


def test_a_name_is_no_formula(house: House) -> None:
    night = evening(house, "ann")
    Player.objects.filter(pk=house.players["ann"].pk).update(name="=1+1")
    text = Browser(house, "bob").get(f"evenings/{night.pk}/results.csv").content.decode()
    assert "'=1+1" in text


# --- what strangers see ---


@pytest.mark.parametrize("hidden", ["evening", "club"])
def test_an_evening_that_is_not_public_is_not_there(hidden: str, house: House) -> None:
    night = evening(house, "ann", public=hidden != "evening")
    Club.objects.filter(pk=house.club.pk).update(public=hidden != "club")
    page(Browser(house).get(f"evenings/{night.pk}/results/"), 404)
    assert Api().get(f"evenings/{night.pk}/results").status_code == 404


def test_strangers_read_names_as_they_may(house: House) -> None:
    night = evening(house, "ann", "bob", public=True)
    played(house, night, "ann", "bob", [rubber(2, 1)])
    Player.objects.filter(pk=house.players["ann"].pk).update(name_shown=NameVisibility.INITIALS)
    seen = page(Browser(house).get(f"evenings/{night.pk}/results/"))
    assert "A. beat Bob" in seen
    for answer in (
        seen,
        Browser(house).get(f"evenings/{night.pk}/results.csv").content.decode(),
        Api().get(f"evenings/{night.pk}/results").content.decode(),
    ):
        assert not re.search(r"\bAnn\b", answer)
    assert "Ann beat Bob" in page(Browser(house, "cyd").get(f"evenings/{night.pk}/results/"))


def test_a_match_of_a_hidden_season_leads_nowhere(house: House) -> None:
    night, hidden = evening(house, public=True), house.season(public=False)
    match = played(house, night, "ann", "bob", [game(5, 3)], season=hidden)
    leads = f'/matches/{match.pk}/"'
    assert leads not in page(Browser(house).get(f"evenings/{night.pk}/results/"))
    assert leads in page(Browser(house, "cyd").get(f"evenings/{night.pk}/results/"))
    found = read(Api().get(f"evenings/{night.pk}/results"))["matches"]
    assert [(one["id"], one["event"]) for one in found] == [(match.pk, None)]


def test_another_clubs_address_does_not_lead_here(house: House, neighbour: House) -> None:
    night = evening(house, "ann", public=True)
    Club.objects.update(public=True)
    page(Browser(neighbour).get(f"evenings/{night.pk}/results/"), 404)


@pytest.mark.slow
def test_a_long_evening_costs_no_more_queries(house: House) -> None:
    browser, counts = Browser(house, "ann"), []
    for matches in (2, 20):
        night = evening(house, "ann", "bob")
        for _match in range(matches):
            played(house, night, "ann", "bob", [rubber(2, 0)])
        browser.get(f"evenings/{night.pk}/results/")
        with CaptureQueriesContext(connection) as found:
            page(browser.get(f"evenings/{night.pk}/results/"))
        counts.append(len(found))
    assert counts[0] == counts[1] <= 15
