"""The pad while the server is stopped, as a switch in the browser does not reach its worker."""

import os
import signal
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.support.served import Served

from .conftest import FLAGS
from .pad import Pad, begun, shows
from .visits import CLUB, PATIENCE, sign_in

A, Y = "A. (Hoyle)", "Y. (Hoyle)"
ONE_TO_A = {"king": "nobody", "opening": "exchanged", "tricks": "3-2"}
ONE_TO_Y = {"king": "nobody", "opening": "exchanged", "tricks": "2-3"}
# 5–4 to A, then 4–5 to Y, then 1–1.
TWENTY = [
    *[ONE_TO_A] * 4,
    *[ONE_TO_Y] * 4,
    *[ONE_TO_A],
    *[ONE_TO_Y] * 4,
    *[ONE_TO_A] * 4,
    *[ONE_TO_Y],
    *[ONE_TO_A, ONE_TO_Y],
]


class Phone:
    """A browser with a folder of its own, which can be killed and started again."""

    def __init__(self, browser: Browser, folder: Path, site: Served) -> None:
        self.browser, self.folder, self.site = browser, folder, site
        self.context = self._started()

    def _started(self) -> BrowserContext:
        context = self.browser.browser_type.launch_persistent_context(
            self.folder,
            executable_path=os.environ["CHROMIUM_IN_USE"],
            args=FLAGS,
            base_url=self.site.url,
            viewport={"width": 360, "height": 740},
            has_touch=True,
            reduced_motion="reduce",
            locale="en-GB",
        )
        context.set_default_timeout(PATIENCE)
        return context

    def kill(self) -> None:
        for place in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                if str(self.folder).encode() in (place / "cmdline").read_bytes():
                    os.kill(int(place.name), signal.SIGKILL)
        with suppress(Exception):
            self.context.close()
        self.context = self._started()

    def page(self, address: str) -> Page:
        page = self.context.new_page()
        page.goto(address)
        return page


@pytest.fixture
def phone(browser: Browser, site: Served, tmp_path: Path) -> Iterator[Phone]:
    found = Phone(browser, tmp_path / "phone", site)
    yield found
    found.context.close()


def test_twenty_hands_outlive_reloads_closed_tabs_and_a_killed_browser(
    phone: Phone, site: Served
) -> None:
    page = phone.page("/account/login/")
    sign_in(page, "scorer@example.org")
    page.goto(f"{CLUB}matches/new/")
    begun(page, A, Y, kind="Games", games=4)
    address = page.url
    expect(page.locator("html")).to_have_attribute("data-offline", "ready")
    site.kill()
    for number, rows in enumerate(TWENTY, start=1):
        pad = Pad(page)
        pad.choose(**rows)
        pad.state(f"^{number} waiting$")
        if number in (7, 16):
            phone.kill()
            page = phone.page(address)
        elif number % 4 == 1:
            page.reload()
        elif number % 4 == 3:
            page.close()
            page = phone.page(address)
        expect(page.locator(".sent")).to_have_text(f"{number} waiting")
    shows(page, 1, 1)
    # Signed out meanwhile, as a browser that is killed may forget its cookies too.
    phone.context.clear_cookies()
    site.start()
    page.get_by_role("link", name="Sign in and continue").tap()
    sign_in(page, "scorer@example.org")
    page.wait_for_url("**/pad/")
    pad = Pad(page)
    pad.at(20)
    pad.state("^Sent$")
    shows(page, 1, 1)
