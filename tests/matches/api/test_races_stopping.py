"""A hand entered in the moment in which a director abandons the match, on both databases.

Either the hand is on record and the director looks again, or it is refused. The control shows a
hand that comes in after the match was abandoned, as soon as versions are not compared.
"""

from inspect import unwrap
from threading import Event
from typing import Any

import pytest
from pytest_django import DjangoDbBlocker

from ecarte_club.core.exceptions import Invalid, Stale
from games.engine.terms import RubberEntry
from games.matches.models import Entry, Match
from games.matches.services import entries
from games.matches.services.stopping import match_abandon
from tests.support.clubhouse import House, open_house
from tests.support.elsewhere import at_once, django_on

pytestmark = pytest.mark.slow

WON = RubberEntry(1, 0)
TRIES = 12


def abandon(house: House, match: Match) -> object:
    mine = Match.objects.get(pk=match.pk)
    by = house.person("director")
    return match_abandon(by=by, match=mine, reason="Ann fell ill.", version=0)


def test_either_the_hand_or_the_abandonment_comes_first(
    database_url: str, django_db_blocker: DjangoDbBlocker
) -> None:
    with django_on(database_url, django_db_blocker):
        house = open_house()
        scorer = house.person("scorer")
        for _try in range(TRIES):
            match = house.match()

            def act(which: int, match: Match = match) -> object:
                if which:
                    mine = Match.objects.get(pk=match.pk)
                    return entries.play_record(by=scorer, match=mine, what=WON, version=0)
                return abandon(house, match)

            abandoning, entering = at_once(2, act)
            match.refresh_from_db()
            kinds = [entry.kind for entry in Entry.objects.filter(match=match)]
            if isinstance(abandoning, Exception):
                assert isinstance(abandoning, Stale), abandoning
                assert (kinds, match.over, match.stopped) == (["rubber"], True, "")
            else:
                assert isinstance(entering, Stale | Invalid), entering
                assert entering.code in ("stale_version", "abandoned")
                assert (kinds, match.over, match.stopped) == (["abandoned"], False, "abandoned")
            assert match.version == 1


def test_without_comparing_versions_a_hand_comes_in_afterwards(
    database_url: str, django_db_blocker: DjangoDbBlocker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The match read, and written whatever became of it since; and no transaction, because one
    alone writes at a time on SQLite."""
    read, done = Event(), Event()

    def writes_blindly(match: Match, version: int, fields: dict[str, Any]) -> None:
        read.set()
        assert done.wait(30)
        # What it would come to by the entries it read; the database itself has the last word.
        hands = {name: value for name, value in fields.items() if name == "hands"}
        Match.objects.filter(pk=match.pk).update(version=version + 1, **hands)

    bare = unwrap(entries.play_record)
    with django_on(database_url, django_db_blocker):
        house = open_house()
        scorer = house.person("scorer")
        match = house.match()
        monkeypatch.setattr(entries, "match_claim", writes_blindly)
        monkeypatch.setattr(Entry, "save", _numbered_anew(Entry.save))

        def act(which: int) -> object:
            if which:
                mine = Match.objects.get(pk=match.pk)
                return bare(by=scorer, match=mine, what=WON, version=0)
            assert read.wait(30)
            try:
                return abandon(house, match)
            finally:
                done.set()

        at_once(2, act)
        kinds = {entry.kind for entry in Entry.objects.filter(match=match)}
        assert kinds == {"rubber", "abandoned"}


def _numbered_anew(save: Any) -> Any:
    """Numbers are unique too: a second guard, which is off here."""

    def numbered(entry: Entry, *args: Any, **kwargs: Any) -> None:
        if entry.kind == "rubber":
            entry.number, entry.place = 2, 2
        save(entry, *args, **kwargs)

    return numbered
