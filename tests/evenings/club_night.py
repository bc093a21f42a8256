"""An evening with two tables, its director at his browser, and what he does there often."""

from datetime import date
from uuid import uuid4

import pytest

from games.evenings.models import Evening
from games.evenings.services.evenings import evening_open
from games.matches.models import Match
from tests.site.pages import Browser, goes
from tests.support.clubhouse import House


@pytest.fixture
def night(house: House) -> Evening:
    return evening_open(
        by=house.person("director"), held_on=date(2026, 11, 20), tables=("1", "Window")
    )


@pytest.fixture
def director(house: House) -> Browser:
    return Browser(house, "director")


def press(browser: Browser, night: Evening, what: str, **sent: str) -> None:
    """One of the small forms of the evening's page, which then leads back to it."""
    answer = browser.post(f"evenings/{night.pk}/{what}/", {"key": uuid4().hex, **sent})
    assert goes(answer).endswith(f"/evenings/{night.pk}/")


def tap(browser: Browser, night: Evening, **sent: str) -> None:
    """A button of the attendance, `present` or `absent`, without a script: back to its place."""
    ((mark, player),) = sent.items()
    answer = browser.post(f"evenings/{night.pk}/attendance/", {mark: f"{player}:{uuid4().hex}"})
    assert goes(answer).endswith(f"/evenings/{night.pk}/attendance/#member-{player}")


def here(night: Evening) -> set[str]:
    return set(night.attendances.filter(left_at=None).values_list("player__name", flat=True))


def start(director: Browser, night: Evening, table: int, **sent: str) -> Match:
    house = director.house
    chosen = {
        "key": uuid4().hex,
        "player_a": str(house.players["ann"].pk),
        "player_b": str(house.players["bob"].pk),
        "first_dealer": "a",
        "format": "one_game",
        "games": "1",
        "code": "london",
        **sent,
    }
    goes(director.post(f"evenings/{night.pk}/tables/{table}/start/", chosen))
    return Match.objects.latest("pk")
