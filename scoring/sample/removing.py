"""The sample clubs taken out again, with all that was entered in them since."""

from collections.abc import Mapping

from django.db import connection, transaction
from django.db.models import Model

from ecarte_club.clubs.models import Club, User
from ecarte_club.core.append_only import deletable
from scoring.archive.registry import NoWayError, all_models, batches, label, people, rows_of

from .people import PRIVATE_SLUG, SLUG

Rows = Mapping[type[Model], list[int]]


def sample_clubs() -> list[Club]:
    return list(Club.objects.filter(slug__in=[SLUG, PRIVATE_SLUG]))


def removal() -> Mapping[str, int]:
    """How many rows of each model would go, by its label."""
    return {label(model): len(ids) for model, ids in _rows(sample_clubs()).items() if ids}


@transaction.atomic
def remove() -> None:
    """Accounts go too, unless they belong to another club."""
    clubs = sample_clubs()
    accounts = {pk for club in clubs for pk in people(club.pk)}
    rows = _rows(clubs)
    with deletable(model._meta.db_table for model in rows), connection.cursor() as cursor:
        for model, ids in rows.items():
            table, key = model._meta.db_table, model._meta.pk.column
            for part in batches(ids):
                marks = ", ".join("%s" for _pk in part)
                sql = f'DELETE FROM "{table}" WHERE "{key}" IN ({marks})'  # noqa: S608  (our names)
                cursor.execute(sql, part)
        User.objects.filter(pk__in=accounts, offices=None, players=None).delete()


def _rows(clubs: list[Club]) -> Rows:
    found: dict[type[Model], list[int]] = {}
    for model in all_models():
        if model is User:
            continue
        try:
            found[model] = [
                pk for club in clubs for pk in rows_of(model, club.pk).values_list("pk", flat=True)
            ]
        except NoWayError:
            # It belongs to no club: keys of writes, messages that were sent.
            continue
    return found
