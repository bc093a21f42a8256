"""A disk that is really full: what was typed stays, and goes through when there is space again."""

import re
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, suppress
from html import unescape
from pathlib import Path

import httpx
import pytest
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.db import connection
from pytest_django import DjangoDbBlocker

from tests.support.clubhouse import PASSWORD, open_house
from tests.support.elsewhere import django_on
from tests.support.plain_http import UNUSED
from tests.support.served import Served, served

pytestmark = pytest.mark.slow

# In a namespace of its own, where the mount is the site's alone and ends with it.
MOUNTED = """
mount -t tmpfs -o size="$0" tmpfs "$1" && cp "$2" "$1/site.sqlite3" && shift 2 && exec "$@"
"""
SIZE = "64m"


def _namespace() -> tuple[str, ...]:
    """How a file system is mounted here, without rights if need be."""
    if shutil.which("unshare") is None:
        pytest.skip("There is no unshare here.")
    for argv in (("unshare", "--mount"), ("unshare", "--map-root-user", "--mount")):
        probe = [*argv, "sh", "-c", "mount -t tmpfs tmpfs /mnt"]
        if subprocess.run(probe, capture_output=True, check=False).returncode == 0:
            return argv
    pytest.skip("No file system can be mounted here.")


class Disk:
    """That of a running site, seen from outside of its namespace."""

    def __init__(self, site: Served, place: Path) -> None:
        self._folder = Path(f"/proc/{site.process.pid}/root{place}")
        self._filler = self._folder / "filler"

    def fill(self) -> None:
        # The log of the database is emptied: it is no place to write to meanwhile.
        with closing(sqlite3.connect(self._folder / "site.sqlite3")) as database:
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        with self._filler.open("wb", buffering=0) as filler, suppress(OSError):
            while True:
                filler.write(bytes(4096))

    def free(self) -> None:
        self._filler.unlink()


@pytest.fixture
def full_site(
    sqlite_url: str, tmp_path: Path, django_db_blocker: DjangoDbBlocker
) -> Iterator[tuple[Served, Disk, str]]:
    namespace = _namespace()
    with django_on(sqlite_url, django_db_blocker):
        house = open_house()
        secret = house.secret("committee")
        # The site knows no passwords stored as cheaply as the tests do.
        user = house.users["committee"]
        user.password = PBKDF2PasswordHasher().encode(PASSWORD, "salt", iterations=1_000)
        user.save()
        connection.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)")
    file = sqlite_url.removeprefix("sqlite:///")
    place = tmp_path / "disk"
    place.mkdir()
    within = (*namespace, "sh", "-c", MOUNTED, SIZE, str(place), file)
    with served(database_url=f"sqlite:///{place}/site.sqlite3", within=within) as site:
        yield site, Disk(site, place), secret


PLAYERS = "/clubs/cercle/players/"


def _hidden(page: str) -> dict[str, str]:
    found = re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)"', page)
    return {name: unescape(value) for name, value in found}


def _signed_in(url: str) -> httpx.Client:
    client = httpx.Client(base_url=url, timeout=60, verify=UNUSED, headers={"Referer": url})
    form = _hidden(client.get("/account/login/").text)
    sent = {**form, "login": "committee@cercle.example", "password": PASSWORD}
    assert client.post("/account/login/", data=sent).status_code == 302
    return client


def test_what_was_typed_goes_through_when_there_is_space_again(
    full_site: tuple[Served, Disk, str],
) -> None:
    site, disk, secret = full_site
    page = _signed_in(site.url)
    api = httpx.Client(
        base_url=f"{site.url}/api/v1/",
        headers={"Authorization": f"Bearer {secret}"},
        timeout=60,
        verify=UNUSED,
    )
    typed = {**_hidden(page.get(PLAYERS).text), "name": "Chloé <of Lyon>"}
    body, key = {"name": "Bob Martin"}, {"Idempotency-Key": "once"}
    disk.fill()
    for _time in range(3):
        answer = page.post(PLAYERS, data=typed)
        part = page.post(PLAYERS, data=typed, headers={"HX-Request": "true"})
        document = api.post("clubs/cercle/players", json=body, headers=key)
        read = api.get("clubs/cercle/players")
        assert [one.status_code for one in (answer, part, document, read)] == [503] * 3 + [200]
        assert {one.headers["Retry-After"] for one in (answer, part, document)} == {"120"}
    assert (document.json()["code"], document.json()["status"]) == ("disk_full", 503)
    assert "<html" not in part.text
    assert "no space left" in part.text
    kept = _hidden(answer.text)
    assert kept == typed, "The page sends again what was typed."
    assert {player["name"] for player in read.json()["results"]} == {"Ann", "Bob", "Cyd"}
    disk.free()
    for _time in range(2):
        assert page.post(PLAYERS, data=kept).status_code == 302
        assert api.post("clubs/cercle/players", json=body, headers=key).status_code == 201
    names = [player["name"] for player in api.get("clubs/cercle/players").json()["results"]]
    assert sorted(names) == ["Ann", "Bob", "Bob Martin", "Chloé <of Lyon>", "Cyd"]
    lines = [line for line in site.log.splitlines() if line.strip()]
    assert len([line for line in lines if "The disk is full" in line]) == 1, site.log
    assert "Traceback" not in site.log
