"""Where this machine is found by others: for a club whose laptop serves the phones in the room."""

import ipaddress
import socket

import psutil

EVERYWHERE = {"0.0.0.0", "::", "[::]", ""}  # noqa: S104  (compared with, not listened on)
# Reserved for documentation (RFC 5737): nothing is sent, the system only chooses a way there.
ELSEWHERE = ("192.0.2.1", 9)


def names(listen: str) -> list[str]:
    """The names that the site answers to, when it listens at `host:port`."""
    own = ["localhost", "127.0.0.1", "[::1]"]
    host = listen.rpartition(":")[0]
    if host in EVERYWHERE:
        own += [*own_addresses(), *own_names()]
    elif host not in own:
        own.append(host)
    return own


def address(listen: str) -> str:
    """The address of the site: for everybody in the room, when it listens everywhere."""
    host, _colon, port = listen.rpartition(":")
    if host in EVERYWHERE:
        host = next(iter(own_addresses()), "127.0.0.1")
    return f"http://{host}:{port}/"


def own_addresses() -> list[str]:
    """IPv4 addresses that other machines may reach, the one of the usual way out first."""
    found = [
        interface.address
        for interfaces in psutil.net_if_addrs().values()
        for interface in interfaces
        if interface.family == socket.AF_INET
    ]
    first = _way_out()
    outside = {text for text in found if _is_outside(text)} | {first} - {""}
    return sorted(outside, key=lambda text: (text != first, ipaddress.ip_address(text)))


def _is_outside(text: str) -> bool:
    ip = ipaddress.ip_address(text)
    return not (ip.is_loopback or ip.is_link_local)


def _way_out() -> str:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(ELSEWHERE)
        except OSError:
            return ""
        text = str(asking.getsockname()[0])
    return text if _is_outside(text) and text not in EVERYWHERE else ""


def own_names() -> list[str]:
    """The machine's name, and the one that many routers and phones know it by."""
    name = socket.gethostname().lower()
    return [name, f"{name.partition('.')[0]}.local"]
