"""A program that is told things: it keeps what comes, and answers as it is told to."""

import socketserver
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from email import message_from_bytes
from threading import Event, Lock, Thread
from typing import Any


@dataclass(frozen=True, slots=True)
class Heard:
    headers: dict[str, str]
    body: bytes

    @property
    def identity(self) -> str:
        return self.headers["webhook-id"]

    @property
    def attempt(self) -> int:
        return int(self.headers["webhook-attempt"])


OK = b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nyes\n"
DROP, HANG, DRIP = b"drop", b"hang", b"drip"


def answer(status: int, body: bytes = b"", **headers: str) -> bytes:
    more = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
    head = f"HTTP/1.1 {status} So\r\nContent-Length: {len(body)}\r\n{more}\r\n"
    return head.encode() + body


@dataclass(slots=True)
class Receiver:
    """`answers`: the next ones; then always the last. DROP hangs up, HANG says nothing, DRIP
    answers a letter at a time. `hold`: no answer before it is set."""

    host: str = "127.0.0.1"
    port: int = 0
    answers: list[bytes] = field(default_factory=lambda: [OK])
    heard: list[Heard] = field(default_factory=list)
    hold: Event | None = None
    begun: Event = field(default_factory=Event)
    over: Event = field(default_factory=Event)
    lock: Lock = field(default_factory=Lock)

    @property
    def url(self) -> str:
        return f"http://{self.host}:{self.port}/hook?of=club"

    def take(self, heard: Heard) -> bytes:
        with self.lock:
            self.heard.append(heard)
            said = self.answers[0]
            if len(self.answers) > 1:
                self.answers.pop(0)
        self.begun.set()
        if self.hold is not None:
            self.hold.wait(30)
        return said

    def told(self) -> list[str]:
        with self.lock:
            return [one.identity for one in self.heard]


class _Ear(socketserver.StreamRequestHandler):
    receiver: Receiver

    def handle(self) -> None:
        self.rfile.readline()
        lines = []
        while (line := self.rfile.readline()) not in (b"\r\n", b""):
            lines.append(line)
        message = message_from_bytes(b"".join(lines))
        headers = {name.lower(): str(value) for name, value in message.items()}
        body = self.rfile.read(int(headers.get("content-length", "0")))
        with suppress(OSError):
            self._say(self.receiver.take(Heard(headers, body)))

    def _say(self, said: bytes) -> None:
        if said == HANG:
            self.receiver.over.wait(30)
        elif said == DRIP:
            for sign in OK * 20:
                if self.receiver.over.wait(0.05):
                    return
                self.wfile.write(bytes([sign]))
        elif said != DROP:
            self.wfile.write(said)


class _Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    allow_reuse_address = True

    def handle_error(self, *_request: Any) -> None:
        """Who asks may hang up at any time."""


@contextmanager
def receiver(host: str = "127.0.0.1") -> Iterator[Receiver]:
    found = Receiver(host)
    handler = type("Ear", (_Ear,), {"receiver": found})
    with _Server((host, 0), handler) as server:
        found.port = server.server_address[1]
        Thread(target=lambda: server.serve_forever(0.02), daemon=True).start()
        yield found
        found.over.set()
        server.shutdown()


def until(what: Any, seconds: float = 20) -> None:
    ends = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < ends, "It did not come."
        time.sleep(0.02)
