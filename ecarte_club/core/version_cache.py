"""What was made of a version, until the next one: the things last asked for, in this process."""

from collections.abc import Hashable
from threading import Lock
from typing import Generic, TypeVar

from cachetools import LRUCache

T = TypeVar("T")


class VersionCache(Generic[T]):
    """By what a thing was made of and in which form. What nobody asks for is dropped first."""

    def __init__(self, most: int = 512) -> None:
        self._lock = Lock()
        self._things: LRUCache[tuple[Hashable, str], T] = LRUCache(most)

    def get(self, edition: Hashable, form: str) -> T | None:
        with self._lock:
            return self._things.get((edition, form))

    def put(self, edition: Hashable, form: str, thing: T) -> None:
        with self._lock:
            self._things[edition, form] = thing

    def clear(self) -> None:
        with self._lock:
            self._things.clear()
