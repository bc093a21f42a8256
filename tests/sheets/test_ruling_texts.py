"""Rulings as a text: what was written is read, and nothing else is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.codes import CODES
from games.engine.records import Applied, HandRecord
from games.engine.serialization import dump_record
from games.matches.rules.ruling_text import RULINGS_MOST, parse_rulings, rulings_cell, rulings_text
from tests.engine.people import ALICE, BOB
from tests.engine.rulings.table import I, take
from tests.support.every_ruling import every_ruling

EVERY = [one for code in CODES.values() for one in every_ruling(code)]
REVOKED = take(I.REVOKE, "let_stand", ALICE, led_since="yes")
INCORRECT = take(I.PACK_INCORRECT, "fresh_deal")


def test_a_ruling_is_a_line_that_a_person_can_read() -> None:
    assert rulings_text([REVOKED]) == "law 43|revoke@a|led_since=yes|let_stand"
    assert rulings_text([INCORRECT]) == "law 45|pack_incorrect||fresh_deal"
    both = "law 43|revoke@a|led_since=yes|let_stand; law 45|pack_incorrect||fresh_deal"
    assert rulings_text([REVOKED, INCORRECT]) == both
    assert rulings_text([]) == ""


def test_every_ruling_of_every_code_is_read_as_it_was_written() -> None:
    assert len(EVERY) > 4 * len(I)
    for one in EVERY:
        assert parse_rulings(rulings_text([one])) == (one,)


@given(st.lists(st.sampled_from(EVERY), max_size=RULINGS_MOST))
def test_several_are_read_in_their_order(several: list[Applied]) -> None:
    kept = tuple(several)
    assert parse_rulings(rulings_text(kept)) == kept


@given(st.lists(st.sampled_from(EVERY), max_size=3))
def test_a_cell_of_a_score_sheet_says_the_same(several: list[Applied]) -> None:
    record = HandRecord(dealer=BOB, rulings=tuple(several))
    plain = dump_record(record).get("rulings", [])
    assert isinstance(plain, list)
    assert rulings_cell(plain) == rulings_text(record.rulings)


@given(st.text(max_size=80))
def test_any_text_is_rulings_or_nothing(text: str) -> None:
    found = parse_rulings(text)
    if found:
        assert parse_rulings(rulings_text(found)) == found


@pytest.mark.parametrize(
    "text",
    [
        "revoke",
        "law 43|revoke@c|led_since=yes|let_stand",
        "law 43|bad_temper@a|led_since=yes|let_stand",
        "law 43|revoke@a|led_since=perhaps|let_stand",
        "law 43|revoke@a|weather=yes|let_stand",
        "law 43|revoke@a|led_since|let_stand",
        "law 43|revoke@a|led_since=yes|go_home",
        "law 43|revoke@a|led_since=yes|let_stand;",
        "; ".join(["law 45|pack_incorrect||fresh_deal"] * (RULINGS_MOST + 1)),
        "<b>|revoke@a||let_stand",
    ],
)
def test_what_is_no_such_text_is_nothing(text: str) -> None:
    assert parse_rulings(text) is None


@pytest.mark.parametrize("text", ["", "  ", "\n"])
def test_no_text_is_no_ruling(text: str) -> None:
    assert parse_rulings(text) == ()
