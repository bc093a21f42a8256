"""A real Chromium, where there is one."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, sync_playwright

from tests.conftest import missing

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
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


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One per module, because its event loop would be in the way of other modules' own."""
    with sync_playwright() as playwright:
        # Playwright's loop runs in this thread, where the tests also use the ORM.
        os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
        chromium = playwright.chromium.launch(executable_path=_chromium(playwright), args=FLAGS)
        yield chromium
        chromium.close()
    del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A phone of 360 by 740 pixels; pages of one context share a sign-in."""
    with browser.new_context(
        viewport={"width": 360, "height": 740}, has_touch=True, locale="en-GB"
    ) as context:
        context.set_default_timeout(10_000)
        yield context


@pytest.fixture
def page(context: BrowserContext) -> Page:
    return context.new_page()


def _chromium(playwright: Playwright) -> str:
    known = [shutil.which(name) for name in NAMES]
    own = playwright.chromium.executable_path
    found = next((path for path in (*known, own) if path and Path(path).exists()), None)
    return found or missing("There is no Chromium here: the system's package chromium brings one.")
