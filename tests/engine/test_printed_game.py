"""The illustrative game of Hoyle's Games Modernized, A (Alice's seat) against Y (Bob's)."""

from games.engine.codes import CODES, Rule
from games.engine.match import apply as entered
from games.engine.match import begin, replay
from games.engine.records import HandRecord
from games.engine.seats import Seat
from games.engine.states import GameState, MatchState, tally
from games.engine.terms import HandEntry, Score, Terms

from .people import (
    ALICE,
    BOB,
    EXCHANGED,
    KING_TURNED,
    ONE_GAME,
    POINT,
    REFUSED,
    STOOD,
    VOLE,
    hand,
    hands,
    london,
    only,
    turned,
)

PRINTED = hands(
    1,
    hand(ALICE, EXCHANGED, (5, 0), turned(ALICE)),
    hand(BOB, REFUSED, (0, 5)),
    hand(ALICE, STOOD, (2, 3)),
    hand(BOB, EXCHANGED, (2, 3)),
    hand(ALICE, STOOD, (3, 2)),
)
MARKS_ONLY = hands(
    1,
    only((ALICE, 1, KING_TURNED), (ALICE, 2, VOLE)),
    only((BOB, 2, VOLE)),
    only((BOB, 1, POINT)),
    only((BOB, 1, POINT)),
    only((ALICE, 2, POINT)),
)


def running(terms: Terms, entries: list[HandEntry]) -> tuple[MatchState, list[tuple[str, int]]]:
    """Who has how much after each mark."""
    state, scores = begin(terms, ALICE), []
    for entry in entries:
        before = {"a": state.score.a, "b": state.score.b}
        state, _ = entered(state, entry)
        for mark in state.lines[-1].marks:
            before[mark.seat.value] += mark.points
            scores.append((mark.seat.value, before[mark.seat.value]))
    return state, scores


def test_the_score_runs_as_printed() -> None:
    for entries in (PRINTED, MARKS_ONLY):
        state, scores = running(london(), entries)
        assert scores == [("a", 1), ("a", 3), ("b", 2), ("b", 3), ("b", 4), ("a", 5)]
        assert (state.over, state.winner, state.score) == (True, ALICE, Score(5, 4))
        assert state.games == (GameState(1, Score(5, 4), ALICE, 1, False, 5),)


def test_every_mark_is_explained_by_its_law() -> None:
    state = replay(london(), ALICE, PRINTED)
    found = [(mark.rule, mark.law) for line in state.lines for mark in line.marks]
    assert found == [
        (Rule.KING_TURNED, "law 47"),
        (Rule.VOLE, "law 48"),
        (Rule.VOLE, "law 48"),
        (Rule.POINT, "law 48"),
        (Rule.POINT, "law 48"),
        (Rule.STOOD_AND_LOST, "law 49"),
    ]


def test_every_code_gives_the_same_game() -> None:
    for code in CODES.values():
        state, scores = running(Terms(code, ONE_GAME), PRINTED)
        assert [points for _, points in scores] == [1, 3, 2, 3, 4, 5]
        assert state.winner is ALICE


def test_the_deal_alternates_without_being_noted() -> None:
    unsaid = [
        HandEntry(1, HandRecord(None, one.opening, one.kings, one.tricks))
        for one in (entry.record for entry in PRINTED)
    ]
    state = replay(london(), ALICE, unsaid)
    assert [line.dealer for line in state.lines] == [ALICE, BOB, ALICE, BOB, ALICE]
    assert state.winner is ALICE


def test_the_king_kept_silent_is_not_counted() -> None:
    state = replay(london(), ALICE, PRINTED)
    shares = [tally(state, seat) for seat in Seat]
    assert [(one.kings, one.voles, one.games, one.hands) for one in shares] == [
        (1, 1, 1, 5),
        (0, 1, 0, 5),
    ]
