"""Random matches over the HTTP API end as in the engine alone; python -m tests.online.many plays
thousands of them."""

import pytest
from pytest_django import DjangoDbBlocker

from tests.support.elsewhere import django_on

from .random_matches import play

pytestmark = pytest.mark.slow
MATCHES = 6


@pytest.mark.usefixtures("unsent")
def test_random_matches_end_as_in_the_engine_alone(
    database_url: str, django_db_blocker: DjangoDbBlocker
) -> None:
    with django_on(database_url, django_db_blocker):
        made = play(range(MATCHES), 4)
    assert made.hands > 3 * MATCHES
    missed = {"reloads", "lost answers", "repeats", "other phone at once"} - set(made.mishaps)
    assert not missed
