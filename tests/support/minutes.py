"""The minute in which requests are counted."""

import time
from types import SimpleNamespace

import pytest

from ecarte_club.core import throttling


@pytest.fixture
def one_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long the test takes, all its requests are of the same."""
    half = time.time() // throttling.WINDOW * throttling.WINDOW + throttling.WINDOW / 2
    monkeypatch.setattr(throttling, "time", SimpleNamespace(time=lambda: half))
