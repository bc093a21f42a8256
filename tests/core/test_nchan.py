"""What is posted to nginx with nchan, what happens while it is away, and who is let in."""

import asyncio
import json
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from pytest_django import Settings

from ecarte_club.core import health, live, metrics, nchan
from ecarte_club.core.nchan import BEAT_EVENT, HELLO, Event, Server, channel

pytestmark = pytest.mark.any_database

Posted = tuple[str, str, str]


class Nginx:
    """Answers as nchan does, once it `answers`; `is_away`: 503."""

    def __init__(self) -> None:
        self.posted: list[Posted] = []
        self.is_away = False
        self.answers = threading.Event()
        self.answers.set()
        self.arrived = threading.Condition()
        nginx = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"])).decode()
                nginx.answers.wait(30)
                nginx.note((self.path, self.headers["X-EventSource-Event"], body))
                self.send_response(503 if nginx.is_away else 202)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def do_GET(self) -> None:
                body = b"channels: 3\nsubscribers: 7\nnchan version: 1.3.6\n"
                self.send_response(503 if nginx.is_away else 200)
                self.send_header("Content-Length", str(0 if nginx.is_away else len(body)))
                self.end_headers()
                self.wfile.write(b"" if nginx.is_away else body)

            def log_message(self, *_args: object) -> None:
                """Nothing on the screen."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/"

    def note(self, posted: Posted) -> None:
        with self.arrived:
            if not self.is_away:
                self.posted.append(posted)
            self.arrived.notify_all()

    def wait_for(self, are_there: Callable[[list[Posted]], bool]) -> list[Posted]:
        with self.arrived:
            assert self.arrived.wait_for(lambda: are_there(self.posted), 30)
            return list(self.posted)


@pytest.fixture
def nginx(settings: Settings) -> Iterator[Nginx]:
    found = Nginx()
    thread = threading.Thread(target=found.server.serve_forever, args=[0.01], daemon=True)
    thread.start()
    settings.LIVE_ENGINE, settings.LIVE_PUBLISH_URL = "nchan", (found.url,)
    settings.REDIS_URL = ""
    nchan.servers.cache_clear()
    yield found
    found.server.shutdown()
    found.server.server_close()
    thread.join()
    nchan.servers.cache_clear()


def version(topic: str, number: int) -> Event:
    data = json.dumps({"topic": topic, "version": number})
    return Event(topic, "version", data)


def test_an_event_is_posted_to_the_channel_of_its_topic(nginx: Nginx) -> None:
    live.send("match:1", version=4)
    live.send("match:1", pad="a-pad-of-mine")
    live.send("online:1", event="online", state={"version": 2})
    names = ["version", "typing", "online"]
    posted = nginx.wait_for(lambda found: len(found) == 3)
    assert [(path, name) for path, name, _data in posted] == [
        (f"/events/{channel(topic)}", name)
        for topic, name in zip(["match:1", "match:1", "online:1"], names, strict=True)
    ]
    assert [json.loads(data) for _path, _name, data in posted] == [
        {"topic": "match:1", "version": 4},
        {"topic": "match:1", "pad": "a-pad-of-mine"},
        {"topic": "online:1", "state": {"version": 2}},
    ]


def test_a_channel_is_guessed_by_nobody(settings: Settings) -> None:
    channels = {channel(topic) for topic in ("", "match:1", "match:2", "season:1")}
    assert len(channels) == 4
    assert all(len(one) == 32 and one.isalnum() for one in channels)
    settings.SECRET_KEY = "another" * 10
    assert channel("match:1") not in channels


def test_listeners_in_the_live_server_are_woken_there(nginx: Nginx) -> None:
    async def main() -> bool:
        async with live.listening("outbox:1") as changed:
            live.wake("outbox:1", version=1)
            return await changed(5)

    assert asyncio.run(main())
    assert nginx.posted == []


def test_nobody_waits_for_nginx(nginx: Nginx) -> None:
    """It answers when thousands have been served."""
    nginx.answers.clear()
    server = Server(nginx.url)
    for number in range(3):
        server.publish(version("match:1", number))
    assert not server.is_idle()
    nginx.answers.set()
    assert server.is_idle(within=30)
    newest = version("match:1", 2).data
    assert [data for _path, _name, data in nginx.posted][-1] == newest


def test_every_phrase_of_a_table_online_arrives(nginx: Nginx) -> None:
    nginx.answers.clear()
    for number in range(3):
        live.send("online:1", event="online", phrase={"number": number})
        live.send("match:1", version=number)
    nginx.answers.set()
    posted = nginx.wait_for(lambda found: sum(name == "online" for _path, name, _ in found) == 3)
    said = [json.loads(data) for _path, name, data in posted if name == "online"]
    phrases = [one["phrase"]["number"] for one in said]
    assert phrases == [0, 1, 2]


def test_nginx_has_the_newest_of_each_topic_when_it_is_back(nginx: Nginx) -> None:
    server = Server(nginx.url)
    nginx.is_away = True
    for number in (1, 2, 3):
        server.publish(version("match:1", number))
        server.publish(version("match:2", number))
    nginx.is_away = False
    newest = {version(f"match:{number}", 3).data for number in (1, 2)}
    posted = nginx.wait_for(lambda found: newest <= {data for _path, _name, data in found})
    # One that was on its way when nginx came back may have been the first.
    assert len(posted) <= 3


def test_too_much_that_was_not_delivered_becomes_one_hello(
    nginx: Nginx, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(nchan, "WAITING_MOST", 3)
    server = Server(nginx.url)
    nginx.is_away = True
    for number in range(4):
        server.publish(version(f"match:{number}", 1))
    nginx.is_away = False
    hello = (f"/beats/{channel('')}", HELLO.name, "{}")
    posted = nginx.wait_for(lambda found: hello in found)
    assert len(posted) <= 2
    assert server.is_idle(within=30)


def test_a_live_server_beats(nginx: Nginx, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nchan, "BEAT", 0.01)
    heart = nchan.Heart()
    heart.start()
    try:
        posted = nginx.wait_for(lambda found: len(found) >= 3)
        assert set(posted) == {(f"/beats/{channel('')}", BEAT_EVENT.name, "{}")}
    finally:
        heart.stop()


def _asked(query: str, headers: list[tuple[bytes, bytes]]) -> tuple[int, dict[bytes, bytes]]:
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        return {"type": "http.disconnect"}

    scope = {"type": "http", "method": "GET", "path": "/live/", "headers": headers}
    asyncio.run(live.stream({**scope, "query_string": query.encode()}, receive, send))
    return sent[0]["status"], dict(sent[0]["headers"])


def test_who_has_a_ticket_is_handed_over_to_nginx(nginx: Nginx) -> None:
    query = f"t={live.ticket('match:2', 'match:1')}&t={live.ticket('match:2')}&t=forged"
    status, headers = _asked(query, [])
    channels = ",".join(channel(topic) for topic in ("", "match:1", "match:2"))
    assert (status, headers[b"x-accel-redirect"]) == (200, f"/live-channels/{channels}".encode())
    assert b"x-accel-redirect" not in _asked("t=forged", [])[1]


@pytest.mark.parametrize("header", [b"if-none-match", b"if-modified-since"])
def test_a_place_in_the_buffer_of_nginx_is_not_chosen_from_outside(
    nginx: Nginx, header: bytes
) -> None:
    status, headers = _asked(f"t={live.ticket('match:1')}", [(header, b"1:0")])
    assert (status, b"x-accel-redirect" in headers) == (400, False)


@pytest.mark.django_db
def test_operators_see_connections_and_whether_events_can_be_posted(nginx: Nginx) -> None:
    line = f'ecarte_nchan_connections{{server="{nginx.url}"}} 7.0'
    assert line in metrics.exposition().decode()
    assert health.readiness()["live"].state is health.State.OK
    nginx.is_away = True
    assert line not in metrics.exposition().decode()
    checks = health.readiness()
    assert checks["live"].state is health.State.FAILED
    assert health.summary(checks) != "unready"
