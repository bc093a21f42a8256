"""A page's copy in a window that stays open, where axe runs at a third of what a new page takes it:
its script is read and made fast once."""

from urllib.parse import urlsplit

from playwright.sync_api import Page

from tests.support.depth import THOROUGH

from .visits import Scheme

# One for each host, width and scheme.
WINDOWS: dict[tuple[str, int, Scheme], Page] = {}
BLANK = "<!doctype html><html lang=en><title>Blank</title><body>"
IS_DARK = "matchMedia('(prefers-color-scheme: dark)').matches"

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


def show(page: Page, window: Page) -> None:
    """As the page is now, in the window, which is open at any page of the same site."""
    window.evaluate(SHOW, page.evaluate("document.documentElement.outerHTML"))


def copy_of(page: Page) -> Page:
    """As the page is now, as wide and in its colours, for what does not ask what was typed or is
    open above the page; the page itself where tests are thorough."""
    if THOROUGH:
        return page
    window = _window(page, "dark" if page.evaluate(IS_DARK) else "light")
    show(page, window)
    return window


def _window(page: Page, scheme: Scheme) -> Page:
    place, size = urlsplit(page.url), page.viewport_size
    assert size
    look = (place.netloc, size["width"], scheme)
    window = WINDOWS.get(look)
    if window is None or window.is_closed():
        browser = page.context.browser
        assert browser
        window = browser.new_page(
            viewport=size, color_scheme=scheme, reduced_motion="reduce", ignore_https_errors=True
        )
        window.route("**/blank/", lambda route: route.fulfill(body=BLANK, content_type="text/html"))
        window.goto(f"{place.scheme}://{place.netloc}/blank/")
        # Whoever answers for a page keeps none of its files.
        window.unroute("**/blank/")
        WINDOWS[look] = window
    return window
