"""docs/rules.md says what the data say."""

import re
from pathlib import Path

from games.engine.codes import Rule
from games.engine.refusals import RefusalCode

from .rules_page import HELD_BY, options_table, rules_table

HERE = Path(__file__).parent
PAGE = (HERE.parents[1] / "docs" / "rules.md").read_text(encoding="utf-8")


def named_under(folder: Path) -> set[str]:
    return {
        name
        for file in folder.rglob("test_*.py")
        for name in re.findall(r"^def (test_\w+)", file.read_text(encoding="utf-8"), re.MULTILINE)
    }


TESTS = named_under(HERE)


def test_the_tables_are_those_of_the_data() -> None:
    """`python -m tests.engine.rules_page` prints them anew."""
    assert options_table() in PAGE
    assert rules_table() in PAGE


def test_every_rule_is_held_by_a_test() -> None:
    assert set(HELD_BY) == set(Rule)
    assert set(HELD_BY.values()) <= TESTS


def test_every_test_that_the_page_names_is_there() -> None:
    assert set(re.findall(r"`(test_\w+)`", PAGE)) <= named_under(HERE.parent)


def test_every_refusal_is_on_the_page() -> None:
    refusals = PAGE.partition("## Refusals")[2].partition("\n## ")[0]
    assert re.findall(r"^\| `(\w+)`", refusals, re.MULTILINE) == list(RefusalCode)
