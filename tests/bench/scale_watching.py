"""Watchers of one topic, as many as the live server carries, in one process; and who posts to it.

The data of an event are the nanosecond at which it was sent, so each watcher knows how late it is.
"""

import os
import re
import select
import socket
import time
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from statistics import quantiles
from threading import Thread
from urllib.parse import urlencode

import psutil

from ecarte_club.core import live

TOPIC = "bench:1"
# Events a second, and the seconds of each step; what is later than this is not waited for.
RATE = float(os.environ.get("BENCH_EVENTS") or 10)
SECONDS = float(os.environ.get("BENCH_SECONDS") or 8)
LATE = 10.0
GOAL = 1.0
STEPS = (250, 500, 1000, 1500, 2000, 3000, 4000, 6000, 8000, 10_000, 12_000, 14_000, 16_000, 18_000)
# Until a connection is answered, and how many are opened before answers are read.
PATIENCE, AT_ONCE = 15.0, 50
VERSION = re.compile(rb'"version": (\d+)')
Row = dict[str, float]


class Full(Exception):
    """The server takes no more connections."""


@dataclass
class Crowd:
    port: int
    sockets: list[socket.socket] = field(default_factory=list)
    poll: select.epoll = field(default_factory=select.epoll)
    by_number: dict[int, socket.socket] = field(default_factory=dict)
    # When events were sent, in nanoseconds, and how many of them each watcher knows of.
    sent: list[int] = field(default_factory=list)
    known: dict[int, int] = field(default_factory=dict)

    def grow(self, count: int) -> None:
        """Raises: Full."""
        request = (
            f"GET /live/?{urlencode({'t': live.ticket(TOPIC)})} HTTP/1.1\r\n"
            f"Host: 127.0.0.1:{self.port}\r\nAccept: text/event-stream\r\n\r\n"
        ).encode()
        while len(self.sockets) < count:
            opened = []
            for _number in range(min(AT_ONCE, count - len(self.sockets))):
                line = socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)
                line.sendall(request)
                opened.append(line)
            for line in opened:
                self._add(line)

    def _add(self, line: socket.socket) -> None:
        try:
            answer = line.recv(4096)
        except TimeoutError as error:
            raise Full from error
        if b" 200 " not in answer[:20]:
            raise Full
        line.setblocking(False)
        self.sockets.append(line)
        self.by_number[line.fileno()] = line
        self.poll.register(line.fileno(), select.EPOLLIN)

    def delays(self, until: float, expected: int) -> Iterator[float]:
        """Seconds, for each event and each watcher, until it heard of this one or a newer one."""
        heard = 0
        while heard < expected and time.monotonic() < until:
            for number, _event in self.poll.poll(0.1, 512):
                data = self.by_number[number].recv(1 << 16)
                now = time.monotonic_ns()
                found = VERSION.findall(data)
                newest = bisect_right(self.sent, int(found[-1])) if found else 0
                for sent in self.sent[self.known.get(number, 0) : newest]:
                    heard += 1
                    yield (now - sent) / 1e9
                self.known[number] = max(newest, self.known.get(number, 0))

    def begin(self) -> None:
        self.sent.clear()
        self.known.clear()

    def send(self, count: int, took: list[float]) -> None:
        due = time.monotonic()
        for _number in range(count):
            time.sleep(max(0.0, due - time.monotonic()))
            due += 1 / RATE
            self.sent.append(time.monotonic_ns())
            live.send(TOPIC, version=self.sent[-1])
            took.append((time.monotonic_ns() - self.sent[-1]) / 1e9)


def step(crowd: Crowd, watchers: int, servers: list[int]) -> Row:
    crowd.grow(watchers)
    # Connections are open: what was posted meanwhile is read and forgotten.
    list(crowd.delays(time.monotonic() + 2, 1 << 30))
    events, took = int(RATE * SECONDS), list[float]()
    crowd.begin()
    before = cpu(servers)
    sender = Thread(target=crowd.send, args=(events, took))
    sender.start()
    expected = events * watchers
    found = list(crowd.delays(time.monotonic() + SECONDS + LATE, expected))
    sender.join()
    spent = cpu(servers) - before
    # What did not arrive is as late as we waited.
    found += [LATE] * (expected - len(found))
    percent = quantiles(found, n=100)
    return {
        "watchers": watchers,
        "p50": percent[49],
        "p95": percent[94],
        "cpu": spent / expected,
        "send": sum(took) / len(took),
        "memory": sum(one.memory_info().rss for one in family(servers)) / 2**20,
    }


def family(servers: list[int]) -> list[psutil.Process]:
    found = [psutil.Process(pid) for pid in servers]
    return [*found, *(child for one in found for child in one.children(recursive=True))]


def cpu(servers: list[int]) -> float:
    times = [one.cpu_times() for one in family(servers)]
    return sum(one.user + one.system for one in times)


def work(port: str, *servers: str) -> list[Row]:
    """Step by step, until 95 % of events are a second late or the server is full."""
    crowd, rows = Crowd(int(port)), list[Row]()
    for watchers in STEPS:
        try:
            rows.append(step(crowd, watchers, [int(pid) for pid in servers]))
        except Full:
            rows.append({"watchers": watchers, "full": 1.0})
            break
        if rows[-1]["p95"] >= GOAL:
            break
    return rows
