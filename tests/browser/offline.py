"""A phone without a network, and what the hands that it stored must come to."""

import os
import signal
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page

from games.matches.models import Entry, Match
from tests.support.served import Served

from .visits import PATIENCE

Hand = Mapping[str, str]
ONE_TO_A = {"king": "nobody", "opening": "exchanged", "tricks": "3-2"}
ONE_TO_B = {"king": "nobody", "opening": "exchanged", "tricks": "2-3"}
# 5–4 to A, then 4–5 to B, then 1–1.
TWENTY = (
    *[ONE_TO_A] * 4,
    *[ONE_TO_B] * 4,
    *[ONE_TO_A],
    *[ONE_TO_B] * 4,
    *[ONE_TO_A] * 4,
    *[ONE_TO_B],
    *[ONE_TO_A, ONE_TO_B],
)
# The pages that a browser has stored, and all else: files of the site, and what waits, in both of
# its places.
STORED = """async () => {
  const found = { pages: "", other: JSON.stringify({ ...localStorage, ...sessionStorage }) };
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const text = `${request.url}\\n${await (await cache.match(request)).text()}`;
      found[name === "pages" ? "pages" : "other"] += text;
    }
  }
  for (const { name } of await indexedDB.databases()) {
    const open = await new Promise((resolve) => {
      const asked = indexedDB.open(name);
      asked.onsuccess = () => resolve(asked.result);
    });
    for (const store of open.objectStoreNames) {
      found.other += await new Promise((resolve) => {
        const asked = open.transaction(store).objectStore(store).getAll();
        asked.onsuccess = () => resolve(JSON.stringify(asked.result));
      });
    }
    open.close();
  }
  return found;
}"""


class Phone:
    """A browser with a folder of its own, which can be killed and started again."""

    def __init__(
        self, browser: Browser, folder: Path, site: Served, flags: Sequence[str] = ()
    ) -> None:
        self.browser, self.folder, self.site, self.flags = browser, folder, site, flags
        self.context = self._started()

    def _started(self) -> BrowserContext:
        context = self.browser.browser_type.launch_persistent_context(
            self.folder,
            executable_path=os.environ["CHROMIUM_IN_USE"],
            args=[*self.flags],
            base_url=self.site.url,
            viewport={"width": 360, "height": 740},
            has_touch=True,
            reduced_motion="reduce",
            locale="en-GB",
        )
        context.set_default_timeout(PATIENCE)
        return context

    def kill(self) -> None:
        # The next one finds the folder free only when all of this one are gone.
        while running := self._processes():
            for one in running:
                with suppress(ProcessLookupError):
                    os.kill(one, signal.SIGKILL)
            time.sleep(0.01)
        with suppress(Exception):
            self.context.close()
        self.context = self._started()

    def _processes(self) -> list[int]:
        found = []
        for place in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                if str(self.folder).encode() in (place / "cmdline").read_bytes():
                    found.append(int(place.name))
        return found

    def page(self, address: str) -> Page:
        page = self.context.new_page()
        page.goto(address)
        return page


def recounted(hands: Iterable[Hand]) -> tuple[list[int], list[int]]:
    """Games won and the score, of hands of which each brings one point."""
    games, score = [0, 0], [0, 0]
    for hand in hands:
        winner = 0 if hand is ONE_TO_A else 1
        score[winner] += 1
        if score[winner] == 5:
            games[winner] += 1
            score = [0, 0]
    return games, score


def check_entered(match: Match, hands: Sequence[Hand]) -> None:
    """Each once, in their order, and the figures that they come to."""
    match.refresh_from_db()
    entries = Entry.objects.filter(match=match, superseded_by=None, kind="hand").order_by("place")
    made = [entry.data["tricks"] for entry in entries if entry.data]
    assert [f"{one['a']}-{one['b']}" for one in made] == [hand["tricks"] for hand in hands]
    games, score = [match.games_a, match.games_b], [match.score_a, match.score_b]
    assert (games, score) == recounted(hands)
