"""A database that `migrate` has not seen yet: its operator is told what to do, as are visitors."""

import sqlite3
import time
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from django.core.management import CommandError, call_command
from pytest_django import Settings

from ecarte_club.core import migrating
from tests.databases import sqlite_template
from tests.support.served import served

COMMANDS = [
    ("api_token", "ann@cercle.example"),
    ("archive", "cercle", "cercle.zip"),
    ("cells_map",),
    ("club", "Cercle", "--committee", "ann@cercle.example"),
    ("club_code",),
    ("move_club", "cercle", "--to", "https://south.example"),
    ("oidc_client", "https://south.example"),
    ("recount",),
    ("recount_ledger",),
    ("recount_ratings",),
    ("restore", "cercle.zip"),
    ("sample",),
]


@pytest.mark.django_db
@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_a_command_says_what_is_missing(
    command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    settings.OIDC_PROVIDER = True
    monkeypatch.setattr(migrating, "lacking", lambda: ["clubs.0001_initial", "clubs.0002_more"])
    with pytest.raises(CommandError, match=r"lacks 2 migrations.*run manage.py migrate"):
        call_command(*command)


@pytest.mark.slow
def test_a_site_says_once_what_is_missing_and_begins_when_it_is_there(tmp_path: Path) -> None:
    path = tmp_path / "empty.sqlite3"
    with served(database_url=f"sqlite:///{path}") as site:
        for _time in range(3):
            page = httpx.get(f"{site.url}/clubs/", timeout=60)
            document = httpx.get(f"{site.url}/api/v1/clubs", timeout=60)
            assert [one.status_code for one in (page, document)] == [503, 503]
            assert [one.headers["Retry-After"] for one in (page, document)] == ["30", "30"]
            assert "still being set up" in page.text
            assert document.json()["code"] == "not_migrated"
        with (
            closing(sqlite3.connect(sqlite_template())) as migrated,
            closing(sqlite3.connect(path)) as empty,
        ):
            migrated.backup(empty)
        deadline = time.monotonic() + 60
        while httpx.get(f"{site.url}/clubs/", timeout=60).status_code != 200:
            assert time.monotonic() < deadline
            time.sleep(0.5)
    begun = [line for line in site.log.splitlines() if "lacks migrations" in line]
    assert len([line for line in begun if "answered 503" in line]) == 1, site.log
    assert "Traceback" not in site.log
