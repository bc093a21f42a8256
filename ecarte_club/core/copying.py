"""All rows of the database copied into an empty one, as they are: nothing is worked out anew.

While they are copied nobody writes: SQLite lets one write at a time, and this holds the turn.
"""

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from django.apps import apps
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import DEFAULT_DB_ALIAS, connections, transaction
from django.db.models import Model

AT_ONCE = 1000
Report = Callable[[str, int], None]


class NotEmpty(Exception):
    """The target has rows of its own; the text names a table."""


class Differs(Exception):
    """What arrived is not what was sent; nothing is kept of it."""


def tables() -> list[type[Model]]:
    """Of every app, with those of many-to-many relations."""
    models = apps.get_models(include_auto_created=True)
    return [one for one in models if one._meta.managed and not one._meta.proxy]


def copy_all(target: str, report: Report) -> int:
    """How many rows. `target`: the alias of a database without tables, or without rows. `report`
    is called with each table and its rows. Raises: NotEmpty, Differs; then nothing is copied."""
    call_command("migrate", database=target, verbosity=0)
    total = 0
    with transaction.atomic(using=DEFAULT_DB_ALIAS), transaction.atomic(using=target):
        _empty(target)
        for model in tables():
            count = _copy(model, target)
            if count != model._base_manager.using(target).count():
                raise Differs(model._meta.db_table)
            report(model._meta.label, count)
            total += count
        connections[target].check_constraints()
        _count_on(target)
    return total


def _empty(target: str) -> None:
    """Of what migrations write themselves. Raises: NotEmpty for anything else."""
    own = {"contenttypes.ContentType", "auth.Permission"}
    for model in tables():
        rows = model._base_manager.using(target)
        if model._meta.label not in own and rows.exists():
            raise NotEmpty(model._meta.db_table)
    for label in sorted(own):
        apps.get_model(label)._base_manager.using(target).all().delete()


def _copy(model: type[Model], target: str) -> int:
    there = connections[target]
    fields = model._meta.concrete_fields
    columns = ", ".join(there.ops.quote_name(str(one.column)) for one in fields)
    holes = ", ".join(["%s"] * len(fields))
    table = there.ops.quote_name(model._meta.db_table)
    statement = f"INSERT INTO {table} ({columns}) VALUES ({holes})"  # noqa: S608  (our own names)
    names = [one.attname for one in fields]
    rows: Iterator[Any] = (
        model._base_manager.order_by("pk").values_list(*names).iterator(chunk_size=AT_ONCE)
    )
    count = 0
    with there.cursor() as cursor:
        while batch := list(islice(rows, AT_ONCE)):
            values = [
                [one.get_db_prep_save(value, there) for one, value in zip(fields, row, strict=True)]
                for row in batch
            ]
            cursor.executemany(statement, values)
            count += len(batch)
    return count


def _count_on(target: str) -> None:
    there = connections[target]
    with there.cursor() as cursor:
        for statement in there.ops.sequence_reset_sql(no_style(), tables()):
            cursor.execute(statement)
