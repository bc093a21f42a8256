"""A newcomer in a real browser: run in a process with Django."""

import os
import re
import sqlite3
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import Path
from typing import Any, cast

import httpx
from playwright.sync_api import Browser, BrowserContext, sync_playwright

from ecarte_club.stack.programs import free_port
from scoring.sample.people import SLUG
from tests.browser.conftest import FLAGS, chromium_path
from tests.browser.new_club import MEMBERS, NEW_CLUB_CODE, NewClub
from tests.browser.pad import start
from tests.browser.visits import Visits
from tests.servers import PROJECT
from tests.support.samples import sample_database
from tests.support.served import Served, served

TIMES_OFFLINE = 5
NOTE_ACTS = """
document.addEventListener("click", (event) => {
  // A label's click is passed on to its field, and a key that sends a form to its button.
  if (event.isTrusted && event.detail) window.noteAct("click", 1);
}, true);
document.addEventListener("input", (event) => {
  if (event.target.type !== "radio" && event.target.type !== "checkbox")
    window.noteAct("typed", String(event.target.value || "").length);
}, true);
"""


@dataclass
class Acts:
    """Of one person, on all their pages."""

    counts: Counter[str] = field(default_factory=Counter)

    def watch(self, context: BrowserContext) -> None:
        context.expose_function("noteAct", self._note)
        context.add_init_script(NOTE_ACTS)

    def _note(self, act: str, number: int) -> None:
        self.counts[act] += number


class WatchedVisits(Visits):
    """`acts` of whoever opens pages."""

    acts: Acts

    def page(self, *arguments: Any, **more: Any) -> Any:
        path = more.pop("path", "")
        page = super().page(*arguments, **more)
        self.acts.watch(page.context)
        if path:
            page.goto(path)
        return page


def work() -> dict[str, Any]:
    # The sites find out by themselves what they are called.
    os.environ.pop("ALLOWED_HOSTS", None)
    with sync_playwright() as playwright:
        path = chromium_path(playwright)
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
        steps = _first_mark(browser)
        late = _late_result(browser)
        offline = _opens_offline(browser)
        browser.close()
    return {"steps": steps, "arrivals": len(MEMBERS), "late": late, "offline": offline}


@dataclass
class Site:
    url: str


@contextmanager
def _made(folder: Path) -> Iterator[tuple[Served, str, float]]:
    """By the command of the README; the path of the first page, and when the command was given."""
    port = free_port()
    begun = time.monotonic()
    process = subprocess.Popen(
        ["make", "run", "SAMPLE=no", "HOST=0.0.0.0", f"PORT={port}"],
        cwd=PROJECT,
        env={**os.environ, "DATA_DIR": str(folder)},
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        assert process.stdout
        start, url = "", ""
        for line in process.stdout:
            start = start or next(iter(NEW_CLUB_CODE.findall(line)), "")
            url = next(iter(re.findall(r"http://[\d.]+:\d+(?=/ )", line)), "")
            if url:
                break
        while not _answers(url):
            time.sleep(0.1)
        # Nothing but its address is asked for.
        yield cast(Served, Site(url)), start, begun
    finally:
        os.killpg(process.pid, 15)
        process.wait()


def _answers(url: str) -> bool:
    try:
        return httpx.get(url).status_code == HTTPStatus.OK
    except httpx.TransportError:
        return False


def _first_mark(browser: Browser) -> list[dict[str, Any]]:
    steps: list[dict[str, Any]] = []
    with tempfile.TemporaryDirectory() as folder, _made(Path(folder)) as (site, start, begun):
        visits = WatchedVisits(browser, site, {})
        visits.acts = acts = Acts()
        club = NewClub(visits, start)
        since = begun

        def step(name: str, links: int = 0) -> None:
            """`links`: clicks that lead to its pages, which are opened by their addresses here."""
            nonlocal since
            now = time.monotonic()
            counts = acts.counts
            made = {"clicks": counts["click"], "links": links, "typed": counts["typed"]}
            steps.append({"name": name, "seconds": now - since, **made})
            acts.counts.clear()
            since = now

        step("the site answers")
        club.is_created()
        step("the club is created")
        club.imports()
        # Twenty names come from somewhere else: pasted, not typed.
        acts.counts["typed"] = 0
        acts.counts["click"] += 1
        step("twenty members are pasted", links=1)
        club.opens_evening(tables=4)
        step("the evening is open", links=2)
        club.arrive(MEMBERS)
        step("twenty are here", links=1)
        club.pairs()
        code = club.codes()[0]
        step("the matches are started", links=2)
        pad = club.phone(code)
        if pad.page.locator("#dealer-a").count():
            pad.tap("#dealer-a")
        pad.mark_rows({"king": "nobody", "opening": "stood", "tricks": "3-2"})
        step("the first mark is on the phone", links=3)
    return steps


def _late_result(browser: Browser) -> int:
    """The clicks."""
    with sample_database() as url:
        with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as database:
            database.execute("UPDATE leagues_fixture SET day = DATE('now', '-1 day')")
            database.commit()
        with served(database_url=url) as site:
            visits = WatchedVisits(browser, site, {})
            visits.acts = acts = Acts()
            page = visits.page("director")
            page.goto(f"/clubs/{SLUG}/")
            acts.counts.clear()
            page.get_by_role("link").filter(has=page.locator("[href$='/results/']")).or_(
                page.locator("a[href*='/results/']")
            ).first.click()
            row = page.locator(".result-rows > li").first
            row.locator("select").first.select_option(index=1)
            acts.counts["click"] += 1
            page.locator("main form button.button").first.click()
            page.locator(".notice-won").wait_for()
            return acts.counts["click"]


def _opens_offline(browser: Browser) -> list[float]:
    """Seconds until a pad can be tapped whose site is stopped, each time anew."""
    times = []
    with sample_database() as url, served(database_url=url) as site:
        visits = Visits(browser, site, {})
        pad = start(visits, "A. (Hoyle)", "Y. (Hoyle)")
        pad.page.locator("html[data-offline=ready]").wait_for()
        address = pad.page.url
        site.kill()
        for _time in range(TIMES_OFFLINE):
            pad.page.goto("about:blank")
            began = time.monotonic()
            pad.page.goto(address)
            pad.page.locator("#king-nobody").tap(trial=True)
            times.append(time.monotonic() - began)
        site.start()
    return times
