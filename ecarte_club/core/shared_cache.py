"""A cache in front of the site, such as Varnish, that answers all visitors with one answer.

The site marks what all visitors may share, and nothing else is stored: `Surrogate-Control` says
for how many seconds, `Surrogate-Key` of what it is. The cache strips both. However a page changed,
it is no older than `SHARED_CACHE_SECONDS`; after a commit the keys of what changed are purged, so
that it is new at once. A cache that is away delays no write: threads purge, and it is emptied when
it is back.
"""

import http.client
import logging
import time
from collections.abc import Iterable
from functools import cache
from threading import Condition, Thread, local
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.db import transaction
from django.http.response import HttpResponseBase

log = logging.getLogger(__name__)
CONTROL, KEYS = "Surrogate-Control", "Surrogate-Key"
EVERYTHING: Final = "all"
# Seconds. A page that was made before the commit may be stored after the first purge.
REPEAT = 1.0
RETRY, WAIT = 1.0, 1.0
# Keys of one request; of more than `KEYS_MOST` everything is purged.
AT_ONCE, KEYS_MOST = 50, 500


def mark(answer: HttpResponseBase, keys: Iterable[str], seconds: float) -> None:
    """All visitors may share it, for `seconds` at most."""
    age = min(settings.SHARED_CACHE_SECONDS, int(seconds))
    if age > 0:
        answer[CONTROL] = f"max-age={age}"
        answer[KEYS] = " ".join(keys)


def is_marked(answer: HttpResponseBase) -> bool:
    return answer.has_header(CONTROL)


def club_key(club: int) -> str:
    """Of everything that the public sees of a club."""
    return f"club-{club}"


def topic_key(topic: str) -> str:
    """Of what has this topic of live updates, such as `match:12`."""
    return topic.replace(":", "-")


_waiting = local()


def purge_after_commit(key: str) -> None:
    """Never fails a write, nor makes it wait."""
    if not settings.SHARED_CACHE_URLS:
        return
    keys: set[str] = _waiting.__dict__.setdefault("keys", set())
    keys.add(key)
    transaction.on_commit(_purge_waiting, robust=True)


def _purge_waiting() -> None:
    """Once a commit. Keys of a transaction that was rolled back are purged with the next."""
    keys: set[str] = _waiting.keys
    if keys:
        purge(keys)
        keys.clear()


def purge(keys: Iterable[str]) -> None:
    for address in settings.SHARED_CACHE_URLS:
        purger(address).purge(keys)


class Purger:
    """Of one cache. Its thread ends when nothing is left to purge."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._changed = Condition()
        self._thread: Thread | None = None
        # Keys to purge now; and when again.
        self._first: set[str] = set()
        self._again: dict[str, float] = {}
        self._is_away = False

    def purge(self, keys: Iterable[str]) -> None:
        with self._changed:
            self._first.update(keys)
            if self._thread is None:
                self._thread = Thread(target=self._run, name="purging", daemon=True)
                self._thread.start()
            self._changed.notify_all()

    def wait_until_idle(self, within: float) -> bool:
        with self._changed:
            return self._changed.wait_for(lambda: self._thread is None, within)

    def _run(self) -> None:
        while keys := self._next():
            try:
                self._send(keys)
            except Exception as error:
                self._note_failure(error)
            else:
                self._note_success()

    def _next(self) -> list[str]:
        """What is due, once something is; empty when nothing waits, and the thread ends."""
        with self._changed:
            while True:
                if self._is_away:
                    return [EVERYTHING]
                if self._first:
                    return self._taken()
                if not self._again:
                    self._thread = None
                    self._changed.notify_all()
                    return []
                now = time.monotonic()
                due = [key for key, at in self._again.items() if at <= now]
                if due:
                    for key in due:
                        del self._again[key]
                    return _few(due)
                self._changed.wait(min(self._again.values()) - now)

    def _taken(self) -> list[str]:
        keys = _few(sorted(self._first))
        self._first.clear()
        at = time.monotonic() + REPEAT
        self._again.update(dict.fromkeys(keys, at))
        return keys

    def _note_failure(self, error: Exception) -> None:
        """What was not purged is purged with everything, as soon as the cache answers."""
        with self._changed:
            if not self._is_away:
                log.warning(
                    "The shared cache does not answer: it is emptied later.", exc_info=error
                )
            self._is_away = True
        time.sleep(RETRY)

    def _note_success(self) -> None:
        with self._changed:
            if self._is_away:
                log.info("The shared cache answers again, and was emptied.")
                self._again[EVERYTHING] = time.monotonic() + REPEAT
            self._is_away = False

    def _send(self, keys: list[str]) -> None:
        parts = urlsplit(self.address)
        kind = (
            http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        )
        connection = kind(parts.hostname or "", parts.port, timeout=WAIT)
        try:
            for begin in range(0, len(keys), AT_ONCE):
                headers = {KEYS: " ".join(keys[begin : begin + AT_ONCE])}
                connection.request("PURGE", parts.path or "/", headers=headers)
                answer = connection.getresponse()
                answer.read()
                if not 200 <= answer.status < 300:
                    raise http.client.HTTPException(f"PURGE was answered {answer.status}.")
        finally:
            connection.close()


def _few(keys: list[str]) -> list[str]:
    return [EVERYTHING] if EVERYTHING in keys or len(keys) > KEYS_MOST else keys


@cache
def purger(address: str) -> Purger:
    return Purger(address)
