"""Starts everything, and stops everything at one Ctrl-C.

PORT (8000) serves pages and the API by WSGI workers, PORT + 1 the live connections by ASGI.
WEB_WORKERS, LIVE_WORKERS, TASK_WORKERS and ROBOT_WORKERS say how many processes each gets. With
LIVE_ENGINE=nchan nginx is at PORT + 1, and the ASGI server behind it.
"""

import os
import sys
from dataclasses import dataclass, replace
from pathlib import Path

from . import nginx, postgresql, redis
from .programs import (
    Program,
    ProgramFailedError,
    Server,
    StoppedError,
    Supervisor,
    free_port,
    granian,
    listening,
)

PROJECT = Path(__file__).resolve().parent.parent.parent
PYTHON = sys.executable
HOST = "127.0.0.1"
MISSING = (postgresql.ServerMissingError, nginx.NchanMissingError, ProgramFailedError)
CELERY = (PYTHON, "-m", "celery", "--app", "ecarte_club", "--quiet")


def say(text: str) -> None:
    print(f"[stack] {text}", flush=True)


def main() -> int:
    os.chdir(PROJECT)
    port = int(os.environ.get("PORT") or 8000)
    taken = [number for number in (port, port + 1) if listening(number)()]
    if taken:
        say(f"Port {taken[0]} is in use: PORT=8100 make stack would take 8100 and 8101.")
        return 1
    supervisor = Supervisor(say)
    supervisor.heed_signals()
    try:
        live = _live(port)
        env = _servers(supervisor) | _addresses(port) | live.env
        supervisor.step(replace(preparation(), env=env))
        front = [live.nginx] if live.nginx else []
        for program in [*front, *programs(port, live.port)]:
            supervisor.start(replace(program, env=env))
        say(f"The club is at {env['SITE_URL']} (Ctrl-C stops everything)")
        supervisor.watch()
    except StoppedError:
        pass
    except MISSING as failure:
        say(str(failure))
        return 1
    finally:
        supervisor.stop()
    return 0


def _servers(supervisor: Supervisor) -> dict[str, str]:
    """DATABASE_URL and REDIS_URL: those given, else of servers started here."""
    folder = Path(os.environ.get("DATA_DIR") or PROJECT / "var")
    folder.mkdir(parents=True, exist_ok=True)
    database_url = os.environ.get("DATABASE_URL", "")
    redis_url = os.environ.get("REDIS_URL", "")
    if not database_url:
        postgresql_server = postgresql.prepared(folder, durable=True)
        supervisor.start(postgresql_server.program(folder / "postgresql.log"))
        postgresql_server.make_database()
        database_url = postgresql_server.url()
    if not redis_url:
        redis_server = redis.prepared(folder, port=free_port(), durable=True)
        supervisor.start(redis_server.program(folder / "redis.log"))
        redis_url = redis_server.url()
    return {"DATABASE_URL": database_url, "REDIS_URL": redis_url}


def _addresses(port: int) -> dict[str, str]:
    return {
        "SITE_URL": os.environ.get("SITE_URL") or f"http://{HOST}:{port}/",
        "LIVE_URL": os.environ.get("LIVE_URL") or f"http://{HOST}:{port + 1}/live/",
    }


@dataclass(frozen=True, slots=True)
class Live:
    """`port`: of the ASGI server. `nginx`: what is in front of it."""

    port: int
    env: dict[str, str]
    nginx: Program | None = None


def _live(port: int) -> Live:
    if os.environ.get("LIVE_ENGINE", "").strip().lower() != "nchan":
        return Live(port + 1, {})
    behind, publish_at = free_port(), free_port()
    folder = Path(os.environ.get("DATA_DIR") or PROJECT / "var") / "nginx"
    program = nginx.live(folder, port=port + 1, live_port=behind, publish_port=publish_at)
    return Live(behind, {"LIVE_PUBLISH_URL": f"http://{HOST}:{publish_at}/"}, program)


def preparation() -> Program:
    return Program("preparation", (PYTHON, "-m", "ecarte_club.stack.preparation"))


def programs(port: int, live_port: int | None = None) -> list[Program]:
    folder = Path(os.environ.get("DATA_DIR") or PROJECT / "var")
    cores = str(os.cpu_count() or 2)
    return [
        _web("web", "wsgi", port, os.environ.get("WEB_WORKERS") or cores),
        _web("live", "asgi", live_port or port + 1, os.environ.get("LIVE_WORKERS") or "1"),
        _worker(
            "tasks",
            "celery,letters,webhooks,ratings,recounts",
            os.environ.get("TASK_WORKERS") or cores,
        ),
        _worker("robots", "robots", os.environ.get("ROBOT_WORKERS") or "1"),
        Program(
            "beat",
            (
                *(*CELERY, "beat", "--loglevel=WARNING", "--pidfile="),
                *("--schedule", str(folder / "beat")),
            ),
        ),
    ]


def _worker(name: str, queues: str, processes: str) -> Program:
    """Of these queues. Its node has the name: two of one name on a machine are taken for one."""
    options = ("--loglevel=WARNING", "--without-gossip", "--without-mingle")
    return Program(
        name,
        (
            *(*CELERY, "worker", *options, "--hostname", f"{name}@%h"),
            *("--queues", queues, "--concurrency", processes),
        ),
        stop_within=30,
    )


def _web(name: str, server: Server, port: int, workers: str) -> Program:
    return Program(
        name,
        granian(server, port=port, workers=int(workers)),
        ready=listening(port),
        ready_within=60,
    )


if __name__ == "__main__":
    sys.exit(main())
