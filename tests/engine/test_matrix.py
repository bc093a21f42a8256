"""Every combination of the facts of a hand, against the second implementation."""

from collections.abc import Iterator
from itertools import product

import pytest

from games.engine.codes import CODES, Code, Rule
from games.engine.marks import marks, record_refusal
from games.engine.match import apply, begin
from games.engine.records import HandRecord, King, KingHow, Opening, Tricks
from games.engine.refusals import RefusalCode
from games.engine.seats import Seat
from games.engine.terms import Format, FormatKind, HandEntry, Terms

from .naive import KINGS, LATE_KINGS, MADE_SO_FAR, OPENINGS, PLAYED_OUT, NaiveMark, naive_marks

Facts = tuple[str, str, tuple[str, str] | None, tuple[int, int], str | None]


def every_hand() -> Iterator[Facts]:
    endings: list[tuple[tuple[int, int], str | None]] = [(made, None) for made in PLAYED_OUT]
    endings += [(made, seat) for made in MADE_SO_FAR for seat in ("a", "b")]
    for dealer, opening, king, (made, abandoned_by) in product(
        "ab", OPENINGS, KINGS + LATE_KINGS, endings
    ):
        if king is None or king[1] == "held" or king[0] == dealer:
            yield dealer, opening, king, made, abandoned_by


def as_record(
    dealer: str | None,
    opening: str | None,
    king: tuple[str, str] | None,
    made: tuple[int, int],
    abandoned_by: str | None,
) -> HandRecord:
    return HandRecord(
        dealer=Seat(dealer) if dealer else None,
        opening=Opening(opening) if opening else None,
        kings=(King(Seat(king[0]), KingHow(king[1])),) if king else (),
        tricks=Tricks(*made),
        abandoned_by=Seat(abandoned_by) if abandoned_by else None,
    )


def engine_marks(code: Code, record: HandRecord) -> list[NaiveMark]:
    assert record_refusal(code, record) is None
    made = marks(code, record)
    return [(mark.seat.value, mark.points, mark.kind or "") for mark in made]


def test_the_matrix_is_whole() -> None:
    assert len(list(every_hand())) == 2 * 3 * 5 * (6 + 2 * 21)


@pytest.mark.parametrize("code", CODES.values(), ids=CODES)
def test_every_hand_is_scored_as_the_texts_say(code: Code) -> None:
    for facts in every_hand():
        expected = naive_marks(code.id, *facts)
        assert engine_marks(code, as_record(*facts)) == expected, facts


@pytest.mark.parametrize("code", CODES.values(), ids=CODES)
def test_a_missing_fact_is_asked_for_only_where_the_marks_differ_by_it(code: Code) -> None:
    for dealer, opening, king, made, abandoned_by in every_hand():
        turned_by = king[0] if king and king[1] != "held" else None
        for without in ("dealer", "opening", "both"):
            told_dealer = None if without in ("dealer", "both") else dealer
            told_opening = None if without in ("opening", "both") else opening
            possible = {
                tuple(naive_marks(code.id, who, how, king, made, abandoned_by))
                for who in (told_dealer or turned_by or "ab")
                for how in ((told_opening,) if told_opening else OPENINGS)
            }
            record = as_record(told_dealer, told_opening, king, made, abandoned_by)
            found = record_refusal(code, record)
            assert (found is None) == (len(possible) == 1), record
            if found is None:
                assert tuple(engine_marks(code, record)) in possible
            else:
                asked = {RefusalCode.OPENING_MISSING: "opening"}.get(
                    RefusalCode(found.code), "dealer"
                )
                assert found.field == asked
                assert without in (asked, "both")


@pytest.mark.parametrize("code", CODES.values(), ids=CODES)
def test_no_hand_makes_more_than_three_nor_less_than_one(code: Code) -> None:
    for facts in every_hand():
        made = marks(code, as_record(*facts))
        assert 1 <= sum(mark.points for mark in made) <= 3


def test_the_law_of_a_mark_is_that_of_its_rule() -> None:
    """Where a rule stands alone; abandoning with a bonus rests on two."""
    for code, facts in product(CODES.values(), every_hand()):
        for mark in marks(code, as_record(*facts)):
            alone = code.source(mark.rule)
            with_abandoning = code.source(Rule.ABANDONED, mark.rule)
            assert mark.law == (with_abandoning if ", " in mark.law else alone)


def test_one_hand_from_nothing_is_what_its_marks_say() -> None:
    terms = Terms(CODES["london"], Format(FormatKind.ONE_GAME, 1))
    for facts in every_hand():
        state, events = apply(begin(terms, None), HandEntry(1, as_record(*facts)))
        made = naive_marks("london", *facts)
        assert [state.score.a, state.score.b] == [
            sum(points for seat, points, _ in made if seat == side) for side in "ab"
        ]
        assert len(events) == len(made) + 1
