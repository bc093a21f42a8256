"""A hand that was told card by card, as plain data: its text, and nothing that the text says."""

import pytest

from games.engine import serialization
from games.engine.notation import hand_loads
from games.engine.records import HandRecord, Opening, Tricks
from games.engine.serialization import EntryDataError, Problem
from games.engine.terms import HandEntry
from tests.support.told_hands import EVERY, VOLE, ToldHand

from .people import ALICE

HEAD = '[Code "london"]\n'


def entry(hand: ToldHand) -> HandEntry:
    text = HEAD + hand.text
    record = hand_loads(text).record
    assert record
    return HandEntry(2, record, text)


@pytest.mark.parametrize("hand", EVERY, ids=lambda hand: hand.told)
def test_there_and_back(hand: ToldHand) -> None:
    assert serialization.load(serialization.dump(entry(hand))) == entry(hand)


def test_only_the_text_is_kept() -> None:
    assert serialization.dump(entry(VOLE)) == {
        "kind": "hand",
        "game": 2,
        "notation": HEAD + VOLE.text,
    }


def test_its_facts_are_read_from_it() -> None:
    found = serialization.load({"kind": "hand", "game": 1, "notation": HEAD + VOLE.text})
    assert isinstance(found, HandEntry)
    assert found.record.tricks == Tricks(5, 0)
    assert (found.record.dealer, found.record.opening) == (ALICE, Opening.EXCHANGED)


def test_without_a_text_it_is_as_ever() -> None:
    made = HandEntry(1, HandRecord(ALICE, Opening.STOOD, (), Tricks(3, 2)))
    assert "notation" not in serialization.dump(made)
    assert serialization.load(serialization.dump(made)) == made


@pytest.mark.parametrize(
    ("data", "field", "problem"),
    [
        ({"notation": VOLE.text, "game": 1}, "notation", Problem.NOT_ALLOWED),
        ({"notation": HEAD, "game": 1}, "notation", Problem.NOT_ALLOWED),
        ({"notation": HEAD + "deal:A up:7D stand", "game": 1}, "notation", Problem.NOT_ALLOWED),
        ({"notation": 7, "game": 1}, "notation", Problem.NOT_ALLOWED),
        ({"notation": None, "game": 1}, "notation", Problem.NOT_ALLOWED),
        ({"notation": HEAD + VOLE.text}, "game", Problem.MISSING),
        (
            {"notation": HEAD + VOLE.text, "game": 1, "opening": "stood"},
            "opening",
            Problem.UNKNOWN_FIELD,
        ),
    ],
)
def test_what_is_no_hand_is_refused(data: dict[str, object], field: str, problem: Problem) -> None:
    with pytest.raises(EntryDataError) as refused:
        serialization.load({"kind": "hand", **data})
    assert (refused.value.field, refused.value.problem) == (field, problem)
