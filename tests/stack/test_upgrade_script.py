"""`deploy/upgrade` from a version to the next and back again, and to one that is never ready.

systemd is played by a program that writes down what it was told.
"""

import os
import shlex
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.databases import site_env
from tests.servers import PROJECT
from tests.support.deployed import DEPLOY
from tests.support.forks import forking

pytestmark = [pytest.mark.slow, pytest.mark.any_database]

SYSTEMCTL = """#!/bin/sh
echo "$*" >> "$FOLDER/told"
case "$*" in start*"$FAILS"*) exit 1 ;; esac
"""
# The version before is not ready either, as when the database is away.
PYTHON = """#!/bin/sh
case "$2" in
*.takeover) echo "takeover ${{3##*/}} ${{4##*/}}" >> "$FOLDER/told"; exit 1 ;;
esac
exec {forking} "$@"
"""
AS_OTHER_USER = """#!/bin/sh
shift 3
exec "$@"
"""
PACKAGES = ("ecarte_club", "games", "scoring", "locale", "static", "templates", "manage.py")


@dataclass(frozen=True, slots=True)
class Machine:
    folder: Path
    env: dict[str, str]

    def version(self, name: str) -> Path:
        """Installed: the program of this project, with scripts that stay in the folder."""
        here = self.folder / "opt" / name
        (here / "deploy").mkdir(parents=True)
        for package in PACKAGES:
            (here / package).symlink_to(PROJECT / package)
        (here / "deploy" / "systemd").symlink_to(DEPLOY / "systemd")
        python = here / ".venv" / "bin" / "python"
        python.parent.mkdir(parents=True)
        python.write_text(PYTHON.format(forking=shlex.join(forking())))
        (here / ".venv" / "complete").touch()
        for script in ("upgrade", "manage"):
            self._copy(DEPLOY / script, here / "deploy" / script)
        for program in (python, *(here / "deploy").glob("[um]*")):
            program.chmod(0o755)
        return here

    def _copy(self, script: Path, to: Path) -> None:
        text = script.read_text()
        for place in ("/opt/ecarte", "/etc/ecarte", "/etc/systemd/system", "/run/ecarte"):
            text = text.replace(place, str(self.folder / place.split("/")[1]))
        to.write_text(text)

    def upgrade(self, name: str, *, fails: str = "nothing") -> tuple[int, list[str]]:
        """Its exit code, and what systemd was told."""
        told = self.folder / "told"
        told.write_text("")
        argv = [str(self.folder / "opt" / "current" / "deploy" / "upgrade"), name]
        done = subprocess.run(
            argv, env={**self.env, "FAILS": fails}, capture_output=True, text=True, check=False
        )
        assert "Traceback" not in done.stderr, done.stderr
        return done.returncode, told.read_text().splitlines()

    @property
    def current(self) -> str:
        return os.readlink(self.folder / "opt" / "current")


@pytest.fixture
def machine(tmp_path: Path, sqlite_url: str) -> Machine:
    for name in ("opt", "etc", "run", "bin", "data"):
        (tmp_path / name).mkdir()
    for name, text in (("systemctl", SYSTEMCTL), ("runuser", AS_OTHER_USER)):
        (tmp_path / "bin" / name).write_text(text)
        (tmp_path / "bin" / name).chmod(0o755)
    (tmp_path / "etc" / "env").write_text("SITE_URL=https://club.example/\n")
    path = f"{tmp_path / 'bin'}:{os.environ['PATH']}"
    more = {"PATH": path, "FOLDER": str(tmp_path), "DATA_DIR": str(tmp_path / "data")}
    one = Machine(tmp_path, {**site_env(sqlite_url), **more})
    one.version("1.0")
    one.version("1.1")
    (tmp_path / "opt" / "current").symlink_to("1.0")
    return one


def _order(new: str, old: str) -> list[str]:
    """The new version is ready before `current` leads there, and before the old one ends."""
    both = "ecarte-web@{0} ecarte-live@{0}"
    return [
        "daemon-reload",
        f"start {both.format(new)}",
        f"enable --quiet {both.format(new)}",
        "enable --quiet ecarte-tasks ecarte-robots ecarte-clock",
        "restart ecarte-tasks ecarte-tasks@* ecarte-robots ecarte-clock",
        f"disable --quiet --now {both.format(old)}",
    ]


def test_an_upgrade_is_undone_by_the_version_before(machine: Machine) -> None:
    assert machine.upgrade("1.1") == (0, _order("1.1", "1.0"))
    assert machine.current == "1.1"
    assert machine.upgrade("1.0") == (0, _order("1.0", "1.1"))
    assert machine.current == "1.0"
    assert machine.upgrade("1.0") == (1, []), "It runs already."
    manifest = machine.folder / "data" / "static" / "staticfiles.json"
    assert manifest.exists()


def test_a_version_that_is_not_ready_leaves_the_one_before_as_it_is(machine: Machine) -> None:
    code, told = machine.upgrade("1.1", fails="ecarte-web@1.1")
    assert code == 1
    assert told == [
        *_order("1.1", "1.0")[:2],
        *("takeover web-1.0.sock web.sock", "takeover live-1.0.sock live.sock"),
        "stop ecarte-web@1.1 ecarte-live@1.1",
    ]
    assert machine.current == "1.0"
