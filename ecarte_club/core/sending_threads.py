"""What is sent to others over the network in threads of this process, so that no request waits."""

import logging
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from threading import Condition, Event, Lock, Thread
from typing import Final

from django.db import close_old_connections, connections

log = logging.getLogger(__name__)
# Seconds: the longest wait of who watches, and a pause between two looks.
IDLE: Final = 60.0
PAUSE: Final = 0.02


class Lane:
    """Threads that send, as many as are needed and `most`; each receiver waits there once."""

    def __init__(self, name: str, most: int, send: Callable[[int], object]) -> None:
        self.name, self.most, self.send = name, most, send
        self._waiting: dict[int, None] = {}
        self._threads = 0
        self._changed = Condition()

    def submit(self, pk: int) -> None:
        with self._changed:
            if pk in self._waiting:
                return
            self._waiting[pk] = None
            if self._threads < self.most:
                self._threads += 1
                Thread(target=self._run, name=self.name, daemon=True).start()

    def is_idle(self) -> bool:
        with self._changed:
            return not self._threads

    def end(self, within: float) -> None:
        """What waits is left to others."""
        with self._changed:
            self._waiting.clear()
            self._changed.wait_for(lambda: not self._threads, within)

    def _run(self) -> None:
        while (pk := self._next()) is not None:
            try:
                self.send(pk)
            except Exception:
                # Tried again with the next change, or after a while.
                log.exception("Nothing was sent to number %s of the %s.", pk, self.name)
            finally:
                connections.close_all()

    def _next(self) -> int | None:
        with self._changed:
            if self._waiting:
                first = next(iter(self._waiting))
                del self._waiting[first]
                return first
            self._threads -= 1
            self._changed.notify_all()
            return None


class Watcher(ABC):
    """A thread that gives what is due to lanes, and ends when nothing is left to wait for."""

    def __init__(self, name: str, *lanes: Lane) -> None:
        self.name, self.lanes = name, lanes
        self._lock = Lock()
        self._wanted, self._stopping = Event(), Event()
        self._thread: Thread | None = None

    @abstractmethod
    def look(self) -> float | None:
        """Gives out what is due. Seconds until the next look; None when nothing waits, or another
        process wakes it again."""

    def wake(self) -> None:
        with self._lock:
            self._wanted.set()
            if self._thread is None or not self._thread.is_alive():
                self._thread = Thread(target=self._run, name=f"{self.name} due", daemon=True)
                self._thread.start()

    def is_idle(self) -> bool:
        return self._thread is None and self.are_lanes_idle()

    def are_lanes_idle(self) -> bool:
        return all(lane.is_idle() for lane in self.lanes)

    def stop(self, within: float) -> None:
        """Ends what is on its way, and begins nothing."""
        self._stopping.set()
        for lane in self.lanes:
            lane.end(within)

    def _run(self) -> None:
        while not self._stopping.is_set():
            self._wanted.clear()
            try:
                close_old_connections()
                wait = self.look()
            except Exception:
                # Tried again with the next change, or after a while.
                log.exception("The %s that are due were not sent.", self.name)
                wait = IDLE
            finally:
                connections.close_all()
            with self._lock:
                if wait is None and not self._wanted.is_set():
                    self._thread = None
                    return
            self._wanted.wait(wait)
            # What came at once is looked for at once.
            time.sleep(PAUSE)
