"""The pad while the server is stopped, as a switch in the browser does not reach its worker."""

import os
import re
import signal
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.support.served import Served

from .axe import violations
from .conftest import FLAGS
from .pad import Pad, begun, shows, start
from .test_access import overflow
from .visits import CLUB, PATIENCE, Visits, sign_in

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

# Hands and undos in turn, as if somebody had tapped so often: two hands are left.
WAIT = """(count) => {
  const store = new Pad.Store(location.pathname);
  const [first] = store.items;
  for (let i = 1; i <= count; i += 1) {
    const [kind, fields] = i % 2 ? ["hand", first.fields] : ["undo", {}];
    const version = first.version + i;
    store.push({ ...first, key: Pad.newKey(), kind, fields, dealer: "b", version });
  }
  return store.mirrored;
}"""
# The pages that are stored, and all else: files of the site, and what waits.
STORED = """async () => {
  const found = { pages: "", other: JSON.stringify(localStorage) };
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      found[name === "pages" ? "pages" : "other"] += await (await cache.match(request)).text();
    }
  }
  return found;
}"""


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


def test_two_phones_without_network_are_brought_together_by_taps(
    visits: Visits, site: Served
) -> None:
    """One has a worker and entered one hand more; the other has none, a clock two days fast, and
    stores nothing. Both entered the same, then different hands."""
    first = start(visits, A, Y, kind="Rubber")
    address = first.page.url
    expect(first.page.locator("html")).to_have_attribute("data-offline", "ready")
    page = visits.page("director", worker=False)
    page.add_init_script("""const now = Date.now; Date.now = () => now() + 2 * 86400000;
      Storage.prototype.setItem = () => { throw new Error("full"); };""")
    page.goto(address)
    second = Pad(page)
    expect(page.locator("html")).to_have_attribute("data-connection", "live")
    site.kill()
    first.choose(**ONE_TO_A)
    first.state("^1 waiting$")
    second.choose(**ONE_TO_A)
    second.state("^Not stored here$")
    first.choose(**ONE_TO_Y)
    first.state("^2 waiting$")
    # Which is heard first makes the difference: the other is held back until then.
    page.context.set_offline(True)
    site.start()
    first.at(2)
    page.context.set_offline(False)
    merge = second.page.locator("#merge")
    expect(merge).to_contain_text("Both phones entered the same hand.")
    assert violations(second.page) == []
    merge.get_by_role("button", name="They are the same").tap()
    second.at(2)
    second.shows(1, 1)
    site.kill()
    first.choose(king="nobody", opening="exchanged", tricks="5-0")
    first.state("^1 waiting$")
    second.choose(king="nobody", opening="exchanged", tricks="0-5")
    second.state("^Not stored here$")
    first.page.context.set_offline(True)
    site.start()
    second.at(3)
    first.page.context.set_offline(False)
    merge = first.page.locator("#merge")
    expect(merge).to_contain_text("Two phones entered different hands.")
    assert "A. made the vole" in merge.inner_text()
    assert "Y. made the vole" in merge.inner_text()
    assert violations(first.page) + overflow(first.page) == []
    merge.get_by_role("button", name="Add ours after theirs").tap()
    first.at(4)
    first.shows(3, 3)
    second.shows(3, 3)
    expect(merge).to_be_empty()


def test_two_hundred_wait_while_somebody_signs_out_and_nothing_else_is_stored(
    visits: Visits, site: Served
) -> None:
    pad = start(visits, A, Y)
    page, address = pad.page, pad.page.url
    expect(page.locator("html")).to_have_attribute("data-offline", "ready")
    other = page.context.new_page()
    other.goto(f"{CLUB}matches/")
    names = other.locator("main a").all_inner_texts()
    other.close()
    site.kill()
    pad.choose(**ONE_TO_A)
    pad.state("^1 waiting$")
    page.evaluate(WAIT, 199)
    page.reload()
    pad.state("^200 waiting$")
    # Whatever this browser has stored, byte by byte: the two players, and nobody else.
    stored = page.evaluate(STORED)
    assert A in stored["pages"]
    assert "Hoyle" not in stored["other"]
    strangers = {part for name in names for part in name.split() if part[:1].isupper()}
    strangers -= set(f"{A} {Y}".split()) | set(page.evaluate("document.body.innerText").split())
    assert strangers
    assert [name for name in strangers if f">{name}" in stored["pages"]] == []
    page.goto("/device/")
    expect(page.get_by_role("link", name="200 entries wait for this pad")).to_be_visible()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as a file").click()
    text = Path(saved.value.path()).read_text(encoding="utf-8")
    assert text.startswith(f"{address}\ndeal:A propose accept tricks:3-2")
    site.start()
    page.goto("/account/logout/")
    page.get_by_role("main").get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("main")).to_contain_text(
        "Entries that were not sent yet are still on it"
    )
    assert A not in page.evaluate(STORED)["pages"]
    page.goto("/account/login/?next=/device/")
    sign_in(page, "scorer@example.org")
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_text("Everything is sent.")).to_be_visible()
    page.goto(address)
    pad.at(200)
    pad.shows(2, 0)


def test_a_director_reads_the_evening_without_network(visits: Visits, site: Served) -> None:
    page = visits.page("director", f"{CLUB}evenings/")
    links = page.locator("main a").evaluate_all("links => links.map((link) => link.pathname)")
    page.goto(next(path for path in links if re.search(r"/evenings/\d+/$", path)))
    expect(page.locator("html")).to_have_attribute("data-offline", "ready")
    table = page.get_by_role("region", name="The tables").locator("li").first
    before = table.inner_text()
    assert re.search(r"^Table 1.*\bGames \d–\d", before, re.DOTALL)
    expect(page.locator("#stored")).to_be_hidden()
    site.kill()
    page.reload()
    expect(page.locator("#stored")).to_contain_text("This is how the evening stood at")
    assert table.inner_text() == before
    site.start()
    page.reload()
    expect(page.locator("#stored")).to_be_hidden()
