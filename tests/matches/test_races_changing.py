"""Two directors put one match right at the same moment: one of them does, the other is told."""

from threading import Barrier
from typing import Any

import pytest
from pytest_django import DjangoDbBlocker

from ecarte_club.clubs.models import AuditLogEntry
from ecarte_club.core.exceptions import Stale
from games.evenings.models import Table
from games.evenings.services.evenings import table_add
from games.matches.models import Match
from games.matches.selectors.matches import matches
from games.matches.services import changing
from games.matches.services.changing import match_change_players, match_change_table
from tests.leagues.api.test_races_seasons import club
from tests.support.arena import faults
from tests.support.clubhouse import House
from tests.support.elsewhere import at_once
from tests.support.nights import evening, hand, played

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("unsent")]


def moved_at_once(house: House) -> list[str]:
    """To a table each, both having read where it is: the tables in the log."""
    night = evening(house, "ann", "bob")
    match = played(house, night, "ann", "bob")
    others = [table_add(by=house.person("director"), evening=night, name=name) for name in "XY"]
    ready = Barrier(2)

    def act(number: int) -> object:
        mine = matches().get(pk=match.pk)
        ready.wait(30)
        return match_change_table(
            by=house.person("director"),
            match=mine,
            evening_table=others[number].pk,
            from_table=match.evening_table_id or 0,
        )

    refused = faults([*at_once(2, act)])
    log = AuditLogEntry.objects.filter(club=house.club, act="match_change_table")
    tables = [detail["table"] for detail in log.values_list("detail", flat=True)]
    assert len(tables) + len(refused) == 2
    assert all(isinstance(one, Stale) for one in refused)
    assert Match.objects.get(pk=match.pk).table in tables
    return tables


def test_a_match_is_moved_once(arena: str, django_db_blocker: DjangoDbBlocker) -> None:
    with club(arena, django_db_blocker, "moved") as house:
        assert len(moved_at_once(house)) == 1


def test_without_comparing_the_table_it_is_moved_twice(
    postgres_url: str, django_db_blocker: DjangoDbBlocker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: it shows the race."""

    def move(match: Match, old: Table, new: Table) -> bool:
        Match.objects.filter(pk=match.pk).update(evening_table=new, table=new.name)
        return True

    monkeypatch.setattr(changing, "_move", move)
    with club(postgres_url, django_db_blocker, "twice") as house:
        assert len(moved_at_once(house)) == 2


def test_the_players_are_changed_once(arena: str, django_db_blocker: DjangoDbBlocker) -> None:
    """One swaps them while another names Cyd: one match is annulled, and one counts."""
    with club(arena, django_db_blocker, "swapped") as house:
        night = evening(house, "ann", "bob")
        match = played(house, night, "ann", "bob", [hand(3)])
        ids = {name: one.pk for name, one in house.players.items()}
        pairs: list[dict[str, Any]] = [
            {"player_a": ids["bob"], "player_b": ids["ann"]},
            {"player_a": ids["cyd"], "player_b": ids["bob"]},
        ]
        ready = Barrier(2)

        def act(number: int) -> object:
            mine = matches().get(pk=match.pk)
            ready.wait(30)
            return match_change_players(
                by=house.person("director"),
                match=mine,
                reason="Misread.",
                version=1,
                **pairs[number],
            )

        (refused,) = faults([*at_once(2, act)])
        assert isinstance(refused, Stale)
        counted = Match.objects.get(evening_table=match.evening_table_id, annulled_at=None)
        assert Match.objects.filter(club=house.club).count() == 2
        assert counted.player_ids in [tuple(pair.values()) for pair in pairs]
        assert counted.hands == 1
