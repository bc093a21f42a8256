"""Who watches a thing hears its version when it changes, and then asks for it as for any page.

Of most things only "topic, version" travels here, so a lost message loses nothing: the next one, or
the watcher's own question on return, brings the page up to date. Events of tables online carry what
changed, whole, and a gap is mended by one question too. A write announces in its own process, or
over Redis when one is configured; the live server relays to the browsers as server-sent events.
With LIVE_ENGINE=nchan nginx does that (see core.nchan).
"""

import asyncio
import json
import logging
import re
import threading
import time
from collections.abc import (
    AsyncGenerator,
    AsyncIterator,
    Awaitable,
    Callable,
    Iterable,
    Iterator,
    Mapping,
)
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import timedelta
from urllib.parse import parse_qs

import redis
import redis.asyncio
from django.conf import settings
from django.core.cache import cache
from django.core.serializers.json import DjangoJSONEncoder
from django.core.signing import BadSignature, TimestampSigner
from django.db import transaction
from django.utils.translation import gettext_lazy
from redis.backoff import NoBackoff
from redis.retry import Retry

from . import nchan, outages, streams
from .exceptions import Denied, Fault
from .shared_cache import purge_after_commit, topic_key
from .streams import Receive, Scope, Send

log = logging.getLogger(__name__)
CHANNEL = "live"
# Seconds: without Redis, before it is tried again, by writers and by listeners.
REST, PAUSE, MARGIN = 5.0, 1.0, 0.5
# A watcher that does not read is told the newest things only: older versions mean nothing to it.
WAITING_MOST = 64
SALT = "live"
GOOD_FOR = timedelta(days=1)
TICKETS_MOST = 20
# An event, not a comment: a page that hears none for a while knows that its line is dead.
HEARTBEAT = 15.0
SILENCE = 40.0
"""Seconds, until a page that hears nothing asks for itself."""
BEAT = "event: beat\ndata: {}\n\n"
PAD = re.compile(r"[0-9a-z-]{8,40}")
# Pages that ask every five seconds hear of it once or twice more after the last choice.
KEPT = 15
PADS_MOST = 8


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

    def tell(self, topic: str, event: str = "", **what: object) -> None:
        """From any thread. `event` and `what` are those of `_described`."""
        name, data = _described(topic, event, what)
        self._tell(f"event: {name}\ndata: {data}\n\n", topic)

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


def _described(topic: str, event: str, what: Mapping[str, object]) -> tuple[str, str]:
    """Name and data of an event: the `version` of a topic; the `pad` (a page, by the name that it
    gives itself) on which somebody makes choices there; or what another `event` says, in one line.
    """
    name = event or ("typing" if "pad" in what else "version")
    return name, json.dumps({"topic": topic, **what}, cls=DjangoJSONEncoder)


_collected: ContextVar[dict[str, int] | None] = ContextVar("collected", default=None)


@contextmanager
def collected() -> Iterator[dict[str, int]]:
    """What is announced within, by topic: its newest version."""
    versions: dict[str, int] = {}
    token = _collected.set(versions)
    try:
        yield versions
    finally:
        _collected.reset(token)


def announce(topic: str, version: int) -> None:
    """Tell who watches, once the running transaction is committed. Never fails a write."""
    purge_after_commit(topic_key(topic))
    if (versions := _collected.get()) is not None:
        versions[topic] = version

    def tell() -> None:
        """Not a partial: Django reports what a robust hook raises under the hook's own name."""
        send(topic, version=version)

    transaction.on_commit(tell, robust=True)


def send(topic: str, event: str = "", **what: object) -> None:
    """To pages, at once. `event` and `what` are those of `_described`."""
    if settings.LIVE_ENGINE == "nchan":
        name, data = _described(topic, event, what)
        nchan.publish(nchan.Event(topic, name, data, is_newest="version" in what))
    else:
        wake(topic, event, **what)


def wake(topic: str, event: str = "", **what: object) -> None:
    """The same to those who are `listening` in this program, whatever engine pages have."""
    message = {"event": event, **what} if event else what
    if settings.REDIS_URL:
        publisher.publish({"topic": topic, **message})
    else:
        hub.tell(topic, **message)  # type: ignore[arg-type]  # its event is a text


class Publisher:
    """While Redis is away nothing is sent, nor waited for more than once in 5 s."""

    def __init__(self) -> None:
        self._client: redis.Redis | None = None
        self._rests_until = 0.0

    def publish(self, message: Mapping[str, object]) -> None:
        if time.monotonic() < self._rests_until:
            return
        if self._client is None:
            self._client = redis.Redis.from_url(
                settings.REDIS_URL,
                socket_connect_timeout=0.2,
                socket_timeout=0.2,
                retry=Retry(NoBackoff(), 0),
            )
        try:
            self._client.publish(CHANNEL, json.dumps(message, cls=DjangoJSONEncoder))
        except (redis.RedisError, OSError) as error:
            self._rests_until = time.monotonic() + REST
            log.warning("Live pages will have to ask: Redis does not answer.", exc_info=error)


publisher = Publisher()


class Relay:
    """`hears` says whether every message arrives just now; watchers are told when that changes."""

    def __init__(self) -> None:
        self.hears = False
        self._was_deaf = False
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Idempotent; must be called in the loop that serves the watchers."""
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._run())

    async def _run(self) -> None:
        while True:
            try:
                await self._listen()
            except (redis.RedisError, OSError) as error:
                log.warning("Live connections are deaf: Redis does not answer.", exc_info=error)
            self._was_deaf = True
            if self.hears:
                self.hears = False
                hub.everybody("lost")
            await asyncio.sleep(PAUSE)

    async def _listen(self) -> None:
        client = redis.asyncio.Redis.from_url(settings.REDIS_URL, health_check_interval=5)
        async with client, client.pubsub() as pubsub:
            await pubsub.subscribe(CHANNEL)
            # A writer may still pause after a failure of its own, and sends nothing until then.
            pause = REST + MARGIN if self._was_deaf else 0
            hearing = asyncio.get_running_loop().call_later(pause, self._hear)
            try:
                async for message in pubsub.listen():
                    if message["type"] == "message":
                        hub.tell(**json.loads(message["data"]))
            finally:
                hearing.cancel()

    def _hear(self) -> None:
        self.hears, self._was_deaf = True, False
        outages.current.end_those_over()
        hub.everybody("hello")


relay = Relay()


# Whether something was heard, within so many seconds.
Heard = Callable[[float], Awaitable[bool]]


@asynccontextmanager
async def listening(topic: str) -> AsyncIterator[Heard]:
    """Versions say nothing here: listeners look for themselves, and what came at once is one."""
    if settings.REDIS_URL:
        relay.start()
    watcher = hub.join([topic])

    async def heard(seconds: float) -> bool:
        try:
            await asyncio.wait_for(watcher.queue.get(), seconds)
        except TimeoutError:
            return False
        while not watcher.queue.empty():
            watcher.queue.get_nowait()
        return True

    try:
        yield heard
    finally:
        hub.leave(watcher)


def silence() -> float:
    """Seconds without a word, after which a page asks for itself."""
    return nchan.SILENCE if settings.LIVE_ENGINE == "nchan" else SILENCE


def start() -> None:
    """By the process that serves live connections, when it starts."""
    if settings.LIVE_ENGINE == "nchan":
        nchan.heart.start()


def ticket(*topics: str) -> str:
    return TimestampSigner(salt=SALT).sign(" ".join(topics))


def topics_of(ticket: str) -> list[str]:
    """None when the ticket is forged or too old."""
    try:
        return TimestampSigner(salt=SALT).unsign(ticket, max_age=GOOD_FOR).split()
    except BadSignature:
        return []


FORGED = gettext_lazy("This page is too old to stay up to date by itself. Load it again.")
INVALID = gettext_lazy("Live connections are neither cached nor resumed.")


async def stream(scope: Scope, receive: Receive, send: Send) -> None:
    """GET /live/?t=TICKET[&t=TICKET…]: `hello`, then `version`, `typing` and `beat`;
    `lost` when deaf."""
    query = parse_qs(scope.get("query_string", b"").decode("latin-1"))
    tickets = query.get("t", [])[:TICKETS_MOST]
    topics = {topic for ticket in tickets for topic in topics_of(ticket)}
    if scope["method"] != "GET" or not topics:
        await streams.refuse(send, streams.request_of(scope), Denied(FORGED))
        return
    if settings.LIVE_ENGINE == "nchan":
        await _hand_over(scope, send, topics)
        return
    if settings.REDIS_URL:
        relay.start()
    watcher = hub.join(topics)
    try:
        await streams.stream(scope, receive, send, _events(watcher))
    finally:
        hub.leave(watcher)


async def _hand_over(scope: Scope, send: Send, topics: set[str]) -> None:
    """To nginx, which holds the connection from now on."""
    request = streams.request_of(scope)
    if "If-None-Match" in request.headers or "If-Modified-Since" in request.headers:
        # nchan would read from them where to go on, and some values end its process (1.3.6).
        await streams.refuse(send, request, Fault("invalid", INVALID))
        return
    place = nchan.subscription(sorted(topics)).encode()
    headers = [(b"x-accel-redirect", place), (b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": b""})


async def _events(watcher: Watcher) -> AsyncGenerator[str, None]:
    name = "lost" if settings.REDIS_URL and not relay.hears else "hello"
    yield f"retry: 2000\nevent: {name}\ndata: {{}}\n\n"
    while True:
        try:
            async with asyncio.timeout(HEARTBEAT):
                event = await watcher.queue.get()
        except TimeoutError:
            event = BEAT
        yield event


def typing(topic: str, pad: str) -> None:
    """A page that calls itself nothing sensible is not heard."""
    if not PAD.fullmatch(pad):
        return
    now = time.time()
    others = {one: at for one, at in _typing_pads(topic).items() if one != pad and now - at < KEPT}
    newest = sorted(others.items(), key=lambda one: one[1])[1 - PADS_MOST :]
    cache.set(f"typing:{topic}", {**dict(newest), pad: now}, KEPT)
    send(topic, pad=pad)


def pads_typing(topic: str) -> list[str]:
    now = time.time()
    return sorted(pad for pad, at in _typing_pads(topic).items() if now - at < KEPT)


def _typing_pads(topic: str) -> dict[str, float]:
    # A cache that is away answers nothing.
    return cache.get(f"typing:{topic}") or {}
