from functools import cache
from typing import Any

from django.apps import apps
from django.db import connection

ROOMS = ("clubs", "games", "scoring", "wire", "mfa")


def everything() -> dict[str, list[Any]]:
    """What a denied write must leave alone: every row of the site's own tables, by its table.

    Read as the tables have it, without the ORM: it is asked thousands of times.
    """
    found: dict[str, list[Any]] = {}
    with connection.cursor() as cursor:
        for table, key in tables().items():
            cursor.execute(f'SELECT * FROM "{table}" ORDER BY "{key}"')  # noqa: S608 - our own tables
            found[table] = cursor.fetchall()
    return found


@cache
def tables() -> dict[str, str]:
    """Each with its primary key."""
    models = [model for room in ROOMS for model in apps.get_app_config(room).get_models()]
    return {model._meta.db_table: model._meta.pk.column for model in models}


def written() -> object:
    """Differs from what it was if a row was written since, be it the same or taken back. Where the
    database does not count, it always differs."""
    return connection.connection.total_changes if connection.vendor == "sqlite" else object()
