"""A page's copy in a window that stays open, where axe runs at a third of what a new page takes it:
its script is read and made fast once."""

from playwright.sync_api import Page

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
