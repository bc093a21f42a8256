"""Pages of matches that are open in browsers, as `static/js/live.js` keeps them up to date, without
a browser: many of them, in one thread."""

import asyncio
import json
import re
import ssl
from collections.abc import Callable
from dataclasses import dataclass, field
from html import unescape
from threading import Event, Thread
from time import monotonic

import httpx

from ecarte_club.core.nchan import SILENCE

# Seconds, as in the script and in htmx's settings; and what browsers wait to connect again.
POLL, PATIENCE, RETRY = 5.0, 10.0, 3.0
SHOWN = re.compile(r'data-live="(match:[^"]+)"\s+data-version="(\d+)"')


@dataclass(slots=True)
class OpenPage:
    """`shown`: when it first had which version. `silences`: how often it heard nothing for long."""

    match: int
    path: str
    live: str
    client: httpx.AsyncClient
    headers: dict[str, str]
    version: int = -1
    newest: int = 0
    ticket: str = ""
    is_live: bool = False
    silences: int = 0
    polls: int = 0
    shown: list[tuple[float, int]] = field(default_factory=list)
    _asking: asyncio.Task[None] | None = None
    _asks_again: bool = False

    @property
    def state(self) -> str:
        line = "live" if self.is_live else "not live"
        return f"match {self.match}: version {self.version} of {self.newest}, {line}"

    async def open(self) -> None:
        answer = await self.client.get(self.path, headers=self.headers, timeout=60)
        assert answer.status_code == 200, answer.text
        self._show(answer.text)
        await asyncio.gather(self._listen(), self._poll())

    def ask(self) -> None:
        """As with htmx: one question at a time, and who asks meanwhile waits for it, once."""
        self._asks_again = True
        if self._asking is None or self._asking.done():
            self._asking = asyncio.create_task(self._ask_on())

    async def _ask_on(self) -> None:
        """What goes wrong is asked again by whoever polls."""
        while self._asks_again:
            self._asks_again = False
            query = {"have": str(self.version)}
            if self.newest > self.version:
                query["want"] = str(self.newest)
            headers = {**self.headers, "HX-Request": "true"}
            try:
                answer = await self.client.get(f"{self.path}now/", params=query, headers=headers)
            except httpx.TransportError:
                continue
            if answer.status_code == 200:
                self._show(answer.text)
                self._asks_again |= self.newest > self.version
            elif answer.status_code == 204:
                self.ticket = answer.headers["Live-Ticket"]

    def _show(self, text: str) -> None:
        found = SHOWN.search(text)
        assert found, text
        self.ticket, version = unescape(found[1]), int(found[2])
        if version > self.version:
            self.shown.append((monotonic(), version))
            self.version = version

    async def _poll(self) -> None:
        while True:
            await asyncio.sleep(POLL)
            if not self.is_live:
                self.polls += 1
                self.ask()

    async def _listen(self) -> None:
        while True:
            wait = RETRY
            try:
                wait = await self._stream()
            except httpx.ReadTimeout:
                # It says nothing: the page asks, and connects again, at once.
                self.silences += 1
                self.is_live, wait = False, 0
                self.ask()
            except httpx.TransportError:
                pass
            self.is_live = False
            await asyncio.sleep(wait)

    async def _stream(self) -> float:
        """Seconds until it connects again."""
        silent = httpx.Timeout(SILENCE)
        query, headers = {"t": self.ticket}, {"Accept": "text/event-stream"}
        async with self.client.stream(
            "GET", self.live, params=query, headers=headers, timeout=silent
        ) as answer:
            if answer.status_code != 200:
                return 2 * POLL
            name = ""
            async for line in answer.aiter_lines():
                if line.startswith("event: "):
                    name = line.removeprefix("event: ")
                elif line.startswith("data: "):
                    self._hear(name, line.removeprefix("data: "))
        return RETRY

    def _hear(self, name: str, data: str) -> None:
        if name == "beat" and not self.is_live:
            self.is_live = True
            self.ask()
        elif name == "version":
            self.newest = max(self.newest, json.loads(data)["version"])
            if self.newest > self.version:
                self.ask()


@dataclass(slots=True)
class Browsers:
    """`enter`: called by their thread, which is then where they are."""

    site: str
    host: str
    live: str
    trust: ssl.SSLContext
    enter: Callable[[], None]
    pages: list[OpenPage] = field(default_factory=list)
    _ended: Event = field(default_factory=Event)
    _failures: list[BaseException] = field(default_factory=list)

    def open(self, paths: dict[int, str]) -> Thread:
        """Of these matches; returns when all are live."""
        thread = Thread(target=self._run, args=(paths,), daemon=True)
        thread.start()
        until = monotonic() + 60
        while len(self.pages) < len(paths) or not all(page.is_live for page in self.pages):
            assert thread.is_alive()
            assert monotonic() < until, [one.state for one in self.pages]
            self._ended.wait(0.05)
        return thread

    def close(self, thread: Thread) -> None:
        self._ended.set()
        thread.join(30)
        assert not thread.is_alive()
        assert not self._failures, self._failures

    def _run(self, paths: dict[int, str]) -> None:
        self.enter()
        asyncio.run(self._all(paths))

    async def _all(self, paths: dict[int, str]) -> None:
        limits = httpx.Limits(max_connections=None)
        async with httpx.AsyncClient(
            base_url=self.site, verify=self.trust, timeout=PATIENCE, limits=limits
        ) as client:
            headers = {"Host": self.host}
            self.pages += [
                OpenPage(match, path, self.live, client, headers) for match, path in paths.items()
            ]
            tasks = [asyncio.create_task(page.open()) for page in self.pages]
            while not self._ended.is_set() and not any(task.done() for task in tasks):
                await asyncio.sleep(0.1)
            for task in tasks:
                task.cancel()
            done = await asyncio.gather(*tasks, return_exceptions=True)
            self._failures += [
                one for one in done if one and not isinstance(one, asyncio.CancelledError)
            ]
