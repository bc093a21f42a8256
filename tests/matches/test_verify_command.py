"""`manage.py ecarte verify`: what it prints of a right transcript and of wrong ones."""

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.engine.notation import read
from games.matches.management.ecarte.verify import TITLES
from tests.engine.transcripts.forging import STORY, data_of, sealed
from tests.support.forks import run

RIGHT = """\
right  The form of the file
right  The hash of the file
right  The links of the server
right  The links of player A
right  The links of player B
right  The draws in their order
right  The packs that the links give
right  The chain of the acts
right  The acts by the code of laws
right  Marks, games and the result
Every check passed.
"""


def file_of(folder: Path, content: bytes) -> str:
    path = folder / "transcript.json"
    path.write_bytes(content)
    return str(path)


Report = Callable[..., str]


@pytest.fixture
def wrong(capsys: pytest.CaptureFixture[str]) -> Report:
    def report(*arguments: str) -> str:
        with pytest.raises(SystemExit) as end:
            call_command("ecarte", "verify", *arguments)
        assert end.value.code == 1
        return capsys.readouterr().out

    return report


def test_a_right_transcript(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    call_command("ecarte", "verify", file_of(tmp_path, STORY))
    assert capsys.readouterr().out == RIGHT


def test_a_wrong_transcript_names_each_fault(tmp_path: Path, wrong: Report) -> None:
    data = data_of(STORY)
    data["acts"][2]["act"] = "B king"
    report = wrong(file_of(tmp_path, sealed(data))).splitlines()
    assert report[7:] == [
        "WRONG  The chain of the acts (acts.2): The head is of another act, or of other acts "
        "before it.",
        "WRONG  The acts by the code of laws (acts.2): 'B king': king_not_held (law 23, law 24).",
        "WRONG  Marks, games and the result (results): They cannot be worked out.",
        "This transcript is not right.",
    ]


def test_what_is_no_transcript(tmp_path: Path, wrong: Report) -> None:
    assert wrong(file_of(tmp_path, b"nothing")).splitlines() == [
        "WRONG  The form of the file: This is no JSON in UTF-8.",
        "This transcript is not right.",
    ]


def test_a_file_that_is_not_there() -> None:
    with pytest.raises(CommandError, match=r"No such file or directory\. Give another file\."):
        call_command("ecarte", "verify", "nowhere.json")


def test_as_data(capsys: pytest.CaptureFixture[str], tmp_path: Path, wrong: Report) -> None:
    call_command("ecarte", "verify", "--json", file_of(tmp_path, STORY))
    report = json.loads(capsys.readouterr().out)
    assert report["right"]
    assert report["checks"][0] == {"name": "format", "passed": True, "place": "", "why": ""}
    assert [check["name"] for check in report["checks"]] == list(TITLES)
    report = json.loads(wrong("--json", file_of(tmp_path, STORY[:-1])))
    assert not report["right"]
    assert report["checks"][0]["place"].startswith("line ")


def test_the_match_in_the_notation(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, wrong: Report
) -> None:
    call_command("ecarte", "verify", "--notation", file_of(tmp_path, STORY))
    printed = capsys.readouterr().out
    (contest,) = read(printed.split("\n"))
    assert contest.header("A") == "Alice"
    assert "WRONG" in wrong("--notation", file_of(tmp_path, STORY[:-1]))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("content", "code"),
    [(STORY, 0), (STORY[:-1], 1)],
    ids=["right", "cut short"],
)
def test_the_exit_code(tmp_path: Path, content: bytes, code: int) -> None:
    command = ("manage.py", "ecarte", "verify", file_of(tmp_path, content))
    assert run(*command, env=os.environ).returncode == code
