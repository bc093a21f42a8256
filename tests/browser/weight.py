"""What a page weighs for somebody who comes to the site for the first time."""

from collections.abc import Mapping

from playwright.sync_api import Page

# What the page has asked for until all of it, its letters too, was there. Of a request that is
# still open, as the live connection is, the browser keeps no such line.
LOADED = """() => document.fonts.ready.then(() => ['navigation', 'resource']
  .flatMap((kind) => performance.getEntriesByType(kind))
  .filter((one) => !one.name.includes('/live/'))
  .map(({ name, transferSize, encodedBodySize }) => ({ name, transferSize, encodedBodySize })))"""

# What was kept is transferred no more, and an answer may be empty: not both.
SIZES = ("transferSize", "encodedBodySize")


def forget(page: Page) -> None:
    """From now on the page takes nothing from what the browser has kept, on disk or in memory."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})


def weight(page: Page) -> int:
    """Of the page that is open, which must have loaded: in bytes, without headers."""
    loaded: list[Mapping[str, float]] = page.evaluate(LOADED)
    unknown = [one["name"] for one in loaded if not any(one[size] for size in SIZES)]
    assert not unknown, f"of unknown size: {unknown}"
    assert any(".woff2" in str(one["name"]) for one in loaded), "its letters were not counted"
    return int(sum(one["encodedBodySize"] for one in loaded))
