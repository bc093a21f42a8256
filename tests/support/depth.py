"""How far tests go: `THOROUGH=yes` repeats random ones more, and goes through whole matrices."""

import os
from collections.abc import Sequence
from typing import TypeVar

import pytest

Case = TypeVar("Case")
# Usually, races are run on PostgreSQL, where writers do not wait for each other unless told to;
# `on_both` says which of each feature are run on SQLite too.
DATABASES = (pytest.param("sqlite", marks=pytest.mark.thorough), "postgresql")
THOROUGH = os.environ.get("THOROUGH") == "yes"
QUICK = os.environ.get("QUICK") == "1"


def times(usual: int, *, thorough: int) -> int:
    return thorough if THOROUGH else usual


def examples(usual: int, *, thorough: int = 0) -> int:
    """Of hypothesis: `make quick` looks at two fifths."""
    if QUICK:
        return max(1, usual * 2 // 5)
    return times(usual, thorough=thorough or 4 * usual)


def each(step: int, cases: Sequence[Case], *, first: int = 0) -> Sequence[Case]:
    """Every `step`th case, from the `first` on; all of them where tests are thorough."""
    return cases if THOROUGH else cases[first::step]


def on_both(fixture: str) -> pytest.MarkDecorator:
    """For a test of `database_url` or `arena` that is usually run on SQLite too."""
    return pytest.mark.parametrize(fixture, ["sqlite", "postgresql"], indirect=True)
