"""A TCP connection that a test may cut, as a network does."""

import socket
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress


class _Forward(socketserver.BaseRequestHandler):
    server: "CutLine"

    def handle(self) -> None:
        if self.server.is_cut:
            return
        with suppress(OSError), socket.create_connection(self.server.target) as far:
            self.server.ends |= {self.request, far}
            back = threading.Thread(target=_copy, args=(far, self.request), daemon=True)
            back.start()
            _copy(self.request, far)
            back.join()


class CutLine(socketserver.ThreadingTCPServer):
    """Leads to a port of this machine; while `is_cut`, whoever connects is hung up on."""

    daemon_threads = True

    def __init__(self, port: int) -> None:
        super().__init__(("127.0.0.1", 0), _Forward)
        self.target = ("127.0.0.1", port)
        self.is_cut = False
        self.ends: set[socket.socket] = set()

    @property
    def port(self) -> int:
        return int(self.server_address[1])

    def cut(self) -> None:
        self.is_cut = True
        for end in self.ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        self.ends.clear()

    def mend(self) -> None:
        self.is_cut = False


def _copy(near: socket.socket, far: socket.socket) -> None:
    with suppress(OSError):
        while data := near.recv(1 << 16):
            far.sendall(data)
    for end in (near, far):
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)


@contextmanager
def cut_line(port: int) -> Iterator[CutLine]:
    with CutLine(port) as line:
        thread = threading.Thread(target=line.serve_forever, args=[0.05], daemon=True)
        thread.start()
        try:
            yield line
        finally:
            line.shutdown()
            line.cut()
            thread.join()
