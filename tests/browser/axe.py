"""What axe finds wrong with a page."""

from collections.abc import Mapping

from axe_playwright_python.base import AXE_SCRIPT
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

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


def violations(page: Page, rules: Mapping[str, object] = RULES) -> list[str]:
    """One line for every element that breaks a rule of WCAG 2.2 A or AA; empty is good."""
    # Once in a document is enough.
    axe = Axe("" if page.evaluate("'axe' in window") else AXE_SCRIPT)
    found = axe.run(page, options=dict(rules)).response["violations"]
    return [
        f"{problem['id']} ({problem['impact']}): {problem['help']}: {node['html']}"
        for problem in found
        for node in problem["nodes"]
    ]
