"""Live connections by nginx and nchan, with the files of `deploy/`: who hears what, who is let in,
and what happens when a part of it is away."""

import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

import httpx
import pytest
from django.core.signing import TimestampSigner, b62_encode
from django.test import override_settings
from pytest_django import DjangoDbBlocker

from ecarte_club.core.nchan import SILENCE, channel
from ecarte_club.stack.nginx import nchan_module
from ecarte_club.stack.programs import Program, free_port, kill, started, stop
from tests.servers import OwnRedis, missing
from tests.support import printed_game
from tests.support.clubhouse import open_house
from tests.support.cut_line import CutLine, cut_line
from tests.support.deployed import Server, deployed, nginx
from tests.support.elsewhere import django_on
from tests.support.event_stream import END, Lines, lines_of, next_event
from tests.support.plain_http import UNUSED

pytestmark = pytest.mark.slow

KEY = "a key that the tests and the served site have in common, of 50 characters"
STREAMS = 6
BEAT = "beat"


@dataclass(slots=True)
class Site:
    """`line` is between the web server and nginx, where events are posted."""

    url: str
    publish: int
    server: Server
    program: Program
    line: CutLine
    secret: str
    matches: list[int]
    trust: ssl.SSLContext
    process: subprocess.Popen[bytes] | None = None

    def start_nginx(self) -> None:
        self.process = started(self.program)

    def kill_nginx(self) -> None:
        assert self.process
        kill(self.process)

    def client(self) -> httpx.Client:
        return httpx.Client(base_url=self.url, verify=self.trust, timeout=30)

    def enter(self, match: int, version: int) -> float:
        """A hand of the match of this version, past nginx. Seconds until it was answered."""
        transport = httpx.HTTPTransport(uds=str(self.server.socket("web")), verify=UNUSED)
        headers = {
            "Authorization": f"Bearer {self.secret}",
            "Idempotency-Key": f"{match}-{version}",
            "X-Forwarded-Proto": "https",
        }
        # In turn, so that nobody wins before the end of the story.
        tricks = {"a": 2 + version % 2, "b": 3 - version % 2}
        body = {**printed_game.BODIES[3], "version": version, "tricks": tricks}
        with httpx.Client(transport=transport, base_url="http://localhost", timeout=30) as client:
            began = time.monotonic()
            answer = client.post(f"/api/v1/matches/{match}/hands", json=body, headers=headers)
            assert answer.status_code == 201, answer.text
            return time.monotonic() - began

    @contextmanager
    def watching(self, *topics: str) -> Iterator[Lines]:
        """The events of a live connection that beats."""
        asked = {"params": {"t": ticket(*topics)}, "headers": ACCEPT}
        with self.client() as client, lines_of(client, "/live/", **asked) as heard:
            while next_event(heard, timeout=SILENCE)[0] != BEAT:
                pass
            yield heard


ACCEPT = {"Accept": "text/event-stream"}


def ticket(*topics: str, age: float = 0) -> str:
    """`age`: seconds."""

    class Clock(TimestampSigner):
        def timestamp(self) -> str:
            return b62_encode(int(time.time() - age))

    return Clock(key=KEY, salt="live").sign(" ".join(topics))


def _until(heard: Lines, wanted: str, name: str = "version") -> list[str]:
    """What is heard before this, which comes. Newer versions may stand for older ones."""
    before = list[str]()
    while True:
        found, data = next_event(heard)
        if (found, data) == (name, wanted):
            return before
        if found != BEAT:
            assert found == "version", (found, data)
            before.append(data)


def _version(match: int, version: int) -> str:
    return f'{{"topic": "match:{match}", "version": {version}}}'


@pytest.fixture
def site(
    sqlite_url: str, own_redis: OwnRedis, django_db_blocker: DjangoDbBlocker
) -> Iterator[Site]:
    if nchan_module() is None:
        missing("There is no nginx with nchan here: Debian's libnginx-mod-nchan brings it.")
    with django_on(sqlite_url, django_db_blocker):
        house = open_house()
        matches = [house.match().pk for _number in range(2)]
        secret = house.secret("scorer")
    port, inside, publish = free_port(), free_port(), free_port()
    env = {"SITE_URL": f"https://localhost:{port}/", "ALLOWED_HOSTS": "localhost"}
    env |= {
        "SECRET_KEY": KEY,
        "LIVE_ENGINE": "nchan",
        "LIVE_PUBLISH_URL": f"http://127.0.0.1:{publish}/",
    }
    with (
        deployed(database_url=sqlite_url, redis_url=own_redis.url, env=env) as server,
        cut_line(publish) as line,
        ExitStack() as stack,
    ):
        program = nginx(server, port, inside, publish=publish, streams=STREAMS)
        trust = ssl.create_default_context(cafile=str(server.folder / "fullchain.pem"))
        trust.check_hostname = False
        url = f"https://localhost:{port}"
        site = Site(url, publish, server, program, line, secret, matches, trust)
        site.start_nginx()
        stack.callback(lambda: stop(program, site.process) if site.process else None)
        server.start("live", "1.0")
        server.env["LIVE_PUBLISH_URL"] = f"http://127.0.0.1:{line.port}/"
        server.start("web", "1.0")
        try:
            yield site
        finally:
            print(server.log()[-3000:])


def test_who_watches_hears_and_nobody_else_whatever_is_away(
    site: Site, own_redis: OwnRedis
) -> None:
    first, second = site.matches
    topic, other = f"match:{first}", f"match:{second}"
    with site.watching(topic) as one, site.watching(topic, other) as two, site.watching(other) as x:
        site.enter(first, 0)
        assert _until(one, _version(first, 1)) == []
        site.enter(second, 0)
        assert _until(two, _version(second, 1)) == [_version(first, 1)]
        assert _until(x, _version(second, 1)) == [], "Of the first match nothing was said here."

        site.line.cut()
        took = [site.enter(first, version) for version in (1, 2)]
        print("events go by Redis:", [f"{seconds:.3f} s" for seconds in took])
        assert max(took) < 2
        for heard in (one, two):
            _until(heard, _version(first, 3))

        own_redis.kill()
        took = [site.enter(first, version) for version in (3, 4)]
        print("they wait in the process:", [f"{seconds:.3f} s" for seconds in took])
        assert max(took) < 2
        site.line.mend()
        for heard in (one, two):
            _until(heard, _version(first, 5))

        site.kill_nginx()
        for heard in (one, two, x):
            _until(heard, "", END)
        assert site.enter(first, 5) < 2
        own_redis.start()
        site.start_nginx()
    with site.watching(topic) as one:
        site.enter(first, 6)
        # The sixth was posted when nginx was back, which may have been while we connected.
        _until(one, _version(first, 7))
    _who_may_listen(site, topic)
    _nobody_else_posts(site, topic)
    _so_many_connections(site, topic)


def _who_may_listen(site: Site, topic: str) -> None:
    bad = {"forged": topic, "old": ticket(topic, age=2 * 86400), "": ""}
    with site.client() as client:
        for given in bad.values():
            answer = client.get("/live/", params={"t": given}, headers=ACCEPT)
            assert answer.status_code == 403
            assert answer.headers["Content-Type"] == "application/problem+json"
            assert answer.json()["code"] == "not_allowed"
        good = {"t": ticket(topic)}
        resumed = client.get("/live/", params=good, headers={**ACCEPT, "If-None-Match": "1:0"})
        assert resumed.status_code == 400
        with client.stream("GET", "/live/", params=good, headers=ACCEPT) as answer:
            assert answer.headers["Content-Type"].startswith("text/event-stream")
            assert answer.headers["Cache-Control"] == "no-store"
            assert "X-Accel-Redirect" not in answer.headers
        direct = client.get(f"/live-channels/{channel_of(topic)}", headers=ACCEPT)
        assert direct.status_code == 404


def _nobody_else_posts(site: Site, topic: str) -> None:
    name = channel_of(topic)
    with site.client() as client:
        for path in (f"/live-channels/{name}", f"/events/{name}", f"/beats/{name}", "/status"):
            assert client.post(path, content=b"{}").status_code in (403, 404), path
        assert client.post("/live/", params={"t": ticket(topic)}).status_code == 403
    assert "subscribers: " in _figures(site)


def _figures(site: Site) -> str:
    return httpx.get(f"http://127.0.0.1:{site.publish}/status", verify=UNUSED).text


def _so_many_connections(site: Site, topic: str) -> None:
    """Of one address, and no more."""
    until = time.monotonic() + 10
    while "subscribers: 0\n" not in _figures(site):
        assert time.monotonic() < until, "Connections that were closed are still counted."
        time.sleep(0.05)
    with ExitStack() as stack, site.client() as client:
        for _number in range(STREAMS):
            stack.enter_context(site.watching(topic))
        french = {**ACCEPT, "Accept-Language": "fr"}
        refused = client.get("/live/", params={"t": ticket(topic)}, headers=french)
        assert refused.status_code == 429
        assert refused.json()["detail"].startswith("Trop de connexions en direct")


def channel_of(topic: str) -> str:
    with override_settings(SECRET_KEY=KEY):
        return channel(topic)
