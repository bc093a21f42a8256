"""What axe finds wrong with a page."""

from axe_playwright_python.base import AXE_SCRIPT
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

RULES = {
    "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]},
    # What is in order is not listed, which takes most of the time.
    "resultTypes": ["violations"],
}


def violations(page: Page) -> list[str]:
    """One line for every element that breaks a rule of WCAG 2.2 A or AA; empty is good."""
    # Once in a document is enough.
    axe = Axe("" if page.evaluate("'axe' in window") else AXE_SCRIPT)
    found = axe.run(page, options=RULES).response["violations"]
    return [
        f"{problem['id']} ({problem['impact']}): {problem['help']}: {node['html']}"
        for problem in found
        for node in problem["nodes"]
    ]
