"""How often one may ask, and what happens when nobody can count."""

import time
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.utils import timezone
from pytest_django import Settings

from ecarte_club.clubs import authentication
from ecarte_club.core.models import IdempotencyRecord
from ecarte_club.core.tasks import KEPT, sweep
from tests.support.clubhouse import Api, House, problem, read

from .operations import HAND

# Many or slow: not wanted after every edit.
pytestmark = pytest.mark.slow

LIMIT = 3


@pytest.fixture
def _limited(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.API_RATE = LIMIT
    monkeypatch.setattr(time, "time", lambda: 1_800_000_030.0)


@pytest.mark.usefixtures("_limited")
def test_who_asks_too_often_is_told_when_to_come_back(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    api = house.api("ann")
    for _ in range(LIMIT):
        read(api.get("clubs"))
    answer = api.get("clubs")
    problem(answer, 429, "throttled")
    assert answer["Retry-After"] == "30"
    read(house.api("bob").get("clubs"))
    read(Api().get("clubs"))
    monkeypatch.setattr(time, "time", lambda: 1_800_000_061.0)
    read(api.get("clubs"))


@pytest.mark.any_database
@pytest.mark.usefixtures("_limited")
def test_writes_count_too_and_a_refused_one_is_not_done(house: House) -> None:
    match, api = house.match(), house.api("scorer")
    for _ in range(LIMIT):
        read(api.get("clubs"))
    path = f"matches/{match.pk}/hands"
    problem(api.post(path, {**HAND, "version": 0}, key="1"), 429, "throttled")
    cache.clear()
    answer = api.post(path, {**HAND, "version": 0}, key="1")
    read(answer, 201)
    assert "Idempotency-Replayed" not in answer


@pytest.mark.any_database
@pytest.mark.usefixtures("_limited")
def test_strangers_are_counted_by_their_address(house: House) -> None:
    """Whatever they say of themselves."""
    for number in range(LIMIT):
        read(Api().get("clubs", **{"X-Forwarded-For": f"10.0.0.{number}"}))
    problem(Api().get("clubs", **{"X-Forwarded-For": "10.0.0.99"}), 429, "throttled")


@pytest.mark.any_database
@pytest.mark.usefixtures("_limited")
@pytest.mark.parametrize("answer", [None, ValueError("no such key")])
def test_a_lost_cache_stops_nobody(
    answer: Exception | None, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """django-redis answers None while Redis is away; a key may be gone between two steps."""

    def lost(*_arguments: object, **_options: object) -> None:
        if answer:
            raise answer

    monkeypatch.setattr(type(cache._connections["default"]), "incr", lost)  # type: ignore[attr-defined]
    for _ in range(3 * LIMIT):
        read(house.api("ann").get("clubs"))


@pytest.mark.any_database
def test_receipts_are_kept_for_a_month(house: House) -> None:
    api = house.api("director")
    for name in ("old", "new"):
        read(api.post("clubs/cercle/players", {"name": name}, key=name), 201)
    assert timedelta(days=30) == KEPT
    IdempotencyRecord.objects.filter(key="old").update(
        at=timezone.now() - timedelta(days=30, seconds=1)
    )
    IdempotencyRecord.objects.filter(key="new").update(
        at=timezone.now() - timedelta(days=29, hours=23)
    )
    sweep()
    assert [receipt.key for receipt in IdempotencyRecord.objects.all()] == ["new"]


@pytest.mark.any_database
def test_bad_tokens_are_counted_by_address_and_good_ones_go_on(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(time, "time", lambda: 1_800_000_030.0)
    monkeypatch.setattr(authentication, "BAD_TOKENS", LIMIT)
    good = house.api("ann")
    for number in range(LIMIT):
        problem(Api(f"no token {number}").get("clubs"), 401)
    answer = Api("another one").get("clubs")
    problem(answer, 429, "too_often")
    assert answer["Retry-After"] == "30"
    read(good.get("clubs"))
    elsewhere = Api("another one")
    elsewhere.client.defaults["REMOTE_ADDR"] = "192.0.2.9"
    problem(elsewhere.get("clubs"), 401)
    monkeypatch.setattr(time, "time", lambda: 1_800_000_061.0)
    problem(Api("another one").get("clubs"), 401)
