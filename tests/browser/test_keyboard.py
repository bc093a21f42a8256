"""Every page by keyboard alone: whatever can be used is reached, in order, and seen when it is."""

from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser.places import Place, places, whole_pages
from tests.browser.visits import Visits
from tests.served import Served

MOST = 400
# What a person can use. Of radio buttons of one name, one stop is enough: arrows do the rest.
MARK = """() => {
  const usable = 'a[href], button:not(:disabled), input:not([type=hidden]):not(:disabled),'
    + ' select:not(:disabled), textarea:not(:disabled), summary, [tabindex="0"]';
  const names = new Set();
  let count = 0;
  for (const one of document.querySelectorAll(usable)) {
    if (one.tabIndex < 0 || !one.checkVisibility({ visibilityProperty: true })) continue;
    if (one.type === 'radio') {
      const name = `${one.form && one.form.id}/${one.name}`;
      if (names.has(name)) continue;
      names.add(name);
      one.dataset.stop = `radio ${one.name}`;
      for (const other of document.getElementsByName(one.name)) {
        if (other.form === one.form) other.dataset.stop = one.dataset.stop;
      }
    } else {
      const said = (one.innerText || one.name || '').trim().slice(0, 40);
      one.dataset.stop = `${count} ${one.tagName} ${said}`;
    }
    count += 1;
  }
  document.activeElement.blur();
  return [...new Set([...document.querySelectorAll('[data-stop]')].map((one) => one.dataset.stop))];
}"""
HERE = """() => {
  const one = document.activeElement;
  if (!one || one === document.body) return null;
  const seen = [one, one.nextElementSibling, one.closest('label'), one.closest('.choice')]
    .filter(Boolean).concat([...one.querySelectorAll('*')].slice(0, 1));
  const outlined = seen.some((element) => ['', '::after', '::before'].some((part) => {
    const style = getComputedStyle(element, part || null);
    return style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0;
  }));
  return { stop: one.dataset.stop || one.outerHTML.slice(0, 80), outlined };
}"""


@pytest.fixture(scope="module")
def found(site: Served) -> list[Place]:
    return places(Path(site.program.env["DATABASE_URL"].removeprefix("sqlite:///")))


@pytest.mark.parametrize("who", ["", "committee"])
def test_every_page_works_by_keyboard_alone(visits: Visits, found: list[Place], who: str) -> None:
    page = visits.page(who, width=1280, height=900)
    wrong: list[str] = []
    for place in whole_pages(page, found):
        wrong += [f"{place.name}: {problem}" for problem in troubles(page)]
    assert wrong == [], "\n".join(wrong)


def troubles(page: Page) -> list[str]:
    wanted = set(page.evaluate(MARK))
    reached: list[str] = []
    wrong = []
    for _press in range(MOST):
        page.keyboard.press("Tab")
        here = page.evaluate(HERE)
        if here is None or here["stop"] in reached[:-1]:
            break
        if here["stop"] in reached:  # a date has a stop for its day, its month and its year
            continue
        reached.append(here["stop"])
        if not here["outlined"]:
            wrong.append(f"not to be seen in focus: {here['stop']}")
    return wrong + [f"not reached: {stop}" for stop in sorted(wanted - set(reached))][:5]
