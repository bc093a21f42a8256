"""How many queries an answer takes. Transactions are real here, so that all of it is counted."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.engine.records import HandRecord, Opening, Tricks
from games.engine.seats import Seat
from games.engine.terms import HandEntry
from games.matches.models import Match
from games.matches.services.entries import play_record
from games.matches.services.matches import MatchTerms
from games.matches.services.revisions import entry_correct
from scoring.leagues.renderers import printed_cache
from scoring.ratings.services import ratings_synchronise
from tests.support import printed_game
from tests.support.clubhouse import Api, House, open_house, read
from tests.support.depth import times
from tests.support.seasons import play_season

# Many or slow: not wanted after every edit.
pytestmark = pytest.mark.slow

MOST = 21
# Where a transaction begins and ends is no question.
BOUNDS = ("BEGIN", "BEGIN IMMEDIATE", "COMMIT")


@pytest.fixture
def house(transactional_db: None) -> House:
    """With its book of ratings, which the first result of a club would make."""
    found = open_house()
    ratings_synchronise(found.club.pk)
    return found


def _queries(api: Api, match: Match, body: dict[str, object], version: int) -> int:
    with CaptureQueriesContext(connection) as found:
        read(api.post(f"matches/{match.pk}/hands", {**body, "version": version}), 201)
    asked = [query["sql"] for query in found.captured_queries if query["sql"] not in BOUNDS]
    assert len(asked) <= MOST, asked
    return len(asked)


def _game(house: House, match: Match) -> list[int]:
    """The queries of each hand of the printed game; the last one ends the match."""
    api = house.api("ann")
    bodies = enumerate(printed_game.BODIES)
    found = [_queries(api, match, body, version) for version, body in bodies]
    assert Match.objects.get(pk=match.pk).over
    return found


@pytest.mark.any_database
def test_one_hand_costs_the_same_with_any_history(house: House) -> None:
    season = house.season()
    few = _game(house, house.match(season))
    play_season(house, season, matches=times(8, thorough=40))
    assert _game(house, house.match(season)) == few
    assert few[-1] <= MOST


@pytest.mark.any_database
def test_a_hand_outside_a_season_costs_no_more(house: House) -> None:
    inside, outside = house.match(house.season()), house.match()
    assert max(_game(house, outside)) <= max(_game(house, inside))


@pytest.mark.any_database
def test_a_long_match_costs_no_more(house: House) -> None:
    match = house.match(terms=MatchTerms(format="games", games=25))
    body: dict[str, object] = {"dealer": "a", "opening": "exchanged", "tricks": {"a": 3, "b": 2}}
    api, first = house.api("ann"), 0
    for version in range(times(20, thorough=60)):
        found = _queries(api, match, body, version)
        first = first or found
        assert found == first


def test_correcting_and_undoing_cost_no_more(house: House) -> None:
    season = house.season()
    match, api = house.match(season), house.api("director")
    for version, body in enumerate(printed_game.BODIES):
        _queries(api, match, body, version)
    what = HandEntry(1, HandRecord(Seat.A, Opening.EXCHANGED, (), Tricks(2, 3)))
    match.refresh_from_db()
    with CaptureQueriesContext(connection) as found:
        entry_correct(
            by=house.person("director"), match=match, number=2, what=what, reason="x", version=5
        )
    assert len(found) <= MOST
    with CaptureQueriesContext(connection) as found:
        read(api.post(f"matches/{match.pk}/undo", {"version": 6}), 201)
    assert len(found) <= MOST


@pytest.mark.any_database
@pytest.mark.parametrize("form", ["standings", "standings.csv", "standings.ndjson"])
def test_standings_cost_two_queries_and_a_304_one(house: House, form: str) -> None:
    season = house.season()
    play_season(house, season, matches=5)
    path, stranger = f"seasons/{season.pk}/{form}", Api()
    printed_cache.clear()
    with CaptureQueriesContext(connection) as found:
        first = stranger.get(path)
    assert (first.status_code, len(found)) == (200, 2)
    with CaptureQueriesContext(connection) as found:
        again = stranger.get(path, **{"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content, len(found)) == (304, b"", 1)
    assert again["ETag"] == first["ETag"]
    with CaptureQueriesContext(connection) as found:
        assert stranger.get(path).content == first.content
    assert len(found) == 1
    changed = house.match(season)
    play_record(
        by=house.person("scorer"),
        match=changed,
        what=HandEntry(1, HandRecord(Seat.A, Opening.EXCHANGED, (), Tricks(5, 0))),
        version=0,
    )
    api = house.api("scorer")
    for _ in range(2):
        api.enter(changed.pk, {"opening": "exchanged", "tricks": {"a": 5, "b": 0}})
    with CaptureQueriesContext(connection) as found:
        newer = stranger.get(path, **{"If-None-Match": first["ETag"]})
    assert (newer.status_code, len(found)) == (200, 2)
    assert newer["ETag"] != first["ETag"]


@pytest.mark.any_database
@pytest.mark.parametrize("path", ["matches", "leagues", "clubs", "clubs/cercle/players"])
def test_a_list_costs_the_same_however_long(house: House, path: str) -> None:
    season = house.season()
    api = house.api("ann")
    play_season(house, season, matches=2)
    with CaptureQueriesContext(connection) as few:
        read(api.get(path))
    play_season(house, season, matches=times(5, thorough=20))
    with CaptureQueriesContext(connection) as many:
        read(api.get(path))
    assert len(many) == len(few) <= 6
