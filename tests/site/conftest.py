"""For every test of the site as a whole."""

import pytest
from pytest_django import Settings


@pytest.fixture(autouse=True)
def _takes_clubs(settings: Settings) -> None:
    """Clubs can be created, so that the operations that do it can be done."""
    settings.SIGN_UP = "open"
