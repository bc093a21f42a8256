"""No index repeats the beginning of another: each is written at every entry, and read by nobody."""

from typing import Any, cast

import pytest
from django.apps import apps
from django.db.models import Index, Model, UniqueConstraint

OURS = tuple(f"{package}." for package in ("ecarte_club", "games", "scoring"))
MODELS = [model for model in apps.get_models() if model.__module__.startswith(OURS)]


def indexes(model: type[Model]) -> list[tuple[str, tuple[str, ...]]]:
    """Of all rows: which foreign key they are for, or their name, and their columns in order."""
    meta = model._meta
    whole = [
        (one.name, tuple(field.removeprefix("-") for field in one.fields))
        for one in [*meta.indexes, *meta.constraints]
        if isinstance(one, Index | UniqueConstraint) and one.condition is None and one.fields
    ]
    keys = [
        (f"the foreign key {field.name}", (field.name,))
        for field in cast(list[Any], meta.local_fields)
        if field.many_to_one and field.db_index and not field.unique
    ]
    return whole + keys


def test_they_are_found() -> None:
    assert len(MODELS) > 60
    assert sum(len(indexes(model)) for model in MODELS) > 100


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model._meta.label)
def test_each_column_is_the_first_of_one_index(model: type[Model]) -> None:
    found = indexes(model)
    assert [
        f"{name} begins {other}: db_index=False, or none"
        for name, columns in found
        for other, longer in found
        if name != other and longer[: len(columns)] == columns
    ] == []
