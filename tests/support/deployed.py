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
from ecarte_club.stack.programs import Program, listening, stop
from tests.databases import site_env
from tests.servers import PROJECT, once, shared_folder

from .certificates import write_certificate
from .forks import started
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
        return command(f"ecarte-{kind}@.service", key, self.folder, version)


def command(name: str, key: str, folder: Path, version: str = "current") -> tuple[str, ...]:
    """Of this unit, with one process where it has several, and files in the folder."""
    text = unit(name)
    found = re.search(rf"^{key}=(.*)$", text, re.MULTILINE)
    assert found, key
    line = re.sub(r"/opt/ecarte/(%i|current)/.venv/bin/python", sys.executable, found[1])
    line = re.sub(r"--(workers|concurrency) \d+", r"--\1 1", line)
    for variable, value in re.findall(r"^Environment=(\w+)=(.*)$", text, re.MULTILINE):
        line = line.replace(f"${{{variable}}}", value)
    line = re.sub(r"/(run|var/lib)/ecarte", str(folder), line)
    return tuple(shlex.split(re.sub(r"(?<!%)%i", version, line).replace("%%", "%")))


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
        text = with_servers(text, "ecarte_shared", "Varnish")
        text = text.replace(" 127.0.0.1:6081 ", f" 127.0.0.1:{varnish} ")
    if publish:
        text += publisher(publish)
    for before, after in {
        r"^\s*listen \[::\].*\n": "",
        "listen 80;": f"listen 127.0.0.1:{inside + 1};",
        "listen 443 ": f"listen 127.0.0.1:{port} ",
        "127.0.0.1:8000;": f"127.0.0.1:{inside};",
        "ecarte_streams 500": f"ecarte_streams {streams}",
    }.items():
        text = re.sub(before, after, text, flags=re.MULTILINE)
    return nginx_file(folder, text, NAME, with_nchan=bool(publish))


def with_servers(text: str, upstream: str, case: str) -> str:
    """With the servers that a comment of `ecarte.conf` gives to an upstream in this case."""
    servers = re.search(rf"# With {case}: (.*)\n(?:# With .*\n)?upstream {upstream} ", text)
    assert servers, case
    return re.sub(rf"(upstream {upstream}) .*", rf"\1 {{ {servers[1]} }}", text)


def nginx_file(folder: Path, text: str, name: str = "", *, with_nchan: bool = False) -> Path:
    """All of nginx's configuration: this, with its files in the folder, and a certificate for the
    name."""
    added = folder / "ecarte.d"
    if with_nchan:
        added.mkdir(exist_ok=True)
        shutil.copy(DEPLOY / "nginx" / "nchan-live.conf", added)
    if name:
        write_certificate(folder, name)
    for before, after in {
        f"/etc/letsencrypt/live/{name}": folder,
        "/etc/nginx/ecarte.d": added,
        "/run/ecarte": folder,
        "/opt/ecarte/current": PROJECT,
        "/var/lib/ecarte/static/": f"{shared_folder() / 'site' / 'static'}/",
    }.items():
        text = text.replace(before, str(after))
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
