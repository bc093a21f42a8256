"""Tickets, the hub, and the stream itself, in this process."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

import pytest
from django.core.signing import TimestampSigner
from django.db import transaction
from pytest_django import Settings

from ecarte_club.core import live
from ecarte_club.core.live import WAITING_MOST, Hub, announce, ticket
from games.matches.models import Match
from tests.support import printed_game
from tests.support.clubhouse import open_house, problem

pytestmark = [pytest.mark.any_database, pytest.mark.slow]


@pytest.mark.postgresql
def test_a_ticket_is_for_its_topic() -> None:
    assert live.topics_of(ticket("match:7")) == ["match:7"]


@pytest.mark.parametrize(
    "forged",
    ["", "match:7", "match:7:x:y", "\x00", "é:1:2"],
)
def test_a_forged_ticket_is_none(forged: str) -> None:
    assert live.topics_of(forged) == []


def test_a_ticket_signed_for_something_else_is_none() -> None:
    assert live.topics_of(TimestampSigner(salt="other").sign("match:7")) == []


def test_a_changed_ticket_is_none() -> None:
    assert live.topics_of(ticket("match:7").replace("match:7", "match:8")) == []


def test_a_ticket_of_another_key_is_none(settings: Settings) -> None:
    made = ticket("match:7")
    settings.SECRET_KEY = "another" * 10
    assert live.topics_of(made) == []


def test_an_old_ticket_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    made = ticket("match:7")
    monkeypatch.setattr(live, "GOOD_FOR", timedelta(seconds=-1))
    assert live.topics_of(made) == []


Told = list[tuple[str, int]]


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Told:
    """What pages hear; who listens to a club's outbox is asked of elsewhere."""
    found: Told = []

    def hear(topic: str, version: int) -> None:
        if not topic.startswith("outbox:"):
            found.append((topic, version))

    monkeypatch.setattr(live.hub, "tell", hear)
    return found


@pytest.mark.django_db(transaction=True)
def test_watchers_are_told_after_the_commit_and_not_before(told: Told) -> None:
    with transaction.atomic():
        announce("match:1", 4)
        assert told == []
    assert told == [("match:1", 4)]


@pytest.mark.django_db(transaction=True)
def test_watchers_are_not_told_of_what_was_rolled_back(told: Told) -> None:
    with transaction.atomic():
        announce("match:1", 4)
        transaction.set_rollback(True)
    assert told == []


@pytest.mark.django_db(transaction=True)
def test_entering_tells_the_match_and_the_season(told: Told) -> None:
    house = open_house()
    season = house.season()
    match, api = house.match(season), house.api("scorer")
    assert told == [(f"season:{season.pk}", 2)]
    told.clear()
    for body in printed_game.BODIES:
        api.enter(match.pk, body)
    assert told == [
        *((f"match:{match.pk}", version) for version in range(1, 5)),
        (f"season:{season.pk}", 3),
        (f"match:{match.pk}", 5),
    ]
    told.clear()
    problem(api.post(f"matches/{match.pk}/undo", {"version": 1}), 409)
    assert told == []
    assert Match.objects.get().version == 5


@pytest.mark.django_db(transaction=True)
def test_a_broken_line_does_not_fail_the_write(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(topic: str, version: int) -> None:
        raise OSError(topic, version)

    house = open_house()
    match = house.match()
    monkeypatch.setattr(live.hub, "tell", broken)
    house.api("scorer").enter(match.pk, printed_game.BODIES[0])
    assert Match.objects.get().version == 1


def test_the_hub_is_told_from_any_thread() -> None:
    async def main() -> list[str]:
        hub = Hub()
        watcher, other = hub.join(["match:1"]), hub.join(["match:2"])
        with ThreadPoolExecutor(8) as pool:
            list(pool.map(lambda version: hub.tell("match:1", version=version), range(1, 41)))
        await asyncio.sleep(0.05)
        assert other.queue.empty()
        hub.leave(watcher)
        hub.tell("match:1", version=99)
        await asyncio.sleep(0.01)
        return [watcher.queue.get_nowait() for _ in range(watcher.queue.qsize())]

    heard = asyncio.run(main())
    versions = [json.loads(event.split("data: ")[1])["version"] for event in heard]
    assert sorted(versions) == list(range(1, 41))


def test_who_does_not_listen_hears_the_newest() -> None:
    async def main() -> list[str]:
        hub = Hub()
        watcher = hub.join(["match:1"])
        for version in range(1000):
            hub.tell("match:1", version=version)
        await asyncio.sleep(0.05)
        return [watcher.queue.get_nowait() for _ in range(watcher.queue.qsize())]

    heard = asyncio.run(main())
    assert len(heard) == WAITING_MOST
    assert '"version": 999}' in heard[-1]


Message = Mapping[str, Any]


async def _listen(
    tickets_: list[str], then: Callable[[], Awaitable[None]], method: str = "GET"
) -> list[Message]:
    """What the stream sends while `then` runs, and until the watcher goes."""
    sent: list[Message] = []
    gone = asyncio.Event()

    async def receive() -> Message:
        await gone.wait()
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        sent.append(message)

    query = urlencode([("t", one) for one in tickets_]).encode()
    scope = {"type": "http", "method": method, "path": "/live/", "query_string": query}
    running = asyncio.create_task(live.stream(scope, receive, send))
    await asyncio.sleep(0.02)
    await then()
    await asyncio.sleep(0.02)
    gone.set()
    await asyncio.wait_for(running, 5)
    return sent


async def _nothing() -> None:
    return None


def test_a_stream_greets_and_tells() -> None:
    async def told() -> None:
        await asyncio.to_thread(live.hub.tell, "match:1", version=5)
        await asyncio.to_thread(live.hub.tell, "match:2", version=6)

    sent = asyncio.run(_listen([ticket("match:1")], told))
    assert sent[0]["status"] == 200
    assert (b"content-type", b"text/event-stream") in sent[0]["headers"]
    text = b"".join(message["body"] for message in sent[1:]).decode()
    assert text.startswith("retry: 2000\nevent: hello\ndata: {}\n\n")
    assert text.count("event: version") == 1
    assert 'data: {"topic": "match:1", "version": 5}\n\n' in text
    assert sent[-1]["more_body"] is False
    assert not live.hub._watchers


def test_a_stream_has_a_heartbeat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "HEARTBEAT", 0.01)
    sent = asyncio.run(_listen([ticket("match:1")], _nothing))
    assert len(sent) >= 4


@pytest.mark.parametrize(
    "given",
    [[], ["forged"], ["", "\x00"]],
)
def test_a_stream_without_a_good_ticket_is_refused(given: list[str]) -> None:
    sent = asyncio.run(_listen(given, _nothing))
    assert sent[0]["status"] == 403
    assert not live.hub._watchers


def test_a_stream_is_read_not_posted_to() -> None:
    sent = asyncio.run(_listen([ticket("match:1")], _nothing, "POST"))
    assert sent[0]["status"] == 403
    assert not live.hub._watchers


def test_one_good_ticket_among_bad_ones_suffices() -> None:
    sent = asyncio.run(_listen(["forged", ticket("match:1")], _nothing))
    assert sent[0]["status"] == 200
