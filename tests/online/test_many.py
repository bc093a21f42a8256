"""Random matches over the HTTP API end as in the engine alone; python -m tests.online.many plays
thousands of them."""

import pytest
from pytest_django import DjangoDbBlocker, Settings

from tests.support.depth import THOROUGH
from tests.support.elsewhere import django_on

from .random_matches import play

pytestmark = pytest.mark.slow
SEED = 4777
"""Of every kind of match, under every code of laws: a contest on each database, two matches of
seasons on SQLite, and one and a friendly match of several games on PostgreSQL."""
MATCHES = {"sqlite": range(3), "postgresql": range(3, 6)}


@pytest.mark.usefixtures("unsent")
def test_random_matches_end_as_in_the_engine_alone(
    database_url: str, django_db_blocker: DjangoDbBlocker, settings: Settings
) -> None:
    # The same cards each time, and so the same mishaps.
    settings.SECRET_KEY = "of random matches " * 3
    matches = MATCHES[database_url.partition(":")[0]]
    with django_on(database_url, django_db_blocker):
        made = play(range(12) if THOROUGH else matches, SEED)
    assert made.hands >= 3 * made.matches
    missed = {"reloads", "lost answers", "repeats", "other phone at once"} - set(made.mishaps)
    assert not missed
