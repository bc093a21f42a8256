"""From the write to the watchers: in this process, or over Redis when one is configured."""

import json
import logging
import time
from collections.abc import Mapping

import redis
from django.conf import settings
from django.db import transaction
from redis.backoff import NoBackoff
from redis.retry import Retry

from .hub import hub

CHANNEL = "live"
REST = 5.0
log = logging.getLogger(__name__)


def announce(topic: str, version: int) -> None:
    """Tell who watches, once the running transaction is committed. Never fails a write."""

    def tell() -> None:
        """Not a partial: Django reports what a robust hook raises under the hook's own name."""
        send(topic, version)

    transaction.on_commit(tell, robust=True)


def send(topic: str, version: int) -> None:
    if settings.REDIS_URL:
        post.send(topic, version)
    else:
        hub.version(topic, version)


def send_typing(topic: str, pad: str) -> None:
    """At once, as nothing is written. `pad`: made by the page, and told to no person."""
    if settings.REDIS_URL:
        post.publish({"topic": topic, "pad": pad})
    else:
        hub.typing(topic, pad)


class Post:
    """Redis as the post. While it is away nothing is sent, nor waited for more than once in 5 s."""

    def __init__(self) -> None:
        self._client: redis.Redis | None = None
        self._rests_until = 0.0

    def send(self, topic: str, version: int) -> None:
        self.publish({"topic": topic, "version": version})

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
            self._client.publish(CHANNEL, json.dumps(message))
        except (redis.RedisError, OSError) as error:
            self._rests_until = time.monotonic() + REST
            log.warning("Live pages will have to ask: Redis does not answer (%s).", error)


post = Post()
