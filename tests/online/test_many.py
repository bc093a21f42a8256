"""Random matches over the HTTP API end as in the engine alone; python -m tests.online.many plays
thousands of them."""

import pytest
from pytest_django import DjangoDbBlocker

from tests.support.depth import THOROUGH
from tests.support.elsewhere import django_on

from .random_matches import play

pytestmark = pytest.mark.slow
SEED = 1306
"""Of matches that go far: the first four have every kind of match and every code of laws. Which
answers are lost is by chance; six have enough of them."""
MATCHES = {"sqlite": range(6), "postgresql": range(2, 8)}


@pytest.mark.usefixtures("unsent")
def test_random_matches_end_as_in_the_engine_alone(
    database_url: str, django_db_blocker: DjangoDbBlocker
) -> None:
    matches = MATCHES[database_url.partition(":")[0]]
    with django_on(database_url, django_db_blocker):
        made = play(range(12) if THOROUGH else matches, SEED)
    assert made.hands >= 3 * made.matches
    missed = {"reloads", "lost answers", "repeats", "other phone at once"} - set(made.mishaps)
    assert not missed
