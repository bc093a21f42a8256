"""Two who flag a result, and two who settle a flag, at once, on both databases."""

from threading import Barrier

import pytest
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from ecarte_club.clubs.models import AuditLogEntry
from ecarte_club.core.exceptions import Invalid
from games.engine.terms import RubberEntry
from games.evenings.models import Evening
from games.evenings.services.evenings import evening_open
from games.matches.models import Flag, Match
from games.matches.selectors.matches import matches
from games.matches.services.disputes import flag_raise, flag_settle
from games.matches.services.entries import play_record
from games.matches.services.matches import match_start
from tests.support.clubhouse import ONE_GAME, House, open_house
from tests.support.elsewhere import at_once, django_on

pytestmark = pytest.mark.slow

CLIENTS = 4


def _played(house: House) -> Match:
    """At an evening, so that whoever watches it must hear of each flag."""
    director = house.person("director")
    evening = evening_open(by=director, held_on=house.season().starts_on, tables=("1",))
    made = match_start(
        by=director,
        player_a=house.players["ann"].pk,
        player_b=house.players["bob"].pk,
        terms=ONE_GAME,
        evening_table=evening.tables.get().pk,
    )
    match = matches().get(pk=made.pk)
    return play_record(by=director, match=match, what=RubberEntry(1, 0), version=0).match


def test_each_of_two_who_flag_the_same_result_is_heard(
    database_url: str, django_db_blocker: DjangoDbBlocker
) -> None:
    """Neither word is lost, and the evening moves once for each."""
    with django_on(database_url, django_db_blocker):
        house = open_house()
        match = _played(house)
        before = Evening.objects.get().version
        people = {who: house.person(who) for who in ("ann", "bob")}
        said = [(who, f"{who} says {number}") for who in people for number in range(3)]

        def act(number: int) -> Flag:
            who, text = said[number]
            mine = matches().get(pk=match.pk)
            return flag_raise(by=people[who], match=mine, text=text, number=1)

        found = at_once(len(said), act)
        assert [one for one in found if isinstance(one, Exception)] == []
        kept = Flag.objects.values_list("by__name", "text", "number")
        assert sorted(kept) == sorted((who.title(), text, 1) for who, text in said)
        assert Evening.objects.get().version == before + len(said)
        assert AuditLogEntry.objects.filter(act="flag_raise").count() == len(said)


def _flagged(house: House) -> Flag:
    return flag_raise(by=house.person("bob"), match=_played(house), text="It was the other way.")


def test_of_four_answers_at_once_one_stands(
    database_url: str, django_db_blocker: DjangoDbBlocker
) -> None:
    with django_on(database_url, django_db_blocker):
        house = open_house()
        flag, director = _flagged(house), house.person("director")

        def settle(number: int) -> Flag:
            mine = Flag.objects.get(pk=flag.pk)
            return flag_settle(by=director, flag=mine, answer=f"Answer {number}.")

        found = at_once(CLIENTS, settle)
        faults = [one for one in found if isinstance(one, Exception)]
        assert all(isinstance(fault, Invalid) for fault in faults), faults
        assert {getattr(fault, "code", fault) for fault in faults} == {"settled_already"}
        (won,) = (one for one in found if isinstance(one, Flag))
        flag.refresh_from_db()
        assert (flag.answer, flag.settled_at) == (won.answer, won.settled_at)
        assert AuditLogEntry.objects.filter(act="flag_settle").count() == 1


def test_without_the_guard_the_last_answer_covers_the_others(
    database_url: str, django_db_blocker: DjangoDbBlocker
) -> None:
    """The flag read, found open, and written back by all: each was told that his answer stands."""
    all_have_read = Barrier(CLIENTS, timeout=30)

    def naive(flag: Flag, answer: str) -> str:
        mine = Flag.objects.get(pk=flag.pk)
        assert mine.settled_at is None
        all_have_read.wait()
        mine.answer, mine.settled_at = answer, timezone.now()
        mine.save()
        return answer

    with django_on(database_url, django_db_blocker):
        flag = _flagged(open_house())
        found = at_once(CLIENTS, lambda number: naive(flag, f"Answer {number}."))
        assert found == [f"Answer {number}." for number in range(CLIENTS)]
        flag.refresh_from_db()
        assert sum(flag.answer == one for one in found) == 1
