"""What accounts hold is added to in the database itself, so that no two sums are lost."""

from collections.abc import Mapping, Sequence

from django.db import connection

from scoring.ledger.models import Balance, Held
from scoring.ledger.rules.books import Holder

BATCH = 500
_TABLE = Balance._meta.db_table
_ADD = f"""
    INSERT INTO {_TABLE} (book_id, holder, {{column}}, amount) VALUES {{rows}}
    ON CONFLICT (book_id, {{target}}) WHERE {{column}} IS NOT NULL
    DO UPDATE SET amount = {_TABLE}.amount + excluded.amount
"""  # noqa: S608


def balances_add(changes: Mapping[tuple[int, Held], int]) -> None:
    """By book and account; an account is begun if it is new.

    Always in the same order, members by id and then contests, so that no two wait in a circle.
    """
    rows = sorted(
        (book, held.of, held.holder.value, amount)
        for (book, held), amount in changes.items()
        if amount
    )
    _add_all("player_id", "player_id", [row for row in rows if row[2] == Holder.MEMBER])
    _add_all("contest", "contest, holder", [row for row in rows if row[2] != Holder.MEMBER])


def _add_all(column: str, target: str, rows: Sequence[tuple[int, int, str, int]]) -> None:
    for start in range(0, len(rows), BATCH):
        some = rows[start : start + BATCH]
        holes = ", ".join(["(%s, %s, %s, %s)"] * len(some))
        values = [
            value for book, of, holder, amount in some for value in (book, holder, of, amount)
        ]
        with connection.cursor() as cursor:
            cursor.execute(_ADD.format(column=column, target=target, rows=holes), values)
