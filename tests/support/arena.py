"""One database of each kind for the races of a module; each race is of a club of its own."""

from collections.abc import Iterator
from secrets import token_hex

import pytest
from django.db import connection
from django.db.models import Model
from pytest_django import DjangoDbBlocker

from scoring.webhooks.services import sending, subscriptions
from tests.databases import postgres_database, sqlite_database

from .clubhouse import House, open_house
from .depth import DATABASES
from .elsewhere import django_on


@pytest.fixture
def unsent(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is committed here is not sent to anybody."""
    for module in (sending, subscriptions):
        monkeypatch.setattr(module, "start", lambda _club: None)


@pytest.fixture(scope="module", params=DATABASES)
def arena(request: pytest.FixtureRequest) -> Iterator[str]:
    if request.param == "sqlite":
        with sqlite_database() as url:
            yield url
        return
    # Skips, or fails, where there is none.
    request.getfixturevalue("postgres_server_url")
    with postgres_database() as url:
        yield url


@pytest.fixture
def house_of_race(arena: str, django_db_blocker: DjangoDbBlocker) -> Iterator[House]:
    with django_on(arena, django_db_blocker):
        yield open_house(token_hex(4))


def faults(found: list[object]) -> list[Exception]:
    return [one for one in found if isinstance(one, Exception)]


def without_constraint(monkeypatch: pytest.MonkeyPatch, model: type[Model], name: str) -> None:
    constraint = next(one for one in model._meta.constraints if one.name == name)
    # SQLite makes the table anew from what the model says.
    rest = [one for one in model._meta.constraints if one is not constraint]
    monkeypatch.setattr(model._meta, "constraints", rest)
    with connection.schema_editor() as editor:
        editor.remove_constraint(model, constraint)
