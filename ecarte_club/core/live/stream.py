"""The live connection: server-sent events from a small ASGI application of its own.

It holds thousands of idle watchers and needs neither Django's request nor the database.
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Mapping
from typing import Any
from urllib.parse import parse_qs

from django.conf import settings

from .hub import Watcher, hub
from .redis_relay import relay
from .tickets import topic_of

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[Mapping[str, Any]]]
Send = Callable[[Mapping[str, Any]], Awaitable[None]]

TICKETS_MOST = 20
# An event, not a comment: a page that hears none for a while knows that its line is dead.
HEARTBEAT = 15.0
BEAT = "event: beat\ndata: {}\n\n"
HEADERS = [
    (b"content-type", b"text/event-stream"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
    # A ticket is all the right there is and no cookie is read, so any page may listen.
    (b"access-control-allow-origin", b"*"),
]


async def stream(scope: Scope, receive: Receive, send: Send) -> None:
    """GET /live/?t=TICKET[&t=TICKET…]: `hello`, then `version`, `typing` and `beat`;
    `lost` when deaf."""
    query = parse_qs(scope.get("query_string", b"").decode("latin-1"))
    topics = {topic_of(ticket) for ticket in query.get("t", [])[:TICKETS_MOST]} - {None}
    if scope["method"] != "GET" or not topics:
        await _refuse(send)
        return
    if settings.REDIS_URL:
        relay.start()
    watcher = hub.join(topic for topic in topics if topic)
    try:
        await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
        await _until_gone(watcher, receive, send)
    finally:
        hub.leave(watcher)


async def _until_gone(watcher: Watcher, receive: Receive, send: Send) -> None:
    gone = asyncio.ensure_future(_gone(receive))
    name = "lost" if settings.REDIS_URL and not relay.hears else "hello"
    event = f"retry: 2000\nevent: {name}\ndata: {{}}\n\n"
    try:
        while not gone.done():
            await send(_chunk(event))
            heard = asyncio.ensure_future(watcher.queue.get())
            try:
                await asyncio.wait({heard, gone}, timeout=HEARTBEAT, return_when="FIRST_COMPLETED")
                event = heard.result() if heard.done() else BEAT
            finally:
                heard.cancel()
    finally:
        gone.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await gone
    await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _chunk(text: str) -> dict[str, object]:
    return {"type": "http.response.body", "body": text.encode(), "more_body": True}


async def _refuse(send: Send) -> None:
    headers = [(b"content-type", b"text/plain"), (b"access-control-allow-origin", b"*")]
    await send({"type": "http.response.start", "status": 403, "headers": headers})
    await send({"type": "http.response.body", "body": b"Ask the page for a new ticket.\n"})
