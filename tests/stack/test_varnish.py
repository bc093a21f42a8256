"""Varnish in front of the site: what it stores is for everybody, and nothing else is."""

import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from time import monotonic, sleep

import httpx
import pytest
from django.conf import settings as django_settings
from django.test import Client
from django.utils.crypto import get_random_string
from pytest_django import DjangoDbBlocker, Settings

from ecarte_club.clubs.models import Club
from ecarte_club.clubs.services.clubs import Settings as ClubSettings
from ecarte_club.clubs.services.clubs import club_set
from ecarte_club.core.shared_cache import KEYS, Purger, club_key
from ecarte_club.stack.programs import free_port
from games.evenings.models import Evening
from games.matches.models import Match
from games.matches.services import entries
from games.matches.services.matches import MatchTerms
from scoring.leagues.models import Season
from tests.databases import sqlite_database
from tests.support import nights
from tests.support.clubhouse import House, open_house
from tests.support.depth import THOROUGH, times
from tests.support.elsewhere import django_on
from tests.support.plain_http import UNUSED
from tests.support.served import served
from tests.support.varnished import Varnish, found_varnish, varnished

pytestmark = [pytest.mark.slow, pytest.mark.any_database]

# Longer than any test waits: what is new before is so by a purge.
SECONDS = 60
PATIENCE = 20.0
# What differs each time a page is made, for one person as well.
EACH_TIME = re.compile(
    r'csrfmiddlewaretoken" value="[^"]*|name="key" value="[^"]*|data-live="[^"]*'
    r'|data-version="[0-9]{12,}|_key" value="[^"]*|(?<=was at )[^.]*|(?<=était à )[^.]*'
)
# Of each answer, of a connection, or of what is left to an address.
OWN_HEADERS = {
    *("date", "x-request-id", "ratelimit", "ratelimit-policy", "set-cookie", "live-ticket"),
    *("connection", "transfer-encoding", "content-length", "server"),
    *("surrogate-control", "surrogate-key"),
}
# Which the site itself leaves out when it answers with standings that it has printed before.
OF_VIEWS = {"allow", "content-language", "content-security-policy", "vary", "x-frame-options"}
Answer = tuple[int, str, dict[str, str], set[str]]


@dataclass(slots=True)
class Stage:
    """A public evening behind Varnish: Ann plays Bob in a public season, names are hidden."""

    house: House
    evening: Evening
    match: Match
    season: Season
    site: str
    varnish: Varnish

    @property
    def paths(self) -> list[str]:
        club, api = f"/clubs/{self.house.club.slug}", "/api/v1"
        match, evening = f"{club}/matches/{self.match.pk}/", f"{club}/evenings/{self.evening.pk}/"
        season, standings = f"{club}/seasons/{self.season.pk}/", f"{api}/seasons/{self.season.pk}"
        version = self.match.version
        return [
            *(match, f"{match}now/", f"{match}now/?have={version}", f"{match}now/?have=0&want=1"),
            *(f"{match}?have={version}&want={version}", f"{match}now/?have={version}&want=1"),
            *(evening, f"{evening}now/?have=0&want=1", f"{evening}wall/"),
            *(f"{evening}wall/now/?have=0&want=1", season, f"{season}?page=1"),
            *(f"{season}standings/?have=0&page=1&want=1", f"{club}/", f"{match}pad/"),
            *(f"{api}/matches/{self.match.pk}", f"{api}/evenings/{self.evening.pk}", standings),
            *(f"{standings}/standings", f"{standings}/standings.csv", f"{api}/matches"),
            *(f"{standings}/standings.ndjson", f"{standings}/standings?page_size=1"),
            *(f"{club}/matches/{10**15}/", "/"),
        ]


@pytest.fixture(scope="module")
def stage(django_db_blocker: DjangoDbBlocker) -> Iterator[Stage]:
    found_varnish()
    port = free_port()
    with sqlite_database() as url, varnished(port) as varnish, django_on(url, django_db_blocker):
        house = open_house()
        season = house.season(terms=MatchTerms())
        evening = nights.evening(house, "ann", "bob", public=True)
        match = nights.played(house, evening, "ann", "bob", [nights.hand(3)], season=season)
        Club.objects.filter(pk=house.club.pk).update(names_shown="hidden")
        house.club.refresh_from_db()
        env = {
            "SECRET_KEY": django_settings.SECRET_KEY,
            "SHARED_CACHE_SECONDS": str(SECONDS),
            "ALLOWED_HOSTS": "127.0.0.1",
        }
        with served(database_url=url, server="wsgi", env=env, port=port) as site:
            yield Stage(house, evening, match, season, site.url, varnish)


def session(stage: Stage, who: str) -> dict[str, str]:
    client = Client()
    client.force_login(stage.house.users[who])
    return {"Cookie": f"sessionid={client.cookies['sessionid'].value}"}


def phone(stage: Stage) -> dict[str, str]:
    """That the code of the first table let in."""
    client = Client()
    code = stage.evening.tables.order_by("pk")[0].code
    client.post(f"/t/{code}/", {"key": "of-the-form-of-this-phone", "player": ""})
    return {"Cookie": f"sessionid={client.cookies['sessionid'].value}"}


def people(stage: Stage) -> dict[str, dict[str, str]]:
    """Who asks, by what their browsers and programs send; visitors first."""
    french = {"Accept-Language": "fr-FR,fr;q=0.9,en;q=0.8"}
    token = f"csrftoken={get_random_string(32)}"
    return {
        "visitor": {},
        "Chloé": french,
        "visitor who likes French a little more": {"Accept-Language": "en;q=0.4, fr;q=0.5"},
        "visitor with a broken browser": {"Accept-Language": "fr,???"},
        "visitor who chose French": {"Cookie": "django_language=fr"},
        "visitor who chose English": {**french, "Cookie": f"{token}; django_language=en"},
        "visitor who chose twice": {"Cookie": "django_language=en; django_language=fr"},
        "visitor with a token for forms": {"Cookie": token},
        "visitor with a bad token for forms": {"Cookie": "csrftoken=short"},
        "open page": {"HX-Request": "true"},
        "program": {"Accept": "application/json"},
        "Ann": session(stage, "ann"),
        "director in French": {**session(stage, "director"), **french},
        "phone": phone(stage),
        "token": {"Authorization": f"Bearer {stage.house.secret('ann')}"},
    }


MEMBERS = ("Ann", "phone", "token")


def asked(base: str, path: str, headers: dict[str, str]) -> Answer:
    # A new client: none brings the cookies of another. Both sites have one name.
    sent = {"Accept": "*/*", "Accept-Encoding": "identity", "Host": "127.0.0.1", **headers}
    answer = httpx.get(f"{base}{path}", headers=sent, verify=UNUSED, timeout=60)
    left_out = OWN_HEADERS | (OF_VIEWS if path.startswith("/api/") else set())
    kept = {name: text for name, text in answer.headers.items() if name not in left_out}
    cookies = {one.split("=")[0] for one in answer.headers.get_list("set-cookie")}
    return answer.status_code, EACH_TIME.sub("", answer.text), kept, cookies


def test_everybody_gets_what_the_site_would_give_them(stage: Stage) -> None:
    """Whoever asked before; at every address that is shared, and at some that are not. Usually
    half of them at each address: the others at the next one, and always who is no visitor."""
    everybody = people(stage)
    for number, path in enumerate(stage.paths):
        asking = [
            who
            for place, who in enumerate(everybody)
            if THOROUGH or who in MEMBERS or place % 2 == number % 2
        ]
        wanted = {who: asked(stage.site, path, everybody[who]) for who in asking}
        for who in (*reversed(asking), *asking[: times(3, thorough=5)]):
            assert asked(stage.varnish.url, path, everybody[who]) == wanted[who], (path, who)


def text_of(stage: Stage, path: str) -> str:
    """As a visitor reads it."""
    return asked(stage.varnish.url, path, {})[1]


def eventually(is_so: Callable[[], bool]) -> None:
    deadline = monotonic() + PATIENCE
    while not is_so():
        assert monotonic() < deadline
        sleep(0.05)


def purge(address: str, keys: str) -> int:
    return httpx.request(
        "PURGE", address, headers={KEYS: keys}, verify=UNUSED, timeout=60
    ).status_code


def test_an_answer_is_stored_until_its_keys_are_purged_from_inside(stage: Stage) -> None:
    paths = [path for path in stage.paths if path.endswith(("/matches/1", "/evenings/1", "s/1/"))]
    paths += [f"/api/v1/seasons/{stage.season.pk}/standings", f"{paths[1]}wall/"]
    purge(stage.varnish.inside, "all")
    before = [text_of(stage, path) for path in paths]
    # As no service does it: nothing is purged.
    Club.objects.filter(pk=stage.house.club.pk).update(names_shown="name")

    def unchanged() -> list[bool]:
        return [text_of(stage, path) == text for path, text in zip(paths, before, strict=True)]

    assert all(unchanged()), "The control: all of them are stored."
    club = club_key(stage.house.club.pk)
    assert purge(stage.varnish.url, club) == 405
    assert purge(stage.varnish.inside, "club-1) || 1") == 400
    assert purge(stage.varnish.inside, f"match-{10**6} {club}7") == 200
    assert all(unchanged())
    assert purge(stage.varnish.inside, f"match-{10**6} {club}") == 200
    assert not any(unchanged())
    assert [text_of(stage, path) for path in paths] == [
        asked(stage.site, path, {})[1] for path in paths
    ]
    Club.objects.filter(pk=stage.house.club.pk).update(names_shown="hidden")
    assert purge(stage.varnish.inside, "all") == 200


def test_a_result_and_hidden_names_are_seen_at_once(stage: Stage, settings: Settings) -> None:
    settings.SHARED_CACHE_URLS = [stage.varnish.inside]
    house, match = stage.house, stage.match
    paths = [f"/clubs/{house.club.slug}/matches/{match.pk}/", f"/api/v1/matches/{match.pk}"]
    before = [text_of(stage, path) for path in paths]
    entries.play_record(
        by=house.person("director"), match=match, what=nights.hand(5), version=match.version
    )
    eventually(lambda: not set(before) & {text_of(stage, path) for path in paths})
    for path in paths:
        assert text_of(stage, path) == asked(stage.site, path, {})[1]
    for shown, sees in (("name", True), ("hidden", False)):
        house.club.refresh_from_db()
        by, change = house.person("committee"), ClubSettings(names_shown=shown)
        club_set(by=by, version=house.club.version, settings=change)
        wanted = {sees}
        eventually(lambda: {"Ann" in text_of(stage, path) for path in paths} == wanted)  # noqa: B023


def test_an_open_page_never_gets_what_was_stored_before_the_change_it_heard_of(
    stage: Stage,
) -> None:
    """Somebody asks for the version before it is there."""
    house, match = stage.house, stage.match
    match.refresh_from_db()
    version = match.version
    path = f"/clubs/{house.club.slug}/matches/{match.pk}/now/?have={version}&want={version + 1}"
    assert asked(stage.varnish.url, path, {})[0] == 204
    entries.play_record(
        by=house.person("director"), match=match, what=nights.hand(4), version=version
    )
    status, text, *_rest = asked(stage.varnish.url, path, {})
    assert status == 200
    assert f'data-version="{version + 1}"' in text


class StandIn:
    """A site whose page says a number, and that waits in the midst of making it."""

    def __init__(self, seconds: int) -> None:
        self.seconds, self.number = seconds, 1
        self.is_making, self.may_answer = Event(), Event()
        self.may_answer.set()
        self.address = ""
        stand_in = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                body = str(stand_in.number).encode()
                stand_in.address = self.headers["X-Forwarded-For"]
                stand_in.is_making.set()
                assert stand_in.may_answer.wait(PATIENCE)
                self.send_response(200)
                self.send_header("Surrogate-Control", f"max-age={stand_in.seconds}")
                self.send_header(KEYS, "club-1 match-1")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_arguments: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self.server.server_address[1]
        Thread(target=self.server.serve_forever, daemon=True).start()


def number(varnish: Varnish) -> int:
    return int(httpx.get(f"{varnish.url}/clubs/x/matches/1/", verify=UNUSED, timeout=60).text)


def test_a_page_made_before_a_commit_and_stored_after_the_purge_is_purged_again() -> None:
    site = StandIn(SECONDS)
    with varnished(site.port) as varnish, ThreadPoolExecutor(1) as pool:
        site.may_answer.clear()
        early = pool.submit(number, varnish)
        assert site.is_making.wait(PATIENCE)
        site.number = 2
        assert purge(varnish.inside, "match-1") == 200
        site.may_answer.set()
        assert early.result() == 1
        assert number(varnish) == 1, "The control: it was stored after the only purge."
        # The same again, with the second purge that the site sends.
        purger = Recorded(varnish.inside)
        site.is_making.clear()
        site.may_answer.clear()
        assert purge(varnish.inside, "match-1") == 200
        early = pool.submit(number, varnish)
        assert site.is_making.wait(PATIENCE)
        site.number = 3
        purger.purge(["match-1"])
        assert purger.has_sent.wait(PATIENCE)
        site.may_answer.set()
        assert early.result() == 2
        assert purger.wait_until_idle(PATIENCE)
        assert number(varnish) == 3
    site.server.shutdown()


class Recorded(Purger):
    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.has_sent = Event()

    def _send(self, keys: list[str]) -> None:
        super()._send(keys)
        self.has_sent.set()


def test_a_page_is_no_older_than_the_site_says_though_nothing_is_purged() -> None:
    site = StandIn(1)
    with varnished(site.port) as varnish:
        assert number(varnish) == 1
        site.number = 2
        eventually(lambda: number(varnish) == 2)
        sent = {"X-Forwarded-For": "192.0.2.7"}
        httpx.get(f"{varnish.url}/clubs/", headers=sent, verify=UNUSED, timeout=60)
        assert site.address == "192.0.2.7", "As nginx says it."
    site.server.shutdown()
