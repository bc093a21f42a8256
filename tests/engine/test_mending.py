"""Laws 50 and 51: what the players may still mend themselves.

50. If a player omit to mark his score, he may rectify the omission at any time before the trump
card of the next deal is turned up. 51. An admitted overscore can be taken down at any time during
the game.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.codes import CODES, Rule
from games.engine.fixing import fix_refusal, fix_rules
from games.engine.match import replay
from games.engine.records import HandRecord
from games.engine.refusals import RefusalCode
from games.engine.seats import Seat
from games.engine.states import Line, MatchState
from games.engine.terms import Terms

from .naive import naive_marks
from .people import (
    ALICE,
    BOB,
    EXCHANGED,
    LONDON,
    ONE_GAME,
    REFUSED,
    RUBBER,
    STOOD,
    hand,
    hands,
    held,
    point,
    turned,
    vole,
    won_game,
)
from .strategies import real_hands

PLAIN = hand(BOB, EXCHANGED, (3, 2))
WITH_KING = hand(BOB, EXCHANGED, (3, 2), held(ALICE))


def _played(*records: HandRecord, terms: Terms | None = None) -> MatchState:
    return replay(terms or Terms(LONDON, ONE_GAME), BOB, hands(1, *records))


def _refused(
    state: MatchState, line: Line, record: HandRecord, *, turned: bool = False
) -> str | None:
    found = fix_refusal(state, line, record, trump_turned=turned)
    return found.code if found else None


def test_law_50_a_mark_left_out_is_added_until_the_next_trump_is_turned() -> None:
    """Alice held the king and did not mark it in the last hand."""
    state = _played(PLAIN)
    line = state.lines[-1]
    assert fix_refusal(state, line, WITH_KING, trump_turned=False) is None
    assert fix_rules(state, line, WITH_KING) == (Rule.OMITTED_MARK,)
    found = fix_refusal(state, line, WITH_KING, trump_turned=True)
    assert found
    assert (found.code, found.law) == (RefusalCode.OMISSION_TOO_LATE, "law 50")


def test_law_50_a_later_hand_tells_that_its_trump_was_turned() -> None:
    state = _played(PLAIN, point(BOB))
    assert _refused(state, state.lines[0], WITH_KING) == RefusalCode.OMISSION_TOO_LATE


def test_law_50_holds_for_the_last_hand_of_a_game_too() -> None:
    """Bob won it with the point, having left out the king: the score is five either way."""
    state = _played(vole(BOB), vole(BOB), point(BOB), terms=Terms(LONDON, RUBBER))
    line = state.lines[-1]
    king = hand(line.dealer, EXCHANGED, (2, 3), held(BOB))
    assert _refused(state, line, king) == RefusalCode.NOTHING_TO_MEND
    alices = hand(line.dealer, EXCHANGED, (2, 3), held(ALICE))
    assert _refused(state, line, alices) is None
    assert _refused(state, line, alices, turned=True) == RefusalCode.OMISSION_TOO_LATE


def test_law_51_too_much_is_taken_down_at_any_time_during_the_game() -> None:
    state = _played(WITH_KING, point(BOB), point(BOB))
    line = state.lines[0]
    for is_turned in (False, True):
        assert fix_refusal(state, line, PLAIN, trump_turned=is_turned) is None
    assert fix_rules(state, line, PLAIN) == (Rule.OVERSCORE,)


def test_law_51_not_when_the_game_is_over() -> None:
    by_hands = _played(WITH_KING, vole(ALICE), point(ALICE))
    assert by_hands.over
    found = fix_refusal(by_hands, by_hands.lines[0], PLAIN, trump_turned=False)
    assert found
    assert (found.code, found.law) == (RefusalCode.OVERSCORE_TOO_LATE, "law 51")
    rubber = replay(Terms(LONDON, RUBBER), BOB, hands(1, WITH_KING, vole(ALICE), point(ALICE)))
    assert not rubber.over
    assert _refused(rubber, rubber.lines[0], PLAIN) == RefusalCode.OVERSCORE_TOO_LATE


def test_a_mark_given_to_the_wrong_player_needs_both_laws() -> None:
    """The king was marked for Alice and was Bob's: his omission, and her overscore."""
    bobs = hand(BOB, EXCHANGED, (3, 2), held(BOB))
    state = _played(WITH_KING)
    assert fix_rules(state, state.lines[0], bobs) == (Rule.OMITTED_MARK, Rule.OVERSCORE)
    assert _refused(state, state.lines[0], bobs) is None
    assert _refused(state, state.lines[0], bobs, turned=True) == RefusalCode.OMISSION_TOO_LATE
    later = _played(WITH_KING, point(BOB))
    assert _refused(later, later.lines[0], bobs) == RefusalCode.OMISSION_TOO_LATE


@pytest.mark.parametrize("same", [PLAIN, hand(BOB, EXCHANGED, (4, 1)), hand(BOB, STOOD, (3, 2))])
def test_what_changes_no_score_is_no_mending(same: HandRecord) -> None:
    state = _played(PLAIN)
    assert _refused(state, state.lines[0], same) == RefusalCode.NOTHING_TO_MEND


def test_what_five_cuts_off_is_no_change() -> None:
    """At four the point wins the game; that it was the vole gives nothing more."""
    state = _played(vole(ALICE), vole(ALICE), point(ALICE))
    last = state.lines[-1]
    assert _refused(state, last, vole(ALICE, last.dealer)) == RefusalCode.NOTHING_TO_MEND


def test_the_record_itself_must_be_possible() -> None:
    state = _played(PLAIN)
    both = hand(BOB, EXCHANGED, (3, 2), held(ALICE), held(BOB))
    assert _refused(state, state.lines[0], both) == RefusalCode.KING_MARKED_BY_BOTH


def test_the_dealer_stays_who_he_was() -> None:
    """Bob dealt and refused: the point is two, though nobody names him again."""
    state = _played(PLAIN)
    again = hand(None, REFUSED, (3, 2))
    assert _refused(state, state.lines[0], again) is None
    turned_by_alice = hand(ALICE, EXCHANGED, (3, 2), turned(BOB))
    assert _refused(state, state.lines[0], turned_by_alice) == RefusalCode.KING_TURNED_BY_NON_DEALER


def test_a_game_by_its_score_has_no_marks_to_take_down() -> None:
    state = replay(Terms(LONDON, RUBBER), BOB, [won_game(1, ALICE, 3)])
    assert _refused(state, state.lines[0], vole(BOB, BOB)) == RefusalCode.NOTHING_TO_MEND


@pytest.mark.parametrize("name", ["london", "britannica", "modern"])
def test_where_a_code_has_no_word_on_it_the_london_laws_stand_in(name: str) -> None:
    state = _played(PLAIN, point(BOB), terms=Terms(CODES[name], ONE_GAME))
    found = fix_refusal(state, state.lines[0], WITH_KING, trump_turned=True)
    assert found
    assert found.law == "law 50"


def test_in_enquire_within_a_score_is_amended_until_the_next_hand_is_dealt() -> None:
    """xv: "An admitted overscore or underscore may be amended without penalty before the cards are
    dealt for the following round."""
    terms = Terms(CODES["household"], ONE_GAME)

    def refused(state: MatchState, line: Line, record: HandRecord, *, dealt: bool) -> str | None:
        found = fix_refusal(state, line, record, trump_turned=dealt)
        assert found is None or found.law == "Enquire Within"
        return found.code if found else None

    left_out, too_much = _played(PLAIN, terms=terms), _played(WITH_KING, terms=terms)
    for state, record, code in (
        (left_out, WITH_KING, RefusalCode.OMISSION_TOO_LATE),
        (too_much, PLAIN, RefusalCode.OVERSCORE_TOO_LATE),
    ):
        assert refused(state, state.lines[0], record, dealt=False) is None
        assert refused(state, state.lines[0], record, dealt=True) == code
    later = _played(WITH_KING, point(BOB), terms=terms)
    too_late = RefusalCode.OVERSCORE_TOO_LATE
    assert refused(later, later.lines[0], PLAIN, dealt=False) == too_late


def test_in_enquire_within_an_overscore_that_ended_the_game_is_amended_too() -> None:
    """Under the London laws the game is over and it is too late."""
    five = [vole(ALICE), vole(ALICE), vole(ALICE)]
    for name, code in (("household", None), ("london", RefusalCode.OVERSCORE_TOO_LATE)):
        state = _played(*five, terms=Terms(CODES[name], ONE_GAME))
        assert state.over
        last = state.lines[-1]
        nobody = hand(last.dealer, EXCHANGED, (1, 4))
        found = fix_refusal(state, last, nobody, trump_turned=False)
        assert (found and found.code) == (code or None)


@given(
    st.lists(real_hands(), min_size=1, max_size=4), real_hands(), st.booleans(), st.integers(0, 3)
)
def test_by_the_words_of_the_laws(
    played: list[HandRecord], other: HandRecord, is_turned: bool, which: int
) -> None:
    """Against a second reading of them: who has more, who has less, is it still time."""
    state = _played(*played)
    line = state.lines[which % len(state.lines)]
    was = {seat: sum(mark.points for mark in line.marks if mark.seat is seat) for seat in Seat}
    now = _naive(line, was, other)
    more, less = (any(sign * (now[seat] - was[seat]) > 0 for seat in Seat) for sign in (1, -1))
    found = _refused(state, line, other, turned=is_turned)
    if not more and not less:
        assert found == RefusalCode.NOTHING_TO_MEND
        return
    still_before_the_trump = line is state.lines[-1] and not is_turned
    allowed = (not more or still_before_the_trump) and (not less or not state.over)
    assert (found is None) is allowed


def _naive(line: Line, was: dict[Seat, int], record: HandRecord) -> dict[Seat, int]:
    """What the hand would have added to the score that it found, to five at most."""
    king = record.kings[0] if record.kings else None
    assert record.dealer
    assert record.opening
    assert record.tricks
    made = naive_marks(
        "london",
        record.dealer.value,
        record.opening.value,
        (king.seat.value, king.how.value) if king else None,
        (record.tricks.a, record.tricks.b),
    )
    found = {seat: line.score_after.of(seat) - was[seat] for seat in Seat}
    score = dict(found)
    for seat, points, _kind in made:
        if max(score.values()) < 5:
            score[Seat(seat)] = min(5, score[Seat(seat)] + points)
    return {seat: score[seat] - found[seat] for seat in Seat}
