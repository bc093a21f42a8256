"""`manage.py ecarte replay --json` on files with a mistake, and on files that end early."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tests.engine.notation.texts import FIRST


def replayed(tmp_path: Path, content: bytes) -> str:
    """What is said of the mistake, without the name of the file."""
    path = tmp_path / "game.txt"
    path.write_bytes(content)
    with pytest.raises(CommandError) as error:
        call_command("ecarte", "replay", "--json", str(path))
    told = str(error.value)
    assert told.startswith(f"{path}")
    return told.removeprefix(f"{path}").removeprefix(": ")


HEAD = '[Code "london"]\n'


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("deal:A", 'Line 1, column 1: A header comes first, such as [Code "london"].'),
        (HEAD + "deal:A A:7H,1H", "Line 2, column 13: “1H” is not a card: write 7H, TD, KC, or ?."),
        (HEAD + "deal:A {never", "Line 2, column 8: This comment must end with }."),
        (HEAD + "deal:A/4-1", "Line 2, column 8: Cards are dealt 3-2 or 2-3."),
        (HEAD + "deal:A stand tricks:5-0\n=1-0", "Line 3, column 1: This score does not match"),
        (HEAD + '[Score "9-9"]', "Line 2, column 1: The header Score cannot be “9-9” here."),
        (HEAD + "game:1\ngame:3", "Line 3, column 1: "),
    ],
)
def test_the_first_mistake_is_told_with_its_place(tmp_path: Path, text: str, told: str) -> None:
    assert replayed(tmp_path, text.encode()).startswith(told)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            HEAD + "deal:A up:8H accept",
            ["Line 2, column 14:", "Expected: propose or stand.", "(law 26)"],
        ),
        (HEAD + "deal:A propose stand", ["Line 2, column 16:", "accept or refuse", "(law 27)"]),
        (HEAD + "cut:KS,7H deal:B", ["Line 2, column 11:", "Expected: deal:A.", "(law 5)"]),
        (HEAD + "deal:A stand tricks:5-0 =1-0", ["Line 2, column 25:", "Expected: =2-0."]),
    ],
)
def test_what_was_expected_and_by_which_law(tmp_path: Path, text: str, told: list[str]) -> None:
    said = replayed(tmp_path, text.encode())
    assert [one for one in told if one not in said] == []


def test_nothing_is_printed_of_the_contests_before_a_mistake(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = replayed(tmp_path, (FIRST + FIRST.replace("=3-0", "=2-0")).encode())
    assert said.startswith("Line 18, column 1: ")
    assert capsys.readouterr().out == ""


def test_lines_of_another_system_and_a_mark_of_the_byte_order(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.txt"
    path.write_bytes(("\ufeff" + FIRST.replace("\n", "\r\n")).encode())
    call_command("ecarte", "replay", "--json", str(path))
    (data,) = json.loads(capsys.readouterr().out)
    assert data["hands"][0]["after"] == {"a": 3, "b": 0}
    wrong = "\ufeff" + FIRST.replace("KD QS", "KD AS").replace("\n", "\r\n")
    assert replayed(tmp_path, wrong.encode()).startswith("Line 8, column 19: ")


def test_what_is_not_known_is_null(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.txt"
    path.write_text('[Code "london"] game:1=5-2 game:2 deal:? score:? marks:B1 deal:A stand')
    call_command("ecarte", "replay", "--json", str(path))
    (data,) = json.loads(capsys.readouterr().out)
    first, second = data["hands"]
    hand: dict[str, Any] = {"game": 2, "hand": 1, "dealer": None, "before": None, "after": None}
    assert {key: first[key] for key in hand} == hand
    assert (first["over"], first["marks"][0]["points"], first["marks"][0]["kind"]) == (
        True,
        1,
        None,
    )
    assert (second["hand"], second["dealer"], second["over"]) == (2, "a", False)
    assert data["games"] == [{"game": 1, "score": {"a": 5, "b": 2}}]
