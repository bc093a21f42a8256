"""What goes through every page finds what is wrong with one."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.support.depth import THOROUGH, times

from .axe import LOOKS, RULES, violations
from .by_keyboard import unreached
from .copies import copy_of, show
from .twins import thin
from .visits import Scheme

HEAD = "<!doctype html><html lang=en><title>One</title><main><h1>One</h1>"
FINE = "<p><a href='#one'>One</a> <button>Two</button> <input type=date aria-label=Three></p>"


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    page = browser.new_page()
    yield page
    page.close()


def test_a_page_in_order_has_none(page: Page) -> None:
    page.set_content(HEAD + FINE)
    assert unreached(page) + unreached(page, by_tab=False) == []
    assert violations(page, RULES) + violations(page, LOOKS) == []


@pytest.mark.parametrize("by_tab", [True, False])
def test_focus_that_is_not_seen(page: Page, *, by_tab: bool) -> None:
    page.set_content(f"{HEAD}{FINE}<button style='outline: none'>Four</button>")
    assert unreached(page, by_tab=by_tab) == ["not to be seen in focus: 3 BUTTON Four"]


@pytest.mark.parametrize("by_tab", [True, False])
def test_what_the_focus_cannot_get_into(page: Page, *, by_tab: bool) -> None:
    page.set_content(f"{HEAD}{FINE}<p inert><button>Four</button></p>")
    assert unreached(page, by_tab=by_tab) == ["not reached: 3 BUTTON Four"]


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


PALE = "<link rel=stylesheet href='data:text/css,p{color:%23ccc;background:%23fff}'>"


def test_a_copy_is_as_the_page_is(page: Page, browser: Browser) -> None:
    """And nothing of the one before it is left."""
    window = browser.new_page()
    window.set_content(HEAD + FINE)
    pages = (
        (PALE, "<p>Pale</p><p>Too</p>"),
        ("", "<p>Not pale</p>"),
        (PALE, "<p>Pale</p><img src='data:,'>"),
    )
    found = []
    for sheet, body in pages:
        page.set_content(f"<!doctype html><html lang=en><title>One</title>{sheet}<main>{body}")
        show(page, window)
        found.append([line.partition(" ")[0] for line in violations(window)])
    window.close()
    assert found == [["color-contrast"] * 2, [], ["color-contrast", "image-alt"]]


def test_a_copy_has_what_was_chosen_and_typed(page: Page, browser: Browser) -> None:
    window = browser.new_page()
    window.set_content(HEAD)
    page.set_content(f"""{HEAD}<label><input type=checkbox> One</label>
      <label><input type=radio name=a checked> Two</label>
      <label><input type=radio name=a> Three</label>
      <label>Four <input></label> <label>Five <textarea></textarea></label>
      <label>Six <select><option>x</option><option>y</option></select></label>""")
    for name in ("One", "Three"):
        page.get_by_label(name).check()
    for name in ("Four", "Five"):
        page.get_by_label(name).fill(f"typed in {name}")
    page.get_by_label("Six").select_option("y")
    show(page, window)
    chosen = [window.get_by_label(name).is_checked() for name in ("One", "Two", "Three")]
    typed = [window.get_by_label(name).input_value() for name in ("Four", "Five", "Six")]
    window.close()
    assert chosen == [True, False, True]
    assert typed == ["typed in Four", "typed in Five", "y"]


@pytest.mark.skipif(THOROUGH, reason="The page itself is looked at.")
def test_a_copy_is_as_wide_and_as_dark_as_the_page(browser: Browser) -> None:
    sheet = """<style>p { color: #000; background: #fff }
      @media (prefers-color-scheme: dark) and (max-width: 400px) { p { color: #ccc } }</style>"""
    page = browser.new_page()
    page.route("**/*", lambda route: route.fulfill(body="", content_type="text/html"))
    page.goto("http://copied.test/")
    looks: tuple[tuple[int, Scheme], ...] = (
        *((360, "dark"), (1280, "dark")),
        *((360, "light"), (360, "dark")),
    )
    found = []
    windows = set()
    for width, scheme in looks:
        page.set_viewport_size({"width": width, "height": 740})
        page.emulate_media(color_scheme=scheme)
        page.set_content(f"{HEAD}<p>Pale</p>{sheet}")
        window = copy_of(page)
        windows.add(window)
        found.append(len(violations(window)))
    page.close()
    assert (found, len(windows)) == ([1, 0, 0, 1], 3)


LINE = "<li>One of many <a href='#one'>here</a></li>"


def test_the_one_line_that_is_not_like_the_others(page: Page) -> None:
    other = "<li class=other style='color: #ccc'>Pale <button style='outline: none'>Four</button>"
    page.set_content(f"{HEAD}{FINE}<ul>{5 * LINE}{other}{LINE}</ul>")
    (line,) = violations(page)
    assert line.startswith("color-contrast (")
    thin(page)
    assert page.locator("li").count() == times(3, thorough=7)
    (unseen,) = unreached(page)
    assert unseen.endswith(" BUTTON Four")


def test_a_line_that_others_name_stays(page: Page) -> None:
    named = "<label for=named>Named</label>" + "<li>One</li><li>One</li><li><input id=named></li>"
    page.set_content(f"{HEAD}<ul>{named}<li id=two>One</li></ul><a aria-labelledby=two>Two</a>")
    thin(page)
    assert page.locator("li").count() == 4


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
