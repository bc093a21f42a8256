"""Of two players who meet twice, the fixture that is being played is chosen; with none left, no
match of the season begins."""

import re
from typing import Any

import pytest

from games.evenings.models import Evening
from games.matches.models import Match
from scoring.leagues.models import Fixture, Season
from tests.site.pages import Browser, goes, page
from tests.support.clubhouse import House, problem, read
from tests.support.nights import evening
from tests.support.planned import plan, season_of

pytestmark = [pytest.mark.django_db, pytest.mark.any_database, pytest.mark.slow]


@pytest.fixture
def season(house: House) -> Season:
    return season_of(house)


@pytest.fixture
def both(house: House, season: Season) -> list[Fixture]:
    """Ann meets Bob at home in one half, and away in the other; the earlier one first."""
    made = plan(house, season, list(house.players.values()), double=True)
    return sorted((made["Ann", "Bob"], made["Bob", "Ann"]), key=lambda one: one.round.number)


def pair(house: House, season: Season, **more: Any) -> dict[str, Any]:
    players = {name: house.players[who].pk for name, who in _SIDES}
    return {**players, "event": season.pk, "seat_anyway": True, **more}


_SIDES = (("player_a", "ann"), ("player_b", "bob"))


def sent(browser: Browser, path: str, body: dict[str, Any]) -> dict[str, str]:
    fields = {name: str(value) for name, value in body.items()}
    return {**browser.hidden(path), "first_dealer": "", **fields}


def ends(match: int) -> None:
    """The two are free for the next one."""
    Match.objects.filter(pk=match).update(over=True)


def played(both: list[Fixture]) -> list[int | None]:
    rows = dict(Fixture.objects.values_list("pk", "match"))
    return [rows[one.pk] for one in both]


def test_programs_name_the_fixture(house: House, season: Season, both: list[Fixture]) -> None:
    """The second half is played first."""
    api, path = house.api("scorer"), f"clubs/{house.club.slug}/matches"
    second = read(api.post(path, pair(house, season, fixture=both[1].pk)), 201)["id"]
    assert played(both) == [None, second]
    again = problem(
        api.post(path, pair(house, season, fixture=both[1].pk)), 422, "fixture_not_open"
    )
    assert [one["field"] for one in again["errors"]] == ["fixture"]
    ends(second)
    alone = {**pair(house, season, fixture=both[0].pk), "event": None}
    assert problem(api.post(path, alone), 422, "event_needed")
    first = read(api.post(path, pair(house, season)), 201)["id"]
    assert played(both) == [first, second]
    none_left = problem(api.post(path, pair(house, season)), 422, "no_fixture")
    assert "Start it as a friendly match." in none_left["errors"][0]["detail"]
    assert Match.objects.count() == len(both)


def test_a_fixture_of_others_is_not_played(
    house: House, season: Season, both: list[Fixture]
) -> None:
    others = Fixture.objects.filter(event=season.pk, away__isnull=False)
    strange = others.exclude(pk__in=[one.pk for one in both])[0]
    path = f"clubs/{house.club.slug}/matches"
    answer = house.api("scorer").post(path, pair(house, season, fixture=strange.pk))
    problem(answer, 422, "fixture_not_open")
    assert not Match.objects.exists()


def test_a_round_names_the_fixture_of_each_match(
    house: House, season: Season, both: list[Fixture]
) -> None:
    night: Evening = evening(house, "ann", "bob")
    row = pair(house, season, fixture=both[1].pk, table=night.tables.order_by("pk")[0].pk)
    del row["seat_anyway"]
    answer = house.api("scorer").post(f"evenings/{night.pk}/matches", {"matches": [row]})
    assert answer.status_code == 201
    assert played(both) == [None, Match.objects.get().pk]


def test_the_page_asks_which_of_several_fixtures_it_is(
    house: House, season: Season, both: list[Fixture]
) -> None:
    browser, path = Browser(house, "scorer"), "matches/new/"
    body = sent(browser, path, pair(house, season))
    text = page(browser.post(path, body), 422)
    assert "These two have several fixtures to play. Choose the one they play now." in text
    (offered,) = re.findall(r'<select name="fixture".*?</select>', text, re.S)
    assert re.findall(r'value="(\d+)"', offered) == [str(one.pk) for one in both]
    body = sent(browser, path, pair(house, season, fixture=both[1].pk))
    match = int(goes(browser.post(path, body)).split("/")[4])
    assert played(both) == [None, match]
    ends(match)
    body = sent(browser, path, pair(house, season))
    goes(browser.post(path, body))
    assert None not in played(both)
    text = page(browser.post(path, sent(browser, path, pair(house, season))), 422)
    assert "Start it as a friendly match." in text
    assert 'value="' + str(season.pk) + '" selected' in text


def test_a_link_to_a_due_fixture_has_chosen_it(
    house: House, season: Season, both: list[Fixture]
) -> None:
    query = "&".join(
        f"{name}={value}" for name, value in pair(house, season, fixture=both[1].pk).items()
    )
    text = page(Browser(house, "scorer").get(f"matches/new/?{query}"))
    assert re.search(rf'<option value="{both[1].pk}" selected>', text)


def test_an_open_season_takes_every_match(house: House) -> None:
    season = season_of(house, "Open")
    path = f"clubs/{house.club.slug}/matches"
    for _time in range(2):
        made = read(house.api("scorer").post(path, pair(house, season)), 201)
        assert read(house.api("ann").get(f"matches/{made['id']}"))["counts"] is True
        ends(made["id"])
