"""A finger on the score pad, which counts its taps."""

import re
from dataclasses import dataclass
from html import unescape
from urllib.parse import urlsplit

from playwright.sync_api import Locator, Page, Request, expect

from games.engine.records import HandRecord

from .visits import CLUB, Visits, posted

Wanted = dict[str, str]
ROWS = ("king", "opening", "tricks")
KINDS = {"Rubber": "rubber", "Games": "games", "One game": "one_game"}


@dataclass(slots=True)
class Pad:
    page: Page
    taps: int = 0

    @property
    def version(self) -> int:
        return int(self.page.locator("#pad").get_attribute("data-version") or "")

    def tap(self, selector: str) -> None:
        self.page.locator(selector).tap()
        self.taps += 1

    def choose(self, **rows: str) -> None:
        for row, value in rows.items():
            self.tap(f"#{row}-{value}")

    def mark(self) -> None:
        self.tap("#mark-button")

    def undo(self) -> None:
        self.tap("#undo-button")

    def enter(self, record: HandRecord) -> int:
        """The hand with as few taps as it takes: their number."""
        self.taps = 0
        self.mark_rows(_rows(record))
        return self.taps

    def mark_rows(self, wanted: Wanted) -> None:
        """Nothing is on before the first tap; the third marks by itself."""
        before = self.version
        assert [self.chosen(row) for row in ROWS] == ["", "", ""]
        self.choose(**wanted)
        self.at(before + 1)

    def sent(self, where: str) -> list[str]:
        """Where it will have sent anything from now on, of addresses that end so; it grows.

        What a tap or a key sends is there as soon as the page was asked anything after it.
        """
        addresses: list[str] = []

        def note(request: Request) -> None:
            if request.url.endswith(where):
                addresses.append(request.url)

        self.page.on("request", note)
        return addresses

    def at(self, version: int) -> None:
        """Waits until the pad shows this version."""
        expect(self.page.locator("#pad")).to_have_attribute("data-version", str(version))

    def chosen(self, row: str) -> str:
        checked = self.page.locator(f"#hand input[name={row}]:checked")
        return checked.get_attribute("value") or "" if checked.count() else ""

    def shows(self, a: int, b: int) -> None:
        shows(self.page, a, b)

    def says(self, *sentences: str) -> None:
        expect(self.page.locator(".said")).to_have_text(" ".join(sentences))

    def told(self, text: str) -> None:
        """What a screen reader is told, once."""
        expect(self.page.locator("#told")).to_have_text(text)

    def state(self, text: str) -> None:
        expect(self.page.locator(".sent")).to_have_text(re.compile(text))

    def notice(self) -> str:
        found = self.page.locator(".notice")
        expect(found).to_have_count(1)
        return found.inner_text()


def _rows(record: HandRecord) -> Wanted:
    king = f"{record.kings[0].seat}-{record.kings[0].how}" if record.kings else "nobody"
    assert record.opening
    assert record.tricks
    tricks = f"{record.tricks.a}-{record.tricks.b}"
    return {"king": king, "opening": record.opening.value, "tricks": tricks}


def shows(page: Page, a: int, b: int) -> None:
    """Both figures of the board, and the card that is drawn for each."""
    figures = page.locator(".board .figure")
    expect(figures.nth(0)).to_have_text(str(a))
    expect(figures.nth(1)).to_have_text(str(b))
    drawn = [use.get_attribute("href") or "" for use in page.locator(".board .marker use").all()]
    assert [card.partition("#")[2] for card in drawn] == [f"a-{a}", f"b-{b}"]


def seat(page: Page, button: Locator) -> None:
    """Start what the form says; who is in a match of another story is seated here anyway."""
    with page.expect_navigation():
        button.click()
    anyway = page.locator("[name=seat_anyway]")
    if anyway.count():
        anyway.click()


# An answer that comes later than this is waited for beside the next hand.
PATIENT = """
  const usual = window.setTimeout;
  window.setTimeout = (act, wait, ...rest) => usual(act, wait === 900 ? 60_000 : wait, ...rest);
"""


def start(
    visits: Visits,
    *players: str,
    who: str = "scorer",
    season: str = "",
    event: str = "",
    kind: str = "One game",
    games: int = 3,
    table: str = "",
    script: bool = True,
    patient: bool = True,
    by_form: bool = False,
    kept: bool = False,
) -> Pad:
    """A match begun, friendly unless `season` or the `event`'s id is given.

    `patient`: however busy the machine, no answer is too late for the pad. `by_form`: as people do
    it; otherwise what the form would send is sent without it. `kept`: see `Visits.kept_page`.
    """
    path = f"{CLUB}matches/new/{'?event=' + event if event else ''}"
    if kept:
        page = visits.kept_page(who, script=PATIENT if patient else "")
    else:
        page = visits.page(who, path if by_form else "", script=script)
        if patient:
            page.add_init_script(PATIENT)
    if by_form:
        return begun(
            page, *players, season=season, event=event, kind=kind, games=games, table=table
        )
    opened = page.request.get(path)
    form = opened.text()
    sent = {
        "player_a": _value(form, players[0]),
        "player_b": _value(form, players[1]),
        "event": _value(form, season) if season else event,
        "code": _chosen(form, "code"),
        "format": KINDS[kind],
        "games": str(games),
        "rubbers": "1",
        "first_dealer": "a",
        "table": table,
        "seat_anyway": "1",
    }
    begun_at = posted(page, "matches/new/", sent, referer=opened.url).url
    page.goto(urlsplit(begun_at).path)
    return Pad(page)


def _value(form: str, label: str) -> str:
    """Of the first choice of this name."""
    found = re.search(
        rf'<option value="(\d+)"[^>]*>\s*{re.escape(label)}\s*</option>', unescape(form)
    )
    assert found, f"{label} is to be chosen."
    return found[1]


def _chosen(form: str, name: str) -> str:
    """What a list has chosen."""
    (choices,) = re.findall(rf'<select name="{name}".*?</select>', form, re.DOTALL)
    found = re.search(r'<option value="([^"]+)"[^>]*\bselected', choices)
    assert found, f"{name} has a default."
    return found[1]


def begun(
    page: Page,
    *players: str,
    season: str = "",
    event: str = "",
    kind: str = "One game",
    games: int = 3,
    table: str = "",
) -> Pad:
    """As the form that is open on the page says."""
    page.get_by_label("First player").first.select_option(label=players[0])
    page.get_by_label("Second player").first.select_option(label=players[1])
    if not event:
        label = season or "None (friendly match)"
        page.get_by_label("Season").select_option(label=label)
    page.get_by_label("Table").fill(table)
    page.get_by_role("radio", name="First player").check()
    if not (season or event):
        page.locator("summary").click()
        page.get_by_role("radio", name=kind, exact=True).check()
        page.get_by_role("spinbutton", name="Games").fill(str(games))
    seat(page, page.get_by_role("button", name="Start the match"))
    page.wait_for_url("**/pad/")
    return Pad(page)
