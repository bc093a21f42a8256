"""The list of what follows a change names functions that there are, and changes that are sent."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.utils.module_loading import import_string

from ecarte_club.followers import FOLLOWERS

PATHS = sorted({follower.path for followers in FOLLOWERS.values() for follower in followers})


@pytest.mark.parametrize("path", PATHS)
def test_each_follower_is_a_function(path: str) -> None:
    assert callable(import_string(path))


def test_each_key_is_a_change_or_a_question_and_the_other_way_round() -> None:
    code = "".join(
        file.read_text(encoding="utf-8")
        for package in ("ecarte_club", "games", "scoring")
        for file in Path(settings.BASE_DIR, package).rglob("*.py")
    )
    declared = re.findall(r"= (?:Change|Question)\(\s*\"(\w+)\"", code)
    assert sorted(declared) == sorted(FOLLOWERS)
