"""Hands too short and hands abandoned: the tricks that rulings give, by hand from the laws."""

from dataclasses import replace

import pytest

from games.engine.codes import Code
from games.engine.records import Applied, Opening, Tricks
from games.engine.refusals import RefusalCode
from games.engine.seats import Seat
from tests.engine.people import ALICE, BOB, BRITANNICA, EXCHANGED, MODERN, REFUSED, STOOD, hand

from .effects import (
    ABANDONED,
    AFTER_THREE,
    AFTER_TWO,
    DEALER_SHORT,
    ELDER_SHORT,
    Told,
    refused,
    ruled,
    told,
)
from .table import I, take


@pytest.mark.parametrize(
    ("tricks", "winner", "points"),
    [((2, 2), BOB, 1), ((3, 1), ALICE, 1), ((0, 4), BOB, 2), ((4, 0), ALICE, 1), ((2, 3), BOB, 1)],
)
def test_law_30_the_dealer_counts_as_tricks_what_cannot_be_played_to(
    tricks: tuple[int, int], winner: Seat, points: int
) -> None:
    """Alice, the non-dealer, has four cards; the fifth of Bob is a trick of his."""
    assert told(ruled(hand(BOB, EXCHANGED, tricks), ELDER_SHORT)) == [(winner, points, "law 48")]


def test_law_34_the_non_dealer_counts_them() -> None:
    record = ruled(hand(BOB, EXCHANGED, (0, 3)), DEALER_SHORT)
    assert told(record) == [(BOB, 1, "law 48")]
    unclaimed = take(
        I.WRONG_NUMBER,
        "play_on",
        trump_turned="yes",
        whose_hand="dealer",
        dealer_done="played",
        more_or_fewer="fewer",
    )
    record = ruled(hand(BOB, REFUSED, (2, 2)), unclaimed)
    assert told(record) == [(ALICE, 2, "law 49")]
    record = ruled(hand(ALICE, EXCHANGED, (2, 2)), DEALER_SHORT)
    assert told(record) == [(BOB, 1, "law 48")]


def test_law_34_without_a_dealer_it_is_not_known_whose_tricks_they_are() -> None:
    record = ruled(hand(None, EXCHANGED, (2, 2)), DEALER_SHORT)
    assert refused(record) == (RefusalCode.DEALER_UNKNOWN, "dealer")


def test_law_34_too_many_tricks_are_too_many_still() -> None:
    assert refused(ruled(hand(BOB, EXCHANGED, (3, 3)), DEALER_SHORT)) == (
        RefusalCode.TRICKS_TOO_MANY,
        "tricks",
    )
    assert refused(ruled(hand(BOB, EXCHANGED, (-1, 3)), DEALER_SHORT)) == (
        RefusalCode.TRICKS_NEGATIVE,
        "tricks",
    )
    assert refused(ruled(hand(BOB, EXCHANGED, None), DEALER_SHORT)) == (
        RefusalCode.TRICKS_MISSING,
        "tricks",
    )


@pytest.mark.parametrize(
    ("applied", "opening", "dealer", "marked"),
    [
        (ABANDONED, EXCHANGED, BOB, [(BOB, 2, "law 42")]),
        # law 49 leaves the vole to itself
        (ABANDONED, STOOD, BOB, [(BOB, 2, "law 42")]),
        (AFTER_TWO, EXCHANGED, BOB, [(BOB, 1, "law 42")]),
        # law 42 with 49: who stood, or refused, has failed to win the point
        (AFTER_TWO, STOOD, BOB, [(BOB, 2, "law 42, law 49")]),
        (AFTER_TWO, REFUSED, ALICE, [(BOB, 2, "law 42, law 49")]),
        (AFTER_TWO, REFUSED, BOB, [(BOB, 1, "law 42")]),
        (AFTER_THREE, EXCHANGED, BOB, [(ALICE, 1, "law 48")]),
    ],
)
def test_law_42_abandoning_is_marked_by_the_facts_alone(
    applied: Applied, opening: Opening, dealer: Seat, marked: Told
) -> None:
    assert told(ruled(hand(dealer, opening, None), applied)) == marked


def test_law_42_the_tricks_may_be_noted_too() -> None:
    record = hand(BOB, EXCHANGED, (2, 1), abandoned_by=ALICE)
    assert told(ruled(record, AFTER_TWO)) == [(BOB, 1, "law 42")]
    assert told(ruled(hand(BOB, EXCHANGED, (1, 0)), AFTER_TWO)) == [(BOB, 1, "law 42")]
    assert refused(ruled(record, ABANDONED)) == (RefusalCode.TRICKS_CONTRADICT_RULING, "tricks")


@pytest.mark.parametrize(
    ("applied", "possible"),
    [(ABANDONED, [0]), (AFTER_TWO, [1, 2]), (AFTER_THREE, [3, 4, 5])],
)
def test_law_42_the_tricks_are_those_that_were_said(applied: Applied, possible: list[int]) -> None:
    for made in range(6):
        found = refused(ruled(hand(BOB, EXCHANGED, (made, 0)), applied))
        if made in possible:
            assert found is None
        else:
            assert found == (RefusalCode.TRICKS_CONTRADICT_RULING, "tricks")


def test_law_42_one_player_abandons_a_hand() -> None:
    by_bob = replace(ABANDONED, offender=BOB)
    wrong = (RefusalCode.ABANDONING_CONTRADICTS_RULING, "rulings")
    assert refused(ruled(hand(BOB, EXCHANGED, None), ABANDONED, by_bob)) == wrong
    other = hand(BOB, EXCHANGED, (0, 0), abandoned_by=BOB)
    assert refused(ruled(other, ABANDONED)) == wrong


def test_law_42_who_claimed_has_not_abandoned() -> None:
    claimed = take(I.ABANDONED, "so_it_is", ALICE, claimed="yes")
    record = ruled(hand(BOB, EXCHANGED, (5, 0)), claimed)
    assert told(record) == [(ALICE, 2, "law 48")]
    assert refused(replace(record, tricks=Tricks(2, 0), abandoned_by=ALICE)) == (
        RefusalCode.ABANDONING_CONTRADICTS_RULING,
        "rulings",
    )


def test_law_42_abandoned_with_a_short_hand_is_abandoned() -> None:
    record = ruled(hand(BOB, EXCHANGED, (2, 0)), ELDER_SHORT, AFTER_TWO)
    assert told(record) == [(BOB, 1, "law 42")]


@pytest.mark.parametrize("code", [BRITANNICA, MODERN])
def test_law_42_elsewhere_cites_the_option(code: Code) -> None:
    applied = take(I.ABANDONED, "mark_vole", ALICE, code, claimed="no", tricks_made="none")
    assert told(ruled(hand(BOB, EXCHANGED, None), applied), code) == [(BOB, 2, "EB 1911")]
