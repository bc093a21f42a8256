"""Who watches what in this process, and the way from a writing thread to a watching loop."""

import asyncio
import json
import threading
from collections.abc import Iterable
from dataclasses import dataclass, field

# A watcher that does not read is told the newest things only: older versions mean nothing to it.
WAITING_MOST = 64


@dataclass(eq=False, slots=True)
class Watcher:
    topics: frozenset[str]
    loop: asyncio.AbstractEventLoop
    queue: asyncio.Queue[str] = field(default_factory=lambda: asyncio.Queue(WAITING_MOST))

    def hear(self, event: str) -> None:
        if self.queue.full():
            self.queue.get_nowait()
        self.queue.put_nowait(event)


class Hub:
    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._watchers: set[Watcher] = set()

    def join(self, topics: Iterable[str]) -> Watcher:
        watcher = Watcher(frozenset(topics), asyncio.get_running_loop())
        with self._lock:
            self._watchers.add(watcher)
        return watcher

    def leave(self, watcher: Watcher) -> None:
        with self._lock:
            self._watchers.discard(watcher)

    def version(self, topic: str, version: int) -> None:
        """From any thread: tell the topic's watchers."""
        data = json.dumps({"topic": topic, "version": version})
        self._tell(f"event: version\ndata: {data}\n\n", topic)

    def typing(self, topic: str, pad: str) -> None:
        """From any thread: somebody makes choices at `topic`, on the page that calls itself so."""
        data = json.dumps({"topic": topic, "pad": pad})
        self._tell(f"event: typing\ndata: {data}\n\n", topic)

    def everybody(self, name: str) -> None:
        """From any thread: `lost` (ask for yourselves until further notice) or `hello`."""
        self._tell(f"event: {name}\ndata: {{}}\n\n", None)

    def _tell(self, event: str, topic: str | None) -> None:
        with self._lock:
            watchers = [w for w in self._watchers if topic is None or topic in w.topics]
        for watcher in watchers:
            if not watcher.loop.is_closed():
                watcher.loop.call_soon_threadsafe(watcher.hear, event)


hub = Hub()
