"""Archives outside of any test's transaction: beside writers, of a served site, on two."""

import csv
import hashlib
import io
import time
from threading import Barrier
from typing import Any

import httpx
import pytest
from django.db import connection, connections
from pytest_django import DjangoDbBlocker

from ecarte_club.clubs.models import AuditLogEntry
from games.matches.models import Match
from scoring.archive import services as archives
from scoring.archive.models import Archive
from scoring.archive.restoring import restore
from scoring.archive.writing import archive_write
from tests.support.archives import NOW, archived, contents
from tests.support.clubhouse import open_house
from tests.support.depth import on_both
from tests.support.elsewhere import at_once, django_on
from tests.support.plain_http import UNUSED
from tests.support.scene import scene
from tests.support.served import served

pytestmark = pytest.mark.slow


@on_both("database_url")
def test_it_shows_one_moment_and_keeps_nobody_from_writing(
    database_url: str, django_db_blocker: DjangoDbBlocker
) -> None:
    with django_on(database_url, django_db_blocker):
        club = scene(open_house()).house.club.pk
        before = archived(club)
        other, written = connections.create_connection("default"), io.BytesIO()

        def somebody_writes(_done: int, _total: int) -> None:
            with other.cursor() as cursor:
                cursor.execute("UPDATE matches_match SET \"table\" = 'moved'")

        archive_write(club, written, made_at=NOW, told=somebody_writes)
        other.close()
        assert Match.objects.filter(table="moved").count() == Match.objects.count() > 0
        assert written.getvalue() == before
        assert archived(club) != before


@on_both("database_url")
def test_two_who_ask_at_once_get_the_same(
    database_url: str, django_db_blocker: DjangoDbBlocker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both look before either has asked: the database lets one in."""
    monkeypatch.setattr(archives, "start", lambda _pk: None)
    with django_on(database_url, django_db_blocker):
        committee, looked = open_house().person("committee"), Barrier(2)
        create = Archive.objects.create

        def created(**fields: Any) -> Archive:
            looked.wait()
            return create(**fields)

        # On SQLite one writes at a time from its beginning: the second finds what the first did.
        if connection.vendor == "postgresql":
            monkeypatch.setattr(Archive.objects, "create", created)
        asked = at_once(2, lambda _which: archives.archive_ask(by=committee).pk)
        assert asked[0] == asked[1] == Archive.objects.get().pk
        assert AuditLogEntry.objects.filter(act="archive_ask").count() == 1


def test_a_site_makes_it_by_itself_and_another_database_takes_it(
    sqlite_url: str, postgres_url: str, django_db_blocker: DjangoDbBlocker
) -> None:
    with django_on(sqlite_url, django_db_blocker):
        house = scene(open_house()).house
        headers = {"Authorization": f"Bearer {house.secret('committee')}"}
    with (
        served(database_url=sqlite_url) as site,
        httpx.Client(
            base_url=f"{site.url}/api/v1/", headers=headers, timeout=20, verify=UNUSED
        ) as client,
    ):
        key = {"Idempotency-Key": "archive"}
        asked = client.post(
            f"clubs/{house.club.slug}/archives", json={"days": 1}, headers=key
        ).json()
        until = time.monotonic() + 30
        while (found := client.get(f"archives/{asked['id']}").json())["state"] != "made":
            assert found["state"] in ("waiting", "making")
            assert time.monotonic() < until
            time.sleep(0.1)
        data = client.get(f"archives/{asked['id']}/file").content
    assert hashlib.sha256(data).hexdigest() == found["sha256"]
    with django_on(postgres_url, django_db_blocker):
        club = restore(io.BytesIO(data)).club
        assert AuditLogEntry.objects.filter(act="archive_ask").count() == 1
        restores = AuditLogEntry.objects.filter(act="club_restore")
        assert restores.count() == 1, "All that its log has besides."
        restores._raw_delete(connection.alias)
        again = contents(archived(club.pk))
    first = contents(data)
    assert again.keys() == first.keys()
    sheets = "csv/hands.csv"
    assert [name for name in first if first[name] != again[name]] == [sheets, "club.json"]
    # They say of which site's club their ids are.
    assert hands(first[sheets]) == hands(again[sheets])


def hands(sheets: bytes) -> list[dict[str, str]]:
    """The lines of score sheets of one club, without what stands for it."""
    rows = list(csv.DictReader(io.StringIO(sheets.decode("utf-8-sig"))))
    assert len({row.pop("club") for row in rows}) == 1
    return rows
