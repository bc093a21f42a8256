"""Answers that go on: server-sent events by the ASGI server, beside Django.

Django's own handler keeps a thread for each answer until its end. Here a stream is one task among
many, and one address holds a bounded number of them in each process.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator, Mapping
from contextlib import aclosing, contextmanager
from io import BytesIO
from typing import Any

from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from django.utils.translation import get_language_from_request, gettext_lazy, override

from . import metrics, problems
from .exceptions import Fault, TooOften
from .throttling import address

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[Mapping[str, Any]]]
Send = Callable[[Mapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]
Events = AsyncGenerator[str, None]
HEADERS = [
    (b"content-type", b"text/event-stream"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
    # A ticket is all the right there is and no cookie is read, so any page may listen.
    (b"access-control-allow-origin", b"*"),
]
WAIT = 60
"""Seconds: until who was refused may ask again."""


FULL = gettext_lazy(
    "Too many live connections are open from your network. Close pages and programs that are not "
    "needed, or try again in a minute. Pages stay up to date: they ask every few seconds."
)


class Streams:
    """Those that are open, by address."""

    def __init__(self) -> None:
        self._open: Counter[str] = Counter()

    @contextmanager
    def one_more(self, address: str) -> Iterator[None]:
        """Raises: TooOften."""
        if self._open[address] >= settings.LIVE_STREAMS:
            raise TooOften(FULL, wait=WAIT)
        self._open[address] += 1
        metrics.streams.inc()
        try:
            yield
        finally:
            metrics.streams.dec()
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]


streams = Streams()


def request_of(scope: Scope) -> ASGIRequest:
    """Without content."""
    return ASGIRequest(scope, BytesIO())


async def stream(scope: Scope, receive: Receive, send: Send, events: Events) -> None:
    """The events, as long as somebody listens; or why they are not to be had now."""
    request = request_of(scope)
    try:
        with streams.one_more(address(request)):
            await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
            await _until_gone(events, receive, send)
    except TooOften as fault:
        await refuse(send, request, fault)


async def refuse(send: Send, request: ASGIRequest, fault: Fault) -> None:
    """As a problem document, in the language of who asks, for a page of any site."""
    with override(get_language_from_request(request)):
        answer = problems.response(fault)
    answer["Access-Control-Allow-Origin"] = "*"
    headers = [(name.lower().encode(), value.encode()) for name, value in answer.items()]
    await send({"type": "http.response.start", "status": answer.status_code, "headers": headers})
    await send({"type": "http.response.body", "body": answer.content})


async def _until_gone(events: Events, receive: Receive, send: Send) -> None:
    sending = asyncio.ensure_future(_send_all(events, send))
    gone = asyncio.ensure_future(_gone(receive))
    try:
        await asyncio.wait({sending, gone}, return_when=asyncio.FIRST_COMPLETED)
        if sending.done():
            sending.result()
    finally:
        sending.cancel()
        gone.cancel()
        await asyncio.gather(sending, gone, return_exceptions=True)
    await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _send_all(events: Events, send: Send) -> None:
    async with aclosing(events):
        async for text in events:
            await send({"type": "http.response.body", "body": text.encode(), "more_body": True})


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
