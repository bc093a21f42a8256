"""The committee plans a season in an afternoon: its pages, as somebody goes through them."""

from datetime import timedelta

import pytest
from django.utils import timezone

from ecarte_club.core.days import day_text
from ecarte_club.core.exceptions import Invalid
from games.evenings.services.evenings import evening_open
from scoring.leagues.models import Fixture, Season
from scoring.leagues.views.plan import span
from tests.site.pages import Browser, goes, page, tight
from tests.support.clubhouse import House
from tests.support.everything import everything
from tests.support.planned import FIRST, fixtures, free_day, others, plan, season_of

from .test_planning import play, start

pytestmark = [pytest.mark.django_db, pytest.mark.any_database, pytest.mark.slow]


@pytest.fixture
def director(house: House) -> Browser:
    return Browser(house, "director")


def made(house: House) -> tuple[Season, dict[tuple[str, str], Fixture]]:
    season = season_of(house)
    return season, plan(house, season, [*house.players.values(), *others(house, 1)])


def test_it_is_looked_at_whole_and_then_made(house: House, director: Browser) -> None:
    season = season_of(house)
    others(house, 1)
    address = f"seasons/{season.pk}/plan/"
    assert "Make the fixtures" in page(director.get(f"seasons/{season.pk}/fixtures/"))
    assert "Ann\nBob\nCyd\nDora" in page(director.get(f"{address}?who=all"))
    sent = {
        **director.hidden(address),
        "entrants": "Ann\nBob\n\nCyd\nDora\n",
        "first": str(FIRST),
        "weekdays": "3",
        "closed": f"{FIRST + timedelta(7)}",
        "away": f"Ann: {FIRST} – {FIRST}",
        "tables": "1, 2",
    }
    before = everything()
    text = page(director.post(address, {**sent, "act": "look"}))
    assert everything() == before
    assert "3 rounds" in text
    assert "Ann – Bob" in text
    assert goes(director.post(address, {**sent, "act": "make"})).endswith("/fixtures/")
    text = page(director.get(f"seasons/{season.pk}/fixtures/"))
    assert "6 fixtures are still to be played" in text
    assert not Fixture.objects.filter(day=FIRST + timedelta(7)).exists()
    again = page(director.get(address))
    assert f"Ann: {day_text(FIRST)}" in again
    assert "Ann\nBob\nCyd\nDora" in again


@pytest.mark.parametrize(
    ("sent", "told"),
    [
        ({"entrants": "Ann\nNobody"}, "Line 2: Nobody here is called “Nobody”."),
        ({"entrants": "Ann"}, "Too few entrants: 1. At least 2 must take part."),
        ({"closed": "some day"}, "Line 1: “some day” is not a date"),
        ({"closed": "2026-02-30"}, "Line 1: “2026-02-30” is not a date"),
        ({"away": "Ann 2026-12-24"}, "Line 1: A name, a colon and the days."),
        ({"tables": "1, 1"}, "Must name each table once."),
        ({"every": "0"}, "greater than or equal to 1"),
    ],
)
def test_what_cannot_be_is_said_beside_its_field(
    sent: dict[str, str], told: str, house: House, director: Browser
) -> None:
    address = f"seasons/{season_of(house).pk}/plan/"
    usual = {"entrants": "Ann\nBob", "first": str(FIRST), "every": "7"}
    before = everything()
    whole = {**director.hidden(address), **usual, **sent, "act": "make"}
    assert told in page(director.post(address, whole), 422)
    assert everything() == before


def test_days_as_one_writes_them() -> None:
    one, two = FIRST, FIRST + timedelta(3)
    assert span(f"{one}") == span(f"{one} – {one}")
    for mark in (" – ", "–", " - ", "…"):
        assert span(f"{one}{mark}{two}") == (one, two)
    with pytest.raises(Invalid):
        span("tomorrow")


def test_a_players_fixtures_and_what_is_next(house: House) -> None:
    season, found = made(house)
    play(house, found["Ann", "Dora"])
    stranger = Browser(house)
    text = page(stranger.get(f"seasons/{season.pk}/fixtures/"))
    assert text.index("is-next") < text.index('id="round-1"'), "One of its two is still open."
    assert "Overdue" in text
    dora = house.club.players.get(name="Dora")
    his = page(stranger.get(f"seasons/{season.pk}/fixtures/?player={dora.pk}"))
    assert his.count('class="fixture fixture-') == 3
    assert "Make the fixtures again" not in text
    assert 'class="fixture fixture-' in page(
        stranger.get(f"seasons/{season.pk}/fixtures/?player=x")
    )
    rows = stranger.get(f"seasons/{season.pk}/fixtures/export.csv").content.decode("utf-8-sig")
    assert len(rows.splitlines()) == 1 + 6
    assert ",played,1,0," in rows


def test_a_fixture_is_postponed_awarded_and_taken_back(house: House, director: Browser) -> None:
    _season, found = made(house)
    fixture = found["Ann", "Bob"]
    address = f"fixtures/{fixture.pk}/"
    sent = {**director.hidden(address), "day": str(free_day()), "reason": "Ill."}
    text = page(director.post(f"{address}postpone/", {**sent, "act": "look"}))
    assert "Both players are free on" in text
    assert goes(director.post(f"{address}postpone/", {**sent, "act": "do"})).endswith(address)
    assert "Originally on" in page(director.get(address))
    stale = page(director.post(f"{address}award/", {**sent, "key": "b", "award": "home"}), 409)
    assert "Nothing was changed." in stale
    past = {"day": str(timezone.localdate() - timedelta(1)), "reason": "x", "act": "look"}
    assert "is past" in page(director.post(f"{address}postpone/", past), 422)
    sent = {**director.hidden(address), "award": "home", "reason": "Snow."}
    assert "required" in page(director.post(f"{address}award/", {**sent, "reason": " "}), 422)
    assert goes(director.post(f"{address}award/", sent)).endswith(address)
    assert "Walkover: Ann wins" in page(Browser(house).get(address))
    sent = director.hidden(address)
    assert goes(director.post(f"{address}award/back/", sent)).endswith(address)
    assert "To play" in page(Browser(house).get(address))


def test_who_leaves_and_who_comes_are_looked_at_first(house: House, director: Browser) -> None:
    season, found = made(house)
    play(house, found["Ann", "Dora"])
    address = f"seasons/{season.pk}/withdraw/"
    sent = {"player": str(house.players["ann"].pk), "reason": "Moved away."}
    text = tight(page(director.post(address, {**director.hidden(address), **sent, "act": "look"})))
    assert (
        "Ann has played 1 of 3 fixtures. 1 result no longer counts. 2 fixtures will not be played."
        in text
    )
    goes(director.post(address, {**director.hidden(address), **sent, "act": "do"}))
    assert "Ann withdrew before the halfway point" in page(
        director.get(f"seasons/{season.pk}/fixtures/")
    )
    (_dora, emil) = others(house, 2)
    address = f"seasons/{season.pk}/join/"
    text = page(
        director.post(address, {**director.hidden(address), "player": "Emil", "act": "look"})
    )
    assert "Emil – Bob" in text or "Bob – Emil" in text
    goes(director.post(address, {**director.hidden(address), "player": "Emil", "act": "do"}))
    assert season.event.entrants.filter(player=emil).exists()
    assert "Nobody here is called" in page(director.post(address, {"player": "Zz"}), 422)


def test_divisions_are_opened_and_the_next_season_after_them(house: House) -> None:
    committee = Browser(house, "committee")
    season = season_of(house, "Autumn")
    address = f"seasons/{season.pk}/divisions/"
    first = {"division": "First", "goes_up": "0", "goes_down": "1", "act": "set"}
    goes(committee.post(address, {**committee.hidden(address), **first}))
    second = {"division": "Second", "goes_up": "1", "goes_down": "0", "act": "add"}
    goes(committee.post(address, {**committee.hidden(address), **second}))
    lower = Season.objects.get(division="Second")
    wrong = page(committee.post(address, {**committee.hidden(address), **second}), 422)
    assert "There is already a division with this name." in wrong
    plan(house, season, list(house.players.values()))
    plan(house, lower, others(house, 3))
    address = f"seasons/{season.pk}/next/"
    days = {"name": "Spring", "starts_on": "2028-01-01", "ends_on": "2028-06-30"}
    sent = {**committee.hidden(address), **days}
    assert "Enter a draw key" in page(committee.post(address, {**sent, "act": "look"}), 422)
    sent["seed"] = "king"
    before = everything()
    text = page(committee.post(address, {**sent, "act": "look"}))
    assert everything() == before
    assert "Promoted" in text
    assert "Relegated" in text
    assert goes(committee.post(address, {**sent, "act": "open"})).endswith("/fixtures/")
    opened = Season.objects.filter(event__name="Spring").order_by("level")
    assert [one.event.entrants.count() for one in opened] == [3, 3]
    text = page(committee.get(f"seasons/{opened[0].pk}/plan/"))
    assert "Make the fixtures" in text


def test_the_evening_offers_what_is_due(house: House) -> None:
    _season, found = made(house)
    evening = evening_open(
        by=house.person("director"), held_on=FIRST, tables=("1", "2"), public=True
    )
    scorer = Browser(house, "scorer")
    assert "Start 2 fixtures that are due" in page(scorer.get(f"evenings/{evening.pk}/"))
    assert "fixtures that are due" not in page(Browser(house).get(f"evenings/{evening.pk}/"))
    address = f"evenings/{evening.pk}/fixtures/"
    text = page(scorer.get(address))
    assert "Not here yet: Ann, Dora" in text
    fixture, other = found["Ann", "Dora"], found["Bob", "Cyd"]
    one, two = evening.tables.order_by("pk")
    sent = {"key": scorer.hidden(address)["key"], f"use_{fixture.pk}": "on"}
    assert "Choose one" in page(scorer.post(address, sent), 422)
    sent |= {f"table_{fixture.pk}": str(one.pk), f"use_{other.pk}": "on"}
    clash = page(scorer.post(address, {**sent, f"table_{other.pk}": str(one.pk)}), 422)
    assert "Only one match can start at a table" in clash
    goes(scorer.post(address, {**sent, f"table_{other.pk}": str(two.pk)}))
    match = fixtures(_season)["Ann", "Dora"].match_id
    assert "Fixture of round 1" in page(scorer.get(f"matches/{match}/"))
    assert "Fixture of round 1" in page(scorer.get(f"matches/{match}/pad/"))
    assert "No fixtures are due" in page(scorer.get(address))


def test_a_players_page_says_whom_he_meets_next(house: House) -> None:
    season, first = season_of(house), timezone.localdate() + timedelta(days=7)
    plan(house, season, list(house.players.values())[:2], first=first)
    ann = house.players["ann"]
    told = page(Browser(house, "cyd").get(f"players/{ann.pk}/"))
    assert "Next fixture" not in told, "A page without results has no facts."
    match = start(house, season_of(house, "Open"), "Ann", "Cyd")
    assert match is None
    played = ann.matches_a.get()
    house.api("scorer").enter(played.pk, {"score": {"a": 5, "b": 0}}, kind="games")
    told = page(Browser(house, "cyd").get(f"players/{ann.pk}/"))
    fact = told[told.index("Next fixture") :]
    assert ">Bob</a>" in fact[:300]
