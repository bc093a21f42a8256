"""Rulings in a match: the void hand, its dealer, and the form in which they are kept."""

import json
from dataclasses import replace

import pytest

from games.engine.fixing import fix_refusal
from games.engine.match import apply, refusal, replay
from games.engine.records import HandRecord
from games.engine.refusals import RefusalCode
from games.engine.rulings.book import rulings
from games.engine.serialization import EntryDataError, Problem, dump, load
from games.engine.states import DealPassed, Marked, MatchState, tally
from games.engine.terms import GameEntry, HandEntry, Score
from tests.engine.people import (
    ALICE,
    BOB,
    EXCHANGED,
    LONDON,
    RUBBER,
    STOOD,
    hand,
    hands,
    held,
    london,
    point,
    turned,
    vole,
)

from .table import I, take

VOID = take(I.PACK_INCORRECT, "fresh_deal")
OUT_OF_TURN = take(I.DEALT_OUT_OF_TURN, "fresh_deal", ALICE, trump_turned="no")
REVOKED = take(I.REVOKE, "play_again", ALICE, led_since="yes")
VOID_HAND = HandRecord(rulings=(VOID,))


def played(*records: HandRecord) -> MatchState:
    return replay(london(RUBBER), BOB, hands(1, *records))


def test_law_45_the_same_dealer_deals_after_a_void_hand() -> None:
    state = played(VOID_HAND)
    assert state.dealer is BOB
    assert state.score == Score(0, 0)
    assert state.lines[-1].void
    assert state.lines[-1].dealer is BOB
    assert [line.void for line in played(VOID_HAND, point(ALICE)).lines] == [True, False]
    assert played(VOID_HAND, point(ALICE)).dealer is ALICE


def test_a_void_hand_is_in_the_log_and_is_no_hand_played() -> None:
    state = played(point(ALICE), VOID_HAND, VOID_HAND, point(BOB))
    assert len(state.lines) == 4
    assert state.games[0].hands == 2
    assert tally(state, ALICE).hands == 2
    assert state.score == Score(1, 1)


def test_law_14_after_a_deal_out_of_turn_it_is_still_his_turn() -> None:
    state = played(HandRecord(rulings=(OUT_OF_TURN,)))
    assert state.dealer is BOB
    state = played(HandRecord(dealer=ALICE, rulings=(OUT_OF_TURN,)))
    assert state.dealer is BOB


def test_a_void_hand_makes_no_event() -> None:
    state, events = apply(played(point(ALICE)), HandEntry(1, VOID_HAND))
    assert events == ()
    _, events = apply(state, HandEntry(1, point(BOB)))
    assert [type(event) for event in events] == [Marked, DealPassed]


def test_a_game_that_began_with_a_void_hand_is_not_entered_by_its_score() -> None:
    found = refusal(played(VOID_HAND), GameEntry(1, Score(5, 2)))
    assert found
    assert found.code == RefusalCode.GAME_HAS_HANDS


def test_a_void_hand_of_a_game_that_is_over_is_surplus() -> None:
    state = played(vole(ALICE), vole(ALICE), point(ALICE))
    state, _ = apply(state, HandEntry(1, VOID_HAND))
    assert state.lines[-1].surplus
    assert not state.lines[-1].void


def test_where_the_dealer_is_not_known_he_is_not_known_after_a_void_hand() -> None:
    state = replay(london(), None, hands(1, VOID_HAND))
    assert state.dealer is None


def test_law_42_an_abandoned_hand_needs_no_tricks_but_what_was_said() -> None:
    abandoned = take(I.ABANDONED, "mark_point", ALICE, claimed="no", tricks_made="one_or_two")
    state = played(HandRecord(opening=STOOD, rulings=(abandoned,)))
    assert state.score == Score(0, 2)
    assert refusal(played(), HandEntry(1, HandRecord(opening=STOOD))) is not None


def test_law_19_a_king_that_is_not_marked_does_not_end_the_game() -> None:
    """At four Bob turns the king, and it would have been the fifth point."""
    kept = take(I.WRONG_NUMBER, "play_on", **_more_than_five())
    state = played(vole(BOB), vole(BOB))
    king_only = hand(BOB, None, None, turned(BOB))
    assert refusal(state, HandEntry(1, king_only)) is None
    found = refusal(state, HandEntry(1, replace(king_only, rulings=(kept,))))
    assert found
    assert found.code == RefusalCode.TRICKS_MISSING
    record = replace(king_only, opening=EXCHANGED, tricks=point(ALICE).tricks, rulings=(kept,))
    after, _ = apply(state, HandEntry(1, record))
    assert after.score == Score(1, 4)


def _more_than_five() -> dict[str, str]:
    elder = {"trump_turned": "yes", "whose_hand": "non_dealer"}
    return {**elder, "elder_done": "nothing", "more_or_fewer": "more"}


ENTRY = HandEntry(1, replace(hand(BOB, EXCHANGED, (3, 2)), rulings=(REVOKED, VOID)))
DATA: dict[str, object] = {
    "kind": "hand",
    "game": 1,
    "dealer": "b",
    "opening": "exchanged",
    "tricks": {"a": 3, "b": 2},
    "rulings": [
        {
            "law": "law 43",
            "irregularity": "revoke",
            "facts": [{"fact": "led_since", "answer": "yes"}],
            "choice": "play_again",
            "offender": "a",
        },
        {
            "law": "law 45",
            "irregularity": "pack_incorrect",
            "facts": [],
            "choice": "fresh_deal",
        },
    ],
}


def test_the_form_of_a_ruling() -> None:
    assert dump(ENTRY) == DATA
    assert load(json.loads(json.dumps(DATA))) == ENTRY


def test_a_record_without_rulings_is_as_it_always_was() -> None:
    assert "rulings" not in dump(HandEntry(1, hand(BOB, EXCHANGED, (3, 2), held(BOB))))
    assert load({"kind": "hand", "game": 1, "rulings": []}) == HandEntry(1, HandRecord())
    assert load({"kind": "hand", "game": 1, "rulings": None}) == HandEntry(1, HandRecord())


@pytest.mark.parametrize(
    ("one", "field", "problem"),
    [
        ({}, "rulings.0.law", Problem.MISSING),
        ({"law": 43}, "rulings.0.law", Problem.NOT_ALLOWED),
        ({"law": "law 43"}, "rulings.0.irregularity", Problem.MISSING),
        ({"law": "", "irregularity": "spilt"}, "rulings.0.irregularity", Problem.NOT_ALLOWED),
        (
            {"law": "", "irregularity": "revoke", "facts": [{"fact": "who"}]},
            "rulings.0.facts.0.fact",
            Problem.NOT_ALLOWED,
        ),
        (
            {"law": "", "irregularity": "revoke", "facts": [{"fact": "led_since"}]},
            "rulings.0.facts.0.answer",
            Problem.MISSING,
        ),
        ({"law": "", "irregularity": "revoke"}, "rulings.0.choice", Problem.MISSING),
        (
            {"law": "", "irregularity": "revoke", "choice": "let_stand", "offender": "c"},
            "rulings.0.offender",
            Problem.NOT_ALLOWED,
        ),
        ({"law": "", "by": "a"}, "rulings.0.by", Problem.UNKNOWN_FIELD),
    ],
)
def test_what_is_no_ruling(one: dict[str, object], field: str, problem: Problem) -> None:
    with pytest.raises(EntryDataError) as caught:
        load({"kind": "hand", "game": 1, "rulings": [one]})
    assert (caught.value.field, caught.value.problem) == (field, problem)


@pytest.mark.parametrize("trump_turned", [True, False])
def test_law_50_is_the_same_asked_and_mended(trump_turned: bool) -> None:
    """Alice held the king and did not mark it."""
    state = played(point(ALICE))
    mended = hand(BOB, EXCHANGED, (3, 2), held(ALICE))
    refused = fix_refusal(state, state.lines[-1], mended, trump_turned=trump_turned)
    asked = rulings(LONDON, I.MARK_OMITTED, {"next_trump_turned": "yes" if trump_turned else "no"})
    assert (refused is None) == any(one.choice == "add_mark" for one in asked.choices)


@pytest.mark.parametrize("game_over", [True, False])
def test_law_51_is_the_same_asked_and_mended(game_over: bool) -> None:
    """Alice marked two for a point."""
    rest = (vole(BOB), vole(BOB), point(BOB)) if game_over else ()
    state = played(vole(ALICE), *rest)
    refused = fix_refusal(state, state.lines[0], point(ALICE, BOB), trump_turned=True)
    facts = {"game_over": "yes"} if game_over else {"game_over": "no", "admitted": "yes"}
    asked = rulings(LONDON, I.OVERSCORED, facts)
    assert (refused is None) == any(one.choice == "take_down" for one in asked.choices)
