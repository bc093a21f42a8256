"""Results of a tournament that are only tried: the tables with them, and nothing kept."""

import re
from typing import Any

import pytest

from scoring.tournaments.models import Tournament
from scoring.tournaments.selectors.progress import progress_of
from tests.site.pages import Browser, page, tight
from tests.support.clubhouse import Api, House, problem, read
from tests.support.everything import everything
from tests.support.tourneys import (
    award,
    begin,
    draw,
    fresh,
    open_in,
    opened,
    play_round,
    players,
    publish,
    win,
)

pytestmark = [pytest.mark.slow, pytest.mark.any_database]


def tries(*results: tuple[int, int, int, int]) -> dict[str, Any]:
    """Who, against whom, and what each has won."""
    return {
        "results": [
            {"player_a": one, "player_b": other, "games": {"a": a, "b": b}}
            for one, other, a, b in results
        ]
    }


def tried(cup: Tournament, *results: tuple[int, int, int, int]) -> Any:
    return read(Api().post(f"tournaments/{cup.pk}/what-if", tries(*results)))


def test_it_is_as_if_it_had_been_played(house: House) -> None:
    """The third round of a Swiss, of which the opponents' points decide."""
    cup = opened(house, players(house, 6), rounds=3, public=True)
    for number in (1, 2):
        play_round(house, cup, number)
    publish(house, cup, draw(house, cup).number)
    open_ = open_in(progress_of(fresh(cup)), 3)
    pairs = [(one.home_id, one.away_id or 0) for one in open_]
    asked = [(max(pair), min(pair), 1, 0) for pair in pairs]
    before = everything()
    found = tried(fresh(cup), *asked)
    after = everything()
    assert {name for name in before if before[name] != after[name]} <= {"IdempotencyRecord"}
    then = {
        one["player"]["id"]: (one["rank_before"], one["points_before"]) for one in found["results"]
    }
    assert then == ranks(cup)
    for one in open_:
        win(house, begin(house, one), max(one.home_id, one.away_id or 0))
    now = {one["player"]["id"]: (one["rank"], one["points"]) for one in found["results"]}
    assert now == ranks(cup)
    assert now != then


def ranks(cup: Tournament) -> dict[int, tuple[int, int]]:
    lines = read(Api().get(f"tournaments/{cup.pk}/standings"))["results"]
    return {one["player"]["id"]: (one["rank"], one["points"]) for one in lines}


def test_only_what_is_published_and_open_can_be_tried(house: House) -> None:
    ids = players(house, 4)
    cup = opened(house, ids, kind="round_robin", public=True)
    path = f"tournaments/{cup.pk}/what-if"

    def refused(*results: tuple[int, int, int, int], field: str = "player_b") -> None:
        problem(Api().post(path, tries(*results)), 422, field=field)

    draw(house, cup)
    refused((ids[0], ids[1], 1, 0))
    publish(house, cup, 1)
    one, other = ids[:2]
    assert tried(fresh(cup), (one, other, 1, 0))["results"][0]["points"] == 2
    refused((one, other, 1, 0), (other, one, 1, 0))
    refused((one, one, 1, 0))
    refused((one, 10**9, 1, 0))
    refused((one, other, 2, 1), field="games")
    (two,) = (f for f in progress_of(fresh(cup)).fixtures if {f.home_id, f.away_id} == {one, other})
    begin(house, two)
    assert tried(fresh(cup), (one, other, 0, 1))["results"][0]["player"]["id"] == other
    award(house, cup, [f for f in progress_of(fresh(cup)).fixtures if not f.award][-1].pk)
    gone = progress_of(fresh(cup)).fixtures[-1]
    assert gone.award
    refused((gone.home_id, gone.away_id or 0, 1, 0))


def test_in_groups_each_result_counts_in_its_own(house: House) -> None:
    cup = opened(house, players(house, 6), kind="groups", groups=2, first=1, public=True)
    path = f"tournaments/{cup.pk}/what-if"
    publish(house, cup, draw(house, cup).number)
    open_ = open_in(progress_of(fresh(cup)), 1)
    asked = [(one.home_id, one.away_id or 0, 1, 0) for one in open_]
    lines = tried(fresh(cup), *asked)["results"]
    assert [one["group"] for one in lines] == [1, 1, 1, 2, 2, 2]
    leaders = [one["player"]["id"] for one in lines if one["rank"] == 1]
    assert leaders == [home for home, *_rest in asked]
    across = (asked[0][0], asked[1][0], 1, 0)
    problem(Api().post(path, tries(across)), 422, field="player_b")


def test_where_there_is_no_table_nothing_can_be_tried(house: House) -> None:
    ids = players(house, 4)
    cup = opened(house, ids, kind="knockout", public=True)
    publish(house, cup, draw(house, cup).number)
    one = progress_of(fresh(cup)).of_round(1)[0]
    body = tries((one.home_id, one.away_id or 0, 1, 0))
    problem(Api().post(f"tournaments/{cup.pk}/what-if", body), 404)


def test_the_page_asks_for_what_is_open_and_shows_the_table(house: House) -> None:
    ids = players(house, 4)
    cup = opened(house, ids, rounds=2, public=True)
    path = f"tournaments/{cup.pk}/what-if/"
    browser = Browser(house)
    assert "Once the next round is published" in page(browser.get(path))
    assert "/what-if/" not in page(browser.get(f"tournaments/{cup.pk}/"))
    play_round(house, cup, 1)
    publish(house, cup, draw(house, cup).number)
    assert "/what-if/" in page(browser.get(f"tournaments/{cup.pk}/"))
    first, second = open_in(progress_of(fresh(cup)), 2)
    text = page(browser.get(path))
    assert text.count('name="pairing_') == 2
    assert "Resulting standings" not in text
    # Both have the same points before: who wins alone stands first.
    top, other = first, second
    if min(other.home_id, other.away_id or 0) == ids[0]:
        top, other = other, top
    text = page(browser.get(f"{path}?pairing_{top.pk}=0–1&pairing_{other.pk}="))
    then = text[text.index("Resulting standings") :]
    names = re.findall(r'<th scope="row" class="name">(\w+)</th>', then)
    assert top.away is not None
    assert (len(names), names[0]) == (4, top.away.name)
    assert f'name="pairing_{top.pk}" value="0–1"' in text
    assert open_in(progress_of(fresh(cup)), 2) == (first, second)


@pytest.mark.parametrize("games", ["2", "x-y", "2-1", "99-0", "1-0 1-0"])
def test_the_page_refuses_what_cannot_be(house: House, games: str) -> None:
    cup = opened(house, players(house, 2), rounds=1, public=True)
    publish(house, cup, draw(house, cup).number)
    (one,) = open_in(progress_of(fresh(cup)), 1)
    path = f"tournaments/{cup.pk}/what-if/?pairing_{one.pk}={games}"
    text = page(Browser(house).get(path), 422)
    assert "The standings were not calculated." in text
    assert "Resulting standings" not in text


def test_the_page_of_groups_shows_those_that_change(house: House) -> None:
    cup = opened(house, players(house, 6), kind="groups", groups=2, first=1, public=True)
    browser, path = Browser(house), f"tournaments/{cup.pk}/what-if/"
    assert browser.get(path).status_code == 404
    publish(house, cup, draw(house, cup).number)
    one, other = open_in(progress_of(fresh(cup)), 1)
    text = tight(page(browser.get(f"{path}?pairing_{other.pk}=1-0")))
    assert re.findall(r"<h3[^>]*>(Group \d)</h3>", text) == ["Group 2"]
    text = tight(page(browser.get(f"{path}?pairing_{one.pk}=1-0&pairing_{other.pk}=1-0")))
    assert re.findall(r"<h3[^>]*>(Group \d)</h3>", text) == ["Group 1", "Group 2"]
