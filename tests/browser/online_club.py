"""A small club whose members play each other online, each on a phone of their own."""

import re
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, Self

from django.contrib.auth.hashers import PBKDF2PasswordHasher
from playwright.sync_api import CDPSession, Page

from ecarte_club.clubs.models import Player, User
from ecarte_club.clubs.permissions import Role
from ecarte_club.clubs.services.clubs import club_create, office_give
from games.matches.services.matches import MatchTerms
from scoring.contests.services.opening import Plan, contest_open
from scoring.sample.people import PASSWORD
from tests.support.clubhouse import House
from tests.support.nights import evening

from .copies import copied_violations
from .visits import PATIENCE, Scheme, Visits

SLUG = "cercle"
CLUB = f"/clubs/{SLUG}/"
EMAILS = {"Alice": "alice", "Bob": "bob", "Chloé": "chloe", "Denis": "denis"}
# What the live region says, also what it said before this page began; and somebody who does not
# stop to look: what a page shows for a moment is over so many times sooner.
EARS = """
(() => {
  window.hurry = Number(sessionStorage.getItem("hurry") || 1);
  const wait = window.setTimeout;
  window.setTimeout = (act, time = 0, ...more) => (
    wait(act, time < 3000 ? time / window.hurry : time, ...more));
  window.heard = JSON.parse(sessionStorage.getItem("heard") || "[]");
  document.addEventListener("readystatechange", () => {
    const list = document.readyState === "interactive" && document.getElementById("log-list");
    if (!list) return;
    new MutationObserver((records) => {
      for (const { addedNodes } of records) {
        for (const { textContent } of addedNodes) window.heard.push(textContent);
      }
      sessionStorage.setItem("heard", JSON.stringify(window.heard));
    }).observe(list, { childList: true });
  });
})();
"""
LOOK = """() => {
  const root = document.getElementById("online");
  const all = (selector, name) => [...document.querySelectorAll(selector)].map(
    ({ dataset }) => dataset[name]);
  const { turn, phase, line, version } = root.dataset;
  return {
    isMine: turn === "mine",
    phase,
    line,
    version: Number(version),
    choices: all('#choices button:not([aria-disabled="true"])', "choice"),
    cards: all('#hand button[aria-disabled="false"]', "card"),
    chosen: all('#hand button[aria-pressed="true"]', "card"),
    own: all("#hand button", "card"),
    offered: document.querySelectorAll("#choices button").length,
    mayAbandon: document.getElementById("abandon-more")?.hidden === false,
  };
}"""
WORDS = {"stand", "propose", "refuse", "not_enough", "accept_if_enough", "accept"}
MARKED = re.compile(
    r"(?:^|: )(?P<who>\w+)(?: turned the king and| held the king and| won the point and"
    r"| made the vole and)? marks (?P<points>one|two) \((?P<law>[^()]+)\)\.$"
)
POINTS = {"one": 1, "two": 2}
TO_WIN = 5
DEALT = " deals, and turns up: "
MOVES_MOST = 2500

Look = dict[str, Any]


def club_with_sign_ins() -> House:
    """Alice, Bob, Chloé and Denis, and a director who does not play."""
    club = club_create(name="Cercle", slug=SLUG, place="Paris", public=True)
    users = {"director": _user("director", "Dora")}
    office_give(club=club, user=users["director"], role=Role.DIRECTOR)
    players = {}
    for name, email in EMAILS.items():
        users[name] = _user(email, name)
        players[name] = Player.objects.create(club=club, name=name, user=users[name])
    users["scorer"] = users["director"]
    return House(club, users, players)


def _user(email: str, name: str) -> User:
    """Who can sign in to the site that runs, which has other hashers than the tests."""
    user: User = User.objects.create_user(f"{email}@example.org", name=name)
    user.password = PBKDF2PasswordHasher().encode(PASSWORD, "salt", iterations=1_000)
    user.save(update_fields=["password"])
    return user


@dataclass
class Phone:
    """`name` looks at a table. `way`: how they play a card. `random` chooses for them. Who
    `gives_up` abandons each hand, so that the match is soon over."""

    page: Page
    name: str
    random: Random
    way: str = "tap twice"
    touch: CDPSession | None = None
    gives_up: bool = False

    @classmethod
    def of(cls, page: Page, name: str, way: str = "tap twice") -> Self:
        return cls(page, name, Random(name), way)

    def look(self) -> Look:
        found: Look = self.page.evaluate(LOOK)
        return found

    def hurries(self, times: int = 20) -> None:
        self.page.evaluate(
            "times => { window.hurry = times; sessionStorage.setItem('hurry', times); }", times
        )

    @property
    def heard(self) -> list[str]:
        found: list[str] = self.page.evaluate("window.heard")
        return found

    @property
    def score(self) -> tuple[int, int]:
        """Their own side of the table, or that of the first player, first."""
        near, far = (self.page.locator(f"#{place}-score").inner_text() for place in ("near", "far"))
        return int(near), int(far)

    @property
    def report(self) -> str:
        return self.page.locator("#report").inner_text()

    def tap(self, choice: str) -> None:
        self.page.locator(f"#choice-{choice}").tap()

    def tap_card(self, card: str) -> None:
        self.page.locator(f"#hand [data-card='{card}']").tap()

    def play(self, card: str) -> None:
        if self.way == "drag":
            self.drag(card, 0, -120)
            return
        if self.way == "keys":
            key = self.page.locator(f"#hand [data-card='{card}']").get_attribute("id") or ""
            self.page.keyboard.press(key[-1])
            self.page.keyboard.press("Enter")
            return
        self.tap_card(card)
        if self.way == "tap twice":
            self.tap_card(card)

    def drag(self, card: str, right: float, down: float) -> None:
        """A finger on the card that moves so far, in a few steps, and lets go."""
        self.touch = self.touch or self.page.context.new_cdp_session(self.page)
        box = self.page.locator(f"#hand [data-card='{card}']").bounding_box()
        assert box
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        self._touch("touchStart", [(x, y)])
        for step in (0.3, 0.7, 1):
            self._touch("touchMove", [(x + right * step, y + down * step)])
        self._touch("touchEnd", [])

    def _touch(self, kind: str, points: Sequence[tuple[float, float]]) -> None:
        assert self.touch
        places = [{"x": x, "y": y} for x, y in points]
        self.touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": places})

    def act(self, look: Look) -> bool:
        """Something that may be done now, if there is anything."""
        choices = set(look["choices"])
        if "next" in choices:
            # After a while the next hand is dealt without it.
            self.page.evaluate("document.getElementById('choice-next')?.click()")
        elif "here" in choices:
            self.tap("here")
        elif not look["isMine"]:
            return False
        elif self.gives_up and look["mayAbandon"]:
            self.page.evaluate("document.getElementById('abandon').click()")
        elif words := sorted(choices & (WORDS | {"deal_first", "leave_deal"})):
            self.tap(self.random.choice(words))
        elif look["cards"] and look["phase"].startswith("discard"):
            self._discard(look)
        elif look["cards"]:
            self.play(self.random.choice(look["cards"]))
        else:
            return False
        return True

    def _discard(self, look: Look) -> None:
        number = self.random.randint(1, 3)
        for card in self.random.sample(look["own"], number):
            self.tap_card(card)
        self.tap("discard")


# Whether it is as wanted, by what somebody sees before they act.
Until = Callable[[Phone, Look], bool]


def is_over(_phone: Phone, look: Look) -> bool:
    return "rematch" in look["choices"]


def has_to(phone: Phone, phase: str) -> Until:
    return lambda other, look: other is phone and look["isMine"] and look["phase"] == phase


def play(phones: Sequence[Phone], until: Until) -> None:
    """Each does what is to be done, until it is as wanted."""
    waited_since = time.monotonic()
    for _move in range(MOVES_MOST):
        has_acted = False
        for phone in phones:
            look = phone.look()
            if until(phone, look):
                return
            has_acted |= phone.act(look)
        if has_acted:
            waited_since = time.monotonic()
        # Looking all the time would take the processor from those who are waited for.
        phones[0].page.wait_for_timeout(30)
        if time.monotonic() - waited_since > PATIENCE / 1000:
            looks = {phone.name: phone.look() for phone in phones}
            raise AssertionError(f"Nobody can do anything: {looks}")
    raise AssertionError("It has no end.")


def play_hands(phones: Sequence[Phone], number: int) -> None:
    """So many, and until the next is dealt, unless the match is over."""
    for _ in range(number):
        play(phones, lambda phone, look: look["phase"] == "over" or is_over(phone, look))
        play(phones, lambda phone, look: look["phase"] != "over" or is_over(phone, look))


@dataclass
class Counted:
    """A second count, of what was heard alone. `hands`: the sentences of each; of what a page read
    out again when it was loaded, once."""

    hands: list[list[str]] = field(default_factory=list)

    @classmethod
    def of(cls, heard: Iterable[str]) -> Self:
        counted = cls()
        for sentence in heard:
            if DEALT in sentence:
                if counted.hands and counted.hands[-1][0] == sentence:
                    counted.hands.pop()
                counted.hands.append([])
            if counted.hands:
                counted.hands[-1].append(sentence)
        return counted

    @property
    def marks(self) -> list[str]:
        return [sentence for hand in self.hands for sentence in hand if MARKED.search(sentence)]

    def scores(self, a: str, b: str) -> list[tuple[int, int]]:
        """Of each game that was begun."""
        games: list[Counter[str]] = []
        for hand in self.hands:
            if not games or max(games[-1].values(), default=0) >= TO_WIN:
                games.append(Counter())
            for mark in filter(None, map(MARKED.search, hand)):
                games[-1][mark["who"]] += POINTS[mark["points"]]
        return [(game[a], game[b]) for game in games]


@dataclass
class OnlineClub:
    """`wrong`: what axe finds on the pages that lead to a table."""

    visits: Visits
    house: House
    wrong: list[str] = field(default_factory=list)

    def looks(self, page: Page) -> None:
        self.wrong += [f"{page.url}: {each}" for each in copied_violations(page)]

    def sits_down(self, who: str, host: str) -> Page:
        """From the list of tables, through the invitation."""
        page = self.page(who, f"{CLUB}online/")
        self.looks(page)
        page.get_by_role("main").get_by_role("link", name=re.compile(host)).first.tap()
        button = page.get_by_role("button", name="Sit down and play")
        button.wait_for()
        self.looks(page)
        button.tap()
        page.wait_for_url(re.compile(r"/online/\d+/$"))
        return page

    def page(self, who: str, path: str = "", **how: Any) -> Page:
        """`who`: of EMAILS, "director", or nobody. Without a worker, unless asked for."""
        page = self.visits.page(EMAILS.get(who, who), "", **{"worker": False, **how})
        page.context.add_init_script(EARS)
        if path:
            page.goto(path)
        return page

    def phone(
        self, who: str, path: str, *, way: str = "tap twice", scheme: Scheme = "light"
    ) -> Phone:
        page = self.page(who, path, scheme=scheme)
        phone = Phone.of(page, who, way)
        if way == "tap once":
            page.get_by_role("button", name="Menu").tap()
            page.get_by_label("Play a card with a single tap").check()
            page.get_by_role("button", name="Back to the table").tap()
        return phone

    def opens(self, who: str, guest: str, **terms: str) -> Page:
        """The page of the table where `who` waits; `terms`: choices of the form by their label."""
        page = self.page(who, f"{CLUB}online/new/", worker=True)
        page.get_by_label("Who is invited").select_option(label=guest)
        page.locator("summary", has_text="Format and laws").tap()
        self.looks(page)
        for name, value in terms.items():
            place = page.locator(f"[name={name}]")
            if place.first.get_attribute("type") == "radio":
                page.locator(f"[name={name}][value={value}]").check(force=True)
            else:
                place.select_option(value)
        page.get_by_role("button", name="Open the table").tap()
        page.wait_for_url(re.compile(r"/online/\d+/$"))
        return page

    def contest(self, kind: str, names: Sequence[str], code: str, **agreed: Any) -> str:
        """The path of a contest of these players, the first two of whom sit; for a counter."""
        director = self.house.person("director")
        plan = Plan(
            kind=kind,
            table=0,
            terms=MatchTerms(code, "one_game", 1),
            agreed={"stake": 1},
            players=[self.house.players[name].pk for name in names],
            **agreed,
        )
        night = evening(self.house, *EMAILS)
        plan = replace(plan, table=night.tables.order_by("pk")[0].pk)
        made = contest_open(by=director, evening=night, plan=plan)
        return f"{CLUB}contests/{made.pk}/"

    def deals_online(self, board: str) -> str:
        """Where the game that is due is played, once the director has dealt it."""
        page = self.page("director", board)
        page.locator(".deal").get_by_role("button", name="Play online").tap()
        page.wait_for_url(re.compile(r"/online/(\d+/)?$"))
        if "/matches/" in page.url:
            # How it is played is said for the first game; the next ones are played likewise.
            page.get_by_role("main").get_by_role("button", name="Play online").tap()
        page.wait_for_url(re.compile(r"/online/\d+/$"))
        page.context.close()
        return page.url
