"""The archive of a scene that is taken once, and the scene is gone."""

import pytest
from django.db import transaction
from pytest_django import DjangoDbBlocker

from .archives import archived
from .clubhouse import open_house
from .scene import scene


@pytest.fixture(scope="session")
def taken(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> bytes:
    with django_db_blocker.unblock(), transaction.atomic():
        data = archived(scene(open_house()).house.club.pk)
        transaction.set_rollback(True)
    return data
