"""What a server says on a connection that stays open, as it comes."""

import queue
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import httpx

END = "end"
Lines = queue.Queue[str | None]
"""None is the end of the connection."""


@contextmanager
def lines_of(client: httpx.Client, url: str, **asked: Any) -> Iterator[Lines]:
    lines: Lines = queue.Queue()
    with client.stream("GET", url, **asked) as answer:
        assert answer.status_code == 200, answer.read()
        assert answer.headers["Content-Type"].startswith("text/event-stream")

        def listen() -> None:
            with suppress(httpx.HTTPError, httpx.StreamError):
                for line in answer.iter_lines():
                    lines.put(line)
            lines.put(None)

        thread = threading.Thread(target=listen, daemon=True)
        thread.start()
        try:
            yield lines
        finally:
            # Were it closed while the thread reads, the next connection could have its number, and
            # the thread would read what belongs to that one.
            line = answer.extensions["network_stream"].get_extra_info("socket")
            with suppress(OSError):
                socket.socket.shutdown(line, socket.SHUT_RDWR)
            thread.join()


def next_event(lines: Lines, timeout: float = 20) -> tuple[str, str]:
    """Its name and data, of a server-sent event; or END and nothing. `timeout`: seconds for each
    line."""
    name = ""
    while (line := lines.get(timeout=timeout)) is not None:
        if line.startswith("event: "):
            name = line.removeprefix("event: ")
        elif line.startswith("data: "):
            return name, line.removeprefix("data: ")
    return END, ""
