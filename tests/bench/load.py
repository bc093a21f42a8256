"""A well-behaved client that asks for one thing over and over, from a process of its own.

`python -m tests.bench.load PORT SECONDS CONNECTIONS PATH [ETAG [ENCODING]]` prints how many answers
came in how many seconds. Each connection is kept and asks again when it has been answered in full.
"""

import json
import re
import selectors
import socket
import sys
from dataclasses import dataclass, field
from time import perf_counter

LENGTH = re.compile(rb"\r\ncontent-length: (\d+)", re.IGNORECASE)
END = b"\r\n\r\n"
UNCHANGED = 304


@dataclass(slots=True)
class Connection:
    socket: socket.socket
    request: bytes
    got: bytes = field(default=b"")

    def ask(self) -> None:
        self.got = b""
        self.socket.sendall(self.request)

    def answered(self) -> int | None:
        """Its status, once an answer is whole. Raises: ConnectionError when there is none."""
        more = self.socket.recv(1 << 18)
        if not more:
            raise ConnectionError(self.got)
        self.got += more
        head = self.got.find(END)
        if head < 0:
            return None
        status = int(self.got[9:12])
        length = LENGTH.search(self.got, 0, head + 2)
        if length is None and status != UNCHANGED:
            raise ConnectionError(self.got[:head])
        body = int(length[1]) if length else 0
        return status if len(self.got) >= head + len(END) + body else None


def asked(port: int, seconds: float, connections: int, request: bytes) -> tuple[int, float, int]:
    """Answers, seconds and the status that all of them had."""
    selector = selectors.DefaultSelector()
    for _number in range(connections):
        opened = socket.create_connection(("127.0.0.1", port))
        opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection = Connection(opened, request)
        selector.register(opened, selectors.EVENT_READ, connection)
        connection.ask()
    answers, statuses, began = 0, set(), perf_counter()
    while (passed := perf_counter() - began) < seconds:
        for key, _events in selector.select(1):
            if (status := key.data.answered()) is not None:
                answers += 1
                statuses.add(status)
                key.data.ask()
    if len(statuses) != 1:
        raise AssertionError(f"Answers of {sorted(statuses)}")
    return answers, passed, statuses.pop()


def request(port: int, path: str, etag: str = "", encoding: str = "") -> bytes:
    known = f"If-None-Match: {etag}\r\n" if etag else ""
    known += f"Accept-Encoding: {encoding}\r\n" if encoding else ""
    return (
        f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
        f"Accept: */*\r\nAccept-Language: en\r\n{known}\r\n"
    ).encode()


if __name__ == "__main__":
    port, seconds, connections = int(sys.argv[1]), float(sys.argv[2]), int(sys.argv[3])
    wanted = request(port, *sys.argv[4:])
    print(json.dumps(asked(port, seconds, connections, wanted)))
