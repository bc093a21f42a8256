"""What a director and three phones do and see at an evening of contests."""

import re
from dataclasses import dataclass, field

from playwright.sync_api import Page, expect

from tests.support.depth import THOROUGH

from .copies import copied_violations
from .pad import seat
from .visits import Scheme, Visits

WIDE, NARROW = 1280, 360
LOOKS: tuple[tuple[int, Scheme], ...] = ((NARROW, "dark"), (WIDE, "light"))


@dataclass
class Night:
    """`names`: who came, as the page lists them; the first three hold the phones."""

    visits: Visits
    director: Page
    evening: str
    names: list[str] = field(default_factory=list)
    board: str = ""
    phones: list[Page] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    looked: int = 0

    def looks(self, page: Page) -> None:
        """Light and dark, narrow and wide: in both where tests are thorough, and else by turns;
        whatever can be unfolded is."""
        page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true })")
        self.looked += 1
        for width, scheme in LOOKS if THOROUGH else [LOOKS[self.looked % len(LOOKS)]]:
            page.set_viewport_size({"width": width, "height": 740})
            page.emulate_media(color_scheme=scheme)
            found = copied_violations(page)
            if page.evaluate("document.documentElement.scrollWidth - innerWidth") > 0:
                found.append("wider than the window")
            self.wrong += [f"{page.url} ({width}): {one}" for one in found]
        page.set_viewport_size({"width": NARROW, "height": 740})

    def starts(self, kind: str, players: int, **agreed: str) -> None:
        """The first so many play, in the order in which they are listed."""
        page = self.director
        page.goto(f"{self.evening}contests/new/?kind={kind}")
        page.locator("label.choice:has([value=cut])").tap()
        for number in range(players):
            page.locator(".entrants input[type=number]").nth(number).fill(str(number + 1))
        for name, value in agreed.items():
            place = page.locator(f"#id_{name}")
            place.check() if value == "on" else place.fill(value)
        self.looks(page)
        seat(page, page.get_by_role("button", name="Start"))
        page.wait_for_url(re.compile(r"/contests/\d+/$"))
        self.board = page.url

    def phones_come(self) -> None:
        self.director.goto(f"{self.evening}tables/")
        code = self.director.locator(".table-line .code").first.inner_text().strip()
        for number, language in enumerate(("en", "fr", "en")):
            page = self.visits.page(path=f"/t/{code}/", language=language)
            page.locator("#holder").select_option(label=self.names[number])
            if not number:
                self.looks(page)
            page.locator("main form button").tap()
            page.wait_for_url(self.board)
            self.phones.append(page)
        self.director.goto(self.board)

    @property
    def screens(self) -> list[Page]:
        return [self.director, *self.phones]

    def sit(self, *names: str) -> None:
        """On every screen, without anybody asking for it."""
        for page in self.screens:
            expect(page.locator(".seat .name")).to_have_text(list(names))

    def wait(self, *names: str) -> None:
        for page in self.screens:
            expect(page.locator(".waiters .name")).to_have_text(list(names))

    def covered(self, a: tuple[int, int], b: tuple[int, int]) -> None:
        """In counters, none of them a single one; on each screen in its language."""
        for page in self.screens:
            unit = "fiches" if page.locator("html").get_attribute("lang") == "fr" else "counters"
            shown = [f"{one} {unit}" for one in (*a, *b)]
            expect(page.locator(".laid .figure")).to_have_text(shown)

    def have(self, **sums: str) -> None:
        """What each has won, by the numbers of those who came: `n0` is the first."""
        self._tonight(0, sums)

    def have_in_play(self, **sums: str) -> None:
        self._tonight(1, sums)

    def _tonight(self, column: int, sums: dict[str, str]) -> None:
        for page in self.screens:
            for number, amount in sums.items():
                name = self.names[int(number[1:])]
                row = page.locator("tbody tr", has_text=name).locator(".figure").nth(column)
                expect(row).to_have_text(amount)

    def deals(self, page: Page) -> None:
        """It leads to the pad; nobody waits there for the pad's own tests."""
        page.locator(".deal button:not([name=online])").tap()
        page.wait_for_url("**/pad/")

    def wins(self, page: Page, name: str) -> None:
        """Told on the board, without the pad, to which whoever has it open comes back."""
        for one in self.screens:
            if one.url != self.board:
                one.goto(self.board)
        page.locator("#without-pad summary").tap()
        page.locator(".winners button", has_text=name).tap()
        expect(page.locator("#without-pad")).to_have_count(0)

    def enters(self, name: str, what: str, amount: str = "", *, accepts: bool = False) -> None:
        """The director, for somebody else."""
        page = self.director
        page.locator("#others > summary").tap()
        page.locator("#player").select_option(label=name)
        page.locator("#what").select_option(value=what)
        page.locator("#amount").fill(amount)
        if accepts:
            page.locator("#others [name=accepts]").check()
        version = page.locator("#contest").get_attribute("data-version") or ""
        page.locator("#others form button").tap()
        expect(page.locator("#contest")).not_to_have_attribute("data-version", version)
