"""A page by keyboard alone: whatever can be used is reached, and is seen when it is."""

from playwright.sync_api import Page

MOST = 400
TAB = {"type": "rawKeyDown", "key": "Tab", "code": "Tab", "windowsVirtualKeyCode": 9}
# Beyond what is wanted: a date has a stop for its day, its month and its year.
BEYOND = 8
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
  const outlined = (one) => [one, one.nextElementSibling, one.closest('label'),
    one.closest('.choice')].filter(Boolean).concat([...one.querySelectorAll('*')].slice(0, 1))
    .some((element) => ['', '::after', '::before'].some((part) => {
      const style = getComputedStyle(element, part || null);
      return style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0;
    }));
  window.reached = {};
  document.body.addEventListener('focusin', ({ target: one }) => {
    const stop = one.dataset.stop || one.outerHTML.slice(0, 80);
    window.reached[stop] = window.reached[stop] !== false && outlined(one);
  });
  return [...new Set([...document.querySelectorAll('[data-stop]')].map((one) => one.dataset.stop))];
}"""


# After a key: what a script gives the focus then is shown as if the key had.
FOCUS = "document.querySelectorAll('[data-stop]').forEach((one) => one.focus())"


def unreached(page: Page, *, by_tab: bool = True) -> list[str]:
    """What is not reached, or not seen when it is; the page notes by itself what has the focus.

    Not `by_tab`: by a script, for which there are no traps, at a tenth of the work.
    """
    wanted = set(page.evaluate(MARK))
    reached = _by_tab(page, wanted) if by_tab else _by_script(page)
    unseen = [f"not to be seen in focus: {stop}" for stop, seen in reached.items() if not seen]
    return unseen + [f"not reached: {stop}" for stop in sorted(wanted - set(reached))][:5]


def _by_script(page: Page) -> dict[str, bool]:
    page.keyboard.press("Tab")
    page.evaluate(FOCUS)
    reached: dict[str, bool] = page.evaluate("window.reached")
    return reached


def _by_tab(page: Page, wanted: set[str]) -> dict[str, bool]:
    reached: dict[str, bool] = {}
    keyboard = page.context.new_cdp_session(page)
    pressed = before = 0
    while pressed < MOST and (missing := wanted - set(reached)):
        presses = len(missing) + BEYOND
        for _press in range(presses):
            # One message, where Playwright's own press takes several: pages have hundreds of stops.
            keyboard.send("Input.dispatchKeyEvent", TAB)
        pressed += presses
        reached = page.evaluate("window.reached")
        if len(reached) == before:
            break
        before = len(reached)
    keyboard.detach()
    return reached
