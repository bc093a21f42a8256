"""The club of an entry: never another one's, and never none."""

from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction

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
def test_no_row_names_another_club(house: House, neighbour: House) -> None:
    entry = _entry(house)
    with pytest.raises(IntegrityError, match="and_club"):
        _copy(entry, "club_id", neighbour.club.pk)


@pytest.mark.django_db
def test_no_row_is_of_no_club(house: House) -> None:
    with pytest.raises(IntegrityError, match="club_id"):
        _copy(_entry(house))
