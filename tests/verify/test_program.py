"""`verify.py`, the program for everybody: made apart from the engine, it must say the same."""

import ast
import json
import pickle
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.club_rules import OPTIONS, choices, code_with, options_refusal, text
from games.engine.codes import CODES, Code
from games.engine.transcripts import checks
from games.engine.transcripts.files import write
from games.engine.transcripts.model import Transcript
from games.verify import verify as program
from tests.engine.transcripts import matches, test_checks, test_files
from tests.engine.transcripts.forging import (
    STORY,
    changed,
    data_of,
    forged,
    renamed,
    sealed,
    tampered,
    text_of,
)
from tests.engine.transcripts.matches import random_transcript, seeds
from tests.support.depth import examples, times

from .probing import moments, restarts, silent_kings

pytestmark = pytest.mark.slow

FEW = settings(max_examples=examples(8, thorough=100))
FILE = Path(program.__file__)
VECTORS = json.loads(
    (Path(test_checks.__file__).parent / "deal-v1.json").read_text(encoding="utf-8")
)


def by_the_engine(content: bytes) -> list[program.Check]:
    return [(check.name.value, check.passed, check.place) for check in checks.verify(content)]


def agree(content: bytes) -> None:
    assert program.verify(content) == by_the_engine(content)


def test_the_vectors_give_their_packs() -> None:
    for hand in VECTORS["hands"]:
        s, a, b = (hand[chain] for chain in program.CHAINS)
        assert program.pack_of(s, a, b, VECTORS["match"], hand["hand"]) == hand["pack"]


def test_a_word_that_would_favour_low_cards_is_skipped() -> None:
    """2³² is 31 · 138,547,332 + 4: the four words from 4,294,967,292 on would be too many."""
    words = iter([4_294_967_295, 4_294_967_292, 4_294_967_291, 5])
    assert program.below(31, words) == 30
    assert list(words) == [5]


def test_the_options_are_those_of_the_codes() -> None:
    assert tuple(program.OPTIONS) == OPTIONS
    for name, (values, _by_code) in program.OPTIONS.items():
        assert values == tuple(choice.text for choice in choices(name))
    for code in CODES.values():
        expected = {name: text(option.value) for name, option in code.options().items()}
        assert program.options_of(code.id) == expected


@pytest.mark.slow
@FEW
@given(seeds)
def test_it_agrees_on_random_matches(seed: int) -> None:
    content = write(random_transcript(seed)).encode()
    agree(content)
    assert all(passed for _name, passed, _place in program.verify(content))


@pytest.mark.slow
@FEW
@given(seeds)
def test_it_agrees_on_forged_matches(seed: int) -> None:
    agree(forged(seed))


@pytest.mark.slow
@FEW
@given(seeds, st.integers(0, 10**6), st.integers(1, 255))
def test_it_rejects_any_changed_byte(seed: int, place: int, by: int) -> None:
    content = changed(write(random_transcript(seed)).encode(), place, by)
    agree(content)
    assert not all(passed for _name, passed, _place in program.verify(content))


@pytest.mark.slow
def test_the_same_many_matches_each_time() -> None:
    for seed in range(times(6, thorough=50)):
        agree(write(random_transcript(seed)).encode())
        agree(forged(seed))


def probed(transcript: Transcript, seed: int) -> None:
    data = json.loads(write(transcript))
    match = program.Match(data)
    for place, lines, expected in moments(transcript, seed):
        before = pickle.dumps(match)
        made = [_may_be(pickle.loads(before), line) for line in lines]  # noqa: S301 - our own
        wrong = [
            line for line, one, other in zip(lines, made, expected, strict=True) if one != other
        ]
        assert wrong == [], (seed, place)
        if place < len(data["acts"]):
            match.act(data["acts"][place]["act"])


def _may_be(match: program.Match, line: str) -> bool:
    try:
        match.act(line)
    except program.Wrong:
        return False
    return True


@pytest.mark.parametrize("code", CODES)
def test_it_allows_what_the_engine_allows(code: str) -> None:
    probed(random_transcript(7, code), 7)


@pytest.mark.parametrize("transcript", silent_kings(), ids=lambda _: "")
def test_it_allows_a_king_to_be_announced_as_long_as_the_engine(transcript: Transcript) -> None:
    probed(transcript, 1)


@pytest.mark.parametrize("transcript", restarts(), ids=lambda _: "")
def test_nothing_is_left_over_where_a_match_goes_on_from_elsewhere(transcript: Transcript) -> None:
    probed(transcript, 1)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(matches.CHANGES)))
def test_it_allows_what_the_engine_allows_by_any_option(number: int) -> None:
    """Every act at every moment: whether it may be done then, and by whom. With each option one
    code that has another, or two, in turn."""
    changed_codes = list(_codes_with(matches.CHANGES[number]))
    for place in (number, number + 1)[: times(1, thorough=2)]:
        seed, laws = changed_codes[place % len(changed_codes)]
        probed(random_transcript(seed, laws=laws), seed)


def _codes_with(change: dict[str, str]) -> Iterator[tuple[int, Code]]:
    for seed, code in enumerate(CODES.values()):
        if options_refusal(code, change) is None:
            laws = code_with(code, change)
            if laws != code:
                yield seed, laws


@pytest.mark.parametrize(("change", "_expected"), test_checks.FAULTS)
def test_it_agrees_on_each_fault(change: test_checks.Change, _expected: dict[str, str]) -> None:
    content = tampered(STORY, change)
    agree(content)
    assert not all(passed for _name, passed, _place in program.verify(content))


@pytest.mark.parametrize(
    "content",
    [
        renamed(),
        *test_files.NO_JSON,
        *(form.encode() for form, _line in test_files.OTHER_FORMS.values()),
        test_files.TEXT.replace('"name": "', '"name": "\\ud800', 1).encode(),
        test_files.TEXT.replace('"games": 3', f'"games": {"9" * 5000}').encode(),
    ],
    ids=lambda _content: "",
)
def test_it_agrees_on_files_of_another_form(content: bytes) -> None:
    agree(content)


@pytest.mark.parametrize(("change", "_place"), test_files.FAULTS, ids=range(len(test_files.FAULTS)))
def test_it_agrees_on_each_value_of_another_kind(change: test_checks.Change, _place: str) -> None:
    data = data_of(STORY)
    change(data)
    agree(text_of(data).encode())


def test_it_needs_nothing_but_the_standard_library() -> None:
    tree = ast.parse(FILE.read_text(encoding="utf-8"))
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    names = [
        node.names[0].name if isinstance(node, ast.Import) else node.module for node in imports
    ]
    assert {str(name).partition(".")[0] for name in names} <= sys.stdlib_module_names


def run(*arguments: str) -> tuple[int, str]:
    """Without the project's packages."""
    command = [sys.executable, "-I", "-S", str(FILE), *arguments]
    done = subprocess.run(command, check=False, capture_output=True, text=True, encoding="utf-8")
    assert not done.stderr
    return done.returncode, done.stdout


def test_what_it_prints_of_a_right_file(tmp_path: Path) -> None:
    path = tmp_path / "transcript.json"
    path.write_bytes(STORY)
    code, printed = run(str(path))
    lines = printed.splitlines()
    assert code == 0
    assert [line[:7] for line in lines[:10]] == ["  ok   "] * 10
    assert lines[11] == "Every check passed."
    assert lines[12].startswith("What no check can show")


def test_what_it_prints_of_a_wrong_file(tmp_path: Path) -> None:
    data = data_of(STORY)
    data["results"]["winner"] = None
    path = tmp_path / "transcript.json"
    path.write_bytes(sealed(data))
    code, printed = run(str(path))
    assert code == 1
    assert (
        "WRONG  Marks, games or the result do not follow from the acts. See results.winner."
        in printed.splitlines()
    )
    assert "This transcript is not right." in printed
    path.write_bytes(b"")
    assert "WRONG  The file does not have the form of a transcript.\n" in run(str(path))[1]


@pytest.mark.parametrize("arguments", [[], ["one.json", "two.json"]])
def test_it_wants_one_file(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert program.main(arguments) == 1
    assert "python verify.py FILE" in capsys.readouterr().out


def test_a_file_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert program.main(["nowhere.json"]) == 1
    assert "nowhere.json cannot be read" in capsys.readouterr().out


def test_it_is_called_as_a_program(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "transcript.json"
    path.write_bytes(STORY)
    assert program.main([str(path)]) == 0
    path.write_bytes(STORY[:-1])
    assert program.main([str(path)]) == 1
    assert "See line " in capsys.readouterr().out
