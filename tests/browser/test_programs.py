"""Playwright's own Chromium, as it lies on machines that have both, one or none of its programs."""

from pathlib import Path

import pytest

from .programs import playwrights

WHOLE = "chromium-1255/chrome-linux64/chrome"


@pytest.mark.parametrize(
    "shell",
    [
        "chromium_headless_shell-1255/chrome-headless-shell-linux64/chrome-headless-shell",
        "chromium_headless_shell-1255/chrome-linux/headless_shell",
    ],
)
def test_the_shell_comes_before_the_whole_one(tmp_path: Path, shell: str) -> None:
    place = tmp_path / shell
    place.parent.mkdir(parents=True)
    place.touch()
    assert playwrights(tmp_path / WHOLE) == [str(place), str(tmp_path / WHOLE)]


def test_a_shell_of_another_version_is_none(tmp_path: Path) -> None:
    """Playwright speaks to the one that it came with."""
    place = tmp_path / "chromium_headless_shell-1200/chrome-linux/headless_shell"
    place.parent.mkdir(parents=True)
    place.touch()
    assert playwrights(tmp_path / WHOLE) == [str(tmp_path / WHOLE)]
