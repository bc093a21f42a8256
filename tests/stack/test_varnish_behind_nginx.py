"""nginx, Varnish and the site, each as `deploy/` has it."""

import httpx
import pytest
from pytest_django import DjangoDbBlocker

from ecarte_club.core.shared_cache import KEYS
from ecarte_club.stack.nginx import binary
from ecarte_club.stack.programs import free_port, kill, started, stop
from tests.servers import missing
from tests.support import nights
from tests.support.clubhouse import open_house
from tests.support.deployed import NAME, deployed, nginx
from tests.support.elsewhere import django_on
from tests.support.varnished import found_varnish, varnished

pytestmark = [pytest.mark.slow, pytest.mark.any_database]


def test_visitors_are_answered_by_varnish_and_without_it_by_the_site(
    sqlite_url: str, django_db_blocker: DjangoDbBlocker
) -> None:
    found_varnish()
    if binary() is None:
        missing("There is no nginx here: the system's package nginx brings one.")
    with django_on(sqlite_url, django_db_blocker):
        house = open_house()
        evening = nights.evening(house, "ann", "bob", public=True)
        season = house.season()
        match = nights.played(house, evening, "ann", "bob", [nights.hand(3)], season=season)
    port, inside, varnish_port = free_port(), free_port(), free_port()
    env = {
        "SITE_URL": f"https://{NAME}/",
        "ALLOWED_HOSTS": NAME,
        "SHARED_CACHE_SECONDS": "60",
        "API_RATE": "1000",
    }
    page, api = f"/clubs/{house.club.slug}/matches/{match.pk}/", f"/api/v1/matches/{match.pk}"
    with (
        deployed(database_url=sqlite_url, env=env) as server,
        varnished(server.socket("web"), varnish_port) as varnish,
        httpx.Client(
            base_url=f"https://localhost:{port}",
            verify=False,  # noqa: S501
            timeout=60,
        ) as client,
    ):
        server.start("web", "1.0")
        program = nginx(server, port, inside, varnish=varnish_port)
        process = started(program)
        try:
            client.headers["Host"] = NAME
            first = client.get(page)
            assert first.status_code == 200
            server.stop("web", "1.0")
            stored = client.get(page)
            assert stored.text == first.text
            assert stored.headers["x-request-id"] != first.headers["x-request-id"]
            assert client.get(api).status_code == 503, "The control: the site is away."
            assert client.request("PURGE", page, headers={KEYS: "all"}).status_code in (405, 503)
            assert client.get(page).text == first.text
            server.start("web", "1.1")
            kill(varnish.process)
            assert client.get(page).status_code == 200
            assert client.get(api).status_code == 200
        finally:
            stop(program, process)
