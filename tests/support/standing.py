"""A scene that is built once for the tests of a module; what each does to it is taken back."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from typing import TypeVar

import pytest
from django.db import transaction
from pytest_django import DjangoDbBlocker

from .archives import file_ready
from .clubhouse import House, open_house
from .clubrooms import undone
from .scene import Scene, scene
from .stored_rows import Rebuilt

Built = TypeVar("Built")


@contextmanager
def built_once(blocker: DjangoDbBlocker, build: Callable[[], Built]) -> Iterator[Built]:
    """For a fixture of a module, which asks for `django_db_setup` too; its tests, marked
    `django_db`, have it from `as_built`."""
    with blocker.unblock(), transaction.atomic():
        yield build()
        transaction.set_rollback(True)


@contextmanager
def as_built(built: Built) -> Iterator[Built]:
    with undone("what was built once"):
        yield deepcopy(built)


_SCENE = Rebuilt(lambda: (scene(open_house()), open_house("rivage", public=False)))


@pytest.fixture(scope="module")
def _standing(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[tuple[Scene, House]]:
    with built_once(django_db_blocker, _SCENE.now) as found:
        yield found


@pytest.fixture
def here(_standing: tuple[Scene, House]) -> Iterator[Scene]:
    file_ready()
    with as_built(_standing[0]) as found:
        yield found


@pytest.fixture
def beside(_standing: tuple[Scene, House], here: Scene) -> House:
    """Another club, which keeps to itself."""
    return deepcopy(_standing[1])
