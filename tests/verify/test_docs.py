"""docs/deal.md and its schema say what the programs do."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from games.engine.transcripts.acts import read
from games.engine.transcripts.checks import CheckName
from games.engine.transcripts.files import write
from games.verify.verify import CODES, KEYS, OPTIONS
from tests.engine.transcripts import test_files
from tests.engine.transcripts.forging import STORY, data_of
from tests.engine.transcripts.matches import random_transcript

DOCS = Path("docs")
PAGE = (DOCS / "deal.md").read_text(encoding="utf-8")
SCHEMA = json.loads((DOCS / "transcript.schema.json").read_text(encoding="utf-8"))
VALIDATOR = Draft202012Validator(SCHEMA)
# What a schema does not say: which cards and options go together, and order.
BEYOND = ("terms.options", "terms", "players", "", "draws.1.pack", "match")


def rows(head: str) -> Iterator[list[str]]:
    """Of the table that begins with this head."""
    table = PAGE.partition(f"| {head} |")[2].partition("\n\n")[0]
    for line in table.splitlines()[2:]:
        yield [cell.strip() for cell in line.strip("|").split(" | ")]


def codes(cell: str) -> list[str]:
    return re.findall("`([^`]+)`", cell)


def test_the_keys_in_their_order() -> None:
    assert [key for cells in rows("key") for key in codes(cells[0])] == KEYS.split()


def test_every_act_of_the_table_is_read() -> None:
    acts = [act for cells in rows("act") for act in codes(cells[0])]
    assert len(acts) == 23
    for act in acts:
        read(act)


def test_the_options_and_the_codes() -> None:
    made = {}
    for name, values, *figures in rows("option"):
        by_code = "".join(str(int(figure) - 1) for figure in figures)
        assert len(figures) == len(CODES)
        made[codes(name)[0]] = (tuple(codes(values)), by_code)
    assert made == OPTIONS


def test_the_checks_in_their_order() -> None:
    assert [name for cells in rows("check") for name in codes(cells[0])] == list(CheckName)


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("seed", range(10))
def test_transcripts_are_of_the_schema(seed: int) -> None:
    VALIDATOR.validate(json.loads(write(random_transcript(seed))))


@pytest.mark.parametrize(("change", "place"), test_files.FAULTS, ids=range(len(test_files.FAULTS)))
def test_values_of_another_kind_are_not(change: Any, place: str) -> None:
    data = data_of(STORY)
    change(data)
    if place not in BEYOND:
        assert not VALIDATOR.is_valid(data)
