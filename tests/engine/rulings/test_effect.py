"""What rulings do to the marks of a hand, reckoned by hand from the laws."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from games.engine.codes import CODES, Code
from games.engine.house import made_from
from games.engine.marks import marks, record_refusal
from games.engine.records import Applied, HandRecord, Opening, Tricks
from games.engine.refusals import RefusalCode
from games.engine.rulings.effect import MARKING, is_void, void_dealer
from games.engine.rulings.taking import consequences, with_laws
from games.engine.seats import Seat
from tests.engine.people import (
    ALICE,
    BOB,
    BRITANNICA,
    EXCHANGED,
    KING_HELD,
    KING_TURNED,
    LONDON,
    MODERN,
    POINT,
    REFUSED,
    STOOD,
    VOLE,
    hand,
    held,
    noted,
    turned,
)
from tests.engine.rulings.table import EVERY_CODE, I, take

Told = list[tuple[Seat, int, str]]
FALSE = take(I.FALSE_KING, "let_stand", ALICE, error_declared="no", adversary_held_king="no")
REVOKED = take(I.REVOKE, "play_again", ALICE, led_since="yes")
VOID = take(I.PACK_INCORRECT, "fresh_deal")
KEPT = take(
    I.WRONG_NUMBER,
    "complete",
    trump_turned="yes",
    whose_hand="non_dealer",
    elder_done="nothing",
    more_or_fewer="fewer",
)
ELDER_SHORT = take(I.ELDER_ASKED_TOO_FEW, "so_it_is")
DEALER_SHORT = take(I.DEALER_TOOK_TOO_FEW, "so_it_is", dealer_played="yes")
ABANDONED = take(I.ABANDONED, "mark_vole", ALICE, claimed="no", tricks_made="none")
AFTER_TWO = take(I.ABANDONED, "mark_point", ALICE, claimed="no", tricks_made="one_or_two")
AFTER_THREE = take(I.ABANDONED, "so_it_is", ALICE, claimed="no", tricks_made="three_or_more")


def ruled(record: HandRecord, *applied: Applied) -> HandRecord:
    return replace(record, rulings=applied)


def told(record: HandRecord, code: Code = LONDON) -> Told:
    assert record_refusal(code, record) is None
    return [(mark.seat, mark.points, mark.law) for mark in marks(code, record)]


def refused(record: HandRecord, code: Code = LONDON) -> tuple[str, str] | None:
    found = record_refusal(code, record)
    return (found.code, found.field) if found else None


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


def test_law_25_the_kings_of_the_other_and_turned_are_marked() -> None:
    """The true one beside the false one, too."""
    both = ruled(hand(BOB, EXCHANGED, (2, 3), held(ALICE), held(BOB)), FALSE)
    assert told(both) == [(BOB, 1, "law 47"), (BOB, 1, "law 48")]
    turned_ = ruled(hand(BOB, EXCHANGED, (2, 3), turned(BOB)), FALSE)
    assert told(turned_) == [(BOB, 1, "law 47"), (BOB, 1, "law 48")]


def test_law_25_without_penalty_only_the_king_is_taken_down() -> None:
    spared = take(I.FALSE_KING, "so_it_is", ALICE, error_declared="no", adversary_held_king="yes")
    record = ruled(hand(BOB, EXCHANGED, (5, 0), held(ALICE)), spared)
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
    record = ruled(hand(BOB, REFUSED, (2, 2)), DEALER_SHORT)
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


@pytest.mark.parametrize("code", EVERY_CODE)
@pytest.mark.parametrize(
    "record",
    [
        HandRecord(),
        hand(BOB, None, None),
        hand(BOB, REFUSED, (3, 1), turned(BOB)),
        hand(BOB, EXCHANGED, (5, 0), held(ALICE)),
        replace(hand(BOB, None, None), marks=()),
    ],
)
def test_law_45_a_void_deal_makes_no_marks_and_needs_no_tricks(
    code: Code, record: HandRecord
) -> None:
    void = ruled(record, VOID)
    assert is_void(code, void)
    assert told(void, code) == []


def test_law_45_no_marks_are_noted_of_a_void_deal() -> None:
    record = ruled(HandRecord(marks=noted((ALICE, 1))), VOID)
    assert refused(record) == (RefusalCode.MARKS_CONTRADICT_RULING, "marks")
    assert refused(ruled(hand(BOB, None, (4, 4)), VOID)) == (
        RefusalCode.TRICKS_TOO_MANY,
        "tricks",
    )


def test_law_14_after_a_deal_out_of_turn_the_right_dealer_deals() -> None:
    """Whether the record names who dealt or whose turn it was."""
    applied = take(I.DEALT_OUT_OF_TURN, "fresh_deal", ALICE, trump_turned="no")
    for dealer in (ALICE, BOB, None):
        assert void_dealer(LONDON, ruled(hand(dealer, None, None), applied)) is BOB
    own_pack = take(I.DEALT_OTHER_PACK, "fresh_deal", ALICE, trump_turned="no")
    assert void_dealer(LONDON, ruled(hand(ALICE, None, None), own_pack)) is ALICE


@pytest.mark.parametrize(
    ("record", "applied"),
    [
        (HandRecord(BOB, EXCHANGED, marks=noted((ALICE, 1))), FALSE),
        (HandRecord(BOB, EXCHANGED, marks=noted((BOB, 1, KING_TURNED), (ALICE, 1))), KEPT),
        (HandRecord(BOB, EXCHANGED, marks=noted((ALICE, 1, KING_HELD), (ALICE, 1))), FALSE),
    ],
)
def test_noted_marks_that_the_ruling_leaves_to_no_hand(
    record: HandRecord, applied: Applied
) -> None:
    """One for the point that counts nothing, and two kings that are not marked."""
    facts = replace(record, tricks=Tricks(3, 2))
    assert refused(facts) is None
    assert refused(ruled(facts, applied)) == (RefusalCode.MARKS_CONTRADICT_RULING, "marks")


def test_noted_marks_that_the_ruling_leaves() -> None:
    record = HandRecord(BOB, EXCHANGED, tricks=Tricks(5, 0), marks=noted((ALICE, 1)))
    assert refused(record) == (RefusalCode.MARKS_CONTRADICT_TRICKS, "marks")
    assert told(ruled(record, REVOKED)) == [(ALICE, 1, "law 48, law 43")]
    point = HandRecord(BOB, EXCHANGED, tricks=Tricks(3, 2), marks=())
    assert told(ruled(point, REVOKED)) == []
    vole = HandRecord(BOB, marks=noted((BOB, 2, VOLE)))
    assert told(ruled(vole, ABANDONED)) == [(BOB, 2, "law 42")]
    other = HandRecord(BOB, EXCHANGED, marks=noted((ALICE, 1, POINT)))
    assert refused(ruled(other, ABANDONED)) == (RefusalCode.MARKS_CONTRADICT_RULING, "marks")


def test_a_ruling_that_nobody_can_have_made_refuses_the_record() -> None:
    plain = hand(BOB, EXCHANGED, (3, 2))
    for broken, code in (
        (replace(FALSE, law="law 26"), RefusalCode.RULING_LAW_CONTRADICTS),
        (replace(FALSE, facts=FALSE.facts[::-1]), RefusalCode.RULING_LAW_CONTRADICTS),
        (replace(FALSE, facts=()), RefusalCode.FACT_MISSING),
        (replace(FALSE, choice=VOID.choice), RefusalCode.CHOICE_NOT_OPEN),
        (replace(FALSE, offender=None), RefusalCode.OFFENDER_MISSING),
        (replace(VOID, offender=BOB), RefusalCode.OFFENDER_CONTRADICTS),
        (replace(ELDER_SHORT, offender=BOB), RefusalCode.OFFENDER_CONTRADICTS),
        (replace(DEALER_SHORT, offender=ALICE), RefusalCode.OFFENDER_CONTRADICTS),
    ):
        assert refused(ruled(plain, broken)) == (code, "rulings")
    assert consequences(LONDON, replace(FALSE, facts=())) == ()


def test_the_offender_may_be_told_where_the_irregularity_tells_it() -> None:
    record = ruled(hand(BOB, EXCHANGED, (2, 2)), replace(ELDER_SHORT, offender=ALICE))
    assert told(record) == [(BOB, 1, "law 48")]


def test_a_ruling_of_london_is_none_of_modern() -> None:
    assert refused(ruled(hand(BOB, EXCHANGED, (3, 2)), FALSE), MODERN) == (
        RefusalCode.FACT_UNKNOWN,
        "rulings",
    )


def test_house_rules_score_by_their_options() -> None:
    house = made_from(CODES["modern"], {"false_king": "one_less"})
    applied = take(I.FALSE_KING, "let_stand", ALICE, house, error_declared="no")
    record = ruled(hand(BOB, EXCHANGED, (5, 0)), applied)
    assert told(record, house) == [(ALICE, 1, "modern rules, EB 1911")]


def _harmless() -> Sequence[Applied]:
    return (
        take(I.SHUFFLE_DENIED, "so_it_is"),
        take(I.OTHER_SUIT_NAMED, "require_suit", BOB, holds_suit_named="yes"),
        take(I.ELDER_GIVEN_TOO_FEW, "complete"),
        take(I.MARK_OMITTED, "add_mark", ALICE, next_trump_turned="no"),
    )


@pytest.mark.parametrize("applied", _harmless(), ids=lambda one: one.irregularity)
def test_most_rulings_change_no_mark(applied: Applied) -> None:
    assert not MARKING & {*consequences(LONDON, applied)}
    record = hand(BOB, REFUSED, (3, 2), turned(BOB))
    assert told(ruled(record, applied)) == told(record)


def test_a_ruling_sent_without_its_law_is_given_it() -> None:
    record = hand(BOB, EXCHANGED, (3, 2))
    without = ruled(record, replace(FALSE, law=""), REVOKED)
    assert with_laws(LONDON, without) == ruled(record, FALSE, REVOKED)
    assert with_laws(LONDON, ruled(record, FALSE)) == ruled(record, FALSE)
    assert with_laws(LONDON, record) == record
    refused_ = ruled(record, replace(FALSE, law="", facts=()))
    assert with_laws(LONDON, refused_) == refused_
