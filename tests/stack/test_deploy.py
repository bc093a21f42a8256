"""The files of a server: what systemd, nginx and the settings say of them; a backup restored."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from django.conf import settings
from django.utils.translation import override
from pytest_django import DjangoDbBlocker

from ecarte_club import env
from ecarte_club.core import streams
from ecarte_club.stack.nginx import binary, nchan_module
from games.sheets.csv_format.sheets import BYTES_MOST
from tests.servers import PROJECT, missing
from tests.support.archives import archived
from tests.support.clubhouse import open_house
from tests.support.deployed import DEPLOY, nginx_configuration
from tests.support.elsewhere import django_on

NO_BREAK = "\N{NO-BREAK SPACE}"
PROBLEM = {"type", "title", "status", "detail", "code", "errors"}
UNITS = sorted((DEPLOY / "systemd").iterdir())


def test_units_are_verified_by_systemd(tmp_path: Path) -> None:
    tool = shutil.which("systemd-analyze")
    if tool is None:
        missing("There is no systemd here.")
    for unit in UNITS:
        text = re.sub(r"/opt/ecarte/\S+/python", sys.executable, unit.read_text())
        text = text.replace("/opt/ecarte/current/deploy", str(DEPLOY))
        # The servers of a machine, which are not those of this one.
        text = re.sub(r"^After=.*$", "After=network.target", text, flags=re.MULTILINE)
        (tmp_path / unit.name).write_text(text)
    argv = [tool, "verify", "--man=no", *map(str, sorted(tmp_path.iterdir()))]
    done = subprocess.run(argv, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def queues() -> set[str]:
    return {route["queue"] for route in settings.CELERY_TASK_ROUTES.values()}


def _started(text: str) -> set[tuple[str, ...]]:
    """The commands in it that start servers: programs of Python with their options."""
    joined = text.replace("\\\n", "").replace('"', " ").replace("\n        --", " --")
    found = re.findall(r"python -m (?:granian|celery) [^\n\]]*", joined)
    lines = (line.replace("-%i.sock", ".sock").replace("%%", "%") for line in found)
    return {tuple(line.split()) for line in lines}


def _value(variable: re.Match[str]) -> str:
    """What the unit of tasks says of it."""
    text = (DEPLOY / "systemd" / "ecarte-tasks.service").read_text()
    found = re.search(rf"^Environment={variable[1]}=(.*)$", text, re.MULTILINE)
    assert found
    return found[1]


def test_units_and_containers_start_the_same_servers() -> None:
    services = [path for path in UNITS if path.suffix == ".service"]
    # Those of one queue are for who wants them.
    usual = [path.read_text() for path in services if path.name != "ecarte-tasks@.service"]
    units = _started(re.sub(r"\$\{(\w+)\}", _value, "\n".join(usual)))
    assert len(units) == 5
    named = [line[line.index("--queues") + 1] for line in units if "--queues" in line]
    assert sorted(",".join(named).split(",")) == sorted({"celery", *queues()})
    assert all("User=ecarte\n" in path.read_text() for path in services)
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    commands = [compose[name]["command"] for name in ("live", "tasks", "robots", "clock")]
    assert units == _started((DEPLOY / "Containerfile").read_text()) | _started(
        "\n".join(" ".join(command) for command in commands)
    )


def test_containers_write_where_they_may_and_wait_for_what_they_need() -> None:
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    ours = [service for service in compose.values() if service["image"] == "ecarte"]
    assert len(ours) == 6
    for service in ours:
        assert (service["read_only"], service["cap_drop"]) == (True, ["ALL"])
        assert service["user"].partition(":")[0] != "0"
        places = {volume.partition(":")[2] for volume in service["volumes"]}
        assert {*places, *service["tmpfs"]} == {"/var/lib/ecarte", "/run/ecarte", "/tmp"}  # noqa: S108
    after_tables = {
        name for name, service in compose.items() if "tables" in service.get("depends_on", {})
    }
    assert after_tables == {"web", "live", "tasks", "robots", "clock"}
    for kind in ("web", "live"):
        assert compose[kind]["healthcheck"]["test"][-1] == f"/run/ecarte/{kind}.sock"
        assert compose["nginx"]["depends_on"][kind] == {"condition": "service_healthy"}
    text = (DEPLOY / "Containerfile").read_text()
    copied = " ".join(re.findall(r"^COPY (?!--)(.*) \S+$", text, re.MULTILINE)).split()
    assert len(copied) > 5
    assert [name for name in copied if not (PROJECT / name).exists()] == []


def test_the_configuration_is_taken_by_nginx(tmp_path: Path) -> None:
    tool = binary()
    if tool is None:
        missing("There is no nginx here: the system's package nginx brings one.")
    path = nginx_configuration(tmp_path, 8443, 8001, publish=8010 if nchan_module() else 0)
    argv = [tool, "-t", "-q", "-p", str(tmp_path), "-c", str(path)]
    done = subprocess.run(argv, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_nginx_lets_the_largest_file_pass_and_says_when_something_is_too_much() -> None:
    text = (DEPLOY / "nginx" / "ecarte.conf").read_text()
    found = re.search(r"client_max_body_size (\d+)m;", text)
    assert found
    # Beside the file, a form has names and a key.
    assert int(found[1]) * 1024**2 > BYTES_MOST + 1024**2
    errors = DEPLOY / "nginx" / "errors"
    for language, most in (("en", f"40{NO_BREAK}MB"), ("fr", f"40{NO_BREAK}Mo")):
        forms = {
            status: [
                (errors / language / f"{status}.{form}").read_text()
                for form in ("html", "part.html", "json")
            ]
            for status in ("413", "503")
        }
        assert BYTES_MOST == 40 * 1024**2
        assert all(most in form for form in forms["413"])
        for status, (page, part, document) in forms.items():
            assert f'lang="{language}"' in page
            assert "<html" not in part
            problem = json.loads(document)
            assert (problem["status"], set(problem)) == (int(status), PROBLEM)
            assert problem["detail"] in page
            assert problem["detail"] in part
        refused = json.loads((errors / language / "429.json").read_text())
        with override(language):
            assert refused["detail"] == str(streams.FULL)
        assert (refused["status"], set(refused)) == (429, PROBLEM)


def test_the_example_of_settings_is_read_and_explained() -> None:
    lines = (DEPLOY / "env.example").read_text().splitlines()
    given = dict(line.removeprefix("# ").split("=", 1) for line in lines if "=" in line[:40])
    # `deploy/manage` reads it as a shell does, systemd almost so: quoted where either would differ.
    argv = ["env", "-i", "sh", "-c", 'set -a; . "$0"; env', str(DEPLOY / "env.example")]
    read = subprocess.run(argv, capture_output=True, text=True, check=True)
    assert read.stderr == ""
    by_shell = dict(line.split("=", 1) for line in read.stdout.splitlines())
    proposed = {line[2:].partition("=")[0] for line in lines if line.startswith("# ")}
    assert {name: by_shell[name] for name in given if name not in proposed} == {
        name: value.strip('"') for name, value in given.items() if name not in proposed
    }
    explained = (PROJECT / "docs/settings.md").read_text()
    assert [name for name in given if f"`{name}`" not in explained] == []
    assert env.database(given, PROJECT)["NAME"] == "ecarte"
    assert env.address(given, "SITE_URL", "/") == "https://club.example.org/"
    assert env.redis_url(given).startswith("redis://")
    assert env.mail(given)["EMAIL_HOST"] == "mail.example.org"
    assert env.whole_number(given, "TRUSTED_PROXIES", 0) == 1
    assert env.choice(given, "LIVE_ENGINE", ("own", "nchan")) == "own"
    assert env.choice(given, "LOG_FORMAT", ("text", "json")) == "json"
    assert env.shared_cache_urls(given) == ["http://127.0.0.1:6083/"]


def test_varnish_listens_where_nginx_and_the_site_look_for_it() -> None:
    command = (DEPLOY / "varnish" / "override.conf").read_text()
    web, inside = re.findall(r"-a (web|inside)=127\.0\.0\.1:(\d+) ", command)
    assert (web[0], inside[0]) == ("web", "inside")
    assert f"server 127.0.0.1:{web[1]} " in (DEPLOY / "nginx" / "ecarte.conf").read_text()
    for path in (DEPLOY / "env.example", PROJECT / "docs" / "operating.md"):
        assert f"SHARED_CACHE_URLS=http://127.0.0.1:{inside[1]}/\n" in path.read_text()


@pytest.mark.slow
def test_a_backup_is_the_site_again(
    sqlite_url: str, tmp_path: Path, django_db_blocker: DjangoDbBlocker
) -> None:
    """Taken while somebody is writing, whose change is not in it."""
    data, folder = tmp_path / "data", tmp_path / "backups"
    data.mkdir()
    (data / "secret_key").write_text("k" * 60)
    (data / "push_key").write_text("p" * 43)
    old = folder / "2020-01-01.sqlite3"
    folder.mkdir()
    old.touch()
    os.utime(old, (0, 0))
    given = {**os.environ, "DATABASE_URL": sqlite_url, "DATA_DIR": str(data)}
    given["PYTHON"] = sys.executable
    with django_on(sqlite_url, django_db_blocker):
        club = open_house().club
        before = archived(club.pk)
        subprocess.run([str(DEPLOY / "backup"), str(folder)], env=given, check=True)
        club.place = "Lyon"
        club.save()
        assert archived(club.pk) != before
    (copy,) = folder.glob("*.sqlite3")
    (key,) = folder.glob("*.secret_key")
    assert key.read_text() == "k" * 60
    assert [path.read_text() for path in folder.glob("*.push_key")] == ["p" * 43]
    assert {path.stat().st_mode & 0o077 for path in (copy,)} == {0}
    with django_on(f"sqlite:///{copy}", django_db_blocker):
        assert archived(club.pk) == before
