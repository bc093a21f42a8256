"""A hand entered in the moment in which the director signs off, on both databases.

Either the hand is in what was signed, or it is refused. The control shows the third way, a hand
that came in unseen after the signature, as soon as the evening does not wait for whoever is at it.
"""

from inspect import unwrap
from threading import Event

import pytest
from pytest_django import DjangoDbBlocker

from ecarte_club.core.exceptions import Invalid, Stale
from games.engine.terms import RubberEntry
from games.evenings.models import Evening
from games.evenings.services.evenings import evening_open, evening_sign_off
from games.matches.models import Entry, Match
from games.matches.services import entries
from games.matches.services.matches import match_start
from tests.support.clubhouse import ONE_GAME, House, open_house
from tests.support.elsewhere import at_once, django_on

pytestmark = pytest.mark.slow

WON = RubberEntry(1, 0)
TRIES = 12


def _evening(house: House) -> tuple[Evening, Match]:
    director = house.person("director")
    evening = evening_open(by=director, held_on=house.season().starts_on, tables=("1",))
    match = match_start(
        by=director,
        player_a=house.players["ann"].pk,
        player_b=house.players["bob"].pk,
        terms=ONE_GAME,
        evening_table=evening.tables.get().pk,
    )
    evening.refresh_from_db()
    return evening, match


def test_either_the_hand_or_the_signature_comes_first(
    database_url: str, django_db_blocker: DjangoDbBlocker
) -> None:
    with django_on(database_url, django_db_blocker):
        house = open_house()
        director = house.person("director")
        for _try in range(TRIES):
            evening, match = _evening(house)

            def act(which: int, evening: Evening = evening, match: Match = match) -> object:
                if which:
                    mine = Match.objects.select_related("evening_table").get(pk=match.pk)
                    return entries.play_record(by=director, match=mine, what=WON, version=0)
                signed = Evening.objects.get(pk=evening.pk)
                return evening_sign_off(by=director, evening=signed, version=evening.version)

            signing, entering = at_once(2, act)
            evening.refresh_from_db()
            entered = Entry.objects.filter(match=match, kind=Entry.Kind.RUBBER).exists()
            if isinstance(signing, Exception):
                assert isinstance(signing, Stale), signing
                assert entered
                assert evening.is_open
            else:
                # It read the match before or after the sign-off, which abandoned it.
                assert isinstance(entering, Stale | Invalid), entering
                assert entering.code in ("stale_version", "abandoned")
                assert not entered
                match.refresh_from_db()
                assert (match.stopped, match.version) == ("abandoned", 1)
                assert evening.version == signing.version  # type: ignore[attr-defined]


def test_two_signatures_at_once_are_one(
    database_url: str, django_db_blocker: DjangoDbBlocker
) -> None:
    with django_on(database_url, django_db_blocker):
        house = open_house()
        director = house.person("director")
        evening, _match = _evening(house)

        def sign(_which: int) -> Evening:
            mine = Evening.objects.get(pk=evening.pk)
            return evening_sign_off(by=director, evening=mine, version=evening.version)

        found = at_once(6, sign)
        faults = [one for one in found if isinstance(one, Exception)]
        assert len(faults) == 5
        assert {getattr(fault, "code", fault) for fault in faults} == {"signed_off"}


def test_without_the_wait_a_hand_comes_in_after_the_signature(
    database_url: str, django_db_blocker: DjangoDbBlocker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The evening looked at, and not moved: what stood there is no longer so when it is written.

    And no transaction, because one alone writes at a time on SQLite.
    """
    looked, signed = Event(), Event()

    def looks_only(evening_id: int, *, correcting: bool = False) -> Evening:
        evening = Evening.objects.get(pk=evening_id)
        assert evening.is_open or correcting
        looked.set()
        assert signed.wait(30)
        return evening

    bare = unwrap(entries.play_record)
    with django_on(database_url, django_db_blocker):
        house = open_house()
        director = house.person("director")
        evening, match = _evening(house)
        monkeypatch.setattr(entries, "bump_evening_version", looks_only)

        def act(which: int) -> object:
            if which:
                mine = Match.objects.select_related("evening_table").get(pk=match.pk)
                return bare(by=director, match=mine, what=WON, version=0)
            assert looked.wait(30)
            mine_too = Evening.objects.get(pk=evening.pk)
            done = evening_sign_off(by=director, evening=mine_too, version=evening.version)
            signed.set()
            return done

        found = at_once(2, act)
        assert [one for one in found if isinstance(one, Exception)] == []
        assert Entry.objects.filter(match=match).count() == 1
        assert not Evening.objects.get(pk=evening.pk).is_open
