"""A stream of the site's own that waits for a topic, in the loop that serves it."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from django.conf import settings

from .hub import hub
from .redis_relay import relay

# Whether something was heard, within so many seconds.
Heard = Callable[[float], Awaitable[bool]]


@asynccontextmanager
async def listening(topic: str) -> AsyncIterator[Heard]:
    """Versions say nothing here: whoever hears looks for himself, and what came at once is one."""
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
