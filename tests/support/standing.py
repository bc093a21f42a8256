"""A scene that is built once for the tests of a module; what each does to it is taken back."""

from collections.abc import Iterator
from copy import deepcopy

import pytest
from django.db import transaction
from pytest_django import DjangoDbBlocker

from .archives import file_ready
from .clubhouse import House, open_house
from .clubrooms import undone
from .scene import Scene, scene


@pytest.fixture(scope="module")
def _standing(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[tuple[Scene, House]]:
    with django_db_blocker.unblock(), transaction.atomic():
        yield scene(open_house()), open_house("rivage", public=False)
        transaction.set_rollback(True)


@pytest.fixture
def here(_standing: tuple[Scene, House]) -> Iterator[Scene]:
    file_ready()
    with undone("the scene that was built once"):
        yield deepcopy(_standing[0])


@pytest.fixture
def beside(_standing: tuple[Scene, House], here: Scene) -> House:
    """Another club, which keeps to itself."""
    return deepcopy(_standing[1])
