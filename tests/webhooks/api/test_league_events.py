"""What changes in a league, as server-sent events: to a server that holds nobody, and live."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import httpx
import psutil
import pytest
from django.core.signing import TimestampSigner
from django.test import Client
from pytest_django import DjangoDbBlocker, Settings

from ecarte_club.core import streams
from scoring.webhooks.api.events import stream
from scoring.webhooks.services.outbox import numbered
from tests.support.clubhouse import Api, House, open_house, problem
from tests.support.elsewhere import django_on
from tests.support.event_stream import Lines, lines_of
from tests.support.hooks import happens, play
from tests.support.plain_http import UNUSED
from tests.support.served import Served, served
from tests.support.told_hands import VOLE

pytestmark = pytest.mark.any_database

Told = tuple[int, str]
LISTENERS = 60


def events(text: str) -> list[Told]:
    """Id and name of each that has data, read as the standard says."""
    found = []
    for block in text.split("\n\n"):
        fields = dict(line.split(": ", 1) for line in block.split("\n") if ": " in line)
        if "data" in fields:
            found.append((int(fields["id"]), fields["event"]))
    return found


def body(answer: object) -> str:
    content = getattr(answer, "content", b"")
    assert isinstance(content, bytes)
    return content.decode()


@pytest.mark.slow
@pytest.mark.postgresql
def test_what_happened_since_is_told_and_where_to_go_on(house: House) -> None:
    season = house.season()
    happens(house)
    play(house, house.match(season))
    last = numbered(house.club.pk)
    path = f"leagues/{season.league_id}/events"
    answer = Api().get(path, **{"Last-Event-ID": "0"})
    assert answer["Content-Type"] == "text/event-stream"
    told = events(body(answer))
    assert told[0] == (1, "season.opened")
    assert (2, "player.changed") not in told, "It is of no league."
    assert told[-1] == (last, "standings.changed")
    assert body(answer).endswith(f"id: {last}\n\n")
    assert events(body(Api().get(f"{path}?after={last - 1}"))) == told[-1:]
    assert events(body(Api().get(path))) == []
    assert events(body(Api().get(f"{path}?after={10**15}"))) == []


def test_strangers_hear_what_is_public(house: House) -> None:
    season = house.season()
    hidden = house.season(public=False)
    house.match(season)
    house.match(hidden)
    path = f"leagues/{season.league_id}/events?after=0"
    theirs, ours = (body(api.get(path)) for api in (Api(), house.api("ann")))
    assert f'"season": {hidden.pk},' not in theirs
    assert f'"season": {hidden.pk},' in ours
    assert set(events(theirs)) < set(events(ours))
    problem(Api().get("leagues/999999/events"), 404, "not_found")


@pytest.mark.parametrize("wrong", ["x", "-1", "1.5", "9" * 30])
def test_a_number_that_is_none(wrong: str, house: House) -> None:
    path = f"leagues/{house.season().league_id}/events"
    problem(Api().get(path, **{"Last-Event-ID": wrong}), 422, "invalid", "Last-Event-ID")
    problem(Api().get(f"{path}?after={wrong}"), 422, "invalid", "after")


def test_a_server_that_holds_nobody_sends_on_to_the_live_one(
    house: House, settings: Settings
) -> None:
    league = house.season().league_id
    settings.REDIS_URL, settings.LIVE_URL = "redis://nowhere", "https://live.example/live/"
    answer = Api().get(f"leagues/{league}/events", **{"Last-Event-ID": "3"})
    assert answer.status_code == 307
    where, _mark, ticket = answer["Location"].partition("?t=")
    assert where == "https://live.example/live/league/"
    told = TimestampSigner(salt="league-events").unsign_object(ticket.replace("%3A", ":"))
    assert told == [house.club.pk, league, False, 3]
    assert Client().get("/live/league/?t=forged").status_code == 404


@contextmanager
def hearing(url: str, **headers: str) -> Iterator[Lines]:
    timeout = httpx.Timeout(20, connect=5)
    with (
        httpx.Client(timeout=timeout, verify=UNUSED, follow_redirects=True) as client,
        lines_of(client, url, headers=headers) as heard,
    ):
        yield heard


def until(heard: Lines, wanted: str) -> list[str]:
    found: list[str] = []
    while not found or found[-1] != wanted:
        line = heard.get(timeout=15)
        assert line is not None, found
        found.append(line)
    return found


@pytest.mark.slow
def test_it_is_heard_as_it_happens_and_goes_on_where_it_was_left(
    sqlite_url: str, django_db_blocker: DjangoDbBlocker
) -> None:
    with django_on(sqlite_url, django_db_blocker):
        house = open_house()
        season = house.season()
        match = house.match(season).pk
        path = f"/api/v1/leagues/{season.league_id}/events"
        token = house.secret("scorer")
        last = numbered(house.club.pk)
    with served(database_url=sqlite_url) as site:

        def enter(version: int) -> None:
            sent = {"notation": VOLE.text, "version": version}
            headers = {"Authorization": f"Bearer {token}", "Idempotency-Key": str(version)}
            answer = httpx.post(
                f"{site.url}/api/v1/matches/{match}/hands",
                json=sent,
                headers=headers,
                timeout=20,
                verify=UNUSED,
            )
            assert answer.status_code == 201, answer.text

        with hearing(site.url + path) as heard:
            until(heard, f"id: {last}")
            enter(0)
            assert f"id: {last + 1}" in until(heard, "event: match.entered")
        enter(1)
        with hearing(site.url + path, **{"Last-Event-ID": str(last + 1)}) as heard:
            assert f"id: {last + 1}" not in until(heard, f"id: {last + 2}")
        listed = httpx.get(f"{site.url}/api/v1/leagues", timeout=20, verify=UNUSED)
        assert listed.status_code == 200
    assert "Traceback" not in site.log


@pytest.mark.slow
def test_listeners_need_no_thread_each(sqlite_url: str, django_db_blocker: DjangoDbBlocker) -> None:
    with django_on(sqlite_url, django_db_blocker):
        house = open_house()
        path = f"/api/v1/leagues/{house.season().league_id}/events"
        last = numbered(house.club.pk)
    with served(database_url=sqlite_url) as site, ExitStack() as all_open:
        with hearing(site.url + path) as heard:
            until(heard, f"id: {last}")
        before = threads(site)
        for _number in range(LISTENERS):
            until(all_open.enter_context(hearing(site.url + path)), f"id: {last}")
        assert threads(site) - before < LISTENERS / 2


def threads(site: Served) -> int:
    main = psutil.Process(site.process.pid)
    return sum(one.num_threads() for one in (main, *main.children(recursive=True)))


def test_the_address_may_be_full(settings: Settings) -> None:
    """On the live server, with a ticket as the API gives it."""
    settings.LIVE_STREAMS = 1
    ticket = TimestampSigner(salt="league-events").sign_object([1, 1, False, None])
    with streams.streams.one_more("address:10.0.0.7"):
        sent = asyncio.run(asked(f"t={ticket}".encode()))
    assert sent[0]["status"] == 429
    assert json.loads(sent[1]["body"])["code"] == "too_often"


@pytest.mark.slow
@pytest.mark.parametrize("query", [b"", b"t=forged", b"t=x:y:z"])
def test_the_live_server_asks_for_a_ticket(query: bytes) -> None:
    sent = asyncio.run(asked(query))
    assert sent[0]["status"] == 404
    assert json.loads(sent[1]["body"])["code"] == "not_found"


async def asked(query: bytes) -> list[Any]:
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        return {"type": "http.disconnect"}

    scope = {
        "type": "http",
        "method": "GET",
        "path": "/live/league/",
        "query_string": query,
        "headers": [],
        "client": ("10.0.0.7", 1),
    }
    await asyncio.wait_for(stream(scope, receive, send), 5)
    return sent
