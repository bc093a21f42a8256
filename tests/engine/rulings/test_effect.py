"""What rulings do to a hand as a whole: deals that are void, marks that were noted."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from games.engine.club_rules import code_with
from games.engine.codes import CODES, Code
from games.engine.records import Applied, HandRecord, Opening, Tricks
from games.engine.refusals import RefusalCode
from games.engine.rulings.book import consequences, rulings, with_laws
from games.engine.rulings.effect import MARKING, is_void, void_dealer
from tests.engine.people import (
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
    hand,
    held,
    noted,
    turned,
)

from .effects import (
    ABANDONED,
    DEALER_SHORT,
    ELDER_SHORT,
    FALSE,
    KEPT,
    REVOKED,
    VOID,
    refused,
    ruled,
    told,
)
from .table import EVERY_CODE, I, take


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


def test_a_ruling_of_london_is_none_of_the_britannica() -> None:
    assert refused(ruled(hand(BOB, EXCHANGED, (3, 2)), FALSE), BRITANNICA) == (
        RefusalCode.FACT_UNKNOWN,
        "rulings",
    )


def test_house_rules_score_by_their_options() -> None:
    house = code_with(CODES["modern"], {"false_king": "one_less"})
    applied = take(I.FALSE_KING, "let_stand", ALICE, house, error_declared="no")
    record = ruled(hand(BOB, EXCHANGED, (5, 0)), applied)
    assert told(record, house) == [(ALICE, 1, "modern rules, EB 1911")]


@pytest.mark.parametrize("opening", Opening)
@pytest.mark.parametrize(
    "applied",
    [
        take(I.ELDER_TOOK_TOO_MANY, "play_on", mixed="yes", taken_up="no"),
        ELDER_SHORT,
        take(I.ELDER_GIVEN_TOO_FEW, "complete"),
        DEALER_SHORT,
        take(I.FACED_CARD_IN_STOCK, "so_it_is"),
        take(I.EXPOSED_IN_GIVING, "so_it_is", whose_card="dealer"),
        take(I.STOCK_SHORT, "so_it_is", accepted_if_enough="no", enough_for_elder="yes"),
        take(I.NUMBER_NOT_TOLD, "so_it_is"),
    ],
    ids=lambda each: each.irregularity,
)
def test_laws_27_to_38_need_an_exchange(applied: Applied, opening: Opening) -> None:
    record = ruled(hand(BOB, opening, (2, 3)), applied)
    expected = (RefusalCode.OPENING_CONTRADICTS_RULING, "opening")
    assert refused(record) == (None if opening is EXCHANGED else expected)


@pytest.mark.parametrize(
    ("facts", "possible"),
    [
        ({"whose_hand": "non_dealer", "elder_done": "played"}, {STOOD, REFUSED}),
        (
            {"whose_hand": "dealer", "dealer_done": "played", "more_or_fewer": "more"},
            {STOOD, REFUSED},
        ),
        (
            {"whose_hand": "non_dealer", "elder_done": "proposed", "more_or_fewer": "more"},
            {REFUSED, EXCHANGED},
        ),
        (
            {"whose_hand": "non_dealer", "elder_done": "proposed", "more_or_fewer": "fewer"},
            {EXCHANGED},
        ),
        (
            {"whose_hand": "dealer", "dealer_done": "answered", "more_or_fewer": "more"},
            {REFUSED, EXCHANGED},
        ),
        (
            {"whose_hand": "dealer", "dealer_done": "answered", "more_or_fewer": "fewer"},
            {EXCHANGED},
        ),
    ],
)
def test_laws_15_to_21_agree_with_what_became_of_the_proposal(
    facts: dict[str, str], possible: set[Opening]
) -> None:
    """A refused proposer plays without taking cards, as does a dealer who refused (20, 21); law 30
    and law 34 lend their rule to a short hand only where cards were exchanged."""
    ruling = rulings(LONDON, I.WRONG_NUMBER, {"trump_turned": "yes", **facts})
    applied = take(I.WRONG_NUMBER, ruling.choices[-1].choice, trump_turned="yes", **facts)
    allowed = {
        opening
        for opening in Opening
        if refused(ruled(hand(BOB, opening, (2, 3)), applied))
        != (RefusalCode.OPENING_CONTRADICTS_RULING, "opening")
    }
    assert allowed == possible


@pytest.mark.parametrize("which", ["king_announced_late", "king_marked_silently"])
def test_a_king_that_another_marked_was_not_announced_late(which: str) -> None:
    late = take(I(which), "mark_king", ALICE, first_card_played="no")
    contradicts = (RefusalCode.KINGS_CONTRADICT_RULING, "kings")
    assert refused(ruled(hand(BOB, EXCHANGED, (2, 3), held(ALICE)), late)) is None
    assert refused(ruled(hand(BOB, EXCHANGED, (2, 3), held(BOB)), late)) == contradicts
    assert refused(ruled(hand(BOB, EXCHANGED, (2, 3), turned(BOB)), late)) == contradicts


def test_a_king_that_was_turned_is_held_by_nobody() -> None:
    unmarked = take(I.KING_TURNED_UNMARKED, "mark_king", next_trump_turned="no")
    contradicts = (RefusalCode.KINGS_CONTRADICT_RULING, "kings")
    assert refused(ruled(hand(BOB, EXCHANGED, (2, 3), held(BOB)), unmarked)) == contradicts
    assert refused(ruled(hand(BOB, EXCHANGED, (2, 3), turned(BOB)), unmarked)) is None
    spared = take(I.FALSE_KING, "so_it_is", ALICE, error_declared="no", adversary_held_king="yes")
    assert refused(ruled(hand(BOB, EXCHANGED, (2, 3), turned(BOB)), spared)) == contradicts


def _harmless() -> Sequence[Applied]:
    return (
        take(I.SHUFFLE_DENIED, "so_it_is"),
        take(I.OTHER_SUIT_NAMED, "require_suit", BOB, holds_suit_named="yes"),
        take(I.EXPOSED_IN_DEAL, "so_it_is", whose_card="dealer"),
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
