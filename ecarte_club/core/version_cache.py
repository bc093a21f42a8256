"""What was made of a version is kept until the next: the last things asked for, in this process."""

from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")


class Shelf(Generic[T]):
    """By what it was made of, and in which form; an older version falls off by itself."""

    def __init__(self, most: int = 512) -> None:
        self._most = most
        self._lock = Lock()
        self._kept: OrderedDict[tuple[Hashable, str], T] = OrderedDict()

    def get(self, edition: Hashable, form: str) -> T | None:
        with self._lock:
            body = self._kept.get((edition, form))
            if body is not None:
                self._kept.move_to_end((edition, form))
            return body

    def put(self, edition: Hashable, form: str, made: T) -> None:
        with self._lock:
            self._kept[edition, form] = made
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)

    def clear(self) -> None:
        with self._lock:
            self._kept.clear()
