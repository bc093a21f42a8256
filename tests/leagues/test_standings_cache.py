"""The cache answers for public standings as the API does, counts as it does, and no others."""

from collections.abc import Iterator
from datetime import date

import psycopg
import pytest
from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from ecarte_club.clubs.permissions import Person, Role
from ecarte_club.clubs.services.clubs import club_create
from games.matches.services.matches import MatchTerms
from scoring.leagues.models import Season
from scoring.leagues.renderers import JSON, Printed, printed_cache
from scoring.leagues.selectors import seasons
from scoring.leagues.services.seasons import SeasonPlan, season_open

pytestmark = pytest.mark.any_database


@pytest.fixture(autouse=True)
def _nothing_kept() -> Iterator[None]:
    printed_cache.clear()
    cache.clear()
    yield
    cache.clear()


def season(*, public: bool = True) -> Season:
    club = club_create(name="Cercle", slug="cercle")
    committee = Person(club.pk, None, None, frozenset({Role.COMMITTEE}))
    plan = SeasonPlan("1911", date(1911, 1, 1), date(1911, 12, 31), MatchTerms(), public=public)
    return season_open(by=committee, league="Ligue", plan=plan)


def address(found: Season, form: str = "") -> str:
    return f"/api/v1/seasons/{found.pk}/standings{form}"


FORMS = pytest.mark.parametrize("form", ["", ".csv"])


@pytest.mark.postgresql
@FORMS
@pytest.mark.django_db
def test_it_answers_as_the_api_does(form: str) -> None:
    path = address(season(), form)
    by_api, by_cache = (Client().get(path) for _ in range(2))
    assert by_cache.content == by_api.content
    for name in (
        "ETag",
        "Cache-Control",
        "Content-Type",
        "Content-Length",
        "X-Content-Type-Options",
    ):
        assert by_cache[name] == by_api[name]
    assert "Vary" in by_api
    assert "Vary" not in by_cache  # it came from the cache indeed


@FORMS
@pytest.mark.django_db
def test_what_it_does_not_know_goes_on_to_the_api(form: str) -> None:
    path = address(season(), form)
    Client().get(path)
    assert Client().get(path, headers={"Authorization": "Bearer wrong"}).status_code == 401
    assert Client().get(path, {"page": "x"}).status_code == 422
    assert Client().head(path).content == b""
    assert Client().post(path).status_code in (401, 403, 405)
    assert Client().get(address(Season(pk=10**17), form)).status_code == 404
    accepted = Client().get(path, headers={"Accept": "image/png"}).status_code
    assert accepted == (200 if form else 406)


@FORMS
@pytest.mark.django_db
def test_a_known_version_costs_one_query_and_is_not_counted(form: str) -> None:
    path = address(season(), form)
    etag = Client().get(path)["ETag"]
    with CaptureQueriesContext(connection) as asked:
        answer = Client().get(path, headers={"If-None-Match": etag})
    assert (answer.status_code, answer["ETag"], len(asked)) == (304, etag, 1)


@FORMS
@pytest.mark.django_db
def test_a_private_season_is_not_handed_out(form: str) -> None:
    path = address(season(public=False), form)
    for headers in ({}, {"If-None-Match": "*"}):
        assert Client().get(path, headers=headers).status_code == 404


@pytest.mark.django_db
def test_the_limit_holds_in_the_cache_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "API_RATE", 3)
    path = address(season())
    answers = [Client().get(path) for _ in range(6)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429, 429, 429]
    assert int(answers[-1]["Retry-After"]) >= 1


@pytest.mark.django_db(transaction=True)
def test_a_lost_connection_is_made_anew() -> None:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has no connection to lose")
    found = season()
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        pid = cursor.fetchone()[0]
    with psycopg.connect(**connection.get_connection_params()) as other:
        other.execute("SELECT pg_terminate_backend(%s)", [pid])
    assert seasons.edition(found.pk).version == found.version


@pytest.mark.django_db
def test_it_says_which_pages_are_beside_as_the_api_did() -> None:
    found = season()
    printed = Printed(b"{}", '</api/v1/x?page=2>; rel="next"')
    printed_cache.put(
        seasons.edition(found.pk), f"{JSON.name} http://testserver{address(found)}", printed
    )
    answer = Client().get(address(found))
    assert (answer.content, answer["Link"]) == printed
