"""Clubs taken out with all their rows."""

from collections.abc import Iterable, Mapping

from django.db import connection, transaction
from django.db.models import Model

from ecarte_club.clubs.models import User
from ecarte_club.core.append_only import deletable

from .registry import NoWayError, all_models, batches, rows_of

Rows = Mapping[type[Model], list[int]]


def rows_of_clubs(clubs: Iterable[int]) -> Rows:
    """Ids by model; those of accounts are not among them."""
    ids = list(clubs)
    found: dict[type[Model], list[int]] = {}
    for model in all_models():
        if model is User:
            continue
        try:
            found[model] = [
                pk for club in ids for pk in rows_of(model, club).values_list("pk", flat=True)
            ]
        except NoWayError:
            # It belongs to no club: keys of writes, messages that were sent.
            continue
    return found


@transaction.atomic
def clubs_remove(rows: Rows) -> None:
    with deletable(model._meta.db_table for model in rows), connection.cursor() as cursor:
        for model, ids in rows.items():
            table, key = model._meta.db_table, model._meta.pk.column
            for part in batches(ids):
                marks = ", ".join("%s" for _pk in part)
                sql = f'DELETE FROM "{table}" WHERE "{key}" IN ({marks})'  # noqa: S608  (our names)
                cursor.execute(sql, part)
