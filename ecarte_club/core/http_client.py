"""A short message posted to somebody else's server, which is not trusted to be anything.

The name is looked up once; every address that it has must be allowed, and the connection goes to
the very address that was looked at, so that no second look-up can lead elsewhere. No redirect is
followed, no proxy asked, and the whole of it ends when its time is over, however slowly the other
side speaks.
"""

import http.client
import ipaddress
import socket
import ssl
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from threading import Timer
from urllib.parse import SplitResult, urlsplit

CONNECT, TOTAL = 5.0, 10.0
BODY_MOST, EXCERPT_MOST, URL_MOST = 64 * 1024, 200, 500
# Beside what the library knows, which differs from one Python to the next: set apart for
# protocols, or standing for other addresses that it does not look at.
APART = tuple(
    ipaddress.ip_network(net)
    for net in (
        *("192.0.0.0/24", "192.88.99.0/24", "64:ff9b::/96", "64:ff9b:1::/48", "2001::/23"),
        *("3fff::/20", "5f00::/16", "fec0::/10"),
    )
)
Address = ipaddress.IPv4Address | ipaddress.IPv6Address


class Why(StrEnum):
    """Why nothing arrived, or what did is no yes."""

    UNKNOWN_HOST = "unknown_host"
    PRIVATE = "private"
    CONNECT = "connect"
    TLS = "tls"
    TIMEOUT = "timeout"
    GARBAGE = "garbage"
    TOO_LARGE = "too_large"
    REDIRECT = "redirect"
    STATUS = "status"


@dataclass(frozen=True, slots=True)
class Outcome:
    """`why` is None when it arrived, which an answer of 200 to 299 says. `took`: seconds."""

    why: Why | None
    status: int | None = None
    excerpt: str = ""
    took: float = 0.0


class Refused(Exception):
    def __init__(self, why: Why, excerpt: str = "", status: int | None = None) -> None:
        super().__init__(why)
        self.why, self.excerpt, self.status = why, excerpt, status


@dataclass(frozen=True, slots=True)
class Times:
    connect: float = CONNECT
    total: float = TOTAL


USUAL = Times()


def parts_of(url: str) -> SplitResult | None:
    """Of an address that something can be posted to; None for any other."""
    if len(url) > URL_MOST or not url.isascii() or any(sign <= " " or sign == "\\" for sign in url):
        return None
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return None
    is_plain = parts.username is None and parts.password is None and not parts.fragment
    is_web = parts.scheme in {"http", "https"} and bool(parts.hostname) and port != 0
    return parts if is_web and is_plain else None


def is_public(address: str) -> bool:
    """Whether it is an address of the open net: not private, loopback, link-local, multicast or
    otherwise set apart, nor one of these in the clothes of another."""
    found: Address = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address):
        inner = found.ipv4_mapped or found.sixtofour
        if inner is not None:
            return is_public(str(inner))
    if any(found in net for net in APART):
        return False
    return found.is_global and not (found.is_multicast or found.is_reserved)


def literal(host: str) -> str | None:
    """The address that the host is written as, if it is no name."""
    try:
        return str(ipaddress.ip_address(host.strip("[]")))
    except ValueError:
        return None


def post(
    url: str,
    body: bytes,
    headers: Mapping[str, str],
    *,
    private: bool = False,
    times: Times = USUAL,
) -> Outcome:
    """`private`: whether addresses that are not of the open net are allowed."""
    began = time.monotonic()
    try:
        status, excerpt = _posted(url, body, headers, private, times)
    except Refused as refused:
        took = time.monotonic() - began
        return Outcome(refused.why, refused.status, refused.excerpt, took)
    took = time.monotonic() - began
    why = None if 200 <= status < 300 else Why.REDIRECT if 300 <= status < 400 else Why.STATUS
    return Outcome(why, status, excerpt, took)


def _posted(
    url: str, body: bytes, headers: Mapping[str, str], private: bool, times: Times
) -> tuple[int, str]:
    ends = time.monotonic() + times.total
    parts = parts_of(url)
    if parts is None or not parts.hostname:
        raise Refused(Why.UNKNOWN_HOST)
    port = parts.port or (443 if parts.scheme == "https" else 80)
    line = _Line(_connected(_allowed(parts.hostname, port, private), port, times, ends))
    line.cut_at(ends)
    try:
        return _exchange(line, parts, port, body, headers)
    except Refused:
        raise
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise Refused(Why.TIMEOUT if line.is_late else _why(error)) from error
    finally:
        line.close()


class _Line:
    """Slow or silent, a server cannot hold us beyond the end: the line is cut under its answer."""

    def __init__(self, sock: socket.socket) -> None:
        self.sock = sock
        self.is_late = False
        self._timer: Timer | None = None

    def cut_at(self, ends: float) -> None:
        left = max(0.01, ends - time.monotonic())
        self.sock.settimeout(left)
        self._timer = Timer(left, self._cut)
        self._timer.daemon = True
        self._timer.start()

    def _cut(self) -> None:
        self.is_late = True
        with suppress(OSError):
            # Not the method of the same name, which would speak TLS once more.
            socket.socket.shutdown(self.sock, socket.SHUT_RDWR)

    def secured(self, host: str) -> None:
        """Raises: OSError when the other side is not who it should be."""
        context = ssl.create_default_context()
        self.sock = context.wrap_socket(
            self.sock, server_hostname=host, do_handshake_on_connect=False
        )
        self.sock.do_handshake()

    def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self.sock.close()


def _why(error: Exception) -> Why:
    if isinstance(error, TimeoutError):
        return Why.TIMEOUT
    if isinstance(error, ssl.SSLError):
        return Why.TLS
    # Also a line that is closed without an answer, which is an OSError as well.
    is_garbage = isinstance(error, (http.client.HTTPException, ValueError))
    return Why.GARBAGE if is_garbage else Why.CONNECT


def _allowed(host: str, port: int, private: bool) -> list[str]:
    """Every address of the host. One that is not allowed condemns them all. Raises: Refused."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise Refused(Why.UNKNOWN_HOST) from error
    addresses = [str(one[4][0]) for one in found]
    if not private and not all(map(is_public, addresses)):
        raise Refused(Why.PRIVATE)
    return list(dict.fromkeys(addresses))


def _connected(addresses: list[str], port: int, times: Times, ends: float) -> socket.socket:
    last: OSError | None = None
    for address in addresses:
        left = min(times.connect, ends - time.monotonic())
        if left <= 0:
            break
        try:
            return socket.create_connection((address, port), timeout=left)
        except OSError as error:
            last = error
    late = last is None or isinstance(last, TimeoutError)
    raise Refused(Why.TIMEOUT if late else Why.CONNECT) from last


def _exchange(
    line: _Line, parts: SplitResult, port: int, body: bytes, headers: Mapping[str, str]
) -> tuple[int, str]:
    host = parts.hostname or ""
    connection = http.client.HTTPConnection(host, port)
    if parts.scheme == "https":
        line.secured(host)
        connection.default_port = 443
    connection.sock = line.sock
    path = f"{parts.path or '/'}?{parts.query}" if parts.query else parts.path or "/"
    connection.request("POST", path, body, {**headers, "Connection": "close"})
    answer = connection.getresponse()
    content = answer.read(BODY_MOST + 1)
    excerpt = printable(content)
    if len(content) > BODY_MOST:
        raise Refused(Why.TOO_LARGE, excerpt, answer.status)
    return answer.status, excerpt


def printable(content: bytes) -> str:
    """The beginning, as text without anything that a page or a terminal could stumble over."""
    text = content[: EXCERPT_MOST * 4].decode("utf-8", "replace")
    return "".join(sign if sign.isprintable() else " " for sign in text)[:EXCERPT_MOST]
