"""Other sites' pages read what strangers may, and answers say how many are left."""

import re
import time

import pytest
from django.test import Client
from pytest_django import Settings

from ecarte_club.core import throttling
from tests.support.clubhouse import Api, House, problem, read

pytestmark = pytest.mark.any_database
READS = ("clubs", "leagues", "seasons/{season}/standings", "seasons/{season}/standings.csv", "nope")


def test_any_page_may_read_what_strangers_may(house: House) -> None:
    season = house.season()
    for path in READS:
        for _time in range(2):
            answer = Api().get(path.format(season=season.pk), Origin="https://other.example")
            assert answer["Access-Control-Allow-Origin"] == "*", path
            assert "ETag" in answer["Access-Control-Expose-Headers"]
            assert "Access-Control-Allow-Credentials" not in answer


def test_a_304_may_be_read_too(house: House) -> None:
    path = f"seasons/{house.season().pk}/standings"
    tag = Api().get(path)["ETag"]
    answer = Api().get(path, **{"If-None-Match": tag})
    assert (answer.status_code, answer["Access-Control-Allow-Origin"]) == (304, "*")


def test_no_page_of_another_site_writes(house: House) -> None:
    body = {"name": "Eve"}
    answer = house.api("director").post("clubs/cercle/players", body, Origin="https://o.example")
    read(answer, 201)
    assert "Access-Control-Allow-Origin" not in answer


@pytest.mark.parametrize(("method", "may"), [("GET", True), ("HEAD", True), ("POST", False)])
def test_what_a_browser_asks_first(method: str, may: bool) -> None:
    asked = {"Access-Control-Request-Method": method, "Origin": "https://other.example"}
    answer = Client().options("/api/v1/clubs", headers=asked)
    assert (answer.status_code, answer.content) == (204, b"")
    assert ("Access-Control-Allow-Origin" in answer) is may
    if may:
        allowed = {name.strip() for name in answer["Access-Control-Allow-Headers"].split(",")}
        assert "If-None-Match" in allowed
        assert not allowed & {"Authorization", "Cookie", "Idempotency-Key", "X-CSRFToken"}


def test_pages_of_the_club_are_for_itself(house: House) -> None:
    for path in ("/", "/clubs/cercle/"):
        assert "Access-Control-Allow-Origin" not in Client().get(path)


@pytest.fixture
def _few(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.API_RATE = 3
    monkeypatch.setattr(throttling.time, "time", lambda: 1_800_000_030.0)  # type: ignore[attr-defined]


@pytest.mark.usefixtures("_few")
def test_answers_say_how_many_are_left(house: House) -> None:
    """By the words of the draft: quota and window, what remains and until when."""
    assert time.time() % 60 == 30
    api, left = house.api("ann"), []
    for _time in range(4):
        answer = api.get("clubs")
        assert answer["RateLimit-Policy"] == '"minute";q=3;w=60'
        found = re.fullmatch(r'"minute";r=(\d+);t=30', answer["RateLimit"])
        assert found
        left.append(int(found[1]))
    assert left == [2, 1, 0, 0]
    problem(answer, 429, "throttled")
    assert answer["Retry-After"] == "30"


@pytest.mark.usefixtures("_few")
def test_standings_handed_out_early_say_so_too(house: House) -> None:
    path = f"seasons/{house.season().pk}/standings"
    told = [Api().get(path).get("RateLimit") for _time in range(3)]
    assert told == [f'"minute";r={left};t=30' for left in (2, 1, 0)]
