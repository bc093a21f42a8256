"""Kings not marked and scores reduced by rulings, reckoned by hand from the laws."""

import pytest

from games.engine.records import Applied, Opening
from games.engine.refusals import RefusalCode
from games.engine.seats import Seat
from tests.engine.people import (
    ALICE,
    BOB,
    BRITANNICA,
    EXCHANGED,
    REFUSED,
    STOOD,
    hand,
    held,
    turned,
)

from .effects import FALSE, KEPT, REVOKED, refused, ruled, told
from .table import I, take

SPARED = take(I.FALSE_KING, "so_it_is", ALICE, error_declared="no", adversary_held_king="yes")


@pytest.mark.parametrize(("applied", "law"), [(FALSE, "law 25"), (REVOKED, "law 43")])
@pytest.mark.parametrize(
    ("dealer", "opening", "tricks", "left", "plain"),
    [
        # the point: he marks nothing
        (BOB, EXCHANGED, (3, 2), None, 1),
        (ALICE, EXCHANGED, (4, 1), None, 1),
        # the vole: he marks only one
        (BOB, EXCHANGED, (5, 0), "law 48", 2),
        (ALICE, STOOD, (5, 0), "law 48", 2),
        # the point when his adversary has played without proposing: only one
        (ALICE, STOOD, (3, 2), "law 49", 2),
        # or has refused the first proposal
        (BOB, REFUSED, (3, 2), "law 49", 2),
        # nobody refused but himself
        (ALICE, REFUSED, (3, 2), None, 1),
    ],
)
def test_law_25_and_law_43_the_three_reduced_scores(
    applied: Applied,
    law: str,
    dealer: Seat,
    opening: Opening,
    tricks: tuple[int, int],
    left: str | None,
    plain: int,
) -> None:
    record = hand(dealer, opening, tricks)
    assert [points for _, points, _ in told(record)] == [plain]
    assert told(ruled(record, applied)) == ([(ALICE, 1, f"{left}, {law}")] if left else [])


@pytest.mark.parametrize("applied", [FALSE, REVOKED])
def test_law_25_and_law_43_the_adversary_marks_in_full(applied: Applied) -> None:
    """Alice stood, and loses the point: two to Bob."""
    record = ruled(hand(BOB, STOOD, (2, 3)), applied)
    assert told(record) == [(BOB, 2, "law 49")]


def test_law_25_the_king_announced_falsely_is_not_marked() -> None:
    record = ruled(hand(BOB, EXCHANGED, (2, 3), held(ALICE)), FALSE)
    assert told(record) == [(BOB, 1, "law 48")]


def test_law_25_there_is_no_penalty_beside_the_true_king_of_the_adversary() -> None:
    """The facts of the hand say who held it, whatever is answered."""
    true_king = hand(BOB, EXCHANGED, (2, 3), held(BOB))
    both = hand(BOB, EXCHANGED, (2, 3), held(ALICE), held(BOB))
    for record in (true_king, both):
        contradicts = (RefusalCode.KINGS_CONTRADICT_RULING, "kings")
        assert refused(ruled(record, FALSE)) == contradicts
        assert told(ruled(record, SPARED)) == [(BOB, 1, "law 47"), (BOB, 1, "law 48")]


def test_law_25_the_king_turned_is_marked() -> None:
    turned_ = ruled(hand(BOB, EXCHANGED, (2, 3), turned(BOB)), FALSE)
    assert told(turned_) == [(BOB, 1, "law 47"), (BOB, 1, "law 48")]


def test_law_25_without_penalty_only_the_king_is_taken_down() -> None:
    record = ruled(hand(BOB, EXCHANGED, (5, 0), held(ALICE)), SPARED)
    assert told(record) == [(ALICE, 2, "law 48")]


def test_law_25_in_britannica_one_less_than_he_wins_whoever_holds_the_king() -> None:
    false = take(I.FALSE_KING, "play_again", ALICE, BRITANNICA, error_declared="no")
    point = ruled(hand(BOB, EXCHANGED, (3, 2), held(BOB)), false)
    assert told(point, BRITANNICA) == [(BOB, 1, "EB 1911")]
    vole = ruled(hand(BOB, REFUSED, (5, 0)), false)
    assert told(vole, BRITANNICA) == [(ALICE, 1, "EB 1911")]


def test_law_25_and_law_43_together_are_one_less_once() -> None:
    """Each law says what the offender marks, not how often one is taken off."""
    record = ruled(hand(BOB, EXCHANGED, (5, 0)), FALSE, REVOKED)
    assert told(record) == [(ALICE, 1, "law 48, law 25, law 43")]


def test_law_43_both_revoked() -> None:
    by_bob = take(I.REVOKE, "let_stand", BOB, led_since="yes")
    record = ruled(hand(BOB, EXCHANGED, (0, 5)), REVOKED, by_bob)
    assert told(record) == [(BOB, 1, "law 48, law 43")]


def test_law_43_in_britannica_nothing_is_taken_off() -> None:
    revoked = take(I.REVOKE, "play_again", ALICE, BRITANNICA, led_since="yes")
    record = ruled(hand(BOB, EXCHANGED, (3, 2)), revoked)
    assert told(record, BRITANNICA) == [(ALICE, 1, "EB 1911")]


def test_law_19_no_king_turned_where_no_fresh_deal_was_claimed() -> None:
    record = hand(BOB, EXCHANGED, (3, 2), turned(BOB))
    assert told(record) == [(BOB, 1, "law 47"), (ALICE, 1, "law 48")]
    assert told(ruled(record, KEPT)) == [(ALICE, 1, "law 48")]


def test_law_19_a_king_held_is_marked() -> None:
    record = ruled(hand(BOB, EXCHANGED, (3, 2), held(BOB)), KEPT)
    assert told(record) == [(BOB, 1, "law 47"), (ALICE, 1, "law 48")]


def test_law_11_a_king_that_the_non_dealer_chooses_is_marked_by_the_dealer() -> None:
    chosen = take(I.TURNED_SEVERAL, "choose_trump", elder_looked="no")
    record = ruled(hand(BOB, EXCHANGED, (3, 2), turned(BOB)), chosen)
    assert told(record) == [(BOB, 1, "law 47"), (ALICE, 1, "law 48")]
    elder = ruled(hand(BOB, EXCHANGED, (3, 2), turned(ALICE)), chosen)
    assert refused(elder) is not None


def test_law_19_the_king_turned_still_tells_the_dealer() -> None:
    record = ruled(hand(None, STOOD, (2, 3), turned(BOB)), KEPT)
    assert told(record) == [(BOB, 2, "law 49")]


def test_law_22_too_late_the_king_turned_is_not_marked() -> None:
    late = take(I.KING_TURNED_UNMARKED, "so_it_is", next_trump_turned="yes")
    record = ruled(hand(BOB, EXCHANGED, (3, 2), turned(BOB)), late)
    assert told(record) == [(ALICE, 1, "law 48")]


def test_law_23_too_late_the_king_held_is_not_marked() -> None:
    late = take(
        I.KING_ANNOUNCED_LATE,
        "so_it_is",
        ALICE,
        first_card_played="yes",
        first_card_was_king="no",
    )
    record = ruled(hand(BOB, EXCHANGED, (3, 2), held(ALICE)), late)
    assert told(record) == [(ALICE, 1, "law 48")]
