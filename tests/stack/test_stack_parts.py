"""The parts of the stack without starting it: what it would run, on what, and what it says."""

import os
import pwd
import shutil
import stat
import sys
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import psycopg
import pytest
from django.conf import settings

from ecarte_club.celery import app
from ecarte_club.stack import __main__ as stack
from ecarte_club.stack import nginx, postgresql, redis
from ecarte_club.stack.postgresql import PostgreSQL, ServerMissingError
from ecarte_club.stack.preparation import COMMANDS
from ecarte_club.stack.programs import (
    Program,
    ProgramFailedError,
    StoppedError,
    Supervisor,
    free_port,
    granian,
    listening,
    started,
)
from tests.servers import PROJECT

OURS = ("DATABASE_URL", "REDIS_URL", "SITE_URL", "LIVE_URL", "LIVE_ENGINE", "PORT")
WORKERS = ("WEB_WORKERS", "LIVE_WORKERS", "TASK_WORKERS", "ROBOT_WORKERS")
QUEUES = "celery,letters,webhooks,ratings,recounts"
FAIL = (sys.executable, "-c", "raise SystemExit(7)")


@pytest.fixture(autouse=True)
def _bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Nothing is configured but where the data are; and each test ends in the project's folder."""
    for name in (*OURS, *WORKERS):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("DATA_DIR", str(tmp_path / "var"))
    monkeypatch.chdir(PROJECT)


def after(program: Program, option: str) -> str:
    return program.argv[program.argv.index(option) + 1]


def test_the_programs_and_what_each_gets(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 6)
    web, live, tasks, robots, beat = programs = stack.programs(8100)
    assert [program.name for program in programs] == ["web", "live", "tasks", "robots", "beat"]
    assert (after(web, "--port"), after(web, "--interface")) == ("8100", "wsgi")
    assert (after(live, "--port"), after(live, "--interface")) == ("8101", "asginl")
    assert (after(web, "--workers"), after(live, "--workers")) == ("6", "1")
    assert (after(tasks, "--queues"), after(tasks, "--concurrency")) == (QUEUES, "6")
    assert (after(robots, "--queues"), after(robots, "--concurrency")) == ("robots", "1")
    assert after(tasks, "--hostname") != after(robots, "--hostname"), "else one hides the other"
    assert after(beat, "--schedule") == str(tmp_path / "var" / "beat")
    assert tasks.stop_within > web.stop_within, "a task may be at work"


def test_every_task_has_a_queue_that_a_worker_takes_from() -> None:
    """What takes long has not the queue of what somebody waits for."""
    app.loader.import_default_modules()
    queue_of: dict[str, str] = {
        name: app.amqp.router.route({}, name)["queue"].name
        for name in app.tasks
        if not name.startswith("celery.")
    }
    workers = [one for one in stack.programs(8000) if "worker" in one.argv]
    taken = [queue for one in workers for queue in after(one, "--queues").split(",")]
    assert sorted(taken) == sorted(set(queue_of.values()))
    # Each route is one of a task that there is.
    assert len({route["queue"] for route in settings.CELERY_TASK_ROUTES.values()}) == len(taken) - 1
    by_queue: dict[str, set[str]] = {}
    for name, queue in queue_of.items():
        by_queue.setdefault(queue, set()).add(name.rpartition(".")[2])
    assert by_queue["robots"] == {"act_robots"}
    assert by_queue["ratings"] == {"bring_ratings"}
    assert by_queue["webhooks"] == {"send_hooks", "send_notifications"}
    recounted = {"seasons", "club_seasons", "books", "club_books", "ratings", "club_ratings"}
    assert by_queue["recounts"] == {f"recount_{name}" for name in recounted}
    letters = {name for names in by_queue.values() for name in names if "email" in name}
    assert by_queue["letters"] == {*letters, "send_statements"}


def test_the_number_of_workers_can_be_said(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in zip(WORKERS, ("3", "2", "5", "4"), strict=True):
        monkeypatch.setenv(name, value)
    web, live, tasks, robots, _beat = stack.programs(8000)
    assert [after(web, "--workers"), after(live, "--workers")] == ["3", "2"]
    assert [after(one, "--concurrency") for one in (tasks, robots)] == ["5", "4"]


def test_the_site_is_served_to_this_machine_alone_unless_asked() -> None:
    command = granian("wsgi", port=1, workers=1)
    assert command[command.index("--host") + 1] == "127.0.0.1"
    assert command[-1] == "ecarte_club.wsgi:application"
    assert granian("asgi", port=1, workers=1)[-1] == "ecarte_club.asgi:application"
    assert "--blocking-threads" not in granian("asgi", port=1, workers=1)


def test_the_database_is_ready_before_the_sample_is_loaded() -> None:
    assert [command[0] for command in COMMANDS] == ["migrate", "collectstatic", "sample"]


@pytest.mark.parametrize("taken", [8000, 8001])
def test_a_port_in_use_is_named_and_nothing_is_started(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    taken: int,
) -> None:
    monkeypatch.setattr(stack, "listening", lambda port: lambda: port == taken)
    assert stack.main() == 1
    assert f"Port {taken} is in use: PORT=8100 make stack" in capsys.readouterr().out
    assert not (tmp_path / "var").exists()


class Rehearsal(Supervisor):
    """Notes what it is told to run, and runs nothing."""

    told: list[Program] = []
    fails = ""

    def heed_signals(self) -> None:
        Rehearsal.told = []

    def step(self, program: Program) -> None:
        self.start(program)

    def start(self, program: Program, tries: int = 4) -> None:
        Rehearsal.told.append(program)
        if program.name == self.fails:
            raise ProgramFailedError(f"{program.name} failed (7)")

    def watch(self) -> None:
        raise StoppedError

    def stop(self) -> None:
        Rehearsal.told.append(Program("the end", ()))


@pytest.fixture
def rehearsed(monkeypatch: pytest.MonkeyPatch) -> type[Rehearsal]:
    """With servers of one's own, so that none is started here."""
    monkeypatch.setattr(stack, "Supervisor", Rehearsal)
    monkeypatch.setenv("PORT", str(free_port()))
    monkeypatch.setenv("DATABASE_URL", "postgresql://own/db")
    monkeypatch.setenv("REDIS_URL", "redis://own/0")
    return Rehearsal


def test_servers_of_ones_own_are_used(rehearsed: type[Rehearsal]) -> None:
    assert stack.main() == 0
    names = [program.name for program in rehearsed.told]
    assert names == ["preparation", "web", "live", "tasks", "robots", "beat", "the end"]
    port = int(os.environ["PORT"])
    for program in rehearsed.told[:-1]:
        assert program.env == {
            "DATABASE_URL": "postgresql://own/db",
            "REDIS_URL": "redis://own/0",
            "SITE_URL": f"http://127.0.0.1:{port}/",
            "LIVE_URL": f"http://127.0.0.1:{port + 1}/live/",
        }


@pytest.mark.parametrize("fails", ["preparation", "web"])
def test_a_failure_is_said_and_the_rest_is_stopped(
    rehearsed: type[Rehearsal],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    fails: str,
) -> None:
    monkeypatch.setattr(rehearsed, "fails", fails)
    assert stack.main() == 1
    assert f"[stack] {fails} failed (7)" in capsys.readouterr().out
    assert [program.name for program in rehearsed.told][-2:] == [fails, "the end"]


@pytest.mark.parametrize("missing", [postgresql, redis])
def test_a_wheel_that_is_not_here_is_said_in_words(
    rehearsed: type[Rehearsal],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    missing: object,
) -> None:
    monkeypatch.setattr(missing, "find_spec", lambda _name: None)
    variable = "DATABASE_URL" if missing is postgresql else "REDIS_URL"
    monkeypatch.delenv(variable)
    assert stack.main() == 1
    assert f"set {variable} to one of yours" in capsys.readouterr().out


def server(sockets: Path, *, durable: bool = True) -> PostgreSQL:
    return PostgreSQL(Path("/bin"), Path("/data"), sockets, durable)


def test_postgresql_listens_on_its_socket_alone() -> None:
    program = server(Path("/a b/sockets")).program()
    assert "listen_addresses=" in program.argv
    assert "unix_socket_directories=/a b/sockets" in program.argv
    assert "fsync=off" not in program.argv, "what was entered must be on the disk"
    assert "fsync=off" in server(Path("/s"), durable=False).program().argv


def test_the_address_of_a_folder_with_odd_letters() -> None:
    url = server(Path("/srv/Écarté & Co/s")).url("x")
    found = psycopg.conninfo.conninfo_to_dict(url)
    assert (found["host"], found["dbname"], found["user"]) == (
        "/srv/Écarté & Co/s",
        "x",
        "postgres",
    )


def test_a_folder_too_deep_for_a_socket_gets_a_short_one(tmp_path: Path) -> None:
    with TemporaryDirectory() as folder:
        near = postgresql._socket_folder(Path(folder))
        assert near == Path(folder) / "sockets"
        assert stat.S_IMODE(near.stat().st_mode) == 0o700
    deep = tmp_path / ("d" * 100)
    far = postgresql._socket_folder(deep)
    try:
        assert not deep.exists()
        assert len(os.fsencode(far / ".s.PGSQL.5432.lock")) <= 107
        assert stat.S_IMODE(far.stat().st_mode) == 0o700
    finally:
        far.rmdir()


def test_root_hands_postgresql_to_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert postgresql.as_other_user() == ()
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(shutil, "which", lambda _tool: "/usr/bin/setpriv")
    command = postgresql.as_other_user()
    nobody = pwd.getpwnam("nobody")
    assert {f"--reuid={nobody.pw_uid}", f"--regid={nobody.pw_gid}"} < set(command)
    assert "--clear-groups" in command
    assert command[-1] == "--"
    monkeypatch.setattr(shutil, "which", lambda _tool: None)
    with pytest.raises(ServerMissingError, match="ordinary user, or set DATABASE_URL"):
        postgresql.as_other_user()


def test_the_password_of_redis_is_for_its_owner_and_new_each_time(tmp_path: Path) -> None:
    first = redis.prepared(tmp_path, port=free_port(), durable=True)
    config = first.config.read_text()
    assert stat.S_IMODE(first.config.stat().st_mode) == 0o600
    assert f"requirepass {first.password}\n" in config
    assert "bind 127.0.0.1\n" in config
    assert "appendonly yes\n" in config
    assert first.url(3) == f"redis://:{first.password}@127.0.0.1:{first.port}/3"
    second = redis.prepared(tmp_path, port=first.port, durable=False)
    assert second.password != first.password
    assert "appendonly no\n" in second.config.read_text()


def test_redis_is_ready_when_it_answers_to_its_password(tmp_path: Path) -> None:
    prepared = redis.prepared(tmp_path, port=free_port(), durable=False)
    program = prepared.program(tmp_path / "log")
    assert not program.ready(), "nobody is there"
    process = started(program)
    try:
        assert program.ready()
        assert not replace(prepared, password="wrong").program().ready()
    finally:
        process.terminate()
        process.wait()


def test_what_is_never_ready_is_given_up_in_time(tmp_path: Path) -> None:
    program = Program(
        "slow",
        (sys.executable, "-c", "import time; time.sleep(600)"),
        ready=listening(free_port()),
        ready_within=0.2,
    )
    with pytest.raises(ProgramFailedError, match="slow was not ready in 0 s"):
        started(program)
    log = tmp_path / "log"
    log.write_text("".join(f"line {n}\n" for n in range(100)))
    with pytest.raises(ProgramFailedError) as failed:
        started(Program("loud", FAIL, ready=lambda: False, log=log))
    assert "line 60\n" in str(failed.value)
    assert "line 59\n" not in str(failed.value)


def test_without_nchan_the_stack_says_what_is_missing(
    rehearsed: type[Rehearsal], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LIVE_ENGINE", "nchan")
    monkeypatch.setattr(nginx, "nchan_module", lambda: None)
    assert stack.main() == 1
    assert "apt install nginx libnginx-mod-nchan" in capsys.readouterr().out
    monkeypatch.setattr(nginx, "nchan_module", lambda: Path("module.so"))
    monkeypatch.setattr(nginx, "binary", lambda: "nginx")
    assert stack.main() == 0
    names = [program.name for program in rehearsed.told]
    assert names[1:] == ["nginx", "web", "live", "tasks", "robots", "beat", "the end"]
    front, live = rehearsed.told[1], rehearsed.told[3]
    text = Path(after(front, "-c")).read_text()
    assert f"proxy_pass http://127.0.0.1:{after(live, '--port')};" in text
    assert live.env["LIVE_PUBLISH_URL"].rstrip("/").removeprefix("http://") in text
