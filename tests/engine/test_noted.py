"""Hands of which the marks were noted, alone or beside some of the facts."""

from itertools import combinations_with_replacement, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.codes import CODES, Code, Rule
from games.engine.facts import Mark
from games.engine.marks import marks, record_refusal
from games.engine.records import HandRecord, King, KingHow, MarkKind, NotedMark, Opening, Tricks
from games.engine.refusals import RefusalCode
from games.engine.seats import Seat

from .naive import KINGS, OPENINGS, PLAYED_OUT, naive_hands, stands_for
from .people import (
    ALICE,
    BOB,
    BRITANNICA,
    EXCHANGED,
    KING_HELD,
    KING_TURNED,
    LONDON,
    POINT,
    REFUSED,
    STOOD,
    VOLE,
    held,
    noted,
    only,
    turned,
)

KINDS = (None, *MarkKind)


def refused(record: HandRecord, code: Code = LONDON) -> str | None:
    found = record_refusal(code, record)
    assert found is None or found.field == "marks"
    return found.code if found else None


def rules(record: HandRecord, code: Code = LONDON) -> list[tuple[Seat, int, Rule]]:
    assert record_refusal(code, record) is None
    return [(mark.seat, mark.points, mark.rule) for mark in marks(code, record)]


@pytest.mark.parametrize("who", [ALICE, BOB])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("points", [-1, 0, 1, 2, 3, 4])
def test_what_each_kind_of_mark_can_come_to(who: Seat, kind: MarkKind | None, points: int) -> None:
    possible = {None: (1, 2, 3), POINT: (1, 2), VOLE: (2,)}.get(kind, (1,))
    found = record_refusal(LONDON, HandRecord(marks=(NotedMark(who, points, kind),)))
    if points in possible:
        assert found is None
    else:
        assert found is not None
        assert (found.code, found.field) == (RefusalCode.MARK_IMPOSSIBLE, "marks")
        assert found.params["least"] == min(possible)
        assert found.params["most"] == max(possible)


@pytest.mark.parametrize(
    ("record", "code"),
    [
        (only((ALICE, 3), (BOB, 1)), RefusalCode.MARKS_EXCEED_THREE),
        (only((ALICE, 1), (ALICE, 1), (BOB, 1)), RefusalCode.TOO_MANY_MARKS),
        (only((ALICE, 1, POINT), (BOB, 2)), RefusalCode.TOO_MANY_MARKS),
        (only((ALICE, 1, POINT), (BOB, 1, POINT)), RefusalCode.TRICKS_MARKED_BY_BOTH),
        (only((ALICE, 1, POINT), (ALICE, 2, VOLE)), RefusalCode.TRICKS_MARKED_TWICE),
        (only((ALICE, 1, KING_HELD), (BOB, 1, KING_HELD)), RefusalCode.KING_MARKED_BY_BOTH),
        (only((BOB, 1, KING_TURNED), (BOB, 1, KING_HELD)), RefusalCode.KING_TURNED_AND_HELD),
        (only((BOB, 1, KING_HELD), (BOB, 1, KING_HELD)), RefusalCode.KING_MARKED_TWICE),
        (
            HandRecord(dealer=ALICE, marks=noted((BOB, 1, KING_TURNED))),
            RefusalCode.KING_TURNED_BY_NON_DEALER,
        ),
    ],
)
def test_marks_that_no_hand_makes(record: HandRecord, code: str) -> None:
    assert refused(record) == code


@pytest.mark.parametrize(
    ("record", "code"),
    [
        (
            HandRecord(kings=(held(BOB),), marks=noted((ALICE, 1, KING_HELD))),
            RefusalCode.MARKS_CONTRADICT_KINGS,
        ),
        (
            HandRecord(kings=(turned(BOB),), marks=noted((BOB, 1, POINT))),
            RefusalCode.MARKS_CONTRADICT_KINGS,
        ),
        (
            HandRecord(tricks=Tricks(3, 2), marks=noted((BOB, 1, POINT))),
            RefusalCode.MARKS_CONTRADICT_TRICKS,
        ),
        (
            HandRecord(tricks=Tricks(3, 2), marks=noted((ALICE, 2, VOLE))),
            RefusalCode.MARKS_CONTRADICT_TRICKS,
        ),
        (
            HandRecord(tricks=Tricks(0, 5), marks=noted((BOB, 1, POINT))),
            RefusalCode.MARKS_CONTRADICT_TRICKS,
        ),
        (HandRecord(tricks=Tricks(0, 5), marks=()), RefusalCode.MARKS_CONTRADICT_TRICKS),
        (
            HandRecord(tricks=Tricks(5, 0), marks=noted((ALICE, 1), (ALICE, 1))),
            RefusalCode.MARKS_CONTRADICT_TRICKS,
        ),
        (
            HandRecord(opening=EXCHANGED, marks=noted((ALICE, 2, POINT))),
            RefusalCode.BONUS_AFTER_EXCHANGE,
        ),
        (
            HandRecord(opening=EXCHANGED, tricks=Tricks(4, 1), marks=noted((ALICE, 1), (ALICE, 2))),
            RefusalCode.MARKS_CONTRADICT_OPENING,
        ),
        (
            HandRecord(
                opening=STOOD, kings=(turned(BOB),), marks=noted((BOB, 1), (ALICE, 2, POINT))
            ),
            RefusalCode.MARKS_CONTRADICT_OPENING,
        ),
        (
            HandRecord(dealer=BOB, opening=STOOD, marks=noted((ALICE, 2, POINT))),
            RefusalCode.MARKS_CONTRADICT_DEALER,
        ),
        (
            HandRecord(dealer=ALICE, opening=STOOD, marks=noted((ALICE, 1, POINT))),
            RefusalCode.MARKS_CONTRADICT_DEALER,
        ),
        (
            HandRecord(abandoned_by=ALICE, marks=noted((BOB, 2, POINT)), opening=EXCHANGED),
            RefusalCode.BONUS_AFTER_EXCHANGE,
        ),
        (
            HandRecord(abandoned_by=ALICE, tricks=Tricks(0, 1), marks=noted((ALICE, 1, POINT))),
            RefusalCode.MARKS_CONTRADICT_TRICKS,
        ),
    ],
)
def test_marks_that_contradict_the_facts_beside_them(record: HandRecord, code: str) -> None:
    assert refused(record) == code


def test_facts_tell_the_rule_of_a_noted_mark_where_they_can() -> None:
    two = noted((ALICE, 2, POINT))
    assert rules(HandRecord(marks=two)) == [(ALICE, 2, Rule.STOOD_OR_REFUSED)]
    assert rules(HandRecord(dealer=ALICE, marks=two)) == [(ALICE, 2, Rule.STOOD_AND_LOST)]
    assert rules(HandRecord(dealer=BOB, marks=two)) == [(ALICE, 2, Rule.REFUSED_AND_LOST)]
    assert rules(HandRecord(opening=STOOD, marks=two)) == [(ALICE, 2, Rule.STOOD_AND_LOST)]
    vole = HandRecord(opening=REFUSED, marks=noted((BOB, 2, VOLE)))
    assert rules(vole, BRITANNICA) == [(BOB, 2, Rule.VOLE)]


def test_a_mark_without_a_kind_is_taken_apart_where_the_facts_allow() -> None:
    three = HandRecord(
        opening=EXCHANGED, tricks=Tricks(5, 0), kings=(held(ALICE),), marks=noted((ALICE, 3))
    )
    assert rules(three) == [(ALICE, 1, Rule.KING_HELD), (ALICE, 2, Rule.VOLE)]
    assert rules(only((ALICE, 3))) == [(ALICE, 3, Rule.AS_NOTED)]
    assert marks(LONDON, only((BOB, 2)))[0].law == "law 47, law 48, law 49"


def test_an_abandoned_hand_may_be_told_by_its_marks() -> None:
    for seat in Seat:
        record = HandRecord(abandoned_by=seat, marks=noted((seat.other, 2, VOLE)))
        expected = Mark(seat.other, 2, VOLE, Rule.ABANDONED, "law 42")
        assert marks(LONDON, record) == (expected,)


def test_noted_marks_are_put_in_the_order_in_which_they_are_made() -> None:
    shuffled = only((BOB, 2, POINT), (ALICE, 1, KING_TURNED))
    assert [mark.seat for mark in marks(LONDON, shuffled)] == [ALICE, BOB]
    without_kind = only((BOB, 2), (ALICE, 1))
    assert [mark.points for mark in marks(LONDON, without_kind)] == [1, 2]
    king_before = only((BOB, 2), (ALICE, 1, KING_HELD))
    assert [mark.seat for mark in marks(LONDON, king_before)] == [ALICE, BOB]


def every_note() -> list[tuple[NotedMark, ...]]:
    one = [NotedMark(*fields) for fields in product(Seat, (1, 2, 3), KINDS)]
    return [
        notes
        for size in (0, 1, 2)
        for notes in combinations_with_replacement(one, size)
        if sum(mark.points for mark in notes) <= 3
    ]


def naive_takes(code: str, record: HandRecord) -> bool:
    """By the second implementation; only a hand with unknown tricks may lack their mark."""
    king = record.kings[0] if record.kings else None
    possible = naive_hands(
        code,
        record.dealer,
        record.opening,
        (king.seat.value, king.how.value) if king else None,
        (record.tricks.a, record.tricks.b) if record.tricks else None,
    )
    if record.tricks is None:
        possible += [[mark for mark in made if "king" in mark[2]] for made in possible]
    told: list[tuple[str, int, str | None]] = [
        (mark.seat.value, mark.points, mark.kind) for mark in record.marks or ()
    ]
    return any(stands_for(told, made) for made in possible)


facts = st.builds(
    HandRecord,
    dealer=st.sampled_from([None, *Seat]),
    opening=st.sampled_from([None, *map(Opening, OPENINGS)]),
    kings=st.sampled_from([(King(Seat(one[0]), KingHow(one[1])),) if one else () for one in KINGS]),
    tricks=st.sampled_from([None, *(Tricks(*made) for made in PLAYED_OUT)]),
    marks=st.sampled_from(every_note()),
)


@given(facts, st.sampled_from(sorted(CODES)))
def test_noted_marks_are_taken_when_some_hand_makes_them(record: HandRecord, code: str) -> None:
    found = record_refusal(CODES[code], record)
    assert (found is None) == naive_takes(code, record)
    if found is None:
        noted_points = sum(mark.points for mark in record.marks or ())
        assert sum(mark.points for mark in marks(CODES[code], record)) == noted_points


@pytest.mark.parametrize("notes", every_note())
def test_marks_alone_are_taken_when_some_hand_makes_them(notes: tuple[NotedMark, ...]) -> None:
    record = HandRecord(marks=notes)
    assert (record_refusal(LONDON, record) is None) == naive_takes("london", record)
