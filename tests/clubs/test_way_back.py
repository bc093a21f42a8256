"""A phone that a table's code let in looks at other pages, finds back to its table, and leaves."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.evenings.services.evenings import evening_sign_off
from tests.site.pages import Browser, goes, page
from tests.support.clubhouse import House
from tests.support.scene import Scene

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.slow, pytest.mark.any_database]

LEAVE = re.compile(r'<form method="post" action="/t/leave/">.*?</form>', re.S)


@pytest.fixture
def phone(here: Scene) -> Browser:
    """At the second table, where nobody plays yet; it refuses what no form of ours sent."""
    browser = Browser(here.house, csrf=True)
    address = here.path("/t/{code}/").replace(here.table.code, _second_code(here))
    text = page(browser.get(address))
    goes(browser.post(address, {**_tokens(text), "player": ""}))
    return browser


def _second_code(here: Scene) -> str:
    return here.evening.tables.order_by("-pk")[0].code


def _tokens(text: str) -> dict[str, str]:
    """The hidden fields of a part of a page."""
    found = re.findall(r'name="(csrfmiddlewaretoken|key)" value="([^"]+)"', text)
    return dict(found)


PAGES = (
    *("/", "/clubs/", "/t/", "/clubs/{slug}/", "/clubs/{slug}/matches/{match}/"),
    *("/clubs/{slug}/evenings/{evening}/", "/clubs/{slug}/seasons/{season}/"),
)


@pytest.mark.parametrize("path", PAGES)
def test_from_every_page_one_tap_leads_back(path: str, here: Scene, phone: Browser) -> None:
    # The home page of a site with one club is the page of that club.
    address = goes(phone.get(path)) if path == "/" else here.path(path)
    text = page(phone.get(address))
    back = re.search(r'href="([^"]+)">Your table</a>', text)
    assert back
    assert back[1] == here.path("/clubs/{slug}/evenings/{evening}/tables/{free_table}/wait/")
    assert "No match is being played here." in page(phone.get(back[1]))


def test_nor_is_it_lost_at_another_club(phone: Browser, here: Scene, beside: House) -> None:
    beside.club.public = True
    beside.club.save()
    text = page(phone.get(f"/clubs/{beside.club.slug}/"))
    assert here.path('href="/clubs/{slug}/evenings/{evening}/tables/{free_table}/wait/"') in text


def test_at_its_table_the_way_there_is_marked(here: Scene, phone: Browser) -> None:
    path = here.path("/clubs/{slug}/evenings/{evening}/tables/{free_table}/wait/")
    assert f'href="{path}" aria-current="page">Your table' in page(phone.get(path))


def test_the_button_leaves_the_table_and_is_gone(here: Scene, phone: Browser) -> None:
    form = LEAVE.search(page(phone.get(here.path("/clubs/{slug}/"))))
    assert form
    assert "Leave the table" in form[0]
    assert goes(phone.post("/t/leave/", _tokens(form[0]))) == "/t/"
    text = page(phone.get(here.path("/clubs/{slug}/")))
    assert "Your table" not in text
    assert "Leave the table" not in text


@pytest.mark.parametrize("who", ["", "ann", "director"])
def test_nobody_else_is_offered_a_table(who: str, here: Scene) -> None:
    text = page(Browser(here.house, who).get(here.path("/clubs/{slug}/")))
    assert "/t/leave/" not in text


def test_when_the_night_is_over_there_is_no_table_to_go_to(here: Scene, phone: Browser) -> None:
    here.evening.refresh_from_db()
    director = here.house.person("director")
    evening_sign_off(by=director, evening=here.evening, version=here.evening.version)
    assert "/t/leave/" not in page(phone.get(here.path("/clubs/{slug}/")))


def test_it_costs_no_query(phone: Browser) -> None:
    """The door reads the session and the phone; there is nothing else to read."""
    with CaptureQueriesContext(connection) as asked:
        page(phone.get("/t/"))
    assert ["evenings_phone" in one["sql"] for one in asked] == [False, True]
