"""The list of what follows a change names functions that there are, and changes that are sent."""

import re
from pathlib import Path

import pytest
from celery import Task
from django.conf import settings
from django.utils.module_loading import import_string

from ecarte_club.followers import FOLLOWERS

pytestmark = pytest.mark.slow

PATHS = sorted({follower.path for followers in FOLLOWERS.values() for follower in followers})


@pytest.mark.parametrize("path", PATHS)
def test_each_follower_is_a_function(path: str) -> None:
    assert callable(import_string(path))


def source() -> str:
    return "".join(
        file.read_text(encoding="utf-8")
        for package in ("ecarte_club", "games", "scoring")
        for file in Path(settings.BASE_DIR, package).rglob("*.py")
    )


def test_each_key_is_a_change_or_a_question_and_the_other_way_round() -> None:
    declared = re.findall(r"= (?:Change|Question)\(\s*\"(\w+)\"", source())
    assert sorted(declared) == sorted(FOLLOWERS)


def test_each_task_that_is_sent_by_its_name_is_there() -> None:
    names = set(re.findall(r"\"((?:ecarte_club|games|scoring)\.[\w.]*tasks\.\w+)\"", source()))
    assert len(names) > 5
    for name in names:
        assert isinstance(import_string(name), Task), name
