"""The rulings of a hand, in a cell of a score sheet and back."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import serialization
from games.engine.codes import Code
from games.engine.records import HandRecord
from games.engine.terms import Entry, HandEntry
from games.sheets.csv_format.lines import OF_PLAY, Unreadable, cells_of, play_of
from tests.engine.people import ALICE, BOB, EXCHANGED, hand
from tests.engine.rulings.table import I, take
from tests.engine.rulings.test_ruling_properties import ruled_hands

REVOKED = take(I.REVOKE, "let_stand", ALICE, led_since="yes")
VOID = take(I.PACK_INCORRECT, "fresh_deal")
SAID = "law 43|revoke@a|led_since=yes|let_stand; law 45|pack_incorrect||fresh_deal"


def cells(entry: Entry) -> dict[str, str]:
    return dict(zip(OF_PLAY, map(str, cells_of(serialization.dump(entry))), strict=True))


def test_the_cell_says_the_law_what_happened_the_facts_and_the_choice() -> None:
    record = replace(hand(BOB, EXCHANGED, (5, 0)), rulings=(REVOKED, VOID))
    assert cells(HandEntry(1, record))["rulings"] == SAID
    assert cells(HandEntry(1, hand(BOB, EXCHANGED, (5, 0))))["rulings"] == ""
    assert play_of(cells(HandEntry(1, record))) == HandEntry(1, record)


@given(ruled_hands())
def test_a_line_says_all_that_was_ruled(ruled: tuple[Code, HandRecord]) -> None:
    entry = HandEntry(1, ruled[1])
    assert play_of(cells(entry)) == entry


@pytest.mark.parametrize(
    "text",
    [
        "law 43",
        "law 43|spilt_wine@a|led_since=yes|let_stand",
        "law 43|revoke@c|led_since=yes|let_stand",
        "law 43|revoke@a|led_since|let_stand",
        "law 43|revoke@a|led_since=often|let_stand",
        "law 43|revoke@a||run_away",
        SAID + ";",
        "; ".join([SAID] * 5),
    ],
)
def test_a_cell_that_is_no_ruling_is_told(text: str) -> None:
    with pytest.raises(Unreadable) as caught:
        play_of({**dict.fromkeys(OF_PLAY, ""), "line": "hand", "rulings": text})
    assert [column for column, _ in caught.value.wrong] == ["rulings"]


@given(st.text(max_size=30))
def test_any_cell_is_read_or_told(text: str) -> None:
    wrong = []
    try:
        play_of({**dict.fromkeys(OF_PLAY, ""), "line": "hand", "rulings": text})
    except Unreadable as unreadable:
        wrong = unreadable.wrong
    assert {column for column, _ in wrong} <= {"rulings"}


@pytest.mark.parametrize("line", ["game", "rubber", "match"])
def test_only_a_hand_has_rulings(line: str) -> None:
    with pytest.raises(Unreadable) as caught:
        play_of({**dict.fromkeys(OF_PLAY, ""), "line": line, "rulings": SAID})
    assert "rulings" in [column for column, _ in caught.value.wrong]
