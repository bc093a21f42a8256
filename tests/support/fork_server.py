"""A process that has imported the project, and forks itself into whatever is to be run with it.

`python -m tests.support.fork_server SOCKET PID`, until the process with this number is gone. What
is forked has an environment of its own, from which its settings are made anew, as is all that the
import of the project has made of them.
"""

import atexit
import ctypes
import gc
import json
import os
import runpy
import select
import signal
import socket
import sys
import threading
import traceback
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module, reload
from pathlib import Path
from typing import Any, NoReturn

from asgiref.local import Local

MOST = 200_000
"""Bytes of a request: the environment is most of it."""
NAMESPACES = Path("/run/netns")
_CLONE_NEWNET = 0x40000000
_PR_SET_PDEATHSIG = 1
_libc = ctypes.CDLL(None, use_errno=True)

IMPORTED = (
    "ecarte_club.urls",
    "ecarte_club.celery",
    # What the servers import beside.
    *("ecarte_club.core.bodies", "scoring.webhooks.api.events", "django.core.handlers.asgi"),
    *("granian.cli", "granian.server.mp", "granian._loops", "granian._signals"),
    *("celery.bin.celery", "celery.bin.worker", "celery.bin.beat", "celery.apps.worker"),
    *("celery.apps.beat", "celery.concurrency.prefork", "celery.worker.worker"),
    *("celery.worker.consumer", "kombu.transport.redis", "django_redis.cache"),
    "django.core.management.commands.migrate",
    "django.contrib.staticfiles.management.commands.collectstatic",
    # Tells libraries of settings that are no longer the same.
    "django.test.signals",
)
# They say which pages there are by the settings.
BY_SETTINGS = ("ecarte_club.urls", "allauth.urls", "allauth.account.urls", "allauth.idp.urls")


@dataclass(frozen=True, slots=True)
class Job:
    """`argv`: without the interpreter. `network`: the namespace in which it runs."""

    argv: list[str]
    env: dict[str, str]
    cwd: str
    network: str = ""


@dataclass(frozen=True, slots=True)
class Running:
    pid: int
    asker: socket.socket
    """Hears the exit code; a process whose asker is gone is killed."""


def import_project() -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "ecarte_club.settings"
    import django

    django.setup()
    for name in IMPORTED:
        import_module(name)
    from django.contrib.auth.hashers import PBKDF2PasswordHasher

    # A password under test is not worth half a second of the processor at each sign-in.
    PBKDF2PasswordHasher.iterations = 1_000
    from ecarte_club.celery import app

    assert not app.configured  # type: ignore[attr-defined]
    assert "ecarte_club.clubs.tasks" not in sys.modules, "It is made by the settings."
    assert threading.active_count() == 1
    gc.collect()
    gc.freeze()


def serve(listener: socket.socket, main: int) -> Job | None:
    """Returns in each forked process, with what it is to run, and at the end."""
    running: dict[int, Running] = {}
    poll = select.poll()
    for file in (main, listener.fileno()):
        poll.register(file, select.POLLIN)
    while True:
        for file, _event in poll.poll():
            if file == main:
                _end(running)
                return None
            if file != listener.fileno():
                _look_after(poll, running, file)
                continue
            asker, _address = listener.accept()
            message, files, _flags, _ = socket.recv_fds(asker, MOST, 3)
            pid = os.fork()
            if not pid:
                listener.close()
                _become(files)
                return Job(**json.loads(message))
            for given in files:
                os.close(given)
            asker.send(str(pid).encode())
            for watched in (os.pidfd_open(pid), asker.fileno()):
                running[watched] = Running(pid, asker)
                poll.register(watched, select.POLLIN)


def _look_after(poll: select.poll, running: dict[int, Running], file: int) -> None:
    """It has ended, or its asker has."""
    one = running.get(file)
    if one is None:
        return
    if file == one.asker.fileno():
        with suppress(ProcessLookupError):
            os.killpg(one.pid, signal.SIGKILL)
    _pid, status = os.waitpid(one.pid, 0)
    with suppress(OSError):
        one.asker.send(str(os.waitstatus_to_exitcode(status)).encode())
    for known in [known for known in running if running[known] == one]:
        poll.unregister(known)
        del running[known]
        if known != one.asker.fileno():
            os.close(known)
    one.asker.close()


def _end(running: dict[int, Running]) -> None:
    for one in running.values():
        with suppress(ProcessLookupError):
            os.killpg(one.pid, signal.SIGKILL)


def _become(files: list[int]) -> None:
    os.setsid()
    _libc.prctl(_PR_SET_PDEATHSIG, int(signal.SIGTERM), 0, 0, 0)
    for number, file in enumerate(files):
        os.dup2(file, number)
    os.closerange(3, 256)


def run(job: Job) -> NoReturn:
    """As `python` with these arguments."""
    code = 0
    try:
        _enter(job)
        flag, *rest = job.argv
        if flag == "-m":
            sys.argv = rest
            runpy.run_module(rest[0], run_name="__main__", alter_sys=True)
        elif flag == "-c":
            sys.argv = ["-c", *rest[1:]]
            exec(compile(rest[0], "<string>", "exec"), {"__name__": "__main__"})  # noqa: S102
        else:
            sys.argv = job.argv
            runpy.run_path(flag, run_name="__main__")
    except SystemExit as end:
        if end.code is not None:
            code = end.code if isinstance(end.code, int) else 1
            if not isinstance(end.code, int):
                print(end.code, file=sys.stderr)
    except BaseException:
        traceback.print_exc()
        code = 1
    # As the interpreter at its end, without going through all that was imported. A database of
    # SQLite that is not closed would leave what was written in a file beside it.
    with suppress(BaseException):
        from django.db import connections

        connections.close_all()
        threading._shutdown()  # type: ignore[attr-defined]
        atexit._run_exitfuncs()
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(code)


def _enter(job: Job) -> None:
    if job.network:
        with (NAMESPACES / job.network).open() as file:
            if _libc.setns(file.fileno(), _CLONE_NEWNET):
                raise OSError(ctypes.get_errno(), "setns")
    os.chdir(job.cwd)
    sys.path[0] = job.cwd
    os.environ.clear()
    os.environ.update(job.env)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ecarte_club.settings")
    _renew_settings()


def _renew_settings() -> None:
    from django.conf import settings
    from django.db import connections
    from django.test.signals import setting_changed
    from django.utils.functional import empty

    known = _values(settings)
    reload(import_module("ecarte_club.settings"))
    settings._wrapped = empty
    connections.__dict__.pop("settings", None)
    fresh = {"_settings": None, "_connections": Local(connections.thread_critical)}
    connections.__dict__.update(fresh)
    for name, value in _values(settings).items():
        if name != "DATABASES" and value != known.get(name):
            setting_changed.send(sender=None, setting=name, value=value, enter=True)
    for name in BY_SETTINGS:
        sys.modules.pop(name, None)


def _values(settings: Any) -> dict[str, Any]:
    return {name: getattr(settings, name) for name in dir(settings) if name.isupper()}


def main() -> None:
    place, number = Path(sys.argv[1]), int(sys.argv[2])
    import_project()
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    draft = place.with_suffix(".new")
    listener.bind(str(draft))
    listener.listen(64)
    draft.rename(place)
    job = serve(listener, os.pidfd_open(number))
    if job:
        run(job)


if __name__ == "__main__":
    main()
