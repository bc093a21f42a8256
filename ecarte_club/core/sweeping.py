"""Rows that nobody needs any longer are deleted a portion at a time: no write waits for it."""

from typing import TypeVar

from django.db.models import Model, QuerySet

M = TypeVar("M", bound=Model)
AT_ONCE = 1000


def delete_in_portions(rows: QuerySet[M], by: str = "at", *, at_once: int = AT_ONCE) -> int:
    """How many. The first by `by` come first, which an index on it finds; each portion is a
    transaction of its own, unless this is called within one."""
    total = 0
    while ids := list(rows.order_by(by).values_list("pk", flat=True)[:at_once]):
        deleted, _by_model = rows.model._base_manager.filter(pk__in=ids).delete()
        total += deleted
    return total
