"""A club for each test, and nothing left over from the test before."""

import pytest
from django.core.cache import cache
from django.utils import translation
from pytest_django import Settings

from scoring.press import shelf, tables
from tests.clubhouse import House, open_house


@pytest.fixture(autouse=True)
def _afresh(settings: Settings) -> None:
    """What lives in the process outlives the rows that a test rolls back."""
    settings.API_RATE = 10**6
    # A page asked for in French leaves its thread French.
    translation.activate("en")
    cache.clear()
    shelf.clear()
    tables.clear()


@pytest.fixture
def house(db: None) -> House:
    return open_house()


@pytest.fixture
def neighbour(db: None) -> House:
    """Another club, which keeps to itself."""
    return open_house("rivage", public=False)
