"""A mail server of the tests' own, which keeps what it took and can be made to wait."""

import socketserver
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from threading import Event, Lock, Thread


@dataclass(slots=True)
class PostOffice:
    """`taken` are the letters it has said yes to. `hold_at`: with so many taken, the next one
    waits at the door (`somebody_waits`) until `open_door`."""

    port: int = 0
    hold_at: int | None = None
    taken: list[EmailMessage] = field(default_factory=list)
    somebody_waits: Event = field(default_factory=Event)
    door: Event = field(default_factory=Event)
    lock: Lock = field(default_factory=Lock)

    @property
    def url(self) -> str:
        return f"smtp://127.0.0.1:{self.port}"

    def open_door(self) -> None:
        self.hold_at = None
        self.door.set()

    def wait(self) -> None:
        if self.hold_at is not None and len(self.taken) >= self.hold_at:
            self.somebody_waits.set()
            self.door.wait(60)

    def take(self, data: bytes) -> None:
        with self.lock:
            self.taken.append(message_from_bytes(data, policy=policy.default))

    def ids(self) -> list[str]:
        with self.lock:
            return [str(letter["Message-ID"]) for letter in self.taken]


class _Counter(socketserver.StreamRequestHandler):
    office: PostOffice

    def handle(self) -> None:
        self._say("220 office")
        while line := self.rfile.readline():
            word = line.split(b" ")[0].strip().upper()
            if word == b"DATA":
                self.office.wait()
                self._say("354 go on")
                data = self._letter()
                if not data:
                    return
                self.office.take(data)
            self._say("221 bye" if word == b"QUIT" else "250 ok")

    def _letter(self) -> bytes:
        """Nothing, if the sender hung up before the end."""
        lines: list[bytes] = []
        for line in self.rfile:
            if line == b".\r\n":
                return b"".join(lines)
            lines.append(line.removeprefix(b"."))
        return b""

    def _say(self, text: str) -> None:
        self.wfile.write(f"{text}\r\n".encode())


class _Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    allow_reuse_address = True

    def handle_error(self, *_request: object) -> None:
        """Who was killed hangs up in the middle of a word."""


@contextmanager
def post_office() -> Iterator[PostOffice]:
    office = PostOffice()
    handler = type("Counter", (_Counter,), {"office": office})
    with _Server(("127.0.0.1", 0), handler) as server:
        office.port = server.server_address[1]
        Thread(target=server.serve_forever, daemon=True).start()
        yield office
        office.open_door()
        server.shutdown()
