"""The site as processes of its own, as browsers and other clients meet it."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from secrets import token_hex

import httpx

from ecarte_club import network
from ecarte_club.stack.programs import Program, Server, free_port, granian, kill, stop
from tests.databases import manage, site_env
from tests.servers import once, shared_folder

from .forks import started
from .plain_http import UNUSED


@dataclass(slots=True)
class Served:
    """A running site; `kill` is SIGKILL to all its processes, `start` brings it back."""

    url: str
    program: Program
    process: subprocess.Popen[bytes] = field(init=False)

    def start(self) -> None:
        self.process = started(self.program)

    def kill(self) -> None:
        kill(self.process)

    def stop(self) -> None:
        stop(self.program, self.process)

    @property
    def log(self) -> str:
        return self.program.log.read_text(errors="replace") if self.program.log else ""


@contextmanager
def served(
    *,
    database_url: str,
    redis_url: str | None = None,
    server: Server = "asgi",
    workers: int = 1,
    env: dict[str, str] | None = None,
    port: int | None = None,
    host: str = "127.0.0.1",
    within: tuple[str, ...] = (),
) -> Iterator[Served]:
    """The site on `database_url`, whose tables exist. A failure inside the block shows its log.

    The ASGI server serves everything; the WSGI one all but the live connections. On the `host`
    0.0.0.0 it is at the machine's own address, as for the phones in the room. `within`: a command
    that becomes the server it is followed by.
    """
    collected()
    port = port or free_port()
    listen = f"{host}:{port}"
    url = network.address(listen).rstrip("/")
    place = {"LISTEN": listen} if host in network.EVERYWHERE else {"SITE_URL": f"{url}/"}
    program = Program(
        name=f"site ({server})",
        argv=(*within, *granian(server, port=port, workers=workers, host=host)),
        env={**site_env(database_url, redis_url or ""), **place, **(env or {})},
        ready=lambda: _answers(url),
        log=shared_folder() / f"served-{token_hex(4)}.log",
    )
    site = Served(url, program)
    site.start()
    try:
        yield site
    except BaseException as failure:
        failure.add_note("\n".join(["The site's log ends:", *site.log.splitlines()[-60:]]))
        raise
    finally:
        site.stop()


def _answers(url: str) -> bool:
    try:
        httpx.get(url, timeout=10, verify=UNUSED)
    except httpx.TransportError:
        return False
    return True


def collected() -> Path:
    """The static files, which all sites under test share."""
    once("static.done", collect_static)
    return shared_folder() / "site" / "static"


def collect_static(done: Path) -> None:
    manage("collectstatic", "--no-input", "--verbosity=0", database_url="")
    done.touch()
