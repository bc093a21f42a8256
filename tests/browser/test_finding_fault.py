"""What goes through every page finds what is wrong with one."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from .axe import LOOKS, RULES, violations
from .by_keyboard import unreached

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


def test_a_colour_that_comes_again_is_judged_by_what_it_stands_on(page: Page) -> None:
    """By WCAG's formula #767676 and white are 4.54 to one, #777 and white 4.48, #777 and black
    4.69; 4.5 is asked."""
    lines = [
        ("fine", "#767676", "#fff", 1),
        ("pale", "#777", "#fff", 1),
        ("light", "#777", "#000", 1),
        ("turned", "#fff", "#777", 1),
        ("veiled", "#767676", "#fff", 0.9),
        ("again", "#767676", "#fff", 1),
        ("glass", "rgb(118 118 118 / 90%)", "#fff", 1),
        ("clear", "#000", "rgb(119 119 119 / 50%)", 1),
        ("last", "#777", "#fff", 1),
    ]
    page.set_content(
        HEAD
        + "".join(
            f"<p style='color: {ink}; background: {paper}; opacity: {veil}'>{name}</p>"
            for name, ink, paper, veil in lines
        )
    )
    pale = re.compile(r"^color-contrast .*>(\w+)</p>$")
    for rules in (LOOKS, RULES):
        found = [pale.findall(one) for one in violations(page, rules)]
        assert found == [["pale"], ["turned"], ["veiled"], ["glass"], ["last"]]
