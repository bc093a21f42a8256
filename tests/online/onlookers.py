"""Everybody who may look at a table online, and every byte that the site answers them."""

import json
import secrets
import time
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from http.cookies import SimpleCookie
from random import Random
from typing import Any

import pytest
from django.db import transaction
from django.test import Client, TestCase
from django.utils import timezone

from ecarte_club.clubs.models import AuditLogEntry, Player, User
from ecarte_club.clubs.permissions import Scope
from ecarte_club.core import live, logs
from ecarte_club.core.models import Outgoing
from games.engine.cards import NAMES
from games.engine.codes import Code
from games.engine.seats import Seat
from games.matches.services.matches import MatchTerms
from games.online.selectors.tables import Backing
from games.online.services.tables import table_of_match
from scoring.contests.rules.bets import BetLaid, Side
from scoring.contests.services.events import event_tell, game_deal
from scoring.contests.services.opening import Plan, contest_open
from tests.site.operations import READS
from tests.site.page_rows import PAGES
from tests.support import clubrooms
from tests.support.clubhouse import Api
from tests.support.scene import Scene, phone_api

from .worlds import World, dealt_as

Line = tuple[str, object]
FRENCH = {"Accept-Language": "fr"}
HTMX = {"HX-Request": "true"}


@dataclass(slots=True)
class Onlooker:
    """`who`: in the house, or "" for a visitor. `seat`: whose hand they see. `backs`: the side that
    they have a stake on, and whether they see that hand."""

    name: str
    who: str
    seat: Seat | None = None
    backs: Backing | None = None
    phone: bool = False
    reads_only: bool = False
    client: Client = field(init=False)
    cookies: SimpleCookie = field(init=False)
    api: Api = field(init=False)

    def enter(self, here: Scene) -> None:
        self.client = Client(raise_request_exception=True)
        if self.who:
            self.client.force_login(here.house.users[self.who])
        self.cookies = deepcopy(self.client.cookies)
        if self.phone:
            self.api = phone_api(here.phones[1])
        elif self.who:
            scopes = (Scope.READ,) if self.reads_only else tuple(Scope)
            self.api = here.house.api(self.who, scopes)
        else:
            self.api = Api()

    @property
    def audience(self) -> str:
        """Whose events they get."""
        if self.who in ("ann", "bob"):
            return "ab"[self.who == "bob"]
        if self.backs is not None and self.backs.sees:
            return f"backer_{self.backs.seat}"
        return "club" if self.who else "public"


PLAYER_A, PLAYER_B = Onlooker("player A", "ann", Seat.A), Onlooker("player B", "bob", Seat.B)
DIRECTOR = Onlooker("director", "director")
PHONE, VISITOR = Onlooker("phone of the table", "", phone=True), Onlooker("visitor", "")
BACKERS = (
    Onlooker("backer of A who sees the hand", "cyd", Seat.A, Backing("a", sees=True)),
    Onlooker("backer of B who sees the hand", "fay", Seat.B, Backing("b", sees=True)),
)
HIDDEN = Onlooker("backer of A under laws that hide it", "cyd", None, Backing("a", sees=False))
OTHERS = (
    Onlooker("spectator of the club", "eve"),
    Onlooker("program that only reads", "eve", reads_only=True),
    Onlooker("scorer", "scorer"),
    DIRECTOR,
    Onlooker("committee", "committee"),
    PHONE,
    VISITOR,
)
STAKE = 5


def onlookers_of(code: Code) -> tuple[Onlooker, ...]:
    backers = BACKERS if code.gallery_may_point.value else (HIDDEN,)
    return (PLAYER_A, PLAYER_B, *backers, *OTHERS)


def betted(here: Scene, code: str) -> Scene:
    """Ann and Bob play a game of a contest, under this code, on which Cyd has a stake for her and
    Fay for him; Eve looks on. `online`: their table. It counts in the season, so that the public
    may watch."""
    house, director = here.house, here.house.person("director")
    for name in ("eve", "fay"):
        user = User.objects.create_user(f"{name}@cercle.example", name=name)
        house.users[name] = user
        player = Player.objects.create(club=house.club, name=name.title(), user=user)
        house.players[name] = player
    pair = [house.players[name].pk for name in ("ann", "bob")]
    terms = MatchTerms(code, "one_game", 1)
    plan = Plan("match", here.ids["free_table"], terms, {}, gallery={}, players=pair)
    here.evening.refresh_from_db()
    contest = contest_open(by=director, evening=here.evening, plan=plan, seat_anyway=True)
    for name, side in (("cyd", Side.A), ("fay", Side.B)):
        laid = BetLaid(house.players[name].pk, side, STAKE)
        contest = event_tell(by=director, contest=contest, event=laid).contest
    match = game_deal(by=director, contest=contest, version=contest.version)[1]
    match.event = here.season.event
    match.save(update_fields=["event"])
    table = table_of_match(by=house.person("ann"), match=match)
    return replace(here, empty=match, ids={**here.ids, "online": table.pk})


# Nothing of it is answered at once, or it is the site itself.
UNREAD = {"leagues/{id}/events"}


@dataclass(frozen=True, slots=True)
class Address:
    path: str
    is_page: bool
    is_near: bool

    @property
    def name(self) -> str:
        return f"{'page' if self.is_page else 'api'} {self.path}"


def addresses(here: Scene) -> list[Address]:
    """Every page and every operation that reads, those of the table first."""
    match = here.empty.pk
    near = (
        Address(here.path("online-tables/{online}"), False, True),
        Address(here.path("/clubs/{slug}/online/{online}/"), True, True),
        Address(f"matches/{match}/notation", False, True),
        Address(f"/clubs/{here.house.club.slug}/matches/{match}/", True, True),
        Address(f"matches/{match}/entries", False, True),
        Address(here.path("online-tables/{online}/transcript"), False, True),
    )
    reads = [row.template for name, row in READS.items() if name not in UNREAD]
    pages = [row.path for row in PAGES.values() if row.reads]
    # The scene's other match is that of the rows; here is the one that is played online.
    paths = [(path, False) for path in reads] + [(path, True) for path in pages]
    far = []
    for path, is_page in paths:
        filled = here.path(path.replace("{match}", "{empty}"))
        if is_page and not filled.startswith("/"):
            filled = f"/clubs/{here.house.club.slug}/{filled}"
        far.append(Address(filled, is_page, False))
    return [*near, *far]


@dataclass(frozen=True, slots=True)
class Deed:
    """What happens next at the table: `way` and `body` of a request by `who`."""

    who: str
    way: str
    body: Mapping[str, Any]
    key: str = ""

    def of(self, world: World) -> Mapping[str, Any]:
        return (
            {**self.body, "act": world.act(self.body["act"])} if "act" in self.body else self.body
        )


@contextmanager
def still(monkeypatch: pytest.MonkeyPatch, now: float) -> Iterator[pytest.MonkeyPatch]:
    """Time stands, and what is drawn by lot beside the cards is the same each time."""
    random = Random(1)
    with monkeypatch.context() as patch:
        patch.setattr(time, "time", lambda: now)
        patch.setattr(time, "time_ns", lambda: int(now * 10**9))
        patch.setattr(timezone, "now", lambda: datetime.fromtimestamp(now, UTC))
        for module in (uuid, logs):
            patch.setattr(
                module, "uuid4", lambda: uuid.UUID(int=random.getrandbits(128), version=4)
            )
        patch.setattr(secrets, "choice", random.choice)
        yield patch


@dataclass(slots=True)
class Site:
    """The table of the scene, and what an onlooker gets of it in a world."""

    here: Scene
    players: Mapping[str, Api]
    monkeypatch: pytest.MonkeyPatch
    now: float = 0

    @property
    def table(self) -> int:
        return self.here.ids["online"]

    def do(self, deed: Deed, world: World) -> Any:
        path = f"online-tables/{self.table}/{deed.way}"
        return self.players[deed.who].post(path, deed.of(world), key=deed.key)

    def seen(
        self,
        onlooker: Onlooker,
        deed: Deed,
        world: World,
        asked: Sequence[Address],
        tries: Sequence[Deed],
        after: Callable[[], None] = lambda: None,
    ) -> list[Line]:
        """Every byte of the onlooker's, in order, as `deed` is done; then nothing of it was."""
        lines: list[Line] = []
        own = {f"online:{self.table}:{onlooker.audience}"}
        if onlooker.backs is not None and onlooker.backs.sees:
            own.add(f"online:{self.table}:backer:{self.here.house.players[onlooker.who].pk}")

        def send(topic: str, **what: object) -> None:
            if topic in own or not topic.startswith("online:"):
                lines.append((f"event {topic}", live_bytes(topic, what)))

        clubrooms._forget()
        onlooker.client.cookies = deepcopy(onlooker.cookies)
        with still(self.monkeypatch, self.now) as patch, transaction.atomic(), dealt_as(world):
            patch.setattr(live, "send", send)
            for api in self.players.values():
                # Both look first, so that what is kept for one could reach another.
                api.get(f"online-tables/{self.table}")
            with TestCase.captureOnCommitCallbacks(execute=True):
                answer = self.do(deed, world)
            if onlooker.who == deed.who:
                lines.append((f"answer to {deed.way}", whole(answer)))
            for api in self.players.values():
                api.get(f"online-tables/{self.table}")
            for address in asked:
                lines.extend(_read(onlooker, address))
            for number, one in enumerate(tries):
                lines.append((f"try {one}", self._tried(onlooker, one, number)))
            lines.append(("sent to programs", _rows_that_leave()))
            after()
            transaction.set_rollback(True)
        return lines

    def _tried(self, onlooker: Onlooker, deed: Deed, number: int) -> object:
        """What was refused; what was done is another story."""
        path = f"online-tables/{self.table}/{deed.way}"
        with transaction.atomic():
            answer = onlooker.api.post(path, deed.body, key=f"try-{number}")
            transaction.set_rollback(True)
        return whole(answer) if answer.status_code >= 400 else answer.status_code


class Heard(live.Hub):
    """Keeps what it would send."""

    def __init__(self) -> None:
        super().__init__()
        self.text = ""

    def _tell(self, event: str, topic: str | None) -> None:
        self.text += event


def live_bytes(topic: str, what: Mapping[str, Any]) -> bytes:
    """As the stream has it."""
    hub = Heard()
    hub.tell(topic, **what)
    return hub.text.encode()


def _read(onlooker: Onlooker, address: Address) -> Iterator[Line]:
    if address.is_page:
        for how in ({}, HTMX | FRENCH) if address.is_near else ({},):
            yield address.name, whole(onlooker.client.get(address.path, headers=how))
        return
    answer = onlooker.api.get(address.path)
    yield address.name, whole(answer)
    if tag := answer.get("ETag"):
        again = onlooker.api.client.get(
            f"/api/v1/{address.path}", headers={**onlooker.api.headers, "If-None-Match": tag}
        )
        yield f"{address.name} again", whole(again)


def whole(answer: Any) -> tuple[int, tuple[tuple[str, str], ...], bytes]:
    """Status, headers and cookies, and content."""
    content = answer.getvalue() if answer.streaming else answer.content
    cookies = [("Set-Cookie", morsel.OutputString()) for morsel in answer.cookies.values()]
    return answer.status_code, (*sorted(answer.items()), *cookies), content


def _rows_that_leave() -> bytes:
    """What webhooks send, and the audit log."""
    models = (Outgoing, AuditLogEntry)
    rows = [row for model in models for row in model._default_manager.order_by("pk").values()]
    return json.dumps(rows, default=str).encode()


WORDS = ("propose", "stand", "accept", "refuse", "not_enough", "king", "mark", "abandon", "-")


def tries(version: int, random: Random, number: int) -> list[Deed]:
    """What they may not do, or may: in any case the answer says nothing of what they do not see."""
    cards = random.sample(NAMES, 6)
    acts = [*cards[:4], *random.sample(WORDS, 2), "-" + " ".join(cards[4:]), "nonsense"]
    made = [Deed("", "acts", {"version": version, "act": act}) for act in acts]
    made.append(Deed("", "acts", {"version": version, "act": cards[0], "king": True}))
    made.append(Deed("", "acts", {"version": version - 1, "act": cards[0]}))
    made += [Deed("", "pointing", {"version": version, "at": at}) for at in (*cards[:3], "propose")]
    made.append(Deed("", "links", {"links": {"1": "0" * 64}}))
    made += [Deed("", way, {}) for way in ("claim", "close", "rematch", "hand-annulment")]
    return random.sample(made, number)
