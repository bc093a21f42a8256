"""Results that are only tried: the table with them, and nothing kept."""

import re
from typing import Any

import pytest

from scoring.leagues.models import Result, Season, Standing
from tests.site.pages import Browser, page
from tests.support.clubhouse import House, problem, read
from tests.support.everything import everything
from tests.support.fixed import entered, planned, played
from tests.support.teamed import built_once

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.any_database]


def one_played(house: House) -> Season:
    """Ann has beaten Bob; Bob–Cyd and Cyd–Ann are to be played."""
    made = house.season()
    ann, bob, cyd = (house.players[name] for name in ("ann", "bob", "cyd"))
    entered(made, (ann, bob, cyd))
    fixtures = planned(made, [[(ann, bob)], [(bob, cyd)], [(cyd, ann)]])
    played(house, fixtures[0], 1, 0)
    return Season.objects.get(pk=made.pk)


_built, built, house, season = built_once(one_played)


def tries(house: House, *results: tuple[str, str, int, int]) -> dict[str, Any]:
    return {
        "results": [
            {
                "player_a": house.players[one].pk,
                "player_b": house.players[other].pk,
                "games": {"a": a, "b": b},
            }
            for one, other, a, b in results
        ]
    }


def test_the_table_with_it_and_nothing_kept(house: House, season: Season) -> None:
    before = everything()
    body = tries(house, ("cyd", "bob", 1, 0), ("cyd", "ann", 1, 0))
    found = read(house.api("ann").post(f"seasons/{season.pk}/what-if", body))
    told = [
        (
            one["player"]["name"],
            one["rank"],
            one["rank_before"],
            one["points"],
            one["points_before"],
        )
        for one in found["results"]
    ]
    assert told == [("Cyd", 1, 2, 4, 0), ("Ann", 2, 1, 2, 2), ("Bob", 3, 3, 0, 0)]
    after = everything()
    assert {name for name in before if before[name] != after[name]} <= {
        "Token",
        "IdempotencyRecord",
    }


def test_it_is_as_if_it_had_been_played(house: House, season: Season) -> None:
    found = read(
        house.api("ann").post(f"seasons/{season.pk}/what-if", tries(house, ("bob", "cyd", 1, 0)))
    )
    fixture = season.event.fixtures.get(round__number=2)
    played(house, fixture, 1, 0)
    now = read(house.api("ann").get(f"seasons/{season.pk}/standings"))
    assert [(one["player"]["name"], one["rank"], one["points"]) for one in found["results"]] == [
        (one["player"]["name"], one["rank"], one["points"]) for one in now["results"]
    ]


def test_two_without_a_fixture_left_are_refused(house: House, season: Season) -> None:
    """Ann and Bob have met as often as was planned; Bob and Cyd meet once more, and not twice."""
    address = f"seasons/{season.pk}/what-if"
    body = tries(house, ("ann", "bob", 1, 0))
    problem(house.api("ann").post(address, body), 422, field="player_b")
    body = tries(house, ("bob", "cyd", 1, 0), ("cyd", "bob", 1, 0))
    problem(house.api("ann").post(address, body), 422, field="player_b")


def test_the_page_offers_open_fixtures(house: House, season: Season) -> None:
    ann, bob, cyd = (house.players[name].pk for name in ("ann", "bob", "cyd"))
    browser, address = Browser(house, "ann"), f"seasons/{season.pk}/what-if/"
    text = page(browser.get(address))
    assert re.findall(r'href="\?pair=([^"]+)"', text) == [f"{bob}.{cyd}", f"{cyd}.{ann}"]
    text = page(browser.get(f"{address}?pair={cyd}.{ann}"))
    assert re.findall(r'value="(\d+)" selected', text) == [str(cyd), str(ann)]
    text = page(browser.get(f"{address}?player_a={cyd}&player_b={bob}&games=1-0"))
    offered = re.findall(r'href="\?with=([^"]+)"', text)
    assert offered == [f"{cyd}.{bob}.1-0&pair={cyd}.{ann}"]


def test_a_game_that_the_format_does_not_allow(house: House, season: Season) -> None:
    body = tries(house, ("cyd", "bob", 2, 1))
    problem(house.api("ann").post(f"seasons/{season.pk}/what-if", body), 422, field="games")


def test_who_is_not_in_the_table_or_meets_himself(house: House, season: Season) -> None:
    body = tries(house, ("ann", "ann", 1, 0))
    problem(house.api("ann").post(f"seasons/{season.pk}/what-if", body), 422, field="player_b")
    body["results"][0]["player_a"] = 10**9
    problem(house.api("ann").post(f"seasons/{season.pk}/what-if", body), 422, field="player_a")


def test_the_page_goes_on_from_what_was_tried(house: House, season: Season) -> None:
    ann, bob, cyd = (house.players[name].pk for name in ("ann", "bob", "cyd"))
    browser, rows = Browser(house, "ann"), (Standing.objects.count(), Result.objects.count())
    text = page(browser.get(f"seasons/{season.pk}/what-if/"))
    assert "Nothing is saved" in text
    assert re.findall(r'value="(\d+)" selected', text) == [str(bob), str(cyd)], "Theirs is next."
    query = f"player_a={cyd}&player_b={bob}&games=1-0"
    text = page(browser.get(f"seasons/{season.pk}/what-if/?{query}"))
    assert f'name="with" value="{cyd}.{bob}.1-0"' in text
    query = f"with={cyd}.{bob}.1-0&player_a={cyd}&player_b={ann}&games=1–0"
    text = page(browser.get(f"seasons/{season.pk}/what-if/?{query}"))
    assert text.index("Cyd", text.index("Resulting standings")) < text.index(
        "Ann", text.index("Resulting standings")
    )
    assert (Standing.objects.count(), Result.objects.count()) == rows


@pytest.mark.parametrize("games", ["", "2", "x-y", "2-1", "99-0"])
def test_the_page_refuses_what_cannot_be(house: House, season: Season, games: str) -> None:
    pair = f"player_a={house.players['ann'].pk}&player_b={house.players['bob'].pk}"
    page(Browser(house, "ann").get(f"seasons/{season.pk}/what-if/?{pair}&games={games}"), 422)


def test_what_is_refused_is_not_tried_again_with_the_next(house: House, season: Season) -> None:
    """One game is played: 2-1 cannot be, and what was tried before stands without it."""
    ann, bob, cyd = (house.players[name].pk for name in ("ann", "bob", "cyd"))
    browser, address = Browser(house, "ann"), f"seasons/{season.pk}/what-if/"
    assert "such as 1-0." in page(browser.get(address))
    query = f"with={cyd}.{bob}.1-0&player_a={cyd}&player_b={ann}&games=2-1"
    text = page(browser.get(f"{address}?{query}"), 422)
    assert re.findall(r'name="with" value="([^"]+)"', text) == [f"{cyd}.{bob}.1-0"]
    assert "Resulting standings" in text
    bent = f"with={cyd}.{bob}.2-1&player_a={cyd}&player_b={ann}&games=1-0"
    assert 'name="with"' not in page(browser.get(f"{address}?{bent}"), 422)


def test_an_address_that_was_bent_tries_nothing(house: House, season: Season) -> None:
    text = page(Browser(house).get(f"seasons/{season.pk}/what-if/?with=1.2&with=a.b.c&with=..1-0"))
    assert "Resulting standings" not in text


def test_charts_of_what_was_played(house: House, season: Season) -> None:
    text = page(Browser(house, "ann").get(f"seasons/{season.pk}/charts/"))
    sizes = ("wide", "narrow")
    assert text.count("<svg") == 2 * len(sizes)
    for size in sizes:
        assert f'aria-labelledby="places-{size}-title places-{size}-desc"' in text
    assert "Head to head" in text
    assert ">1–0<" in text
    assert ">0–1<" in text


def test_charts_of_a_season_that_has_not_begun(house: House) -> None:
    text = page(Browser(house, "ann").get(f"seasons/{house.season().pk}/charts/"))
    assert "after the first result" in text
