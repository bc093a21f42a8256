"""The London laws, one by one, as far as marks, games and the deal rest on them."""

import pytest

from games.engine.codes import Rule
from games.engine.facts import Mark
from games.engine.marks import marks, record_refusal
from games.engine.match import begin, refusal, replay
from games.engine.records import HandRecord, Opening
from games.engine.refusals import RefusalCode
from games.engine.seats import Seat
from games.engine.terms import GameEntry, HandEntry, Score

from .people import (
    ALICE,
    BOB,
    EXCHANGED,
    KING_HELD,
    KING_TURNED,
    LONDON,
    POINT,
    REFUSED,
    STOOD,
    VOLE,
    hand,
    hands,
    held,
    london,
    only,
    point,
    turned,
    vole,
    won_game,
)


def scored(record: HandRecord) -> tuple[Mark, ...]:
    assert record_refusal(LONDON, record) is None
    return marks(LONDON, record)


def tricks_mark(record: HandRecord) -> Mark:
    return scored(record)[-1]


def refused(record: HandRecord) -> tuple[str, str, str]:
    found = record_refusal(LONDON, record)
    assert found is not None
    return found.code, found.law, found.field


@pytest.mark.parametrize(
    ("tricks", "code"),
    [
        ((3, 3), RefusalCode.TRICKS_TOO_MANY),
        ((6, 0), RefusalCode.TRICKS_TOO_MANY),
        ((3, 1), RefusalCode.TRICKS_TOO_FEW),
        ((0, 0), RefusalCode.TRICKS_TOO_FEW),
        ((6, -1), RefusalCode.TRICKS_NEGATIVE),
        ((-1, 6), RefusalCode.TRICKS_NEGATIVE),
    ],
)
def test_law_8_five_cards_make_five_tricks(tricks: tuple[int, int], code: str) -> None:
    assert refused(hand(ALICE, EXCHANGED, tricks)) == (code, "law 8", "tricks")


def test_law_8_tricks_cannot_be_left_out_unless_a_king_may_have_ended_the_game() -> None:
    expected = (RefusalCode.TRICKS_MISSING, "law 8", "tricks")
    assert refused(hand(ALICE, EXCHANGED, None)) == expected
    assert refused(HandRecord()) == expected
    assert refused(hand(ALICE, STOOD, None, abandoned_by=BOB)) == expected
    assert refused(hand(ALICE, STOOD, None, turned(ALICE), abandoned_by=BOB)) == expected
    assert record_refusal(LONDON, hand(ALICE, None, None, turned(ALICE))) is None


def test_law_14_the_deal_passes_and_a_deal_out_of_turn_stands() -> None:
    state = replay(london(), ALICE, hands(1, point(ALICE), point(BOB)))
    assert [line.dealer for line in state.lines] == [ALICE, BOB]
    assert state.dealer is ALICE
    out_of_turn = replay(london(), ALICE, hands(1, point(ALICE), point(BOB, dealer=ALICE)))
    assert [line.dealer for line in out_of_turn.lines] == [ALICE, ALICE]
    assert out_of_turn.dealer is BOB


def test_law_22_the_dealer_marks_the_king_turned() -> None:
    king = scored(hand(ALICE, EXCHANGED, (2, 3), turned(ALICE)))[0]
    assert king == Mark(ALICE, 1, KING_TURNED, Rule.KING_TURNED, "law 47")
    by_elder = hand(ALICE, EXCHANGED, (2, 3), turned(BOB))
    assert refused(by_elder) == (RefusalCode.KING_TURNED_BY_NON_DEALER, "law 22", "kings")


def test_law_22_who_marks_the_king_turned_is_the_dealer() -> None:
    assert tricks_mark(hand(None, STOOD, (3, 2), turned(ALICE))).rule is Rule.STOOD_AND_LOST
    assert replay(london(), None, hands(1, point(ALICE))).dealer is None
    record = hand(None, EXCHANGED, (3, 2), turned(ALICE))
    assert replay(london(), None, hands(1, record)).dealer is BOB
    assert replay(london(), None, hands(1, only((ALICE, 1, KING_TURNED)))).dealer is BOB


def test_law_25_and_43_the_winner_of_the_point_may_have_nothing_to_mark() -> None:
    assert scored(only()) == ()
    assert scored(only((ALICE, 1, KING_HELD))) == (
        Mark(ALICE, 1, KING_HELD, Rule.KING_HELD, "law 47"),
    )


@pytest.mark.parametrize("seat", Seat)
def test_law_42_abandoning_without_a_trick_gives_the_vole(seat: Seat) -> None:
    expected = Mark(seat.other, 2, VOLE, Rule.ABANDONED, "law 42")
    for opening in (STOOD, REFUSED, EXCHANGED, None):
        assert tricks_mark(hand(ALICE, opening, (0, 0), abandoned_by=seat)) == expected


def test_law_42_abandoning_after_one_or_two_tricks_gives_the_point() -> None:
    expected = Mark(BOB, 1, POINT, Rule.ABANDONED, "law 42")
    for tricks in ((1, 0), (2, 0), (1, 4), (2, 2)):
        assert tricks_mark(hand(ALICE, EXCHANGED, tricks, abandoned_by=ALICE)) == expected


def test_law_42_who_has_three_tricks_has_won_the_point_before_abandoning() -> None:
    record = hand(ALICE, EXCHANGED, (3, 0), abandoned_by=ALICE)
    assert tricks_mark(record) == Mark(ALICE, 1, POINT, Rule.POINT, "law 48")


def test_law_42_with_49_who_stood_and_abandons_has_failed_to_win_the_point() -> None:
    record = hand(ALICE, STOOD, (1, 1), abandoned_by=BOB)
    expected = Mark(ALICE, 2, POINT, Rule.STOOD_AND_LOST, "law 42, law 49")
    assert tricks_mark(record) == expected
    by_dealer = hand(ALICE, STOOD, (1, 1), abandoned_by=ALICE)
    assert tricks_mark(by_dealer) == Mark(BOB, 1, POINT, Rule.ABANDONED, "law 42")


def test_law_42_with_49_who_refused_and_abandons_has_failed_to_win_the_point() -> None:
    record = hand(ALICE, REFUSED, (2, 1), abandoned_by=ALICE)
    expected = Mark(BOB, 2, POINT, Rule.REFUSED_AND_LOST, "law 42, law 49")
    assert tricks_mark(record) == expected


def test_law_46_the_game_is_five_up_and_ends_at_the_mark_that_reaches_it() -> None:
    before = hands(1, vole(ALICE), vole(BOB), vole(ALICE), vole(BOB))
    at_four = replay(london(), ALICE, before)
    assert at_four.score == Score(4, 4)
    last = HandEntry(1, hand(ALICE, EXCHANGED, (5, 0), held(BOB)))
    state = replay(london(), ALICE, [*before, last])
    assert state.score == Score(4, 5)
    assert state.winner is BOB
    assert [mark.kind for mark in state.lines[-1].marks] == [KING_HELD]


def test_law_46_the_king_turned_may_end_the_game_before_a_card_is_played() -> None:
    before = hands(1, vole(ALICE), vole(ALICE))
    king = HandEntry(1, hand(None, None, None, turned(ALICE)))
    assert replay(london(), ALICE, [*before, king]).winner is ALICE
    too_early = refusal(replay(london(), BOB, before[:1]), king)
    assert too_early is not None
    assert (too_early.code, too_early.field) == (RefusalCode.TRICKS_MISSING, "tricks")


def test_law_46_a_mark_that_would_pass_five_reaches_it() -> None:
    state = replay(london(), ALICE, hands(1, vole(ALICE), vole(ALICE), vole(ALICE)))
    assert state.score == Score(5, 0)
    assert [mark.points for line in state.lines for mark in line.marks] == [2, 2, 1]


@pytest.mark.parametrize(("loser", "value"), [(0, 3), (1, 2), (2, 2), (3, 1), (4, 1)])
def test_law_46_treble_double_single(loser: int, value: int) -> None:
    entry = won_game(1, BOB, loser)
    assert replay(london(game_values=True), ALICE, [entry]).value_won(BOB) == value
    assert replay(london(), ALICE, [entry]).value_won(BOB) == 1


@pytest.mark.parametrize("score", [(5, 5), (4, 3), (6, 0), (5, -1), (0, 0), (-5, 5), (2, 7)])
def test_law_46_a_final_score_is_five_to_less(score: tuple[int, int]) -> None:
    found = refusal(begin(london(), ALICE), GameEntry(1, Score(*score)))
    assert found is not None
    assert (found.code, found.law, found.field) == (
        RefusalCode.SCORE_IMPOSSIBLE,
        "law 46",
        "score",
    )


def test_law_46_an_earlier_game_is_finished_first() -> None:
    state = replay(london(), ALICE, hands(1, vole(ALICE)))
    for entry in (HandEntry(2, vole(BOB)), won_game(2, BOB)):
        found = refusal(state, entry)
        assert found is not None
        assert (found.code, found.law, found.field) == (
            RefusalCode.EARLIER_GAME_UNFINISHED,
            "law 46",
            "game",
        )


def test_law_47_the_king_held_counts_one() -> None:
    king = scored(hand(ALICE, EXCHANGED, (2, 3), held(BOB)))[0]
    assert king == Mark(BOB, 1, KING_HELD, Rule.KING_HELD, "law 47")


def test_law_47_there_is_one_king_of_trumps() -> None:
    both = hand(ALICE, EXCHANGED, (2, 3), held(ALICE), held(BOB))
    assert refused(both) == (RefusalCode.KING_MARKED_BY_BOTH, "law 47", "kings")
    turned_and_held = hand(ALICE, EXCHANGED, (2, 3), turned(ALICE), held(ALICE))
    assert refused(turned_and_held) == (RefusalCode.KING_TURNED_AND_HELD, "law 47", "kings")
    twice = hand(ALICE, EXCHANGED, (2, 3), held(BOB), held(BOB))
    assert refused(twice) == (RefusalCode.KING_MARKED_TWICE, "law 47", "kings")


@pytest.mark.parametrize("tricks", [(3, 2), (4, 1)])
def test_law_48_three_or_four_tricks_are_the_point(tricks: tuple[int, int]) -> None:
    expected = Mark(ALICE, 1, POINT, Rule.POINT, "law 48")
    assert scored(hand(BOB, EXCHANGED, tricks)) == (expected,)


def test_law_48_five_tricks_are_the_vole() -> None:
    assert scored(vole(BOB)) == (Mark(BOB, 2, VOLE, Rule.VOLE, "law 48"),)


def test_law_49_who_stands_and_fails_to_win_the_point_gives_two() -> None:
    lost = hand(ALICE, STOOD, (3, 2))
    assert tricks_mark(lost) == Mark(ALICE, 2, POINT, Rule.STOOD_AND_LOST, "law 49")
    won = hand(ALICE, STOOD, (2, 3))
    assert tricks_mark(won) == Mark(BOB, 1, POINT, Rule.POINT, "law 48")


def test_law_49_who_refuses_and_fails_to_win_the_point_gives_two() -> None:
    lost = hand(ALICE, REFUSED, (1, 4))
    assert tricks_mark(lost) == Mark(BOB, 2, POINT, Rule.REFUSED_AND_LOST, "law 49")
    won = hand(ALICE, REFUSED, (4, 1))
    assert tricks_mark(won) == Mark(ALICE, 1, POINT, Rule.POINT, "law 48")


@pytest.mark.parametrize("opening", [STOOD, REFUSED])
def test_law_49_leaves_the_vole_unaffected(opening: Opening) -> None:
    for tricks in ((5, 0), (0, 5)):
        record = hand(ALICE, opening, tricks)
        assert (tricks_mark(record).points, tricks_mark(record).law) == (2, "law 48")


def test_law_49_needs_the_opening_and_the_dealer_for_the_point_only() -> None:
    assert refused(hand(ALICE, None, (3, 2))) == (
        RefusalCode.OPENING_MISSING,
        "law 49",
        "opening",
    )
    assert refused(hand(None, STOOD, (3, 2))) == (
        RefusalCode.DEALER_UNKNOWN,
        "law 49",
        "dealer",
    )
    assert tricks_mark(hand(None, EXCHANGED, (3, 2))).points == 1
    assert tricks_mark(hand(None, None, (5, 0))).points == 2


def test_law_49_a_point_of_two_after_an_exchange_is_refused() -> None:
    record = HandRecord(opening=EXCHANGED, marks=only((BOB, 2, POINT)).marks)
    assert refused(record) == (RefusalCode.BONUS_AFTER_EXCHANGE, "law 49", "marks")
