"""The club of an entry: never another one's, and filled where the version before left it empty."""

from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.db import IntegrityError, connection, transaction
from django.db.migrations.state import ProjectState

from ecarte_club.core.append_only import deletable
from games.matches.models import Entry
from tests.support import printed_game
from tests.support.clubhouse import House

ON_POSTGRESQL = pytest.mark.skipif(
    connection.vendor != "postgresql", reason="only PostgreSQL has constraints on it"
)
COLUMNS = "match_id, number, place, kind, reason, law, at"


def _entry(house: House) -> Entry:
    match = house.match()
    house.api("scorer").enter(match.pk, printed_game.BODIES[0])
    return Entry.objects.get(match=match)


def _copy(entry: Entry, more: str = "", *values: int) -> None:
    """Written as another program would, which may know nothing of the column."""
    names = f"{COLUMNS}, {more}" if more else COLUMNS
    row: tuple[Any, ...] = (entry.match_id, 2, 2, entry.kind, "", "", entry.at, *values)
    holes = ", ".join("%s" for _value in row)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"INSERT INTO matches_entry ({names}) VALUES ({holes})", row)  # noqa: S608
        connection.check_constraints()


@ON_POSTGRESQL
@pytest.mark.django_db
def test_what_the_version_before_writes_has_its_club(house: House) -> None:
    entry = _entry(house)
    _copy(entry)
    assert Entry.objects.get(match=entry.match, number=2).club_id == house.club.pk


@ON_POSTGRESQL
@pytest.mark.django_db
def test_no_row_names_another_club(house: House, neighbour: House) -> None:
    entry = _entry(house)
    with pytest.raises(IntegrityError, match="and_club"):
        _copy(entry, "club_id", neighbour.club.pk)


@pytest.mark.django_db(transaction=True)
def test_rows_from_before_are_filled_and_a_stopped_migration_is_repeated(house: House) -> None:
    entry = _entry(house)
    with transaction.atomic(), deletable(["matches_entry"]), connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("ALTER TABLE matches_entry ALTER COLUMN club_id DROP NOT NULL")
        cursor.execute("UPDATE matches_entry SET club_id = NULL")
    with connection.cursor() as cursor:
        cursor.execute("DROP INDEX entry_by_club")
    migration = import_module("games.matches.migrations.0004_entry_club").Migration
    with connection.schema_editor(atomic=False) as editor:
        for operation in migration("0004_entry_club", "matches").operations:
            operation.database_forwards("matches", editor, *_states())
    entry.refresh_from_db()
    assert entry.club_id == house.club.pk
    with pytest.raises(Exception, match="never changed"), connection.cursor() as cursor:
        cursor.execute("UPDATE matches_entry SET club_id = NULL")
    with connection.cursor() as cursor:
        assert "entry_by_club" in connection.introspection.get_constraints(cursor, "matches_entry")


def _states() -> tuple[ProjectState, ProjectState]:
    state = ProjectState.from_apps(apps)
    return state, state
