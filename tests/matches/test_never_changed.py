"""Entries are never changed: not by the models, and not behind their back."""

import pytest
from django.db import DatabaseError, connection, transaction

from ecarte_club.core.append_only import Unchangeable
from games.matches.models import Entry
from tests.support import printed_game
from tests.support.clubhouse import House


@pytest.fixture
def entry(house: House) -> Entry:
    match = house.match()
    house.api("scorer").enter(match.pk, printed_game.BODIES[0])
    return Entry.objects.get(match=match)


def test_the_models_refuse(entry: Entry) -> None:
    entry.reason = "I like it better so"
    with pytest.raises(Unchangeable):
        entry.save()
    with pytest.raises(Unchangeable):
        entry.delete()
    with pytest.raises(Unchangeable):
        Entry.objects.filter(pk=entry.pk).update(reason="so")
    with pytest.raises(Unchangeable):
        Entry.objects.all().delete()


def test_the_database_refuses(entry: Entry) -> None:
    with (
        pytest.raises(DatabaseError, match="never changed"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute("UPDATE matches_entry SET reason = 'so' WHERE id = %s", [entry.pk])
    assert Entry.objects.get(pk=entry.pk).reason == ""
