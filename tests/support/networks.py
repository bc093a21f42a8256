"""Machines of a network that exists for one test: network namespaces, joined by a bridge in one
more. Nothing of the machine's own network changes, and a host reaches the others alone."""

import ctypes
import os
import re
import shutil
import signal
import subprocess
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import pytest

T = TypeVar("T")
PLACE = Path("/run/netns")
# With the number of the process that made them, which ended without removing them if it is gone.
OURS = re.compile(r"ecarte-(\d+)-\w+")
_CLONE_NEWNET = 0x40000000
_libc = ctypes.CDLL(None, use_errno=True)


@dataclass(frozen=True, slots=True)
class Host:
    """`within`: before a command, which then runs on this host."""

    namespace: str
    address: str
    network: "Network"

    @property
    def within(self) -> tuple[str, ...]:
        return "ip", "netns", "exec", self.namespace

    def enter(self) -> None:
        """All that the calling thread opens from now on is of this host."""
        with (PLACE / self.namespace).open() as file:
            if _libc.setns(file.fileno(), _CLONE_NEWNET):
                raise OSError(ctypes.get_errno(), "setns")

    def run(self, act: Callable[[], T]) -> T:
        """`act` in a thread that is on this host."""
        with ThreadPoolExecutor(1, initializer=self.enter) as pool:
            return pool.submit(act).result()

    def cut(self) -> None:
        """What is sent is lost, and nobody is told."""
        self.network.set_link(self, "nomaster")

    def mend(self) -> None:
        self.network.set_link(self, "master", "bridge")


@dataclass(frozen=True, slots=True)
class Network:
    """10.0.0.0/24, as in the guide."""

    namespace: str

    def add(self, name: str, number: int) -> Host:
        """At 10.0.0.`number`."""
        host = Host(f"ecarte-{os.getpid()}-{name}", f"10.0.0.{number}", self)
        _ip("netns", "add", host.namespace)
        pair = ("type", "veth", "peer", "name", "eth0", "netns", host.namespace)
        _ip("-n", self.namespace, "link", "add", _line(host), *pair)
        _ip("-n", host.namespace, "address", "add", f"{host.address}/24", "dev", "eth0")
        for interface in ("lo", "eth0"):
            _ip("-n", host.namespace, "link", "set", interface, "up")
        self.set_link(host, "master", "bridge", "up")
        return host

    def set_link(self, host: Host, *change: str) -> None:
        _ip("-n", self.namespace, "link", "set", _line(host), *change)


def _line(host: Host) -> str:
    """The end of its cable that is at the bridge."""
    return f"to-{host.address.rpartition('.')[2]}"


@contextmanager
def network() -> Iterator[Network]:
    """Of no hosts yet. Those that are added go with it, and what runs on them."""
    if os.geteuid() or not shutil.which("ip") or not shutil.which("setpriv"):
        pytest.skip("Machines of their own need root, and the programs ip and setpriv.")
    _remove_left()
    found = Network(f"ecarte-{os.getpid()}-bridge")
    try:
        _ip("netns", "add", found.namespace)
        _ip("-n", found.namespace, "link", "add", "bridge", "type", "bridge")
        _ip("-n", found.namespace, "link", "set", "bridge", "up")
    except subprocess.CalledProcessError as error:
        _remove(os.getpid())
        pytest.skip(f"There can be no namespaces here: {error.stderr.strip()}")
    with ExitStack() as stack:
        stack.callback(_remove, os.getpid())
        yield found


def _remove_left() -> None:
    """What killed runs left, and what an earlier test of this one did."""
    known = {int(found[1]) for path in _namespaces() if (found := OURS.fullmatch(path.name))}
    for number in known:
        if number == os.getpid() or not Path(f"/proc/{number}").exists():
            _remove(number)


def _namespaces() -> list[Path]:
    return list(PLACE.iterdir()) if PLACE.exists() else []


def _remove(number: int) -> None:
    """Of the run that has this process."""
    for path in _namespaces():
        if path.name.startswith(f"ecarte-{number}-"):
            for process in _ip("netns", "pids", path.name).split():
                with suppress(ProcessLookupError):
                    os.kill(int(process), signal.SIGKILL)
            _ip("netns", "delete", path.name)


def _ip(*arguments: str) -> str:
    done = subprocess.run(["ip", *arguments], capture_output=True, text=True, check=True)
    return done.stdout
