"""The committee asks for an archive, sees how it goes, takes it and deletes it; so do programs."""

import hashlib
import os
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.cache import cache
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from ecarte_club.clubs.models import AuditLogEntry
from ecarte_club.clubs.services.accounts import player_anonymise
from scoring.archive import services as archives
from scoring.archive.models import Archive
from scoring.archive.services import archive_make, archives_sweep, folder
from scoring.archive.tasks import make_archive, sweep_archives
from tests.site.pages import HTMX, Browser, goes, page
from tests.support.archives import contents
from tests.support.clubhouse import House, problem, read

pytestmark = [pytest.mark.any_database, pytest.mark.django_db]
LIST = "committee/archives/"


@pytest.fixture(autouse=True)
def _folder(settings: Settings, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path


def _asked(house: House) -> Archive:
    browser = Browser(house, "committee")
    goes(browser.post(LIST, {**browser.hidden(LIST), "days": "7"}))
    return Archive.objects.latest("pk")


def _made(house: House) -> Archive:
    one = _asked(house)
    assert archive_make(one.pk)
    one.refresh_from_db()
    return one


def _taken(browser: Browser, one: Archive) -> bytes:
    answer = browser.get(f"{LIST}{one.pk}.zip")
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/zip"
    assert "no-store" in answer["Cache-Control"]
    data = answer.getvalue()
    assert int(answer["Content-Length"]) == len(data)
    return data


@pytest.mark.slow
def test_an_archive_from_its_asking_to_its_end(house: House) -> None:
    browser = Browser(house, "committee")
    assert "No archives yet. Make one above." in page(browser.get(LIST))
    one = _asked(house)
    text = page(browser.get(LIST))
    assert "Starting." in text
    assert 'hx-trigger="every 1s"' in text
    assert "Make an archive" not in text
    make_archive(one.pk)
    text = page(browser.get(LIST, **HTMX))
    assert "Ready, " in text
    assert "every 1s" not in text
    assert "<html" not in text
    one.refresh_from_db()
    data = _taken(browser, one)
    assert hashlib.sha256(data).hexdigest() == one.digest
    assert house.club.slug.encode() in contents(data)["club.json"]
    where = f"{LIST}{one.pk}/delete/"
    assert "so does the club" in page(browser.get(where))
    file = folder() / one.file
    assert file.stat().st_mode & 0o077 == 0
    sent = {"key": "delete-it", "state": "made"}
    goes(browser.post(where, sent))
    goes(browser.post(where, sent))
    assert not Archive.objects.exists()
    assert browser.get(f"{LIST}{one.pk}.zip").status_code == 404
    assert list(AuditLogEntry.objects.order_by("pk").values_list("act", flat=True))[-3:] == [
        "archive_ask",
        "archive_take",
        "archive_delete",
    ]
    log = page(browser.get("log/"))
    assert "Archive downloaded" in log


def test_a_program_does_the_same(house: House) -> None:
    api = house.api("committee")
    path = f"clubs/{house.club.slug}/archives"
    asked = read(api.post(path, {"days": 30}, key="k"), 202)
    assert asked["state"] == "waiting"
    assert read(api.post(path, {"days": 30}, key="k"), 202) == asked
    # While one is being made, another is not.
    assert read(api.post(path, {"days": 1}), 202)["id"] == asked["id"]
    where = f"archives/{asked['id']}/delete"
    problem(api.post(where, {"state": "waiting"}), 422, "being_made")
    archive_make(asked["id"])
    made = read(api.get(f"archives/{asked['id']}"))
    assert made["state"] == "made"
    assert made["done"] == made["total"] > 0
    answer = api.get(f"archives/{asked['id']}/file")
    data = answer.getvalue()
    assert made["sha256"] == hashlib.sha256(data).hexdigest()
    assert made["size"] == len(data)
    assert read(api.get(path))["results"] == [made]
    problem(api.post(where, {"state": "failed"}), 422, "other_state", "state")
    for _again in range(2):
        assert read(api.post(where, {"state": "made"}, key="d"), 200)
    assert read(api.get(path))["results"] == []
    problem(api.get(f"archives/{asked['id']}/file"), 404)


def test_it_says_how_far_it_has_come(house: House) -> None:
    one = _asked(house)
    began = timezone.now() - timedelta(seconds=30)
    Archive.objects.filter(pk=one.pk).update(state="making", began_at=began)
    cache.set(f"archive:{one.pk}", (3000, 4000), 60)
    text = page(Browser(house, "committee").get(LIST, **HTMX))
    assert "Row 3000 of 4000." in text
    assert "About 10 seconds left." in text
    found = read(house.api("committee").get(f"archives/{one.pk}"))
    assert (found["done"], found["total"]) == (3000, 4000)


@pytest.mark.slow
def test_who_makes_it_twice_makes_it_once(house: House) -> None:
    one = _asked(house)
    assert archive_make(one.pk)
    assert not archive_make(one.pk)
    assert len(list(folder().iterdir())) == 1
    assert not archive_make(10**9)


@pytest.mark.slow
def test_what_its_worker_left_is_taken_up_or_asked_for_again(house: House) -> None:
    """A worker that was ended says nothing for two minutes; then it has failed."""
    one = _asked(house)
    long_ago = timezone.now() - timedelta(minutes=3)
    Archive.objects.filter(pk=one.pk).update(state="making", began_at=timezone.now())
    assert not archive_make(one.pk)
    Archive.objects.filter(pk=one.pk).update(began_at=long_ago)
    assert "This archive could not be made. Make another." in page(
        Browser(house, "committee").get(LIST)
    )
    assert read(house.api("committee").get(f"archives/{one.pk}"))["state"] == "failed"
    other = _asked(house)
    assert other != one
    one.refresh_from_db()
    assert one.state == "failed"
    Archive.objects.filter(pk=other.pk).update(state="making", began_at=long_ago)
    assert archive_make(other.pk)


def test_what_cannot_be_made_has_failed_and_leaves_nothing(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_room(*_given: object, **_named: object) -> None:
        raise OSError("No space left on device")

    one = _asked(house)
    monkeypatch.setattr(archives, "archive_write", no_room)
    assert not archive_make(one.pk)
    one.refresh_from_db()
    assert one.state == "failed"
    assert not list(folder().iterdir())
    assert "Make another" in page(Browser(house, "committee").get(LIST))


@pytest.mark.slow
def test_after_a_week_it_is_gone_and_so_are_files_of_nobody(house: House) -> None:
    one = _made(house)
    stray, fresh = folder() / "stray.zip", folder() / "fresh.zip"
    stray.write_bytes(b"")
    fresh.write_bytes(b"")
    os.utime(stray, (0, 0))
    archives_sweep()
    assert {path.name for path in folder().iterdir()} == {one.file, "fresh.zip"}
    Archive.objects.filter(pk=one.pk).update(expires_at=timezone.now() - timedelta(seconds=1))
    assert Browser(house, "committee").get(f"{LIST}{one.pk}.zip").status_code == 404
    sweep_archives()
    assert [path.name for path in folder().iterdir()] == ["fresh.zip"]
    assert not Archive.objects.exists()


def test_another_clubs_is_not_there(house: House, neighbour: House) -> None:
    one = _made(neighbour)
    browser = Browser(house, "committee")
    assert browser.get(f"{LIST}{one.pk}.zip").status_code == 404
    assert browser.get(f"{LIST}{one.pk}/delete/").status_code == 404
    problem(house.api("committee").get(f"archives/{one.pk}/file"), 404)


def test_archives_that_name_who_is_anonymous_now_are_gone(
    house: House, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    one = _made(house)
    with django_capture_on_commit_callbacks(execute=True):
        cyd = house.players["cyd"]
        player_anonymise(by=house.person("committee"), player_id=cyd.pk, version=cyd.version)
    assert not Archive.objects.exists()
    assert not (folder() / one.file).exists()


@pytest.mark.slow
def test_a_file_that_is_lost_is_not_there(house: House) -> None:
    one = _made(house)
    (folder() / one.file).unlink()
    assert Browser(house, "committee").get(f"{LIST}{one.pk}.zip").status_code == 404
    assert not AuditLogEntry.objects.filter(act="archive_take").exists()
