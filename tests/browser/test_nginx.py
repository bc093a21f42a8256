"""The site behind nginx, as `deploy/` has it: one evening's worth of what a proxy can spoil."""

import socket
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import httpx
import pytest
from playwright.sync_api import Browser, Page

from ecarte_club.stack.nginx import binary
from ecarte_club.stack.programs import free_port
from tests.servers import missing
from tests.support.deployed import Server, deployed, nginx
from tests.support.samples import sample_database
from tests.support.served import Served

from .pad import shows, start
from .test_live import connection
from .visits import Visits

pytestmark = pytest.mark.slow

A, Y = "A. (Hoyle)", "Y. (Hoyle)"
HAND = {"king": "nobody", "opening": "stood", "tricks": "4-1"}
# While the site is away; and a service worker wants a certificate of an authority.
EXPECTED = (
    "503 for ",
    "Response Status Error Code 503 ",
    "An SSL certificate error occurred when fetching the script.",
)


@dataclass(frozen=True, slots=True)
class Site:
    """`front` is nginx; `inside` is what it has for its own machine."""

    front: Served
    inside: str
    server: Server

    def client(self) -> httpx.Client:
        return httpx.Client(base_url=self.front.url, verify=self.trust(), timeout=60)

    def trust(self) -> ssl.SSLContext:
        """In its own certificate alone."""
        context = ssl.create_default_context(cafile=str(self.server.folder / "fullchain.pem"))
        context.check_hostname = False
        return context


@contextmanager
def behind_nginx(redis_url: str, engine: str = "own") -> Iterator[Site]:
    if binary() is None:
        missing("There is no nginx here: the system's package nginx brings one.")
    port, inside = free_port(), free_port()
    publish = free_port() if engine == "nchan" else 0
    url = f"https://localhost:{port}"
    env = {"SITE_URL": f"{url}/", "ALLOWED_HOSTS": "localhost", "LIVE_ENGINE": engine}
    env |= {"LIVE_PUBLISH_URL": f"http://127.0.0.1:{publish}/"} if publish else {}
    with (
        sample_database() as database_url,
        deployed(database_url=database_url, redis_url=redis_url, env=env) as server,
    ):
        front = Served(
            url, nginx(server, port, inside, publish=publish if engine == "nchan" else 0)
        )
        front.start()
        try:
            server.start("web", "1.0")
            server.start("live", "1.0")
            yield Site(front, f"http://127.0.0.1:{inside}", server)
        finally:
            front.stop()


def test_an_evening_behind_nginx(browser: Browser, redis_url: str) -> None:
    with behind_nginx(redis_url) as site:
        visits = Visits(browser, site.front, {}, any_certificate=True)
        pad = start(visits, A, Y, patient=False)
        page = visits.page("member", pad.page.url.removesuffix("pad/"))
        connection(page, "live")
        assert page.evaluate(PROTOCOL) == "h2"
        _note_connections(page)
        pad.choose(**HAND)
        pad.at(1)
        shows(page, 2, 0)
        assert page.evaluate("window.connections") == [], "It came over the stream, at once."
        with site.client() as client:
            _headers_are_right(client)
            _too_much_is_refused(site)
            site.server.stop("web", "1.0")
            _nginx_says_so(client)
        assert httpx.get(f"{site.inside}/readyz").status_code == 502
        pad.choose(king="nobody", opening="exchanged", tricks="0-5")
        pad.state("^1 waiting$")
        site.server.start("web", "1.1")
        pad.at(2)
        pad.state("^Sent$")
        shows(page, 2, 2)
        assert httpx.get(f"{site.inside}/readyz").json()["checks"]["database"]["state"] == "ok"
        assert httpx.get(f"{site.inside}/clubs/").status_code == 404
        for context in visits.contexts:
            context.close()
    assert [trouble for trouble in visits.troubles if not trouble.startswith(EXPECTED)] == []


PROTOCOL = "performance.getEntriesByType('navigation')[0].nextHopProtocol"


def _note_connections(page: Page) -> None:
    """Whatever else than live the connection is from now on."""
    page.evaluate(
        """() => {
            window.connections = [];
            const root = document.documentElement;
            new MutationObserver(() => {
                const state = root.dataset.connection;
                if (state !== "live") window.connections.push(state);
            }).observe(root, { attributes: true, attributeFilter: ["data-connection"] });
        }"""
    )


def _headers_are_right(client: httpx.Client) -> None:
    """Static files are nginx's; addresses are those that the browser used; a forged one is not."""
    home = client.get("/clubs/")
    assert "X-Request-Id" in home.headers
    style = next(part for part in home.text.split('"') if part.endswith(".css"))
    file = client.get(style)
    assert "X-Request-Id" not in file.headers
    assert "immutable" in file.headers["Cache-Control"]
    assert (file.headers["Content-Encoding"], file.headers["Vary"]) == ("gzip", "Accept-Encoding")
    assert file.headers["Content-Type"].startswith("text/css")
    matches = client.get("/api/v1/matches?page_size=1")
    assert matches.json()["next"].startswith(str(client.base_url.join("/api/v1/matches?")))
    forged = [{"X-Forwarded-For": f"192.0.2.{number}"} for number in (1, 2, 3)]
    limits = {client.get("/api/v1/clubs", headers=one).headers["RateLimit"] for one in forged}
    left = {limit.partition(";r=")[2].partition(";")[0] for limit in limits}
    assert len(left) > 1, "They are counted together, whatever the sender says of itself."
    assert client.get("/metrics").status_code == 404
    assert client.get("/errors/en/503.html").status_code == 404


def _too_much_is_refused(site: Site) -> None:
    """Before any of it is sent, in the sender's language."""
    address = ("127.0.0.1", int(site.front.url.rpartition(":")[2]))
    with (
        socket.create_connection(address, timeout=60) as plain,
        site.trust().wrap_socket(plain) as line,
    ):
        line.sendall(
            b"POST /clubs/import/ HTTP/1.1\r\nHost: localhost\r\nAccept-Language: fr-FR\r\n"
            b"Connection: close\r\nContent-Length: %d\r\n\r\n" % (43 * 1024**2)
        )
        answer = line.makefile("rb").read().decode()
    assert answer.startswith("HTTP/1.1 413 ")
    assert "40\N{NO-BREAK SPACE}Mo au plus" in answer


def _nginx_says_so(client: httpx.Client) -> None:
    french = {"Accept-Language": "fr-FR,fr;q=0.9,en;q=0.5"}
    page = client.get("/clubs/", headers=french)
    part = client.post("/clubs/", headers={"HX-Request": "true"})
    problem = client.post("/api/v1/clubs", headers={"Idempotency-Key": "once"}, json={})
    for answer in (page, part, problem):
        assert answer.status_code == 503
        assert answer.headers["Retry-After"] == "10"
        assert answer.headers["Cache-Control"] == "no-store"
    assert '<html lang="fr">' in page.text
    assert client.get("/errors/errors.css").headers["Content-Type"].startswith("text/css")
    assert "<html" not in part.text
    assert "What you typed is still here." in part.text
    assert problem.headers["Content-Type"].startswith("application/problem+json")
    assert problem.json()["status"] == 503
