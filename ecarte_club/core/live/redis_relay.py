"""From Redis to the watchers of this process; comes back by itself when Redis does."""

import asyncio
import json
import logging

import redis.asyncio
from django.conf import settings

from .hub import hub
from .publishing import CHANNEL, REST

PAUSE = 1.0
MARGIN = 0.5
log = logging.getLogger(__name__)


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
                log.warning("Live connections are deaf: Redis does not answer (%s).", error)
            self._was_deaf = True
            if self.hears:
                self.hears = False
                hub.everybody("lost")
            await asyncio.sleep(PAUSE)

    async def _listen(self) -> None:
        client = redis.asyncio.Redis.from_url(settings.REDIS_URL, health_check_interval=5)
        async with client, client.pubsub() as pubsub:
            await pubsub.subscribe(CHANNEL)
            # Who writes may still rest from his own failure, and sends nothing until then.
            pause = REST + MARGIN if self._was_deaf else 0
            hearing = asyncio.get_running_loop().call_later(pause, self._hear)
            try:
                async for message in pubsub.listen():
                    if message["type"] == "message":
                        _tell(json.loads(message["data"]))
            finally:
                hearing.cancel()

    def _hear(self) -> None:
        self.hears, self._was_deaf = True, False
        hub.everybody("hello")


def _tell(told: dict[str, object]) -> None:
    topic = str(told["topic"])
    if "pad" in told:
        hub.typing(topic, str(told["pad"]))
    else:
        hub.version(topic, int(str(told["version"])))


relay = Relay()
