"""What looks at every page finds what is wrong with one."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.axe import LOOKS, RULES, violations

HEAD = "<!doctype html><html lang=en><title>One</title><main><h1>One</h1>"
FINE = "<p><a href='#one'>One</a> <button>Two</button> <input type=date aria-label=Three></p>"


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    page = browser.new_page()
    yield page
    page.close()


def test_a_page_in_order_has_none(page: Page) -> None:
    page.set_content(HEAD + FINE)
    assert violations(page, RULES) + violations(page, LOOKS) == []


@pytest.mark.parametrize(
    ("body", "rule", "looks"),
    [
        ("<p style='color: #ccc; background: #fff'>Pale</p>", "color-contrast", True),
        ("<img src='data:,'>", "image-alt", False),
        ("<input>", "label", False),
    ],
)
def test_a_rule_that_is_broken(page: Page, body: str, rule: str, *, looks: bool) -> None:
    page.set_content(HEAD + FINE + body)
    (line,) = violations(page, RULES)
    assert line.startswith(f"{rule} (")
    assert bool(violations(page, LOOKS)) is looks
