"""A site on several machines, set up as the guide says ("Several machines", "Many watchers", "A
cache for many visitors") with the files of `deploy/`: two web machines, a live host, one for tasks,
PostgreSQL with PgBouncer, a replica, Redis, Varnish, and nginx at the door. Each is a network
namespace with files of its own."""

import re
import shlex
import subprocess
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryDirectory
from time import monotonic, sleep

from ecarte_club import env
from ecarte_club.stack import redis
from ecarte_club.stack.nginx import binary
from ecarte_club.stack.programs import (
    Program,
    ProgramFailedError,
    kill,
    listening,
    wait_until_ready,
)
from ecarte_club.stack.takeover import is_ready, take_over
from tests.databases import site_env

from .database_machines import PASSWORD, database, replica
from .deployed import DEPLOY, NAME, command, nginx_file, with_servers
from .forks import start
from .networks import Host, Network
from .served import collected
from .varnished import CONFIGURATION, configuration, found_varnish

LIVE_NAME = "live.example.org"
ADDRESSES: Mapping[str, int] = {
    "door": 2,
    "varnish": 3,
    "database": 5,
    "replica": 6,
    "redis": 7,
    "tasks": 8,
    "live": 9,
    "web1": 11,
    "web2": 12,
    "world": 100,
}
WEB = ("web1", "web2")
# Their programs take seconds to start.
SLOW = (*WEB, "live", "tasks")
# Seconds, until what was killed is started again: `RestartSec` of the units.
PAUSE = 1.0


@dataclass(slots=True)
class Machine:
    """`folder` has all its files. `programs` by name, in the order in which they start."""

    host: Host
    folder: Path
    programs: dict[str, Program] = field(default_factory=dict)
    running: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)

    def add(self, program: Program) -> None:
        within = replace(program, argv=(*self.host.within, *program.argv))
        self.programs[program.name] = replace(within, log=self.folder / f"{program.name}.log")

    def listens(self, port: int) -> Callable[[], bool]:
        return lambda: self.host.run(listening(port, self.host.address))

    def begin(self, name: str) -> None:
        # What a killed server left is replaced, as by `ExecStartPre`.
        if name in ("web", "live"):
            (self.folder / f"{name}-1.0.sock").unlink(missing_ok=True)
        self.running[name] = start(self.programs[name])

    def await_ready(self, name: str) -> None:
        """As systemd, it starts again what ended."""
        until = monotonic() + 120
        while True:
            try:
                wait_until_ready(self.programs[name], self.running[name])
            except ProgramFailedError:
                if monotonic() > until:
                    raise
                kill(self.running[name])
                sleep(PAUSE)
                self.begin(name)
            else:
                return

    def kill(self, *names: str) -> None:
        """SIGKILL, to all of its programs unless some are named."""
        for name in names or tuple(self.running):
            kill(self.running.pop(name))

    def begin_all(self) -> None:
        """Whatever does not run."""
        for name in self.programs:
            if name not in self.running:
                self.begin(name)

    def await_all(self) -> None:
        for name in self.running:
            self.await_ready(name)

    def start(self) -> None:
        self.begin_all()
        self.await_all()

    def log(self) -> str:
        logs = sorted(self.folder.glob("*.log"))
        texts = ((log.name, log.read_text(errors="replace")[-2000:]) for log in logs)
        return "\n".join(f"{self.host.namespace} {name}: {text}" for name, text in texts if text)


@dataclass(slots=True)
class Machines:
    network: Network
    folder: Path
    by_name: dict[str, Machine] = field(default_factory=dict)
    memory: redis.Redis = field(init=False)
    database_url: str = ""

    def __getitem__(self, name: str) -> Machine:
        return self.by_name[name]

    def add(self, name: str) -> Machine:
        folder = self.folder / name
        folder.mkdir(mode=0o777)
        folder.chmod(0o777)
        machine = Machine(self.network.add(name, ADDRESSES[name]), folder)
        self.by_name[name] = machine
        return machine

    def log(self) -> str:
        return "\n".join(machine.log() for machine in self.by_name.values())

    def start(self) -> None:
        """All of it, at once."""
        for machine in self.by_name.values():
            machine.begin_all()
        for machine in self.by_name.values():
            machine.await_all()

    def await_others(self, name: str) -> None:
        """Of a pair one may be on its way back while something else befalls the site."""
        for other in self.by_name:
            if other not in SLOW or name in SLOW:
                self[other].await_all()


@contextmanager
def machines(network: Network) -> Iterator[Machines]:
    """PostgreSQL with its replica, PgBouncer and Redis run, and the database `ecarte` is empty. A
    failure inside the block shows all logs."""
    tool = binary()
    assert tool
    # The path of a socket is 107 bytes at most.
    with TemporaryDirectory(prefix="ecarte-") as folder:
        Path(folder).chmod(0o755)
        found = Machines(network, Path(folder))
        for name in ADDRESSES:
            found.add(name)
        try:
            _add_programs(found, tool)
            yield found
        except BaseException as failure:
            failure.add_note(found.log()[-20000:])
            raise
        finally:
            for machine in found.by_name.values():
                machine.kill()


def _add_programs(found: Machines, nginx: str) -> None:
    found.memory = _redis(found["redis"])
    found["redis"].start()
    for program in database(found["database"].host, found["database"].folder):
        found["database"].add(program)
        found["database"].start()
    found["replica"].add(
        replica(found["replica"].host, found["replica"].folder, found["database"].host.address)
    )
    found["replica"].start()
    settings = _settings(found.memory, found.folder)
    for name in WEB:
        _unit(found[name], "web@", settings)
    _unit(found["live"], "live@", settings)
    for name in ("tasks", "robots", "clock"):
        _unit(found["tasks"], name, settings)
    _varnish(found["varnish"])
    _nginx(found, nginx)


def _redis(machine: Machine) -> redis.Redis:
    server = redis.prepared(machine.folder, port=6379, durable=False)
    text = server.config.read_text()
    server.config.write_text(text.replace("bind 127.0.0.1", f"bind {machine.host.address}"))
    machine.add(replace(server.program(), ready=machine.listens(6379)))
    return server


def _settings(memory: redis.Redis, folder: Path) -> dict[str, str]:
    """`/etc/ecarte/env`, the same on all machines."""
    account = f"postgresql://ecarte:{PASSWORD}@"
    return {
        "SITE_URL": f"https://{NAME}/",
        "ALLOWED_HOSTS": NAME,
        "DATABASE_URL": f"{account}10.0.0.5:6432/ecarte",
        "DATABASE_POOLED": "yes",
        "REPLICA_URL": f"{account}10.0.0.6:5432/ecarte",
        "REDIS_URL": f"redis://:{memory.password}@10.0.0.7:6379/0",
        "SECRET_KEY": token_hex(32),
        "PUSH_KEY": env.push_key({}, folder),
        "TRUSTED_PROXIES": "1",
        "LIVE_ENGINE": "nchan",
        "LIVE_PUBLISH_URL": "http://10.0.0.9:8010/",
        "LIVE_URL": f"https://{LIVE_NAME}/live/",
        "SHARED_CACHE_SECONDS": "1",
        "SHARED_CACHE_URLS": "http://10.0.0.3:6083/",
        "LOG_FORMAT": "json",
        "HOOKS_PRIVATE": "yes",
    }


def _unit(machine: Machine, kind: str, settings: Mapping[str, str]) -> None:
    """`kind`: of its name."""
    folder, name = machine.folder, f"ecarte-{kind}.service"
    own = {"DATA_DIR": str(folder / "data"), "PROMETHEUS_MULTIPROC_DIR": str(folder)}
    data = folder / "data"
    data.mkdir(exist_ok=True)
    if not (data / "static").exists():
        # As `collectstatic` makes it on each machine, and as archives are one folder for all.
        (data / "static").symlink_to(collected())
        archives = folder.parent / "archives"
        archives.mkdir(exist_ok=True)
        (data / "archives").symlink_to(archives)
    argv = command(name, "ExecStart", folder, "1.0")
    kind = kind.rstrip("@")
    socket, link = folder / f"{kind}-1.0.sock", folder / f"{kind}.sock"
    program = Program(
        kind,
        argv,
        env={**site_env("", ""), **settings, **own},
        stop_within=30,
        ready_within=120,
        ready=(lambda: is_ready(socket) and take_over(socket, link))
        if kind in ("web", "live")
        else lambda: True,
    )
    machine.add(program)


def _varnish(machine: Machine) -> None:
    """Its backend is the door, which knows which web machine answers."""
    found = re.search(
        r"^ExecStart=(/.*)$", (DEPLOY / "varnish" / "override.conf").read_text(), re.M
    )
    assert found
    line = found[1].replace("/usr/sbin/varnishd", found_varnish())
    for before, after in {
        "-j unix,user=vcache": f"-j none -n {machine.folder}/varnish",
        "127.0.0.1": machine.host.address,
        " -T localhost:6082 -S /etc/varnish/secret": "",
        "/etc/varnish": str(machine.folder),
        "malloc,256m": "malloc,64m",
    }.items():
        assert before in line
        line = line.replace(before, after)
    backend = re.search(r"# With several web machines: (.*)$", CONFIGURATION.read_text(), re.M)
    assert backend
    configuration(machine.folder, backend[1])
    machine.add(Program("varnish", tuple(shlex.split(line)), ready=machine.listens(6081)))


def _nginx(found: Machines, tool: str) -> None:
    files = {name: (DEPLOY / "nginx" / f"{name}.conf").read_text() for name in FILES}
    door = with_servers(files["ecarte"], "ecarte_web", "several web machines")
    door = with_servers(door, "ecarte_shared", "both")
    inner = files["inner"].replace("# upstream", "upstream")
    nchan = files["nchan"].replace("127.0.0.1:8010", "10.0.0.9:8010")
    texts = {
        "door": door + files["inner"],
        "live": files["ecarte"].replace(NAME, LIVE_NAME)
        + nchan.replace("allow 127.0.0.1;", "allow 10.0.0.0/24;"),
        **dict.fromkeys(WEB, inner),
    }
    for name, text in texts.items():
        machine = found[name]
        own = text.replace("listen 10.0.0.11:", f"listen {machine.host.address}:")
        certified = {"door": NAME, "live": LIVE_NAME}.get(name, "")
        path = nginx_file(machine.folder, own, certified, with_nchan=name == "live")
        argv = (tool, "-p", str(machine.folder), "-c", str(path))
        ready = machine.listens(443 if certified else 8001)
        machine.add(Program("nginx", argv, ready=ready))


FILES = ("ecarte", "inner", "nchan")
