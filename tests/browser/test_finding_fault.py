"""What goes through every page finds what is wrong with one."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.axe import LOOKS, RULES, violations
from tests.browser.by_keyboard import unreached

HEAD = "<!doctype html><html lang=en><title>One</title><main><h1>One</h1>"
FINE = "<p><a href='#one'>One</a> <button>Two</button> <input type=date aria-label=Three></p>"


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    page = browser.new_page()
    yield page
    page.close()


def test_a_page_in_order_has_none(page: Page) -> None:
    page.set_content(HEAD + FINE)
    assert unreached(page) == []
    assert violations(page, RULES) + violations(page, LOOKS) == []


def test_focus_that_is_not_seen(page: Page) -> None:
    page.set_content(f"{HEAD}{FINE}<button style='outline: none'>Four</button>")
    assert unreached(page) == ["not to be seen in focus: 3 BUTTON Four"]


def test_a_trap_before_the_last(page: Page) -> None:
    trap = "<button id=trap>Four</button><a href='#five'>Five</a>"
    page.set_content(f"{HEAD}{FINE}{trap}")
    page.evaluate("""() => document.getElementById('trap').addEventListener('keydown', (event) => {
        event.preventDefault();
    })""")
    assert unreached(page) == ["not reached: 4 A Five"]


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
