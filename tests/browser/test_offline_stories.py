"""Phones at a table while the server is stopped, in a club whose records can be counted again."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django import DjangoDbBlocker

from games.engine.seats import Seat
from games.evenings.models import Evening, Table
from games.evenings.services.evenings import code_renew, evening_open, evening_sign_off
from games.matches.models import Match
from games.matches.services.matches import MatchTerms, match_start
from tests.support.clubhouse import House
from tests.support.depth import THOROUGH, times
from tests.support.elsewhere import django_on
from tests.support.served import Served, served

from .conftest import FLAGS
from .copies import copied_violations
from .offline import ONE_TO_A, STORED, TWENTY, Phone, check_entered
from .online_club import CLUB, OnlineClub, club_with_sign_ins
from .pad import Pad
from .test_access import overflow
from .visits import Visits, sign_in, wait_until

pytestmark = pytest.mark.slow
NEWER = "tests.support.newer_site:application"
UPDATE = "navigator.serviceWorker.getRegistration().then((one) => one.update())"
IS_WAITING = "navigator.serviceWorker.getRegistration().then((one) => Boolean(one.waiting))"
IS_NEW = """navigator.serviceWorker.getRegistration().then(async (one) => !one.waiting
  && one.active.state === "activated"
  && (await caches.keys()).filter((name) => name.startsWith("files-")).length === 1)"""


# After these hands something happens to the browser.
KILLED, RELOADED, CLOSED = [7, 16], range(1, 20, 4), range(3, 20, 4)
if not THOROUGH:
    KILLED, RELOADED, CLOSED = [16], range(5, 6), range(11, 12)
ROOM = TWENTY[: times(10, thorough=20)]


def tonight(house: House, *pairs: tuple[str, str]) -> tuple[Evening, list[Match]]:
    """A match of four games at each table, first named deals first."""
    by = house.person("director")
    night = evening_open(
        by=by, held_on=date(2026, 11, 19), tables=map(str, range(1, 1 + len(pairs)))
    )
    tables = night.tables.order_by("pk")
    matches = [
        match_start(
            by=by,
            player_a=house.players[a].pk,
            player_b=house.players[b].pk,
            terms=MatchTerms(format="games", games=4),
            evening_table=table.pk,
            first_dealer=Seat.A,
        )
        for table, (a, b) in zip(tables, pairs, strict=True)
    ]
    return night, matches


def by_code(page: Page, code: str) -> Pad:
    page.goto(f"/t/{code}/")
    page.get_by_role("button", name="Open the pad").tap()
    page.wait_for_url("**/pad/")
    return Pad(page)


def enters(pad: Pad, *hands: dict[str, str]) -> None:
    """Without a network: each is stored before the next."""
    for number, rows in enumerate(hands, start=1):
        pad.choose(**rows)
        pad.state(f"^{number} waiting$")


@pytest.mark.parametrize(
    "database_url",
    ["sqlite", pytest.param("postgresql", marks=pytest.mark.thorough)],
    indirect=True,
)
def test_twenty_hands_outlive_reloads_closed_tabs_and_a_killed_browser(
    browser: Browser, database_url: str, django_db_blocker: DjangoDbBlocker, tmp_path: Path
) -> None:
    """The site that comes back is a newer one, whose worker waits until all of them are sent."""
    with django_on(database_url, django_db_blocker):
        house = club_with_sign_ins()
        _night, (match,) = tonight(house, ("Alice", "Bob"))
        with served(database_url=database_url) as site:
            phone = Phone(browser, tmp_path / "phone", site, FLAGS)
            try:
                _twenty(phone, site, f"{CLUB}matches/{match.pk}/pad/")
            finally:
                phone.context.close()
        check_entered(match, TWENTY)
        assert match.version == len(TWENTY)


def _twenty(phone: Phone, site: Served, address: str) -> None:
    page = phone.page("/account/login/")
    sign_in(page, "director@example.org")
    page.wait_for_url(lambda url: "/account/login/" not in url)
    page.goto(address)
    expect(page.locator("html")).to_have_attribute("data-offline", "ready")
    site.kill()
    for number, rows in enumerate(TWENTY, start=1):
        pad = Pad(page)
        pad.choose(**rows)
        pad.state(f"^{number} waiting$")
        if number in KILLED:
            phone.kill()
            page = phone.page("/device/")
            expect(page.locator("#waiting a")).to_have_text(re.compile(rf"^{number} "))
            page.goto(address)
        elif number in RELOADED:
            page.reload()
        elif number in CLOSED:
            page.close()
            page = phone.page(address)
        expect(page.locator(".sent")).to_have_text(f"{number} waiting")
    Pad(page).shows(1, 1)
    # Signed out meanwhile, as a browser that is killed may forget its cookies too.
    phone.context.clear_cookies()
    site.program = replace(site.program, argv=(*site.program.argv[:-1], NEWER))
    site.start()
    page.get_by_role("link", name="Sign in and continue").tap()
    page.wait_for_url("**/account/login/?*")
    page.evaluate(UPDATE)
    wait_until(page, IS_WAITING)
    sign_in(page, "director@example.org")
    page.wait_for_url("**/pad/")
    pad = Pad(page)
    pad.at(20)
    pad.state("^Sent$")
    pad.shows(1, 1)
    # The one before ends when it has nothing to do, which a browser with an inspector does not see.
    inspector = page.context.new_cdp_session(page)
    inspector.send("ServiceWorker.enable")
    inspector.send("ServiceWorker.stopAllWorkers")
    wait_until(page, IS_NEW)


@contextmanager
def in_the_room(
    browser: Browser, sqlite_url: str, blocker: DjangoDbBlocker
) -> Iterator[tuple[House, Visits, Served]]:
    """The site at the machine's own address, without HTTPS: no browser has a worker there."""
    with django_on(sqlite_url, blocker):
        house = club_with_sign_ins()
        with served(database_url=sqlite_url, host="0.0.0.0") as site:
            visits = Visits(browser, site, {})
            yield house, visits, site
            for context in visits.contexts:
                context.close()
            assert visits.troubles == []


def test_an_open_page_at_the_address_of_the_room_outlives_the_code_and_the_evening(
    browser: Browser, sqlite_url: str, django_db_blocker: DjangoDbBlocker
) -> None:
    """The code is renewed while many hands wait, and the evening is signed off while three do:
    the director enters those from the phone's text."""
    with in_the_room(browser, sqlite_url, django_db_blocker) as (house, visits, site):
        director = house.person("director")
        night, (match,) = tonight(house, ("Alice", "Bob"))
        table = Table.objects.get(evening=night)
        page = visits.page()
        pad = by_code(page, table.code)
        assert page.evaluate("'serviceWorker' in navigator") is False
        expect(page.locator("html")).to_have_attribute("data-connection", "live")
        site.kill()
        enters(pad, *ROOM)
        code_renew(by=director, table=table)
        site.start()
        expect(page.locator("#merge")).to_contain_text("The table code has expired")
        page.get_by_role("link", name="Type the new code and continue").tap()
        page.get_by_label("Code").fill(table.code)
        page.get_by_role("button", name="Go to the table").tap()
        page.get_by_role("button", name="Open the pad").tap()
        page.wait_for_url("**/pad/")
        pad.at(len(ROOM))
        pad.state("^Sent$")
        check_entered(match, ROOM)
        site.kill()
        enters(pad, *[ONE_TO_A] * 3)
        night.refresh_from_db()
        evening_sign_off(by=director, evening=night, version=night.version)
        site.start()
        expect(page.locator("#merge")).to_contain_text("The evening is signed off.")
        assert copied_violations(page) + overflow(page) == []
        page.get_by_role("button", name="Show it to the director").tap()
        page.wait_for_url("**/device/")
        page.get_by_text("Show it to the director").tap()
        text = page.locator(".device-text").inner_text()
        desk = visits.page("director", f"{CLUB}matches/{match.pk}/pad/handed/")
        desk.get_by_label("Hands").fill(text)
        desk.get_by_label("Reason").fill("The cellar had no signal.")
        desk.get_by_role("button", name="Show what they come to").tap()
        desk.get_by_role("button", name="Enter 3 hands").tap()
        desk.wait_for_url(re.compile(rf"/matches/{match.pk}/$"))
        check_entered(match, (*ROOM, *[ONE_TO_A] * 3))


def test_a_phone_stores_nothing_of_other_tables_and_signing_out_clears_a_directors(
    club: OnlineClub,
) -> None:
    """Byte by byte: what is stored of pages, and all else."""
    _night, (match, _other) = tonight(club.house, ("Alice", "Bob"), ("Chloé", "Denis"))
    night = match.evening_table.evening_id if match.evening_table else 0
    evening = f"{CLUB}evenings/{night}/"
    page = club.visits.page()
    pad = by_code(page, match.evening_table.code if match.evening_table else "")
    expect(page.locator("html")).to_have_attribute("data-offline", "ready")
    for path in (evening, f"{evening}wall/", f"{CLUB}matches/", pad.page.url):
        page.goto(path)
    stored = page.evaluate(STORED)
    assert "Alice" in stored["pages"]
    assert [name for name in ("Chloé", "Denis") if name in stored["pages"]] == []
    names = ("Alice", "Bob", "Chloé", "Denis")
    assert [name for name in names if name in stored["other"]] == []
    page = club.visits.page("director", evening)
    expect(page.locator("html")).to_have_attribute("data-offline", "ready")
    stored = page.evaluate(STORED)
    assert f"{evening}attendance/\n" in stored["pages"]
    assert f"{evening}results/enter/\n" in stored["pages"]
    assert [name for name in names if name not in stored["pages"]] == []
    assert [name for name in names if name in stored["other"]] == []
    page.goto("/account/logout/")
    page.get_by_role("main").get_by_role("button", name="Sign out").click()
    page.wait_for_url("**/signed-out/")
    stored = page.evaluate(STORED)
    assert [name for name in names if name in stored["pages"] + stored["other"]] == []
