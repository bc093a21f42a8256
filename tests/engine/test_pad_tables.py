"""The tables by which a pad scores without a network are what the engine says today."""

from dataclasses import replace
from pathlib import Path

import pytest

from games.engine import facts, pad_tables
from games.engine.codes import CODES, LostVole
from games.engine.facts import Mark
from games.matches.management.ecarte import scorer

FILE = Path(__file__).parents[2] / scorer.PLACE


def test_the_file_is_what_the_engine_says_today() -> None:
    assert FILE.read_text(encoding="utf-8") == scorer.script()


def test_a_law_that_changes_in_the_engine_alone_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if whoever marks two marked three."""
    before, original = scorer.script(), facts.tricks_mark
    monkeypatch.setattr(facts, "tricks_mark", lambda *given: _three(original(*given)))
    assert scorer.script() != before


def _three(mark: Mark) -> Mark:
    return replace(mark, points=3) if mark.points == 2 else mark


def test_laws_47_to_49_by_hand() -> None:
    """Bob dealt. Whoever stood or refused, and lost the point, gives two."""
    london = pad_tables.tables()["tricks"][LostVole.VOLE_UNAFFECTED]  # type: ignore[index]
    assert london["b stood 3-2"] == [["a", 1, "point.point"]]
    assert london["b stood 2-3"] == [["b", 2, "stood_and_lost.point"]]
    assert london["b refused 4-1"] == [["a", 2, "refused_and_lost.point"]]
    assert london["b exchanged 1-4"] == [["b", 1, "point.point"]]
    assert london["b stood 0-5"] == [["b", 2, "vole.vole"]]
    assert london["- - 5-0"] == [["a", 2, "vole.vole"]]
    assert london["- stood 3-2"] == "dealer_unknown"
    assert london["b - 3-2"] == "opening_missing"


@pytest.mark.parametrize("name", CODES)
def test_every_mark_and_refusal_of_the_tables_has_its_words(name: str) -> None:
    """What the page is to say comes from the same code of laws as what the script marks."""
    code, found = CODES[name], pad_tables.tables()
    options = pad_tables.options(code)
    rows = [*found["tricks"][options["lostVole"]].values()]  # type: ignore[index]
    rows += [row for by_dealer in found["kings"].values() for row in by_dealer.values()]  # type: ignore[attr-defined]
    refused = {row for row in rows if isinstance(row, str)}
    marked = {mark[2] for row in rows if isinstance(row, list) for mark in _marks(row)}
    assert marked == {pad_tables.mark_name(mark) for mark in pad_tables.every_mark(code)}
    assert refused == {refusal.code for refusal in pad_tables.every_refusal(code)}


def _marks(row: list[object]) -> list[list[object]]:
    """Of a row of either table: that of the kings has the dealer first."""
    return row[1] if row and isinstance(row[0], str) else row  # type: ignore[return-value]
