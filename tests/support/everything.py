from functools import cache
from typing import Any

from django.apps import apps
from django.db import connection

OWN = ("ecarte_club", "games", "scoring", "allauth.mfa")


def everything() -> dict[str, list[Any]]:
    """What a denied write must leave alone: every row of the site's own tables, by its model.

    Read as the tables have it, without the ORM: it is asked thousands of times.
    """
    found: dict[str, list[Any]] = {}
    with connection.cursor() as cursor:
        for name, (table, key) in tables().items():
            cursor.execute(f'SELECT * FROM "{table}" ORDER BY "{key}"')  # noqa: S608 - our own tables
            found[name] = cursor.fetchall()
    return found


@cache
def tables() -> dict[str, tuple[str, str]]:
    """By the name of its model each table, with its primary key."""
    own = [one for one in apps.get_app_configs() if one.name.startswith(OWN)]
    models = [model for one in own for model in one.get_models()]
    return {one.__name__: (one._meta.db_table, one._meta.pk.column) for one in models}


def written() -> object:
    """Differs from what it was if a row was written since, be it the same or taken back. Where the
    database does not count, it always differs."""
    return connection.connection.total_changes if connection.vendor == "sqlite" else object()
