"""The examples of docs/notation.md are as it says, and so are its tables."""

import re
from pathlib import Path

import pytest

from games.engine.cards import NAMES, RANKS, SUITS
from games.engine.codes import CODES
from games.engine.facts import Mark
from games.engine.hand.state import BY_CUT, Deal, Say
from games.engine.notation import loads
from games.engine.notation.contests import follow
from games.engine.notation.files import dumps
from games.engine.notation.headers import KNOWN
from games.engine.terms import Score
from tests.engine.hand.naive import Scribe
from tests.engine.hand.test_naive import naive_perft

from .texts import fault

PAGE = Path("docs/notation.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```ecarte\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
WRONG = re.findall(r"^```ecarte-wrong (\d+) (\d+) (\w+)\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("text", EXAMPLES)
def test_the_examples_are_written_as_a_program_writes_them(text: str) -> None:
    assert dumps(loads(text)) == text


@pytest.mark.parametrize(("line", "column", "code", "text"), WRONG)
def test_the_mistakes_are_told_as_the_page_says(
    line: str, column: str, code: str, text: str
) -> None:
    assert fault(text) == (code, int(line), int(column))


def made(text: str) -> list[tuple[list[tuple[str, int]], Score | None]]:
    """Of each hand the marks and the score."""
    told = follow(loads(text))
    return [(list(map(_mark, one.marks)), one.after) for one in told]


def _mark(mark: Mark) -> tuple[str, int]:
    return mark.seat.value, mark.points


def test_the_worked_hands_come_to_what_is_told() -> None:
    trumps, clubs, improved = [text for text in EXAMPLES if "QD" in text]
    assert made(trumps) == [([("a", 1), ("a", 2)], Score(3, 0)), ([("a", 2)], None)]
    assert made(clubs) == [([("b", 1)], None)]
    assert made(improved) == [([("a", 2)], None), ([("b", 1)], None)]


def test_there_are_examples_of_everything() -> None:
    assert len(EXAMPLES) >= 6
    assert len(WRONG) >= 3
    words = (f"`{say.value}`" for say in Say if say not in BY_CUT)
    for word in (*words, *(f"`{key}`" for key in KNOWN), *CODES):
        assert word.strip("`") in PAGE, word
    assert f"`{' '.join(RANKS)}`" in PAGE
    assert f"`{' '.join(SUITS)}`" in PAGE


def counts(row: str) -> list[int]:
    """The numbers of a row of the table of lines."""
    (found,) = [line for line in PAGE.splitlines() if line.startswith(f"| {row} |")]
    return [int(cell) for cell in found.split("|")[2:-1]]


def test_the_naive_rules_count_the_lines_that_the_page_tells() -> None:
    (told,) = follow(loads('[Code "london"] ' + PAGE.split("(`")[-1].partition("`")[0]))
    assert told.state
    (deal,) = told.state.hand_log
    assert isinstance(deal, Deal)

    def scribe(*words: str) -> Scribe:
        made = Scribe("london", [NAMES[card] for card in deal.pack], 3, False)
        for word in words:
            made.done(word)
        return made

    assert [naive_perft(scribe(), depth) for depth in range(1, 5)] == counts("lines")[:4]
    stood = counts("once the non-dealer has stood")
    assert [naive_perft(scribe("stand"), depth) for depth in range(1, 7)] == stood
