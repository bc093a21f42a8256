"""Entries as JSON and back."""

import json

import pytest

from games.engine.records import HandRecord, Tricks
from games.engine.serialization import EntryDataError, Problem, dump, load
from games.engine.terms import Entry, GameEntry, HandEntry, RubberEntry, Score

from .people import ALICE, BOB, KING_HELD, REFUSED, hand, held, noted, turned

ENTRIES: dict[Entry, dict[str, object]] = {
    HandEntry(1, hand(ALICE, REFUSED, (5, 0), turned(ALICE))): {
        "kind": "hand",
        "game": 1,
        "dealer": "a",
        "opening": "refused",
        "kings": [{"seat": "a", "how": "turned"}],
        "tricks": {"a": 5, "b": 0},
    },
    HandEntry(2, HandRecord(marks=noted((ALICE, 2), (BOB, 1, KING_HELD)))): {
        "kind": "hand",
        "game": 2,
        "marks": [
            {"seat": "a", "points": 2},
            {"seat": "b", "points": 1, "kind": "king_held"},
        ],
    },
    HandEntry(1, HandRecord(tricks=Tricks(0, 1), abandoned_by=BOB, kings=(held(BOB),))): {
        "kind": "hand",
        "game": 1,
        "kings": [{"seat": "b", "how": "held"}],
        "tricks": {"a": 0, "b": 1},
        "abandoned_by": "b",
    },
    HandEntry(1, HandRecord(marks=())): {"kind": "hand", "game": 1, "marks": []},
    HandEntry(1, HandRecord()): {"kind": "hand", "game": 1},
    GameEntry(3, Score(5, 2)): {"kind": "game", "game": 3, "score": {"a": 5, "b": 2}},
    RubberEntry(1, 2): {"kind": "rubber", "games_a": 1, "games_b": 2},
}


def test_the_form_of_each_entry() -> None:
    for entry, data in ENTRIES.items():
        assert dump(entry) == data
        assert load(json.loads(json.dumps(data))) == entry


def test_nothing_said_is_the_same_as_not_noted() -> None:
    nulls = dict.fromkeys(("dealer", "opening", "kings", "tricks", "abandoned_by", "marks"))
    assert load({"kind": "hand", "game": 1, **nulls}) == HandEntry(1, HandRecord())


@pytest.mark.parametrize(
    ("data", "field", "problem"),
    [
        ([], "", Problem.NOT_AN_OBJECT),
        (None, "", Problem.NOT_AN_OBJECT),
        ({}, "kind", Problem.MISSING),
        ({"kind": "deal"}, "kind", Problem.NOT_ALLOWED),
        ({"kind": ["hand"]}, "kind", Problem.NOT_ALLOWED),
        ({"kind": "hand"}, "game", Problem.MISSING),
        ({"kind": "hand", "game": "1"}, "game", Problem.NOT_A_WHOLE_NUMBER),
        ({"kind": "hand", "game": True}, "game", Problem.NOT_A_WHOLE_NUMBER),
        ({"kind": "hand", "game": 1.0}, "game", Problem.NOT_A_WHOLE_NUMBER),
        ({"kind": "hand", "game": 1, "cards": []}, "cards", Problem.UNKNOWN_FIELD),
        ({"kind": "hand", "game": 1, "dealer": "c"}, "dealer", Problem.NOT_ALLOWED),
        ({"kind": "hand", "game": 1, "kings": {}}, "kings", Problem.NOT_A_LIST),
        ({"kind": "hand", "game": 1, "kings": [1]}, "kings.0", Problem.NOT_AN_OBJECT),
        ({"kind": "hand", "game": 1, "kings": [{}]}, "kings.0.seat", Problem.MISSING),
        ({"kind": "hand", "game": 1, "marks": [{"seat": "a"}]}, "marks.0.points", Problem.MISSING),
        ({"kind": "hand", "game": 1, "tricks": 5}, "tricks", Problem.NOT_AN_OBJECT),
        (
            {"kind": "hand", "game": 1, "tricks": {"a": 3, "b": 2, "c": 0}},
            "tricks.c",
            Problem.UNKNOWN_FIELD,
        ),
        ({"kind": "game", "game": 1}, "score", Problem.MISSING),
        ({"kind": "game", "game": 1, "score": {"a": 5}}, "score.b", Problem.MISSING),
        ({"kind": "rubber", "games_a": 2}, "games_b", Problem.MISSING),
    ],
)
def test_what_is_not_an_entry(data: object, field: str, problem: Problem) -> None:
    with pytest.raises(EntryDataError) as caught:
        load(data)
    assert (caught.value.field, caught.value.problem) == (field, problem)


def test_what_is_allowed_is_named() -> None:
    with pytest.raises(EntryDataError) as caught:
        load({"kind": "hand", "game": 1, "opening": "passed"})
    assert caught.value.allowed == ("stood", "refused", "exchanged")
