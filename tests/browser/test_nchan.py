"""A page whose live connection nginx holds: what comes over it, and what the page does without."""

import pytest
from playwright.sync_api import Browser

from ecarte_club.stack.nginx import nchan_module
from tests.servers import missing

from .pad import shows, start
from .test_live import connection
from .test_nginx import EXPECTED, behind_nginx
from .visits import Visits

pytestmark = pytest.mark.slow

A, Y = "A. (Hoyle)", "Y. (Hoyle)"


def test_a_page_hears_of_hands_and_asks_when_beats_stop(browser: Browser, redis_url: str) -> None:
    if nchan_module() is None:
        missing("There is no nginx with nchan here: Debian's libnginx-mod-nchan brings it.")
    with behind_nginx(redis_url, engine="nchan") as site:
        visits = Visits(browser, site.front, {}, any_certificate=True)
        pad = start(visits, A, Y, patient=False)
        page = visits.page("member", pad.page.url.removesuffix("pad/"))
        connection(page, "live")
        polls: list[str] = []
        page.on("request", lambda request: polls.append(request.url))
        pad.choose(king="nobody", opening="stood", tricks="4-1")
        pad.at(1)
        shows(page, 2, 0)
        assert len([url for url in polls if "/live/" not in url]) == 1, polls
        # Nothing tells nginx, or the page, that nobody beats any longer.
        site.server.stop("live", "1.0")
        connection(page, "polling")
        pad.choose(king="nobody", opening="exchanged", tricks="0-5")
        pad.at(2)
        shows(page, 2, 2)
        site.server.start("live", "1.1")
        connection(page, "live")
        pad.choose(king="nobody", opening="exchanged", tricks="5-0")
        pad.at(3)
        shows(page, 4, 2)
        for context in visits.contexts:
            context.close()
    assert [trouble for trouble in visits.troubles if not trouble.startswith(EXPECTED)] == []
