"""House rules chosen, retired and made at once, with the guard on and with it off."""

from inspect import unwrap
from threading import Barrier
from typing import Any

import pytest
from pytest_django import DjangoDbBlocker

from ecarte_club.clubs.models import AuditLogEntry, Club, HouseRules
from ecarte_club.clubs.selectors.club_rules import live
from ecarte_club.clubs.services import clubs
from ecarte_club.clubs.services.clubs import Settings, club_set, rules_make, rules_retire
from ecarte_club.core.exceptions import Invalid, Stale
from tests.support.clubhouse import House, open_house
from tests.support.elsewhere import at_once, django_on

pytestmark = pytest.mark.slow

CLIENTS = 8


def ours(house: House) -> HouseRules:
    return rules_make(by=house.person("committee"), name="Ours", base="modern", options={})


def plays_by_retired_rules() -> bool:
    return Club.objects.filter(rules__retired_at__isnull=False).exists()


def test_rules_are_either_chosen_or_retired(
    database_url: str, django_db_blocker: DjangoDbBlocker
) -> None:
    with django_on(database_url, django_db_blocker):
        house = open_house()
        made, committee = ours(house), house.person("committee")
        seen = Club.objects.get().version

        def act(number: int) -> object:
            if number % 2:
                mine = HouseRules.objects.get(pk=made.pk)
                return rules_retire(by=committee, rules=mine, version=seen)
            chosen = Settings(house_rules=made.pk)
            return club_set(by=committee, version=seen, settings=chosen)

        found = at_once(CLIENTS, act)
        faults = [one for one in found if isinstance(one, Exception)]
        assert [type(fault) for fault in faults] == [Stale] * (CLIENTS - 1)
        assert AuditLogEntry.objects.exclude(act="rules_make").count() == 1
        assert not plays_by_retired_rules()


def test_without_the_guard_a_club_plays_by_retired_rules(
    database_url: str, django_db_blocker: DjangoDbBlocker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each looks before the other writes: no transaction, and nobody moves the club's version."""
    both_have_looked = Barrier(2, timeout=30)

    def paused_live(club_id: int) -> Any:
        both_have_looked.wait()
        return live(club_id)

    def paused_chosen(club_id: int, pk: int) -> HouseRules:
        found = live(club_id).get(pk=pk)
        both_have_looked.wait()
        return found

    def unguarded(_club_id: int, _version: int) -> None:
        pass

    with django_on(database_url, django_db_blocker):
        house = open_house()
        made, committee = ours(house), house.person("committee")
        monkeypatch.setattr(clubs, "live", paused_live)
        monkeypatch.setattr(clubs, "chosen", paused_chosen)
        monkeypatch.setattr(clubs, "bump_club_version", unguarded)

        def act(number: int) -> object:
            if number:
                bare = unwrap(rules_retire)
                mine = HouseRules.objects.get(pk=made.pk)
                return bare(by=committee, rules=mine, version=0)
            bare = unwrap(club_set)
            return bare(by=committee, version=0, settings=Settings(house_rules=made.pk))

        found = at_once(2, act)
        assert [one for one in found if isinstance(one, Exception)] == []
        assert plays_by_retired_rules()


def test_eight_of_one_name_make_one(database_url: str, django_db_blocker: DjangoDbBlocker) -> None:
    with django_on(database_url, django_db_blocker):
        house = open_house()
        found = at_once(CLIENTS, lambda _number: ours(house))
        faults = [one for one in found if isinstance(one, Exception)]
        assert [type(fault) for fault in faults] == [Invalid] * (CLIENTS - 1)
        assert HouseRules.objects.count() == 1
