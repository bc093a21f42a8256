"""What the site marks for a shared cache, and purges there; tests/stack has Varnish itself."""

from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Queue
from threading import Thread

import pytest
from django.db import transaction
from django.test import Client
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from ecarte_club import env
from ecarte_club.core import shared_cache, shared_pages
from ecarte_club.core.shared_cache import CONTROL, EVERYTHING, KEYS, Purger, purge_after_commit
from ecarte_club.stack.programs import free_port
from games.matches.models import Match
from tests.support import nights
from tests.support.clubhouse import House

pytestmark = pytest.mark.slow

PATIENCE = 20.0


@pytest.fixture
def match(house: House, settings: Settings) -> Match:
    settings.SHARED_CACHE_SECONDS = 7
    evening = nights.evening(house, "ann", "bob", public=True)
    return nights.played(house, evening, "ann", "bob", [nights.hand(3)], season=house.season())


def page(match: Match) -> str:
    return f"/clubs/{match.club.slug}/matches/{match.pk}/"


def marks(path: str, client: Client | None = None, **headers: str) -> tuple[str | None, str | None]:
    answer = (client or Client()).get(path, headers=headers)
    assert answer.status_code in (200, 204)
    return answer.get(CONTROL), answer.get(KEYS)


@pytest.mark.any_database
@pytest.mark.django_db
def test_what_visitors_share_is_marked_with_its_keys(match: Match) -> None:
    club, season = f"club-{match.club_id}", match.event_id
    of_match = "max-age=7", f"{club} match-{match.pk}"
    of_season = "max-age=7", f"{club} season-{season}"
    evening = match.evening_table.evening_id if match.evening_table else 0
    for path, wanted in {
        page(match): of_match,
        f"/api/v1/matches/{match.pk}": of_match,
        f"/clubs/{match.club.slug}/evenings/{evening}/wall/": (
            "max-age=7",
            f"{club} evening-{evening}",
        ),
        f"/clubs/{match.club.slug}/seasons/{season}/": of_season,
        f"/api/v1/seasons/{season}": of_season,
        f"/api/v1/seasons/{season}/standings.csv": of_season,
    }.items():
        assert [marks(path), marks(path)] == [wanted, wanted], path
    assert "RateLimit" not in Client().get(f"/api/v1/matches/{match.pk}").headers


@pytest.mark.django_db
def test_what_is_for_one_or_not_shared_is_not_marked(match: Match, house: House) -> None:
    member, paths = Client(), (page(match), f"/api/v1/matches/{match.pk}")
    member.force_login(house.users["ann"])
    for path in paths:
        assert marks(path, member) == (None, None)
        assert marks(path, Authorization=f"Bearer {house.secret('ann')}") == (None, None)
        assert marks(f"{path}?fields=id") == (None, None)
    assert marks(f"/clubs/{match.club.slug}/") == (None, None)
    assert "RateLimit" in Client().get(f"{paths[1]}?fields=id").headers


@pytest.mark.django_db
def test_nothing_is_marked_unless_it_is_set(match: Match, settings: Settings) -> None:
    settings.SHARED_CACHE_SECONDS = 0
    for path in (page(match), f"/api/v1/matches/{match.pk}", "/api/v1/matches"):
        assert marks(path) == (None, None)


@pytest.mark.any_database
@pytest.mark.django_db
def test_a_page_that_is_kept_for_moments_more_is_marked_for_these(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 1000.0
    monkeypatch.setattr("ecarte_club.core.shared_pages.time.monotonic", lambda: now)
    assert marks(page(match))[0] == "max-age=7"
    now += shared_pages.GOOD_FOR - 2.5
    assert marks(page(match))[0] == "max-age=2"
    now += 2
    assert marks(page(match))[0] is None


@pytest.mark.any_database
@pytest.mark.django_db
def test_the_part_of_an_open_page_is_marked_if_it_is_as_new_as_wanted(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    have, wanted = f"{page(match)}now/?have={match.version}", f"&want={match.version + 1}"
    older = f"{page(match)}now/?have=0&want={match.version}"
    assert marks(older)[0] == "max-age=7"
    assert marks(have) == (None, None), "It would hide the next version."
    assert marks(have + wanted) == (None, None)
    monkeypatch.setattr(shared_pages, "_is_as_new_as_wanted", lambda *_: True)
    assert marks(have + wanted)[0] == "max-age=7", "The control."


@pytest.mark.django_db
def test_keys_are_purged_once_a_commit_and_never_without_one(
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    settings.SHARED_CACHE_URLS = ["http://127.0.0.1:1/"]
    purged: list[list[str]] = []
    monkeypatch.setattr(shared_cache, "purge", lambda keys: purged.append(sorted(keys)))
    with django_capture_on_commit_callbacks(execute=True):
        with transaction.atomic():
            purge_after_commit("club-1")
            transaction.set_rollback(True)
        assert purged == []
    assert purged == []
    with django_capture_on_commit_callbacks(execute=True), transaction.atomic():
        purge_after_commit("match-1")
        purge_after_commit("club-2")
    assert purged == [["club-1", "club-2", "match-1"]], "That of before comes with the next."


class Cache:
    """What takes PURGE and notes the keys, at a port that may be answered later."""

    def __init__(self, port: int) -> None:
        self.keys: Queue[str] = Queue()
        cache = self

        class Handler(BaseHTTPRequestHandler):
            def do_PURGE(self) -> None:
                cache.keys.put(self.headers[KEYS])
                self.send_response(200)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_arguments: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
        Thread(target=self.server.serve_forever, daemon=True).start()


@pytest.fixture
def port(monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr(shared_cache, "RETRY", 0.05)
    monkeypatch.setattr(shared_cache, "REPEAT", 0.05)
    return free_port()


def test_keys_are_purged_twice(port: int) -> None:
    cache, purger = Cache(port), Purger(f"http://127.0.0.1:{port}/")
    purger.purge(["match-1", "club-1"])
    assert purger.wait_until_idle(PATIENCE)
    assert [cache.keys.get(timeout=PATIENCE) for _ in range(2)] == ["club-1 match-1"] * 2
    purger.purge([f"match-{number}" for number in range(shared_cache.KEYS_MOST + 1)])
    assert purger.wait_until_idle(PATIENCE)
    assert [cache.keys.get(timeout=PATIENCE) for _ in range(2)] == [EVERYTHING] * 2
    cache.server.shutdown()


def test_a_cache_that_was_away_is_emptied_when_it_is_back(
    port: int, caplog: pytest.LogCaptureFixture
) -> None:
    purger = Purger(f"http://127.0.0.1:{port}/")
    purger.purge(["match-1"])
    while "does not answer" not in caplog.text:
        assert not purger.wait_until_idle(0.05)
    cache = Cache(port)
    assert cache.keys.get(timeout=PATIENCE) == EVERYTHING
    assert purger.wait_until_idle(PATIENCE)
    assert caplog.text.count("does not answer") == 1
    cache.server.shutdown()


@pytest.mark.parametrize(
    "given",
    [
        {"SHARED_CACHE_URLS": "127.0.0.1:6082", "SHARED_CACHE_SECONDS": "1"},
        {"SHARED_CACHE_URLS": "ftp://127.0.0.1/", "SHARED_CACHE_SECONDS": "1"},
        {"SHARED_CACHE_URLS": "http://127.0.0.1:6082/"},
    ],
)
def test_a_wrong_address_is_named(given: dict[str, str]) -> None:
    with pytest.raises(env.WrongSetting, match="SHARED_CACHE_URLS"):
        env.shared_cache_urls(given)


def test_addresses_are_read() -> None:
    given = {"SHARED_CACHE_URLS": "http://a:6082/, https://b/", "SHARED_CACHE_SECONDS": "1"}
    assert env.shared_cache_urls(given) == ["http://a:6082/", "https://b/"]
    with pytest.raises(env.WrongSetting, match=r"SHARED_CACHE_SECONDS.*0 to 60"):
        env.whole_number({"SHARED_CACHE_SECONDS": "61"}, "SHARED_CACHE_SECONDS", 0, most=60)
