"""Races of a module share a database; each is of a club of its own."""

from collections.abc import Iterator
from secrets import token_hex

import pytest
from pytest_django import DjangoDbBlocker

from tests.support.clubhouse import House, open_house
from tests.support.elsewhere import django_on


@pytest.fixture
def house(arena: str, django_db_blocker: DjangoDbBlocker) -> Iterator[House]:
    with django_on(arena, django_db_blocker):
        yield open_house(token_hex(4))
