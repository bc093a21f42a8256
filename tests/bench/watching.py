"""Players and spectators of many tables, each with a live connection, in one process.

They play at the pace of people, on what their streams bring them, as the site's own page does.
"""

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

from tests.online.devices import LINKS, any_act, link, may_act

State = dict[str, Any]
# Seconds that a player thinks.
PAUSE = 1.0, 3.0
LINE_MOST = 1 << 20
# Actions at each table that are not counted, and the seconds that they may take.
WARM, WARM_MOST = 3, 90.0
AT_ONCE = 40


@dataclass
class Table:
    """`sent`: by whom and when each action was sent, by the version that it was made on."""

    id: int
    sent: dict[int, tuple[str, float]] = field(default_factory=dict)

    def sent_between(self, first: int, version: int) -> list[tuple[str, float]]:
        """Of which a state of this version is the first to tell, after one of the `first`."""
        return [self.sent[one] for one in range(first, version) if one in self.sent]


@dataclass
class Figures:
    """Seconds: until an action was answered, until the opponent had it, until spectators had."""

    answered: list[float] = field(default_factory=list)
    opponent: list[float] = field(default_factory=list)
    spectator: list[float] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)


class Web:
    """One kept connection to the site."""

    def __init__(self, port: int, secret: str) -> None:
        self.port, self.secret = port, secret
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def get(self, path: str) -> tuple[int, State]:
        return await self._ask("GET", path, b"")

    async def post(self, path: str, body: object) -> tuple[int, State]:
        return await self._ask("POST", path, json.dumps(body).encode())

    async def _ask(self, method: str, path: str, content: bytes) -> tuple[int, State]:
        if self.streams is None:
            self.streams = await asyncio.open_connection("127.0.0.1", self.port, limit=LINE_MOST)
        reader, writer = self.streams
        head = (
            f"{method} /api/v1/{path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n"
            f"Authorization: Bearer {self.secret}\r\nContent-Type: application/json\r\n"
            f"Idempotency-Key: {uuid4().hex}\r\nContent-Length: {len(content)}\r\n\r\n"
        )
        writer.write(head.encode() + content)
        status = int((await reader.readline()).split()[1])
        length = 0
        while (line := (await reader.readline()).strip().lower()) != b"":
            if line.startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        return status, json.loads(await reader.readexactly(length))


async def events(port: int, ticket: str) -> AsyncIterator[State]:
    """The states that a live connection brings."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=LINE_MOST)
    path = f"/live/?{urlencode({'t': ticket})}"
    writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
    if b" 200 " not in (first := await reader.readline()):
        raise ConnectionError(first)
    while line := await reader.readline():
        if line.startswith(b"data: ") and b'"state"' in line:
            yield json.loads(line[6:])["state"]


class Phone:
    """A player's: acts when its stream says that it is their turn."""

    def __init__(self, table: Table, seat: str, own: dict[str, Any], web: int, live: int) -> None:
        self.table, self.seat, self.own, self.live = table, seat, own, live
        self.web = Web(web, own["secret"])
        self.random = Random(f"{table.id}{seat}")
        self.newest: asyncio.Queue[State] = asyncio.Queue()

    async def watch(self, figures: Figures) -> None:
        seen = 0
        async for state in events(self.live, self.own["ticket"]):
            now = perf_counter()
            for seat, began in self.table.sent_between(seen, state["version"]):
                if seat != self.seat:
                    figures.opponent.append(now - began)
            seen = max(seen, state["version"])
            self.newest.put_nowait(state)

    async def play(self, figures: Figures) -> None:
        base = f"online-tables/{self.table.id}"
        status, state = await self.web.post(f"{base}/phrases", {"phrase": "thank_you"})
        while status != 201 or state["status"] == "playing":
            if status != 201:
                figures.failed.append(json.dumps(state)[:200])
                return
            draw = state["draw"]
            if draw and self.seat in draw["missing"]:
                number = draw["number"]
                steps = LINKS - (number - self.own["from"] + 1)
                opened = link(bytes.fromhex(self.own["seed"]), steps).hex()
                links = {"links": {str(number): opened}}
                status, state = await self.web.post(f"{base}/links", links)
            elif may_act(state):
                await asyncio.sleep(self.random.uniform(*PAUSE))
                act, king = any_act(state, self.random)
                sent = {"version": state["version"], "act": act, "king": king}
                began = perf_counter()
                self.table.sent[state["version"]] = self.seat, began
                status, state = await self.web.post(f"{base}/acts", sent)
                figures.answered.append(perf_counter() - began)
            else:
                state = await self._next(state["version"])

    async def _next(self, version: int) -> State:
        while True:
            state = await self.newest.get()
            if state["version"] > version:
                return state


async def spectate(table: Table, live: int, ticket: str, figures: Figures) -> None:
    seen = 0
    async for state in events(live, ticket):
        now = perf_counter()
        for _seat, began in table.sent_between(seen, state["version"]):
            figures.spectator.append(now - began)
        seen = max(seen, state["version"])


async def run(web: int, live: int, seconds: float, spectators: int, made: list[Any]) -> Figures:
    figures, tasks = Figures(), []
    phones: list[Phone] = []
    for number, one in enumerate(made):
        table = Table(one["table"])
        for seat, own in one["seats"].items():
            phones.append(Phone(table, seat, own, web, live))
            tasks.append(asyncio.create_task(phones[-1].watch(figures)))
        here = spectators // len(made) + (number < spectators % len(made))
        watching = (spectate(table, live, one["ticket"], figures) for _spectator in range(here))
        tasks += [asyncio.create_task(one) for one in watching]
        if number % AT_ONCE == AT_ONCE - 1:
            await asyncio.sleep(0.2)
    await asyncio.sleep(2)
    tasks += [asyncio.create_task(phone.play(figures)) for phone in phones]
    # Until connections are open and every process is warm.
    until = perf_counter() + WARM_MOST
    while min(len(one.table.sent) for one in phones) < WARM and perf_counter() < until:
        await asyncio.sleep(0.1)
    for found in (figures.answered, figures.opponent, figures.spectator):
        found.clear()
    await asyncio.sleep(seconds)
    figures.failed += [repr(one.exception()) for one in tasks if one.done() and one.exception()]
    for task in tasks:
        task.cancel()
    return figures


def work(web: str, live: str, seconds: str, spectators: str, path: str) -> dict[str, list[Any]]:
    """`path`: of what tests.bench.seating made, as JSON."""
    made = json.loads(Path(path).read_text())
    playing = run(int(web), int(live), float(seconds), int(spectators), made)
    return vars(asyncio.run(playing))
