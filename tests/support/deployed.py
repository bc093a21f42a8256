"""The site as a server runs it: the commands of the units in `deploy/`, and nginx in front."""

import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from ecarte_club.stack.nginx import (
    binary,
    front_matter,
    publisher,
    temporary_paths,
)
from ecarte_club.stack.programs import Program, listening, started, stop
from tests.databases import site_env
from tests.servers import PROJECT, once, shared_folder

from .certificates import write_certificate
from .served import collect_static

DEPLOY = PROJECT / "deploy"
NAME = "club.example.org"


def unit(name: str) -> str:
    return (DEPLOY / "systemd" / name).read_text()


@dataclass(slots=True)
class Server:
    """Units by kind (`web`, `live`) and version, as systemd would start and stop them."""

    folder: Path
    env: dict[str, str]
    running: dict[tuple[str, str], tuple[Program, subprocess.Popen[bytes]]] = field(
        default_factory=dict
    )

    def socket(self, kind: str) -> Path:
        return self.folder / f"{kind}.sock"

    def start(self, kind: str, version: str) -> None:
        """Returns when this version has taken over."""
        program = Program(
            name=f"{kind} {version}",
            argv=self._command(kind, version, "ExecStart"),
            env=self.env,
            stop_within=30,
            log=self.folder / f"{kind}-{version}.log",
        )
        self.running[kind, version] = program, started(program)
        subprocess.run(
            self._command(kind, version, "ExecStartPost"), env=self.env, cwd=PROJECT, check=True
        )

    def stop(self, kind: str, version: str) -> None:
        """By the signal of systemd: requests that are being answered are finished."""
        stop(*self.running.pop((kind, version)))

    def log(self) -> str:
        logs = sorted(self.folder.glob("*.log"))
        return "\n".join(f"{log.name}: {log.read_text(errors='replace')}" for log in logs)

    def _command(self, kind: str, version: str, key: str) -> tuple[str, ...]:
        found = re.search(rf"^{key}=(.*)$", unit(f"ecarte-{kind}@.service"), re.MULTILINE)
        assert found, key
        line = found[1].replace("/opt/ecarte/%i/.venv/bin/python", sys.executable)
        line = re.sub(r"--workers \d+", "--workers 1", line)
        line = line.replace("/run/ecarte", str(self.folder)).replace("%i", version)
        return tuple(shlex.split(line))


@contextmanager
def deployed(
    *, database_url: str, redis_url: str = "", env: dict[str, str] | None = None
) -> Iterator[Server]:
    """Nothing runs yet. A failure inside the block shows all logs."""
    once("static.done", collect_static)
    # The path of a socket is 107 bytes at most.
    with TemporaryDirectory(prefix="ecarte-") as folder, ExitStack() as stack:
        site = {**site_env(database_url, redis_url), "TRUSTED_PROXIES": "1", **(env or {})}
        server = Server(Path(folder), site)
        stack.callback(_stop_all, server)
        try:
            yield server
        except BaseException as failure:
            failure.add_note(server.log()[-6000:])
            raise


def _stop_all(server: Server) -> None:
    for key in list(server.running):
        server.stop(*key)


def nginx_configuration(
    folder: Path, port: int, inside: int, *, varnish: int = 0, publish: int = 0, streams: int = 500
) -> Path:
    """The one of `deploy/`, on other ports and paths.

    With Varnish at a port, as it says itself; with nchan, to which events are posted at a port.
    """
    text = (DEPLOY / "nginx" / "ecarte.conf").read_text()
    if varnish:
        found = re.search(r"With Varnish: (.*)", text)
        assert found
        servers = found[1].replace(":6081", f":{varnish}")
        text = re.sub(r"(upstream ecarte_shared) .*", rf"\1 {{ {servers} }}", text)
    added = folder / "ecarte.d"
    if publish:
        text += publisher(publish)
        added.mkdir(exist_ok=True)
        shutil.copy(DEPLOY / "nginx" / "nchan-live.conf", added)
    for before, after in {
        r"^\s*listen \[::\].*\n": "",
        "listen 80;": f"listen 127.0.0.1:{inside + 1};",
        "listen 443 ": f"listen 127.0.0.1:{port} ",
        "127.0.0.1:8000;": f"127.0.0.1:{inside};",
        "/etc/letsencrypt/live/club.example.org": str(folder),
        "/etc/nginx/ecarte.d": str(added),
        "/run/ecarte": str(folder),
        "/opt/ecarte/current": str(PROJECT),
        "/var/lib/ecarte/static/": f"{shared_folder() / 'site' / 'static'}/",
        "ecarte_streams 500": f"ecarte_streams {streams}",
    }.items():
        text = re.sub(before, after, text, flags=re.MULTILINE)
    write_certificate(folder, NAME)
    # As on Debian, where a package brings the types of files.
    types = "types { text/html html; text/css css; text/javascript js; image/svg+xml svg; }"
    path = folder / "nginx.conf"
    path.write_text(
        f"{front_matter(folder)}http {{ {types} {temporary_paths(folder)} access_log off; {text} }}"
    )
    return path


def nginx(
    server: Server,
    port: int,
    inside: int,
    *,
    varnish: int = 0,
    publish: int = 0,
    streams: int = 500,
) -> Program:
    """`inside` is where the figures are, and the port after it where TLS is not."""
    tool = binary()
    assert tool
    path = nginx_configuration(
        server.folder, port, inside, varnish=varnish, publish=publish, streams=streams
    )
    return Program(
        "nginx",
        (tool, "-p", str(server.folder), "-c", str(path)),
        ready=listening(port),
        log=server.folder / "nginx.log",
    )
