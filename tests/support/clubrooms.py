"""A club for each test, and nothing left over from the test before."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.template.base import Template
from django.template.context import Context
from django.utils import translation
from django.utils.safestring import SafeString
from pytest_django import DjangoDbBlocker, Settings

from ecarte_club.core.shared_pages import shared_pages
from scoring.leagues.renderers import printed_cache, table_cache
from scoring.leagues.selectors.outlook import played_out
from scoring.leagues.selectors.standings import season_tables
from scoring.leagues.selectors.team_standings import team_tables as team_wholes

from .clubhouse import House, open_house


@pytest.fixture(autouse=True)
def _afresh(settings: Settings) -> None:
    """What lives in the process outlives the rows that a test rolls back."""
    settings.API_RATE = 10**6
    # Django's own for tests copies all that a template knows, for tests that ask what that was.
    Template._render = _rendered  # type: ignore[attr-defined]  # the stubs leave it out
    _forget()


def _rendered(template: Template, context: Context) -> SafeString:
    return template.nodelist.render(context)


def _forget() -> None:
    # A page asked for in French leaves its thread French.
    translation.activate("en")
    cache.clear()
    printed_cache.clear()
    table_cache.clear()
    season_tables.clear()
    shared_pages.clear()
    team_wholes.clear()
    played_out.clear()


@contextmanager
def noted(wrong: list[str], told: str) -> Iterator[None]:
    """What is asserted inside is added to what is wrong, as of `told`, and the rest goes on."""
    try:
        yield
    except AssertionError as failure:
        wrong.append(f"{told}: {failure}")


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
def emptied(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[list[str]]:
    """For a test that commits, and so has every table emptied after it: what keeps postings and
    entries from that. It is asked for before `transactional_db`, and filled by `let_go`."""
    triggers: list[str] = []
    yield triggers
    with django_db_blocker.unblock(), connection.cursor() as cursor:
        for trigger in triggers:
            cursor.execute(trigger)


def let_go(emptied: list[str]) -> None:
    """SQLite empties a table row by row; PostgreSQL at once, which no trigger hears."""
    if connection.vendor != "sqlite":
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
        for name, made_by in cursor.fetchall():
            emptied.append(made_by)
            cursor.execute(f"DROP TRIGGER {connection.ops.quote_name(name)}")


@pytest.fixture
def house(db: None) -> House:
    return open_house()


@pytest.fixture
def neighbour(db: None) -> House:
    """Another club, which keeps to itself."""
    return open_house("rivage", public=False)
