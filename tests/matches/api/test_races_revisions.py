"""Two directors revise a match at once, or one does while a hand is marked: one of two is taken."""

from collections.abc import Callable
from inspect import unwrap
from threading import Barrier
from typing import Any

import pytest
from django.db import connection
from pytest_django import DjangoDbBlocker

from ecarte_club.core import followers as core_followers
from ecarte_club.core.exceptions import Stale
from games.engine.records import HandRecord, Opening, Tricks
from games.engine.seats import Seat
from games.engine.terms import HandEntry
from games.matches.models import Entry, Match
from games.matches.rules.revision import Later, Operation
from games.matches.selectors.logs import log_of
from games.matches.selectors.reading import read
from games.matches.services import entries
from games.matches.services.entries import play_record
from games.matches.services.matches import MatchTerms
from games.matches.services.revisions import match_revise
from tests.support.clubhouse import House, open_house
from tests.support.elsewhere import at_once, django_on

pytestmark = pytest.mark.slow

VOLE = HandEntry(1, HandRecord(Seat.A, Opening.EXCHANGED, tricks=Tricks(5, 0)))
POINT = HandEntry(1, HandRecord(Seat.B, Opening.EXCHANGED, tricks=Tricks(2, 3)))
Act = Callable[[], object]


def _match(house: House) -> Match:
    """Two voles of Ann's: 4-0 in game 1."""
    match = house.match(terms=MatchTerms(format="games", games=3))
    for _hand in range(2):
        play_record(by=house.person("scorer"), match=match, what=VOLE, version=match.version)
    return match


def _acts(house: House, match: Match, service: Any, play: Any) -> dict[str, list[Act]]:
    """Each on version 2."""

    def on(name: str) -> dict[str, Any]:
        mine = Match.objects.get(pk=match.pk)
        return {"by": house.person(name), "match": mine, "version": 2}

    def inserts() -> object:
        where = {"operation": Operation.INSERT_AFTER, "number": 1, "later": Later.MOVE}
        return service(**on("director"), **where, what=VOLE, reason="Forgotten.")

    def removes() -> object:
        where = {"operation": Operation.REMOVE, "number": 1, "later": Later.MOVE}
        return service(**on("committee"), **where, what=None, reason="Twice.")

    def marks() -> object:
        return play(**on("scorer"), what=POINT)

    return {"revisions": [inserts, removes], "a revision and a hand": [inserts, marks]}


@pytest.mark.parametrize("race", ["revisions", "a revision and a hand"])
def test_with_the_guards_one_of_two_is_taken(
    database_url: str, django_db_blocker: DjangoDbBlocker, race: str
) -> None:
    with django_on(database_url, django_db_blocker):
        house = open_house()
        match = _match(house)
        acts = _acts(house, match, match_revise, play_record)[race]
        done = at_once(2, lambda number: acts[number]())
        faults = [one for one in done if isinstance(one, Exception)]
        assert [type(fault) for fault in faults] == [Stale]
        match.refresh_from_db()
        assert (match.version, Entry.objects.count()) == (3, 3)
        # What was taken is all there, and the match is what its entries come to.
        found = read(match)
        assert len(found.standing) in (1, 3)
        assert (match.score_a, match.games_a) == (
            found.state.score.a,
            found.state.games_won(Seat.A),
        )


def _take_the_guards_away(monkeypatch: pytest.MonkeyPatch) -> None:
    both_have_read = Barrier(2, timeout=30)
    sign = entries.entry_sign

    def paused(*args: Any) -> None:
        sign(*args)
        both_have_read.wait()

    def unguarded(match: Match, version: int, fields: dict[str, object]) -> None:
        Match.objects.filter(pk=match.pk).update(version=version + 1, **fields)

    monkeypatch.setattr(entries, "entry_sign", paused)
    monkeypatch.setattr(entries, "match_claim", unguarded)
    # What follows has guards and transactions of its own.
    monkeypatch.setattr(core_followers, "_functions", lambda _name: ())
    for name in ("entry_number_once", "entry_place_taken_once"):
        found = next(one for one in Entry._meta.constraints if one.name == name)
        # SQLite makes the table anew from what the model says.
        rest = [one for one in Entry._meta.constraints if one is not found]
        monkeypatch.setattr(Entry._meta, "constraints", rest)
        with connection.schema_editor() as editor:
            editor.remove_constraint(Entry, found)


def test_without_the_guards_a_hand_is_lost(
    database_url: str, django_db_blocker: DjangoDbBlocker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: it shows the race. Both are entry 3, and one of them is nowhere in the match."""
    with django_on(database_url, django_db_blocker):
        house = open_house()
        match = _match(house)
        _take_the_guards_away(monkeypatch)
        bare = unwrap(match_revise), unwrap(play_record)
        acts = _acts(house, match, *bare)["a revision and a hand"]
        done = at_once(2, lambda number: acts[number]())
        assert [one for one in done if isinstance(one, Exception)] == []
        match.refresh_from_db()
        assert match.version == 3, "a write is lost"
        assert [entry.number for entry in log_of(match).entries] == [1, 2, 3, 3]
