"""A page's copy in a window that stays open, where axe runs at a third of what a new page takes it:
its script is read and made fast once."""

from collections.abc import Mapping
from urllib.parse import urlsplit

from playwright.sync_api import Page, Route, ViewportSize

from tests.support.depth import THOROUGH
from tests.support.served import collected

from .axe import RULES, violations
from .visits import Scheme

# One for each width and scheme, for the pages of all sites: their style sheets are the same files.
WINDOWS: dict[tuple[int, Scheme], Page] = {}
ADDRESS = "http://copies.test/"
BLANK = "<!doctype html><html lang=en><title>Blank</title><body>"
IS_DARK = "matchMedia('(prefers-color-scheme: dark)').matches"
IS_COVERED = "document.querySelector(':popover-open, dialog[open]') !== null"
# What was typed and chosen is no part of a page's text.
TEXT = """() => {
  const fields = (root) => [...root.querySelectorAll('input, option, textarea')];
  const copy = document.documentElement.cloneNode(true);
  const copies = fields(copy);
  fields(document).forEach((one, number) => {
    const other = copies[number];
    if ('selected' in one) other.toggleAttribute('selected', one.selected);
    else if ('checked' in one) other.toggleAttribute('checked', one.checked);
    if (one.localName === 'textarea') other.textContent = one.value;
    else if (['text', 'number', 'search', 'email', 'date'].includes(one.type)) {
      other.setAttribute('value', one.value);
    }
  });
  return copy.outerHTML;
}"""

# Scripts of the copy do not run: it is what they have made of the page. What it has in its head
# beyond style sheets cannot be seen.
SHOW = """async (html) => {
  const made = new DOMParser().parseFromString(html, 'text/html');
  const [here, there] = [document.documentElement, made.documentElement];
  for (const { name } of [...here.attributes]) here.removeAttribute(name);
  for (const { name, value } of there.attributes) here.setAttribute(name, value);
  const sheets = (one) => [...one.head.querySelectorAll('link[rel=stylesheet]')];
  const wanted = new Map(sheets(made).map((one) => [one.getAttribute('href'), one]));
  for (const one of sheets(document)) {
    if (!wanted.delete(one.getAttribute('href'))) one.remove();
  }
  await Promise.all([...wanted.values()].map((one) => new Promise((loaded, failed) => {
    one.onload = loaded;
    one.onerror = failed;
    document.head.append(document.adoptNode(one));
  })));
  document.title = made.title;
  document.body.replaceWith(document.adoptNode(made.body));
}"""


def copied_violations(page: Page, rules: Mapping[str, object] = RULES) -> list[str]:
    """As `violations`, at a fraction of the work."""
    return violations(copy_of(page), rules)


def show(page: Page, window: Page) -> None:
    """As the page is now, in the window."""
    window.evaluate(SHOW, page.evaluate(TEXT))


def copy_of(page: Page) -> Page:
    """As the page is now, as wide and in its colours; the page itself where something is open above
    it, which a copy has not, and where tests are thorough."""
    if THOROUGH or page.evaluate(IS_COVERED):
        return page
    assert page.viewport_size
    window = _window(page, page.viewport_size, "dark" if page.evaluate(IS_DARK) else "light")
    show(page, window)
    return window


def copy_of_text(page: Page, html: str, size: ViewportSize, scheme: Scheme) -> Page:
    """As what the site has sent would be in the page's browser, if no script does anything to it,
    with its letters."""
    window = _window(page, size, scheme)
    window.evaluate(SHOW, html)
    window.evaluate("document.fonts.ready.then(() => null)")
    return window


def _window(page: Page, size: ViewportSize, scheme: Scheme) -> Page:
    look = (size["width"], scheme)
    window = WINDOWS.get(look)
    if window is None or window.is_closed():
        browser = page.context.browser
        assert browser
        window = browser.new_page(viewport=size, color_scheme=scheme, reduced_motion="reduce")
        window.route("**/*", _answer)
        window.goto(ADDRESS)
        WINDOWS[look] = window
    return window


def _answer(route: Route) -> None:
    path = urlsplit(route.request.url).path
    file = collected() / path.removeprefix("/static/")
    if route.request.url == ADDRESS:
        route.fulfill(body=BLANK, content_type="text/html")
    elif file.is_file():
        route.fulfill(path=file)
    else:
        route.fulfill(status=404)
