"""Live connections through a real server, and over a Redis that goes away and comes back."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

import httpx
import pytest
from django.core.signing import TimestampSigner
from pytest_django import DjangoDbBlocker

from tests.servers import OwnRedis
from tests.support import printed_game
from tests.support.clubhouse import House, open_house
from tests.support.elsewhere import django_on
from tests.support.event_stream import END, Lines, lines_of, next_event
from tests.support.plain_http import UNUSED
from tests.support.served import served

pytestmark = pytest.mark.slow

KEY = "a key that the tests and the served site have in common, of 50 characters"


@contextmanager
def watching(url: str, ticket: str) -> Iterator[Lines]:
    """The events of one live connection, as they come."""
    with (
        httpx.Client(timeout=httpx.Timeout(60, connect=5), verify=UNUSED) as client,
        lines_of(client, f"{url}/live/", params={"t": ticket}) as heard,
    ):
        yield heard


def _until(heard: Lines, name: str) -> str:
    """The data of the next event of that name; others are passed over."""
    while True:
        found, data = next_event(heard)
        assert found != END
        if found == name:
            return data


class Scorer:
    """Enters hands into one match, and takes the time."""

    def __init__(self, url: str, house: House, match: int) -> None:
        self.path, self.version = f"{url}/api/v1/matches/{match}/hands", 0
        self.headers = {"Authorization": f"Bearer {house.secret('scorer')}"}

    def enter(self) -> float:
        """Seconds until it was answered."""
        body = {**printed_game.BODIES[3], "version": self.version}
        headers = {**self.headers, "Idempotency-Key": str(self.version)}
        began = time.monotonic()
        answer = httpx.post(self.path, json=body, headers=headers, timeout=20, verify=UNUSED)
        took = time.monotonic() - began
        assert answer.status_code == 201, answer.text
        self.version += 1
        return took


def _ticket(topic: str) -> str:
    return TimestampSigner(key=KEY, salt="live").sign(topic)


@pytest.fixture
def house(sqlite_url: str, django_db_blocker: DjangoDbBlocker) -> tuple[House, int]:
    with django_on(sqlite_url, django_db_blocker):
        house = open_house()
        match = house.match().pk
        house.secret("scorer")
    return house, match


def test_one_process_needs_nothing(sqlite_url: str, house: tuple[House, int]) -> None:
    people, match = house
    with served(database_url=sqlite_url, env={"SECRET_KEY": KEY}) as site:
        scorer = Scorer(site.url, people, match)
        with watching(site.url, _ticket(f"match:{match}")) as heard:
            assert _until(heard, "hello") == "{}"
            scorer.enter()
            assert _until(heard, "version") == f'{{"topic": "match:{match}", "version": 1}}'
        refused = httpx.get(f"{site.url}/live/?t=forged", verify=UNUSED)
        assert (refused.status_code, refused.json()["code"]) == (403, "not_allowed")


def test_redis_goes_away_and_entering_goes_on(
    sqlite_url: str, own_redis: OwnRedis, house: tuple[House, int]
) -> None:
    people, match = house
    with served(database_url=sqlite_url, redis_url=own_redis.url, env={"SECRET_KEY": KEY}) as site:
        scorer = Scorer(site.url, people, match)
        with watching(site.url, _ticket(f"match:{match}")) as heard:
            _until(heard, "hello")
            scorer.enter()
            assert '"version": 1' in _until(heard, "version")
            own_redis.kill()
            assert _until(heard, "lost") == "{}"
            times = [scorer.enter() for _ in range(2)]
            print("without Redis:", [f"{took:.3f} s" for took in times])
            assert max(times) < 2
            own_redis.start()
            _until(heard, "hello")
            scorer.enter()
            assert '"version": 4' in _until(heard, "version")
