"""House rules chosen, retired and made at once, with the guard on and with it off."""

from inspect import unwrap
from threading import Barrier
from typing import Any

import pytest

from ecarte_club.clubs.models import AuditLogEntry, Club, HouseRules
from ecarte_club.clubs.selectors.club_rules import live
from ecarte_club.clubs.services import clubs
from ecarte_club.clubs.services.clubs import Settings, club_set, rules_make, rules_retire
from ecarte_club.core.exceptions import Invalid, Stale
from tests.support.clubhouse import House
from tests.support.elsewhere import at_once

pytestmark = pytest.mark.slow

CLIENTS = 8


def ours(house: House) -> HouseRules:
    return rules_make(by=house.person("committee"), name="Ours", base="modern", options={})


def plays_by_retired_rules(house: House) -> bool:
    return Club.objects.filter(pk=house.club.pk, rules__retired_at__isnull=False).exists()


def test_rules_are_either_chosen_or_retired(house: House) -> None:
    made, committee = ours(house), house.person("committee")
    seen = Club.objects.get(pk=house.club.pk).version

    def act(number: int) -> object:
        if number % 2:
            mine = HouseRules.objects.get(pk=made.pk)
            return rules_retire(by=committee, rules=mine, version=seen)
        chosen = Settings(house_rules=made.pk)
        return club_set(by=committee, version=seen, settings=chosen)

    found = at_once(CLIENTS, act)
    faults = [one for one in found if isinstance(one, Exception)]
    assert [type(fault) for fault in faults] == [Stale] * (CLIENTS - 1)
    assert AuditLogEntry.objects.filter(club=house.club).exclude(act="rules_make").count() == 1
    assert not plays_by_retired_rules(house)


def test_without_the_guard_a_club_plays_by_retired_rules(
    house: House, monkeypatch: pytest.MonkeyPatch
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
    assert plays_by_retired_rules(house)


def test_eight_of_one_name_make_one(house: House) -> None:
    found = at_once(CLIENTS, lambda _number: ours(house))
    faults = [one for one in found if isinstance(one, Exception)]
    assert [type(fault) for fault in faults] == [Invalid] * (CLIENTS - 1)
    assert house.club.house_rules.count() == 1
