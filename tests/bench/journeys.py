"""What a newcomer needs in a real browser: from `make run SAMPLE=no` to the first mark on a phone,
for each arrival, and for a late result.

The browser acts at once; a person does not. So clicks and typed characters are counted, and the
time that they take a person is added to what was measured.
"""

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
from pathlib import Path
from typing import Any, cast

from playwright.sync_api import Browser, BrowserContext, sync_playwright

from ecarte_club.stack.programs import free_port
from scoring.sample.people import SLUG
from tests.browser.conftest import FLAGS, chromium_path
from tests.browser.new_club import MEMBERS, NEW_CLUB_CODE, NewClub
from tests.browser.visits import Visits
from tests.servers import PROJECT
from tests.support.samples import sample_database
from tests.support.served import Served, served

from . import report

SECONDS_A_CLICK, SECONDS_A_CHARACTER = 1.5, 0.2
GOAL_SECONDS, GOAL_CLICKS = 180, 4
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

    @property
    def seconds(self) -> float:
        clicks, typed = self.counts["click"], self.counts["typed"]
        return clicks * SECONDS_A_CLICK + typed * SECONDS_A_CHARACTER


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


def run() -> None:
    with sync_playwright() as playwright:
        path = chromium_path(playwright)
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        _first_mark(browser)
        _late_result(browser)
        browser.close()


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
        # Nothing but its address is asked for.
        yield cast(Served, Site(url)), start, begun
    finally:
        os.killpg(process.pid, 15)
        process.wait()


def _first_mark(browser: Browser) -> None:
    report.heading("From `make run SAMPLE=no HOST=0.0.0.0` to the first mark on a phone")
    steps: list[tuple[str, float, Counter[str]]] = []
    with tempfile.TemporaryDirectory() as folder, _made(Path(folder)) as (site, start, begun):
        visits = WatchedVisits(browser, site, {})
        visits.acts = acts = Acts()
        club = NewClub(visits, start)
        since = begun

        def step(name: str) -> None:
            nonlocal since
            now = time.monotonic()
            steps.append((name, now - since, Counter(acts.counts)))
            acts.counts.clear()
            since = now

        step("the site answers")
        club.is_created()
        step("the club is created")
        club.imports()
        # Twenty names come from somewhere else: pasted, not typed.
        acts.counts["typed"] = 0
        acts.counts["click"] += 1
        step("twenty members are pasted")
        club.opens_evening(tables=4)
        step("the evening is open")
        club.arrive(MEMBERS)
        arrivals = acts.counts["click"]
        step("twenty are here")
        club.pairs()
        code = club.codes()[0]
        step("the matches are started")
        pad = club.phone(code)
        if pad.page.locator("#dealer-a").count():
            pad.tap("#dealer-a")
        pad.mark_rows({"king": "nobody", "opening": "stood", "tricks": "3-2"})
        step("the first mark is on the phone")
    rows, total = [], 0.0
    for name, seconds, counts in steps:
        person = Acts(counts).seconds
        total += seconds + person
        figures = (seconds, counts["click"], counts["typed"], person, total)
        rows.append([name, *(f"{figure:.0f}" for figure in figures)])
    report.table(["", "site s", "clicks", "typed", "person s", "in all s"], rows)
    report.goal(f"under {GOAL_SECONDS} s in all: {total:.0f}", total < GOAL_SECONDS)
    taps = arrivals / len(MEMBERS)
    report.goal(f"one tap for each arrival: {taps:.2f}", arrivals == len(MEMBERS))


def _late_result(browser: Browser) -> None:
    report.heading("A late result, from the home page")
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
            row.locator("select").first.select_option(label="5–3")
            acts.counts["click"] += 1
            page.locator("main form button.button").first.click()
            page.locator(".notice-won").wait_for()
            clicks = acts.counts["click"]
    report.goal(f"at most {GOAL_CLICKS} clicks: {clicks}", clicks <= GOAL_CLICKS)
