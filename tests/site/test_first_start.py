"""The site on a machine where it never ran, and behind HTTPS: as processes of their own."""

import json
from pathlib import Path
from typing import Any

import httpx
import pytest
from django.conf import settings
from django.utils import timezone

from ecarte_club.celery import app
from ecarte_club.core.health import TASKS_LATE
from ecarte_club.core.models import IdempotencyRecord
from ecarte_club.core.tasks import KEPT
from games.online.services.sweeping import EVERY
from scoring.notifications.services.sending import sender as notifications_sender
from scoring.webhooks.services.delivery import LEASE
from scoring.webhooks.services.sending import sender
from tests.databases import manage, site_env, sqlite_database
from tests.support.clubhouse import House
from tests.support.forks import run
from tests.support.plain_http import UNUSED
from tests.support.served import served

# Many or slow: not wanted after every edit.
pytestmark = pytest.mark.slow


@pytest.mark.slow
def test_a_new_data_folder_is_all_it_needs(tmp_path: Path) -> None:
    """Folder, key, tables and style sheets are made; the pages answer; nothing is left in DEBUG."""
    data = tmp_path / "deep" / "folder"
    env = {"DATA_DIR": str(data)}
    manage("migrate", "--verbosity=0", database_url="", env=env)
    manage("collectstatic", "--no-input", "--verbosity=0", database_url="", env=env)
    assert {"club.sqlite3", "secret_key", "static"} <= {path.name for path in data.iterdir()}
    with (
        served(database_url="", env=env) as site,
        httpx.Client(base_url=site.url, verify=UNUSED, timeout=60) as client,
    ):
        for address in ("/", "/account/login/", "/api/", "/api/v1/clubs", "/api/schema"):
            assert client.get(address).status_code == 200, address
        assert client.get("/api/v1/clubs").json()["results"] == []
        missing = client.get("/nothing/")
        assert (missing.status_code, "DEBUG" in missing.text) == (404, False)
        style = client.get(_style_sheet(client.get("/").text))
        assert style.headers["content-type"].startswith("text/css")
        assert "immutable" in style.headers["cache-control"]
    # Whoever started it in a terminal reads nothing that does not concern them.
    assert site.log.replace("Not Found: /nothing/\n", "") == ""


def test_a_task_that_runs_in_place_is_no_news_in_the_terminal(sqlite_url: str) -> None:
    """Loading the sample club runs dozens. Neither the tasks nor the broker that is not there."""
    sweeps = """
import django
django.setup()
from ecarte_club.core.tasks import sweep
sweep.delay()
"""
    done = run("-c", sweeps, env=site_env(sqlite_url))
    assert done.returncode == 0, done.stderr
    assert done.stdout + done.stderr == ""


def _style_sheet(text: str) -> str:
    return text.partition('rel="stylesheet" href="')[2].partition('"')[0]


ASKS = """
import json, sys, django
django.setup()
from django.conf import settings
from django.test import Client
told = []
for address, headers in json.loads(sys.stdin.read()):
    answer = Client().get(address, headers=headers)
    told.append([answer.status_code, dict(answer.headers), answer.wsgi_request.is_secure()])
names = ("SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "LANGUAGE_COOKIE_SECURE")
print(json.dumps([told, [getattr(settings, name) for name in names]], default=str))
"""
HOST = {"host": "club.example"}
BY_PROXY = {**HOST, "x-forwarded-proto": "https"}
# Status, headers, and whether the site holds the request to have come by HTTPS.
Told = tuple[int, dict[str, str], bool]


def _asked(
    sqlite_url: str, asks: list[tuple[str, dict[str, str]]], **env: str
) -> tuple[list[Told], list[bool]]:
    """What the site answers with `env`, and which of its cookies are for HTTPS alone."""
    known = {**site_env(sqlite_url), "ALLOWED_HOSTS": "club.example", **env}
    done = run("-c", ASKS, env=known, text=json.dumps(asks))
    assert done.returncode == 0, done.stderr
    told, secure = json.loads(done.stdout)
    return [(status, headers, https) for status, headers, https in told], secure


LIVE = "https://live.example:8443"
Site = tuple[list[Told], list[bool]]


@pytest.fixture(scope="module")
def at_https() -> Site:
    """What a site at HTTPS, whose live server is elsewhere, answers to a request by HTTP and to
    one by a proxy."""
    asks = [("/api/v1/clubs?page_size=5", HOST), ("/api/v1/clubs", BY_PROXY)]
    with sqlite_database() as url:
        return _asked(url, asks, SITE_URL="https://club.example/", LIVE_URL=f"{LIVE}/live/")


@pytest.fixture(scope="module")
def at_http() -> Site:
    asks = [("/api/v1/clubs", HOST), ("/api/v1/clubs", BY_PROXY)]
    with sqlite_database() as url:
        return _asked(url, asks, SITE_URL="http://club.example/", LIVE_URL="/live/")


@pytest.mark.slow
def test_a_site_at_https_is_at_https_alone(at_https: Site) -> None:
    (plain, safe), secure = at_https
    assert plain[0] == 301
    assert plain[1]["Location"] == "https://club.example/api/v1/clubs?page_size=5"
    assert (safe[0], safe[2]) == (200, True)
    # RFC 6797: at least a year, with all subdomains, as the preload lists want it.
    assert safe[1]["Strict-Transport-Security"] == "max-age=31536000; includeSubDomains; preload"
    assert secure == [True, True, True]


@pytest.mark.slow
def test_a_site_at_http_promises_nothing_and_believes_no_proxy(at_http: Site) -> None:
    """A promise of HTTPS would lock everybody out of a club without it."""
    told, secure = at_http
    for status, headers, https in told:
        assert (status, https) == (200, False)
        assert "Strict-Transport-Security" not in headers
    assert secure == [False, False, False]


@pytest.mark.slow
def test_a_page_may_listen_where_the_live_server_is(at_http: Site, at_https: Site) -> None:
    for (told, _secure), allowed in ((at_http, "'self'"), (at_https, f"'self' {LIVE}")):
        policy = told[-1][1]["Content-Security-Policy"].split("; ")
        assert f"connect-src {allowed}" in policy


@pytest.fixture
def due() -> dict[str, Any]:
    """The tasks that beat sends, as a worker finds them."""
    app.loader.import_default_modules()
    return {name: app.tasks[entry["task"]] for name, entry in app.conf.beat_schedule.items()}


def test_standings_are_recounted_daily_and_receipts_swept_hourly(due: dict[str, Any]) -> None:
    schedules = {name: app.conf.beat_schedule[name]["schedule"] for name in due}
    assert schedules.pop("online") == schedules.pop("robots") == EVERY.total_seconds()
    assert schedules.pop("alive") < TASKS_LATE / 2
    assert schedules.pop("hooks") < LEASE.total_seconds()
    assert schedules.pop("notifications") <= 10
    times = {name: len(when.minute) * len(when.hour) for name, when in schedules.items()}
    each_minute = dict.fromkeys(
        ("letters", "statements", "ratings", "rounds", "tournament_imports"), 24 * 60
    )
    each_hour = dict.fromkeys(("sweep", "imports", "outbox", "archives", "devices"), 24)
    assert (
        times
        == dict.fromkeys(("seasons", "books", "recounted_ratings", "problem"), 1)
        | each_hour
        | each_minute
    )


def test_a_task_is_not_lost_with_its_worker(due: dict[str, Any]) -> None:
    """It is taken off the queue when it is done; the broker is asked again when it was away."""
    assert all(task.acks_late for task in due.values())
    assert all(task.app is app for task in due.values())
    assert app.conf.broker_connection_retry_on_startup is True


def test_tasks_run_in_place_without_a_broker_and_may_run_twice(
    due: dict[str, Any], house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert settings.CELERY_TASK_ALWAYS_EAGER
    woken: list[bool] = []
    for one in (sender, notifications_sender):
        monkeypatch.setattr(one, "wake", lambda: woken.append(True))
    house.season()
    old = timezone.now() - 2 * KEPT
    IdempotencyRecord.objects.create(who="x", key="k", print="p", status=200, body="1", at=old)
    for _ in range(2):
        # Asked in this way even where threads of another test have told Celery to be asked not.
        found = {name: task.delay().result for name, task in due.items()}
        nothing = dict.fromkeys(
            (
                *("sweep", "imports", "outbox", "ratings", "archives", "online", "alive", "hooks"),
                *("problem", "tournament_imports", "robots", "notifications", "devices"),
            )
        )
        # By club, of which one has a season.
        recounted = {"seasons": 1, "books": 0, "recounted_ratings": 0}
        counted = ("letters", "statements", "rounds")
        assert found == dict.fromkeys(counted, 0) | recounted | nothing
        assert not IdempotencyRecord.objects.exists()
    assert len(woken) == 2 * 2
