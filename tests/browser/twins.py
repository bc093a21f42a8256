"""What a page says over and over: lines that differ from those before them in their words alone."""

from playwright.sync_api import Page

from tests.support.depth import times

# Two of a kind are no twins: one may be the first or the last, or be followed by another.
KEPT = times(2, thorough=1_000_000)
# Of a line its elements count, and what of them a look or a role hangs on. What others name, as a
# label does, is none.
TWINS = """window.twins = (kept) => {
  const told = /^(class|type|role|style|checked|disabled|hidden|open|tabindex)$/;
  const words = /^aria-(label|labelledby|describedby|controls)$/;
  const shape = (one) => one.outerHTML.replace(/>[^<]+/g, '>').replace(
    / ([\\w:-]+)="[^"]*"/g, (all, name) => told.test(name) ? all : words.test(name) ? name
      : name.startsWith('aria-') ? all : '');
  const naming = ['for', 'list', 'form', 'headers', 'aria-labelledby', 'aria-describedby',
    'aria-controls', 'aria-owns'];
  const namers = new Map();
  for (const one of document.querySelectorAll(naming.map((name) => `[${name}]`).join())) {
    for (const id of naming.flatMap((name) => (one.getAttribute(name) || '').split(' '))) {
      namers.set(id, [...namers.get(id) || [], one]);
    }
  }
  const named = (one) => [one, ...one.querySelectorAll('[id]')].some(
    ({ id }) => id && (namers.get(id) || []).some((namer) => !one.contains(namer)));
  const found = new Set();
  for (const parent of document.querySelectorAll('table, tbody, ul, ol, select, datalist')) {
    if ([...found].some((twin) => twin.contains(parent))) continue;
    const counts = new Map();
    for (const one of parent.children) {
      const key = shape(one);
      counts.set(key, (counts.get(key) || 0) + 1);
      if (counts.get(key) > kept && !named(one)) found.add(one);
    }
  }
  return [...found];
};"""

THIN = f"(kept) => {{ {TWINS} window.twins(kept).forEach((one) => one.remove()); }}"


def thin(page: Page) -> None:
    """Without them a page is gone through sooner."""
    page.evaluate(THIN, KEPT)
