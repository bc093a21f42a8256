"""What axe finds wrong with a page."""

from collections.abc import Mapping

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

from .twins import KEPT, TWINS

RULES = {
    "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]},
    # What is in order is not listed, which takes most of the time.
    "resultTypes": ["violations"],
}


# What hangs on the width of the window or on the colours.
LOOKS = {
    "runOnly": {
        "type": "rule",
        "values": ["color-contrast", "target-size", "scrollable-region-focusable"],
    },
    "resultTypes": ["violations"],
}
# Axe works out anew what a colour is for every letter that is of it, at more than half of its time:
# kept by the words that name it, a colour is worked out once in a document.
LOADED = f"""{TWINS}
window.loadAxe = () => {{{AXE_SCRIPT}
  const {{ prototype }} = axe.commons.color.Color;
  const {{ parseString }} = prototype;
  const kept = new Map();
  prototype.parseString = function (words) {{
    if (!kept.has(words)) {{
      parseString.call(this, words);
      kept.set(words, [this.r, this.g, this.b, this.alpha]);
    }}
    [this.r, this.g, this.b, this.alpha] = kept.get(words);
    return this;
  }};
}};"""
# The page tells what is wrong and nothing else: all that axe knows of it would be long to carry.
RUN = """([rules, kept]) => {
  if (!('axe' in window)) window.loadAxe();
  const exclude = window.twins(kept);
  const looked = axe.run(exclude.length ? { exclude } : document, rules);
  return looked.then(({ violations }) => violations.flatMap(
    ({ id, impact, help, nodes }) => nodes.map(
      ({ html }) => `${id} (${impact}): ${help}: ${html}`)));
}"""


def violations(page: Page, rules: Mapping[str, object] = RULES) -> list[str]:
    """One line for every element that breaks a rule of WCAG 2.2 A or AA; empty is good. Of lines
    that are alike some are looked at; all of them where tests are thorough."""
    if not page.evaluate("'loadAxe' in window"):
        # All that this browser opens from now on has it, and none has to be sent it again.
        page.context.add_init_script(LOADED)
        page.evaluate(LOADED)
    found: list[str] = page.evaluate(RUN, [dict(rules), KEPT])
    return found
