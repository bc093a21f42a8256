"""Updates and new rows that are composed once are as Django writes them."""

from typing import Any

import pytest
from django.db import connection
from django.db.models import F
from django.utils import timezone

from ecarte_club.clubs.models import Player
from ecarte_club.core.collation import sort_key
from ecarte_club.core.composed_writes import ComposedInsert, ComposedUpdate
from ecarte_club.core.models import Outgoing
from games.matches.models import Match
from tests.support.clubhouse import House

from .test_composed import everything

pytestmark = pytest.mark.django_db


def stored(match: Match) -> dict[str, Any]:
    values: dict[str, Any] = everything(Match.objects.get(pk=match.pk), 1)
    return {name: value for name, value in values.items() if name not in ("id", "started_at")}


@pytest.mark.postgresql
def test_an_update_sets_what_it_says_where_it_says(house: House) -> None:
    update = ComposedUpdate(
        lambda pk, version: Match.objects.filter(pk=pk, version=version),
        {"version": F("version") + 1},
        ("winner", "over", "changed_at", "table", "annulled_at", "options"),
        pk=int,
        version=int,
    )
    match, other, theirs = house.match(), house.match(), house.match()
    before = stored(other)
    fields = {
        "winner": "a",
        "over": True,
        "changed_at": timezone.now(),
        "table": "\x01 %s '",
        "annulled_at": None,
        "options": {"é": "%s"},
    }
    assert update.run(fields, pk=match.pk, version=0) == 1
    assert update.run(fields, pk=match.pk, version=0) == 0
    assert update.run(fields, pk=2**63, version=0) == 0
    Match.objects.filter(pk=theirs.pk, version=0).update(version=F("version") + 1, **fields)
    assert stored(match) == stored(theirs)
    assert stored(other) == before


def test_a_column_that_is_given_nothing_is_not_written(house: House) -> None:
    update = ComposedUpdate(lambda pk: Match.objects.filter(pk=pk), {}, ("winner",), pk=int)
    match = house.match()
    before = stored(match)
    with pytest.raises(KeyError):
        update.run({}, pk=match.pk)
    assert stored(match) == before


def test_a_value_that_is_lost_is_found_at_once() -> None:
    with pytest.raises(ValueError, match="not in it"):
        ComposedUpdate(lambda pk: Match.objects.all(), {"version": 1}, pk=int).run(pk=1)


@pytest.mark.postgresql
@pytest.mark.parametrize("older", [False, True])
def test_a_new_row_is_as_django_makes_it(
    older: bool, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also on a SQLite that does not tell the key of a new row."""
    if older and connection.vendor == "sqlite":
        monkeypatch.setattr(connection.features, "can_return_columns_from_insert", False)
    ann = house.players["ann"]
    values = {
        "club_id": house.club.pk,
        "kind": "match.started",
        "ids": {"é": [ann.pk, None, "%s"]},
        "at": timezone.now(),
    }
    insert = ComposedInsert(Outgoing)
    ours, theirs = insert.create(**values), Outgoing.objects.create(**values)
    assert ours.pk != theirs.pk
    assert not ours._state.adding
    rows = [everything(Outgoing.objects.get(pk=one.pk), 1) for one in (ours, theirs)]
    assert [{**row, "id": 0} for row in rows] == [{**rows[0], "id": 0}] * 2
    named = ComposedInsert(Player).create(club=house.club, name="Zoé")
    assert named.sort_name == Player.objects.get(pk=named.pk).sort_name == sort_key("Zoé")
