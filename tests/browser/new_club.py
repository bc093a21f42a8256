"""A club from an empty folder: the site as `make run SAMPLE=no HOST=0.0.0.0` starts it, its first
members, its first evening, and phones over the address of the room."""

import os
import re
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tests.databases import manage, sqlite_template
from tests.support.depth import THOROUGH
from tests.support.served import Served, collected, served

from .copies import copied_violations
from .pad import Pad
from .visits import Scheme, Visits

CLUB, PASSWORD = "Cercle du Roi", "turn-the-king-now"
MEMBERS = (
    *("Alice Martin", "Bob Lefèvre", "Chloé Vernet", "Denis Roux", "Élise Caron"),
    *("Félix Moreau", "Gaston Petit", "Hélène Girard", "Irène Faure", "Jules Blanc"),
    *("Karine Dubois", "Louis Mercier", "Manon Leroy", "Noël Perrin", "Odile Renard"),
    *("Paul Simon", "Quentin Morel", "Rose Lambert", "Simon Fabre", "Thérèse Colin"),
)
NEW_CLUB_CODE = re.compile(r"/start/\?code=[A-Z0-9-]+")


@contextmanager
def empty_site(folder: Path) -> Iterator[tuple[Served, str]]:
    """With the path of the page that creates the first club. Its tables and static files, which
    tests/site/test_first_start makes from nothing, are copies."""
    env = {"DATA_DIR": str(folder)}
    shutil.copyfile(sqlite_template(), folder / "club.sqlite3")
    shutil.copytree(collected(), folder / "static", copy_function=os.link)
    printed = manage("club_code", "--first", database_url="", env=env)
    with served(database_url="", host="0.0.0.0", env=env) as site:
        yield site, NEW_CLUB_CODE.findall(printed)[0]


@dataclass
class NewClub:
    """What its committee and the phones at its tables do. `wrong`: what does not look as it
    should on a page that was looked at."""

    visits: Visits
    start: str
    committee: Page = field(init=False)
    path: str = ""
    evening: str = ""
    wrong: list[str] = field(default_factory=list)
    looked: int = 0

    @classmethod
    def at(cls, browser: Browser, site: Served, start: str) -> "NewClub":
        return cls(Visits(browser, site, {}), start)

    def is_created(self, *, width: int = 360, language: str = "en") -> None:
        page = self.committee = self.visits.page(path=self.start, width=width, language=language)
        page.locator("#id_club").fill(CLUB)
        page.locator("#id_language").select_option(language)
        page.locator("#id_name").fill("Margot Duval")
        page.locator("#id_email").fill("margot@example.org")
        page.locator("#id_password").fill(PASSWORD)
        page.locator("main form button.button").first.click()
        page.wait_for_url("**/first-steps/")
        self.path = page.url.removesuffix("first-steps/")

    def imports(self, members: Sequence[str] = MEMBERS) -> None:
        """A list of names, pasted; each line is seen before anything is done."""
        page = self.committee
        page.goto(f"{self.path}players/import/")
        page.locator("#id_names").fill("\n".join(members))
        page.locator("main form button.button").last.click()
        expect(page.locator("tbody tr")).to_have_count(len(members))
        page.locator("main form button.button").first.click()
        page.wait_for_url("**/players/")

    def opens_evening(self, tables: int) -> None:
        page = self.committee
        page.goto(f"{self.path}evenings/new/")
        page.locator("#id_tables").fill(str(tables))
        page.locator("main form button.button").first.click()
        page.wait_for_url(re.compile(r"/evenings/\d+/$"))
        self.evening = page.url

    def arrive(self, names: Sequence[str], *, before: int = 0) -> None:
        """One tap each; `before`: how many are here already."""
        page = self.committee
        page.goto(f"{self.evening}attendance/")
        for name in names:
            page.locator(".arrival", has_text=name).click()
        expect(page.locator(".arrival[aria-pressed=true]")).to_have_count(before + len(names))

    def pairs(self) -> None:
        page = self.committee
        page.goto(f"{self.evening}pairings/")
        page.get_by_role("button", name="Start these matches").click()
        page.wait_for_url(self.evening)

    def codes(self) -> list[str]:
        self.committee.goto(f"{self.evening}tables/")
        return [code.strip() for code in self.committee.locator(".code").all_inner_texts()]

    def phone(self, code: str, *, language: str = "en") -> Pad:
        """The table's own: opened at the address of the room, without an account."""
        page = self.visits.page(path=f"/t/{code}/", language=language)
        page.locator(".holders .choice").last.tap()
        page.locator("main form button.button").first.tap()
        page.wait_for_url("**/pad/")
        return Pad(page)

    def looks(self, page: Page, *, schemes: Sequence[Scheme] = ("dark", "light")) -> None:
        """At 360 pixels in the first scheme and at 1280 in the second, and with axe; in both where
        tests are thorough, and else by turns."""
        before = page.viewport_size
        looks = list(zip((360, 1280), schemes, strict=True))
        self.looked += 1
        for width, scheme in looks if THOROUGH else [looks[self.looked % len(looks)]]:
            page.set_viewport_size({"width": width, "height": 740})
            page.emulate_media(color_scheme=scheme)
            found = copied_violations(page)
            if page.evaluate("document.documentElement.scrollWidth - innerWidth") > 0:
                found.append("wider than the window")
            self.wrong += [f"{page.url} ({width}): {each}" for each in found]
        if before:
            page.set_viewport_size(before)
