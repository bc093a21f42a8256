"""What the guards are for: the same eight writers with the guards on, and with them off.

Off means: no transaction, no comparison of versions, no unique numbers. It shows that the other
tests of races would see one.
"""

from collections.abc import Iterator
from inspect import unwrap
from threading import Barrier
from typing import Any

import pytest
from django.db import connection
from pytest_django import DjangoDbBlocker

from ecarte_club import followers
from ecarte_club.core import followers as core_followers
from ecarte_club.core.exceptions import Stale
from games.engine.terms import RubberEntry
from games.matches.models import Entry, Match
from games.matches.services import entries
from scoring.leagues.models import Season, Standing
from scoring.leagues.services import standings
from scoring.tables.results import Share
from tests.support.clubhouse import House, open_house
from tests.support.depth import on_both
from tests.support.elsewhere import at_once, django_on

pytestmark = pytest.mark.slow

CLIENTS = 8
WON = RubberEntry(1, 0)
"""Ends the match, so that a second one would count it twice."""


def _played(house: House) -> int:
    return Standing.objects.get(player=house.players["ann"]).played


@on_both("database_url")
def test_with_the_guards_one_of_eight_is_taken(
    database_url: str, django_db_blocker: DjangoDbBlocker
) -> None:
    with django_on(database_url, django_db_blocker):
        house = open_house()
        match, director = house.match(house.season()), house.person("director")

        def enter(_number: int) -> object:
            mine = Match.objects.get(pk=match.pk)
            return entries.play_record(by=director, match=mine, what=WON, version=0)

        found = at_once(CLIENTS, enter)
        faults = [one for one in found if isinstance(one, Exception)]
        assert [type(fault) for fault in faults] == [Stale] * (CLIENTS - 1)
        assert (Entry.objects.count(), _played(house)) == (1, 1)
        assert Match.objects.get().version == 1


def _take_the_guards_away(monkeypatch: pytest.MonkeyPatch) -> None:
    all_have_read = Barrier(CLIENTS, timeout=30)
    sign = entries.entry_sign

    def paused(*args: Any) -> None:
        sign(*args)
        all_have_read.wait()

    def unguarded(match: Match, version: int, fields: dict[str, object]) -> None:
        Match.objects.filter(pk=match.pk).update(version=version + 1, **fields)

    monkeypatch.setattr(entries, "entry_sign", paused)
    monkeypatch.setattr(entries, "match_claim", unguarded)
    for name in ("entry_number_once", "entry_place_taken_once"):
        found = next(one for one in Entry._meta.constraints if one.name == name)
        # SQLite makes the table anew from what the model says.
        rest = [one for one in Entry._meta.constraints if one is not found]
        monkeypatch.setattr(Entry._meta, "constraints", rest)
        with connection.schema_editor() as editor:
            editor.remove_constraint(Entry, found)


@pytest.fixture
def unrated(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Ratings have a guard of their own, each match being learnt once; and need a transaction."""
    rows = followers.FOLLOWERS["match_changed"]
    rest = tuple(row for row in rows if not row.path.endswith("rating_follow"))
    monkeypatch.setattr(followers, "FOLLOWERS", {**followers.FOLLOWERS, "match_changed": rest})
    core_followers._functions.cache_clear()
    yield
    monkeypatch.undo()
    core_followers._functions.cache_clear()


@on_both("database_url")
def test_without_the_guards_a_match_counts_eight_times(
    database_url: str,
    django_db_blocker: DjangoDbBlocker,
    monkeypatch: pytest.MonkeyPatch,
    unrated: None,
) -> None:
    with django_on(database_url, django_db_blocker):
        house = open_house()
        match, director = house.match(house.season()), house.person("director")
        _take_the_guards_away(monkeypatch)
        bare = unwrap(entries.play_record)

        def enter(_number: int) -> object:
            mine = Match.objects.get(pk=match.pk)
            return bare(by=director, match=mine, what=WON, version=0)

        found = at_once(CLIENTS, enter)
        assert [one for one in found if isinstance(one, Exception)] == []
        assert Match.objects.get().version == 1, "seven writes are lost"
        assert set(Entry.objects.values_list("number", flat=True)) == {1}
        assert (Entry.objects.count(), _played(house)) == (CLIENTS, CLIENTS)


def test_without_adding_in_the_database_points_are_lost(
    database_url: str,
    django_db_blocker: DjangoDbBlocker,
    monkeypatch: pytest.MonkeyPatch,
    unrated: None,
) -> None:
    """Eight matches of one player end at once; sums read, added to and written back lose some."""
    all_have_read = Barrier(CLIENTS, timeout=30)

    def naive(season: Season, pair: tuple[int, int], changes: tuple[Share, Share]) -> None:
        lines = [Standing.objects.get(season=season, player_id=player) for player in pair]
        all_have_read.wait()
        for line, change in zip(lines, changes, strict=True):
            line.played += change.played
            line.won += change.won
            line.lost += change.lost
            line.save()

    with django_on(database_url, django_db_blocker):
        house = open_house()
        season, director = house.season(), house.person("director")
        matches = [house.match(season) for _ in range(CLIENTS)]
        monkeypatch.setattr(standings, "_add", naive)
        bare = unwrap(entries.play_record)

        def enter(number: int) -> object:
            return bare(by=director, match=matches[number], what=WON, version=0)

        found = at_once(CLIENTS, enter)
        assert [one for one in found if isinstance(one, Exception)] == []
        assert _played(house) == 1
