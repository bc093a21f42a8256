"""A real Chromium, where there is one."""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect, sync_playwright
from pytest_django import DjangoDbBlocker

from tests.servers import missing
from tests.support.elsewhere import django_on
from tests.support.samples import sample_database
from tests.support.served import Served, served

from .online_club import OnlineClub, club_with_sign_ins
from .online_table import State, Table
from .open_tables import At, Tables
from .programs import playwrights
from .visits import PATIENCE, Visits

# The first is Chromium without a window's own parts, at a third of the work.
NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
]
HERE = Path(__file__).parent
# The site, and what signing in to it has left in a browser.
Sample = tuple[Served, dict[str, Any]]

expect.set_options(timeout=PATIENCE)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One for all of this folder; its event loop would be in the way of that of other tests."""
    with sync_playwright() as playwright:
        # Playwright's loop runs in this thread, where the tests also use the ORM.
        os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
        path = chromium_path(playwright)
        chromium = playwright.chromium.launch(executable_path=path, args=FLAGS)
        os.environ["CHROMIUM_IN_USE"] = path
        yield chromium
        chromium.close()
    del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


@contextmanager
def _sample() -> Iterator[Sample]:
    with sample_database() as url, served(database_url=url) as running:
        yield running, {}


@pytest.fixture(scope="package")
def samples() -> Iterator[Callable[[str], Sample]]:
    """Those that modules share, by name; each begins when the first of them asks for it."""
    with ExitStack() as running:
        yield cache(lambda _name: running.enter_context(_sample()))


@pytest.fixture(scope="module")
def sample(request: pytest.FixtureRequest, samples: Callable[[str], Sample]) -> Iterator[Sample]:
    """One for the tests of a module, or of all modules that share one.

    What one of these enters must be nothing that another one looks at.
    """
    if shares := request.node.get_closest_marker("shares"):
        yield samples(shares.args[0])
        return
    with _sample() as own:
        yield own


@pytest.fixture(scope="module")
def site(sample: Sample) -> Served:
    """The site with the sample club."""
    return sample[0]


@pytest.fixture(scope="module")
def kept_pages(browser: Browser, sample: Sample) -> Iterator[dict[tuple[str, str], Page]]:
    """What `Visits.kept_page` gives to one test after the other."""
    pages: dict[tuple[str, str], Page] = {}
    yield pages
    for page in pages.values():
        page.context.close()


@pytest.fixture
def visits(
    request: pytest.FixtureRequest,
    browser: Browser,
    sample: Sample,
    kept_pages: dict[tuple[str, str], Page],
) -> Iterator[Visits]:
    """Whatever the test was about, its pages must have done nothing that no page may do."""
    worker = request.node.get_closest_marker("worker") is not None
    visits = Visits(browser, *sample, worker=worker, kept=kept_pages)
    yield visits
    visits.leave()
    assert visits.troubles == []


@pytest.fixture
def club(
    browser: Browser, sqlite_url: str, django_db_blocker: DjangoDbBlocker
) -> Iterator[OnlineClub]:
    """No page may have done anything that no page may do."""
    with django_on(sqlite_url, django_db_blocker):
        house = club_with_sign_ins()
        with served(database_url=sqlite_url) as site:
            visits = Visits(browser, site, {})
            yield OnlineClub(visits, house)
            for context in visits.contexts:
                context.close()
            assert visits.troubles == []


@pytest.fixture(scope="module")
def table_windows(browser: Browser) -> Iterator[Tables]:
    windows = Tables(browser)
    yield windows
    windows.close()


@pytest.fixture
def at(table_windows: Tables) -> Iterator[At]:
    """Opens the table online in a state; no script may fail there."""
    tables: list[Table] = []

    def open_table(state: State, **how: Any) -> Table:
        tables.append(table_windows.open(state, **how))
        return tables[-1]

    yield open_table
    assert [trouble for table in tables for trouble in table.troubles] == []


def chromium_path(playwright: Playwright) -> str:
    known = [shutil.which(name) for name in NAMES]
    own = playwrights(Path(playwright.chromium.executable_path))
    found = next((path for path in (*known, *own) if path and Path(path).exists()), None)
    return found or missing("There is no Chromium here: the system's package chromium brings one.")
