"""The table's page on a site that a test plays itself: what it answers, and what happens live."""

import json
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.template.loader import render_to_string
from django.test import RequestFactory, override_settings
from django.utils import translation
from playwright.sync_api import Page, Route, expect

from games.online.labels import table_words

from .table_files import file, joined
from .visits import PATIENCE

PATH = "/clubs/a-club/online/7/"
API = "/api/v1/online-tables/7"
CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
PLAIN_STATIC = {
    **settings.STORAGES,
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
ADDRESSES = {
    "back": "/clubs/a-club/online/",
    "lobby": "/clubs/a-club/online/",
    "law": "/laws/london/0/",
    "match": "/clubs/a-club/matches/0/",
    "hand": "/clubs/a-club/matches/0/hands/0/",
    "review": "/clubs/a-club/matches/0/post-mortem/",
    "invitation": "http://table.test/o/7Kq2mX/",
    "transcript": "/clubs/a-club/online/7/transcript/",
    "verify": "/verify/#transcript=/clubs/a-club/online/7/transcript/",
}

State = dict[str, Any]
PLAYERS = {
    "a": {"id": 4, "name": "Alice", "here": True, "ready": True},
    "b": {"id": 5, "name": "Bob", "here": True, "ready": True},
}
TABLE: State = {
    "id": 7,
    "version": 10,
    "match": 33,
    "status": "playing",
    "audience": "a",
    "players": PLAYERS,
    "code": "london",
    "score": {"a": 3, "b": 1},
    "games": {"a": 1, "b": 0},
    "game": 2,
    "games_of": 3,
    "format": "rubber",
    "draw": None,
    "cut": [{"a": "KH", "b": "7S"}],
    "hand": None,
    "last": {"number": 12, "seat": "b", "act": "refuse", "king": False, "head": "0" * 64},
    "clock": None,
    "chain": {"a": None, "b": {"end": "b" * 64, "from": 1, "last": None}, "server": {"end": "5"}},
    "claim": False,
    "points": [],
    "result": None,
}
OWN = ["8C", "QC", "TD", "KH", "AS"]
HAND: State = {
    "draw": 5,
    "dealer": "b",
    "phase": "proposal",
    "to_act": "a",
    "turn_up": "9H",
    "trump": "H",
    "stock": 21,
    "cards": {"a": 5, "b": 5},
    "own": OWN,
    "words": [],
    "played": [],
    "lead": None,
    "tricks": {"a": 0, "b": 0},
    "marks": [],
    "legal": ["propose", "stand", "abandon"],
    "discard": None,
    "refused": {},
}
REFUSED_ONCE = {"phase": "play", "words": [["a", "propose"], ["b", "refuse"]]}


def table(hand: Mapping[str, Any] | None = None, **changes: Any) -> State:
    """In play by Alice (A, who looks at it) and Bob; `hand`: what differs from the first look."""
    state = deepcopy({**TABLE, **changes})
    if hand is not None:
        state["hand"] = deepcopy({**HAND, **hand})
    return state


def to_lead(**changes: Any) -> State:
    """Alice proposed and Bob refused: she leads, and has the king of trumps."""
    return table({**REFUSED_ONCE, "legal": [*OWN, "king", "abandon"]}, **changes)


def bound(**changes: Any) -> State:
    """Bob leads the queen of hearts: only Alice's king may be played."""
    refused = {card: {"code": "follow_suit", "law": "law 43"} for card in ("8C", "TD", "AS")}
    refused["7H"] = {"code": "take_the_trick", "law": "law 43"}
    hand = {
        "dealer": "a",
        "phase": "play",
        "words": [["b", "propose"], ["a", "accept"], ["b", 3], ["a", 2], ["b", "stand"]],
        "own": ["8C", "TD", "7H", "KH", "AS"],
        "played": [["b", "QH"]],
        "lead": "QH",
        "cards": {"a": 5, "b": 4},
        "legal": ["KH", "king", "abandon"],
        "refused": refused,
    }
    return table(hand, **changes)


def discarding(**changes: Any) -> State:
    words = [["a", "propose"], ["b", "accept"]]
    most = {"least": 1, "most": 5}
    hand = {"phase": "discard_elder", "words": words, "legal": ["abandon"], "discard": most}
    return table(hand, **changes)


def hand_over(**changes: Any) -> State:
    """Alice stood and held the king; Bob made three tricks."""
    order = ["aKH", "b9H", "aQC", "bKC", "b7S", "aAS", "a8C", "bAC", "bQS", "aTD"]
    hand = {
        "phase": "over",
        "to_act": None,
        "words": [["a", "stand"], ["a", "king"]],
        "own": [],
        "cards": {"a": 0, "b": 0},
        "played": [[play[0], play[1:]] for play in order],
        "tricks": {"a": 2, "b": 3},
        "marks": [
            {"seat": "a", "kind": "king_held", "points": 1, "law": "law 47"},
            {"seat": "b", "kind": "point", "points": 2, "law": "law 49"},
        ],
        "legal": [],
    }
    waits = {"number": 6, "kind": "hand", "missing": ["a", "b"]}
    return table(hand, **{"score": {"a": 4, "b": 3}, "draw": waits, **changes})


def match_over(**changes: Any) -> State:
    won = hand_over(score={"a": 5, "b": 3}, draw=None, status="over")
    won["result"] = {"winner": "a", "hands": [4, 5]}
    return {**won, **changes}


def public(**changes: Any) -> State:
    hand = {"own": None, "phase": "play", "words": [["a", "stand"]], "played": [["a", "QC"]]}
    left = {"lead": "QC", "cards": {"a": 4, "b": 5}, "to_act": "b", "legal": []}
    return table({**hand, **left}, audience="public", **changes)


def clock(turn: str, seconds: float, *, ahead: float = 0) -> State:
    """`seconds` are left, 90 of them in reserve. `ahead`: how wrong the device's clock is."""
    now = datetime.now(UTC) + timedelta(seconds=ahead)
    deadline = now + timedelta(seconds=seconds)
    reserve = {"a": 90_000, "b": 90_000}
    stamps = {"deadline": deadline.isoformat(), "now": now.isoformat()}
    return {"seconds": 30, "reserve": reserve, "turn": turn, **stamps}


@dataclass(slots=True)
class Post:
    path: str
    key: str
    body: State


@dataclass
class Table:
    """`state`: what the site has. `answers`: to the next posts, in order; None is no answer at all.

    A post without one is answered with the state as it is. `advice`: the words of the adviser, in
    practice.
    """

    page: Page
    state: State
    language: str = "en"
    posts: list[Post] = field(default_factory=list)
    answers: list[tuple[int, State] | None] = field(default_factory=list)
    advice: State | None = None
    troubles: list[str] = field(default_factory=list)

    def console(self, kind: str, text: str) -> None:
        if kind == "error" and not text.startswith("Failed to load resource"):
            self.troubles.append(text)

    def handle(self, route: Route) -> None:
        request = route.request
        path = urlsplit(request.url).path
        if path.startswith("/static/"):
            content, kind = file(path)
            route.fulfill(body=content, content_type=kind)
        elif path == PATH:
            headers = {"Content-Security-Policy": CSP}
            route.fulfill(body=self.html(), content_type="text/html", headers=headers)
        elif request.method == "POST":
            self._post(route, path)
        elif path == API:
            route.fulfill(json=self.state)
        else:
            route.fulfill(body="<title>Elsewhere</title>", content_type="text/html")

    def _post(self, route: Route, path: str) -> None:
        body = json.loads(route.request.post_data or "{}")
        key = route.request.headers["idempotency-key"]
        self.posts.append(Post(path.removeprefix(f"{API}/"), key, body))
        if path == f"{API}/chain":
            self.publish(body["end"])
        if path == f"{API}/advice":
            advised = {"words": self.advice}
            route.fulfill(status=201, json={"id": 7, "requests": 1, "advice": advised})
            return
        answer = self.answers.pop(0) if self.answers and path == f"{API}/acts" else (200, None)
        if answer is None:
            route.abort()
        else:
            status, content = answer
            route.fulfill(status=status, json=self.state if content is None else content)

    def publish(self, end: str) -> None:
        seat = self.state["audience"]
        self.change(chain={**self.state["chain"], seat: {"end": end, "from": 5, "last": None}})

    def change(self, **changes: Any) -> State:
        self.state = {**self.state, **changes, "version": self.state["version"] + 1}
        return self.state

    def goes_to(self, state: State) -> "Table":
        """Live: as `state`, with the chains as they are published."""
        self.change(**{**state, "chain": self.state["chain"], "version": 0})
        self.news(state=self.state)
        return self

    def news(self, **data: Any) -> None:
        self.page.evaluate("data => window.news('online', data)", data)

    def html(self) -> str:
        names = {seat: self.state["players"][seat]["name"] for seat in "ab"}
        with translation.override(self.language), override_settings(STORAGES=PLAIN_STATIC):
            context = {
                "state": self.state,
                "words": table_words(),
                "addresses": ADDRESSES,
                "api": API,
                "ticket": "ticket",
                "live_url": "/live/",
                "back_name": "Online tables",
                "is_practice": self.advice is not None,
                "near": names["a"],
                "far": names["b"],
                **names,
            }
            request = RequestFactory().get(PATH)
            return joined(render_to_string("online/table.html", context, request=request))

    # What a player does and sees

    def card(self, number: int) -> Any:
        return self.page.locator(f"#card-{number}")

    def choice(self, name: str) -> Any:
        return self.page.locator("#choices").get_by_role("button", name=name, exact=True)

    def tap_card(self, number: int) -> None:
        """Also one that may not be played: it says why."""
        self.card(number).click(force=True)

    def sent(self, path: str = "acts") -> list[State]:
        return [post.body for post in self.posts if post.path == path]

    def expect_sent(self, number: int, path: str = "acts") -> list[State]:
        """Waits until so many were posted there."""
        for _ in range(PATIENCE // 50):
            if len(self.sent(path)) >= number:
                break
            self.page.wait_for_timeout(50)
        assert len(self.sent(path)) == number
        return self.sent(path)

    @property
    def choices(self) -> list[str]:
        return self.page.locator("#choices .choice-text").all_inner_texts()

    @property
    def log(self) -> list[str]:
        return self.page.locator("#log li").all_inner_texts()

    def ready(self) -> "Table":
        """Once this device's chain is published."""
        seat = self.state["audience"]
        if self.state["chain"].get(seat, "") is None:
            self.expect_sent(1, "chain")
        expect(self.page.locator("#online")).to_have_attribute(
            "data-version", str(self.state["version"])
        )
        return self
