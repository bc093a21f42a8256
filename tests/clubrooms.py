"""A club for each test, and nothing left over from the test before."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.core.cache import cache
from django.db import transaction
from django.utils import translation
from pytest_django import Settings

from scoring.press import shelf, tables
from tests.clubhouse import House, open_house


@pytest.fixture(autouse=True)
def _afresh(settings: Settings) -> None:
    """What lives in the process outlives the rows that a test rolls back."""
    settings.API_RATE = 10**6
    _forget()


def _forget() -> None:
    # A page asked for in French leaves its thread French.
    translation.activate("en")
    cache.clear()
    shelf.clear()
    tables.clear()


@contextmanager
def undone(told: str) -> Iterator[None]:
    """What is done inside is taken back, so that one scene serves many trials; `told` names one."""
    try:
        with transaction.atomic():
            yield
            transaction.set_rollback(True)
    except BaseException as failure:
        failure.add_note(told)
        raise
    finally:
        _forget()


@pytest.fixture
def house(db: None) -> House:
    return open_house()


@pytest.fixture
def neighbour(db: None) -> House:
    """Another club, which keeps to itself."""
    return open_house("rivage", public=False)
