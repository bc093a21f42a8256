"""A disk that is really full: what was typed stays, and goes through when there is space again."""

import re
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from html import unescape
from pathlib import Path
from random import Random
from string import ascii_lowercase

import httpx
import psycopg
import pytest
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.db import connection
from pytest_django import DjangoDbBlocker

from tests.support.clubhouse import PASSWORD, open_house
from tests.support.disks import ONCE, Disk, namespace, postgresql_on_disk
from tests.support.elsewhere import django_on
from tests.support.plain_http import UNUSED
from tests.support.served import Served, served

pytestmark = pytest.mark.slow

SIZE = "64m"
PLAYERS = "/clubs/cercle/players/"


@pytest.fixture
def full_site(
    sqlite_url: str, tmp_path: Path, django_db_blocker: DjangoDbBlocker
) -> Iterator[tuple[Served, Disk, str]]:
    outside = namespace()
    with django_on(sqlite_url, django_db_blocker):
        secret = _open_house()
        connection.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)")
    file = Path(sqlite_url.removeprefix("sqlite:///"))
    place = tmp_path / "disk"
    place.mkdir()
    within = (*outside, "sh", "-c", ONCE, SIZE, str(place), str(file))
    with served(database_url=f"sqlite:///{place}/{file.name}", within=within) as site:
        yield site, Disk(site.process, place), secret


def _open_house() -> str:
    """The token of its committee."""
    house = open_house()
    # The site knows no passwords stored as cheaply as the tests do.
    user = house.users["committee"]
    user.password = PBKDF2PasswordHasher().encode(PASSWORD, "salt", iterations=1_000)
    user.save()
    return house.secret("committee")


def _hidden(page: str) -> dict[str, str]:
    found = re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)"', page)
    return {name: unescape(value) for name, value in found}


def _signed_in(url: str) -> httpx.Client:
    client = httpx.Client(base_url=url, timeout=60, verify=UNUSED, headers={"Referer": url})
    form = _hidden(client.get("/account/login/").text)
    sent = {**form, "login": "committee@cercle.example", "password": PASSWORD}
    assert client.post("/account/login/", data=sent).status_code == 302
    return client


def _program(url: str, secret: str) -> httpx.Client:
    headers = {"Authorization": f"Bearer {secret}"}
    return httpx.Client(base_url=f"{url}/api/v1/", headers=headers, timeout=60, verify=UNUSED)


def test_what_was_typed_goes_through_when_there_is_space_again(
    full_site: tuple[Served, Disk, str],
) -> None:
    site, disk, secret = full_site
    page = _signed_in(site.url)
    api = _program(site.url, secret)
    typed = {**_hidden(page.get(PLAYERS).text), "name": "Chloé <of Lyon>"}
    body, key = {"name": "Bob Martin"}, {"Idempotency-Key": "once"}
    # The log of the database is emptied: it is no place to write to meanwhile.
    with closing(sqlite3.connect(next(disk.folder.glob("*.sqlite3")))) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
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


def _until_full(good: int, send: Callable[[int], httpx.Response]) -> list[httpx.Response]:
    """Sent again and again, each time something else, until it is answered 503."""
    answers: list[httpx.Response] = []
    while not answers or answers[-1].status_code == good:
        answers.append(send(len(answers)))
        assert len(answers) < 1_000
    assert answers[-1].status_code == 503, answers[-1].text
    return answers


def test_postgresql_takes_what_has_room_and_the_rest_when_there_is_space_again(
    postgres_url: str, tmp_path: Path, django_db_blocker: DjangoDbBlocker
) -> None:
    """First a table cannot grow, then the write-ahead log, without which PostgreSQL ends."""
    with postgresql_on_disk(tmp_path, copy_of=postgres_url, size="192m") as (url, disk):
        with django_on(url, django_db_blocker):
            secret = _open_house()
        with served(database_url=url, server="wsgi") as site:
            page, api = _signed_in(site.url), _program(site.url, secret)
            form = _hidden(page.get(PLAYERS).text)
            _room_for_the_log_alone(url, disk)

            def add(number: int) -> httpx.Response:
                key = {"Idempotency-Key": f"player-{number}"}
                return api.post(
                    "clubs/cercle/players", json={"name": _name(number, "Bob")}, headers=key
                )

            def type_in(number: int) -> httpx.Response:
                typed = {**form, "key": f"typed-{number}", "name": _name(number, "Chloé <of Lyon>")}
                return page.post(PLAYERS, data=typed)

            added, typed = _until_full(201, add), _until_full(302, type_in)
            assert added[-1].json()["code"] == "disk_full"
            assert [one.headers["Retry-After"] for one in (added[-1], typed[-1])] == ["120"] * 2
            kept = _hidden(typed[-1].text)
            assert kept["name"] == _name(len(typed) - 1, "Chloé <of Lyon>")
            assert _names(api) == _players(len(added) - 1, len(typed) - 1)
            disk.free()
            assert page.post(PLAYERS, data=kept).status_code == 302
            assert add(len(added) - 1).status_code == 201
            assert _names(api) == _players(len(added), len(typed))

            disk.fill()
            with pytest.raises(psycopg.Error):
                _write_log(url)
            away = add(len(added)), type_in(len(typed))
            assert [one.status_code for one in away] == [503, 503]
            assert {one.headers["Retry-After"] for one in away} <= {"30", "120"}
            kept = _hidden(away[1].text)
            disk.free()
            deadline = time.monotonic() + 60
            while (again := page.post(PLAYERS, data=kept)).status_code != 302:
                assert again.status_code == 503
                assert time.monotonic() < deadline
                time.sleep(0.5)
            assert add(len(added)).status_code == 201
            assert _names(api) == _players(len(added) + 1, len(typed) + 1)
    begun = [line for line in site.log.splitlines() if "answered 503" in line]
    assert len([line for line in begun if "The disk is full" in line]) == 1, site.log
    assert len(begun) <= 3, site.log
    assert "Traceback" not in site.log


def _room_for_the_log_alone(url: str, disk: Disk) -> None:
    """The rest is full. A new file of the log is there as a whole, and has room for a while."""
    with psycopg.connect(url, autocommit=True) as own:
        own.execute("CHECKPOINT")
        own.execute("SELECT pg_switch_wal()")
        own.execute("SELECT pg_logical_emit_message(true, '', '')")
    disk.fill()


def _write_log(url: str) -> None:
    """Until there is no room for it."""
    with psycopg.connect(url, autocommit=True) as own:
        while True:
            own.execute("SELECT pg_logical_emit_message(true, '', repeat('x', 1000000))")


def _name(number: int, name: str) -> str:
    """Unlike any other."""
    return f"{name} {''.join(Random(f'{name} {number}').choices(ascii_lowercase, k=12))}"


def _names(api: httpx.Client) -> set[str]:
    names: set[str] = set()
    path = "clubs/cercle/players?page_size=100"
    while path:
        answer = api.get(path)
        assert answer.status_code == 200, answer.text
        names |= {player["name"] for player in answer.json()["results"]}
        path = answer.json()["next"] or ""
    return names


def _players(added: int, typed: int) -> set[str]:
    return {
        *("Ann", "Bob", "Cyd"),
        *(_name(number, "Bob") for number in range(added)),
        *(_name(number, "Chloé <of Lyon>") for number in range(typed)),
    }
