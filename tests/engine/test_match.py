"""One game, n games, and what may be entered when."""

import copy

import pytest

from games.engine.codes import Rule
from games.engine.match import apply, begin, refusal, replay
from games.engine.refusals import Refusal, RefusalCode, RefusalError
from games.engine.seats import Seat
from games.engine.states import DealPassed, GameState, GameWon, Marked, MatchOver
from games.engine.terms import (
    Entry,
    Format,
    FormatKind,
    GameEntry,
    HandEntry,
    RubberEntry,
    Score,
    Terms,
)

from .people import (
    ALICE,
    BOB,
    BRITANNICA,
    EXCHANGED,
    LONDON,
    ONE_GAME,
    RUBBER,
    STOOD,
    hand,
    hands,
    london,
    only,
    point,
    vole,
    won_game,
)

THREE_GAMES = Format(FormatKind.GAMES, 3)
TWO_GAMES = Format(FormatKind.GAMES, 2)
QUICK_WIN = hands(1, vole(ALICE), vole(ALICE), vole(ALICE))


def refused(terms: Terms, before: list[Entry], entry: Entry) -> tuple[str, str, str] | None:
    found = refusal(replay(terms, ALICE, before), entry)
    return (found.code, found.law, found.field) if found else None


def test_a_match_begins_with_nothing() -> None:
    state = begin(london(), BOB)
    assert (state.game, state.score, state.games, state.lines) == (1, Score(0, 0), (), ())
    assert (state.dealer, state.over, state.winner, state.rubber_points) == (
        BOB,
        False,
        None,
        None,
    )


@pytest.mark.parametrize(
    ("terms", "code", "field"),
    [
        (london(Format(FormatKind.GAMES, 0)), RefusalCode.GAMES_OUT_OF_RANGE, "games"),
        (london(Format(FormatKind.GAMES, 100)), RefusalCode.GAMES_OUT_OF_RANGE, "games"),
        (london(Format(FormatKind.ONE_GAME, 2)), RefusalCode.GAMES_OUT_OF_RANGE, "games"),
        (london(Format(FormatKind.RUBBER, 4)), RefusalCode.RUBBER_NOT_ODD, "games"),
        (
            Terms(BRITANNICA, ONE_GAME, game_values=True),
            RefusalCode.GAME_VALUE_NOT_IN_CODE,
            "game_values",
        ),
        (london(RUBBER, bonus=-1), RefusalCode.RUBBER_BONUS_NEGATIVE, "rubber_bonus"),
    ],
)
def test_terms_that_no_match_can_have(terms: Terms, code: str, field: str) -> None:
    with pytest.raises(RefusalError) as caught:
        begin(terms, None)
    assert (caught.value.refusal.code, caught.value.refusal.field) == (code, field)


def test_what_happened_is_told_in_events() -> None:
    state, events = apply(begin(london(TWO_GAMES), ALICE), QUICK_WIN[0])
    assert [type(event) for event in events] == [Marked, DealPassed]
    assert events[1] == DealPassed(BOB)
    state = replay(london(TWO_GAMES), ALICE, QUICK_WIN[:2])
    state, events = apply(state, QUICK_WIN[2])
    assert events[1:] == (GameWon(1, ALICE, Score(5, 0), 1), DealPassed(BOB))
    state, events = apply(state, won_game(2, BOB, 3))
    assert events == (GameWon(2, BOB, Score(3, 5), 1), MatchOver(None))
    assert (state.over, state.winner) == (True, None)
    _, events = apply(begin(london(RUBBER), ALICE), RubberEntry(1, 2))
    assert events == (MatchOver(BOB),)


def test_the_deal_goes_on_alternating_from_game_to_game() -> None:
    state = replay(london(TWO_GAMES), ALICE, QUICK_WIN)
    assert (state.game, state.score, state.dealer) == (2, Score(0, 0), BOB)


def test_after_a_game_by_its_score_the_next_dealer_is_not_known() -> None:
    state = replay(london(TWO_GAMES), ALICE, [won_game(1, ALICE, 4)])
    assert state.dealer is None
    stood = HandEntry(2, hand(None, STOOD, (3, 2)))
    found = refusal(state, stood)
    assert found == Refusal(RefusalCode.DEALER_UNKNOWN, "law 49", "dealer")
    state, _ = apply(state, HandEntry(2, hand(BOB, STOOD, (3, 2))))
    assert state.dealer is ALICE


def test_a_hand_whose_dealer_does_not_matter_leaves_the_next_unknown() -> None:
    state = replay(london(), None, hands(1, point(ALICE)))
    assert (state.dealer, state.lines[0].dealer, state.score) == (None, None, Score(1, 0))


def test_games_are_all_played_and_the_match_may_be_drawn() -> None:
    two_up = [won_game(1, ALICE), won_game(2, ALICE)]
    assert not replay(london(THREE_GAMES), ALICE, two_up).over
    state = replay(london(THREE_GAMES), ALICE, [*two_up, won_game(3, BOB)])
    assert (state.over, state.winner) == (True, ALICE)
    assert (state.games_won(ALICE), state.games_won(BOB)) == (2, 1)
    drawn = replay(london(TWO_GAMES), ALICE, [won_game(1, ALICE), won_game(2, BOB)])
    assert (drawn.over, drawn.winner, drawn.rubber_points) == (True, None, None)


def test_a_game_by_its_score() -> None:
    state = replay(london(TWO_GAMES), ALICE, [won_game(1, BOB, 3)])
    assert state.games == (GameState(1, Score(3, 5), BOB, 1, by_score=True, hands=0),)
    assert (state.lines[0].score_after, state.lines[0].marks) == (Score(3, 5), ())


def test_entries_for_games_that_there_are_not() -> None:
    for number in (0, -1):
        for entry in (HandEntry(number, vole(ALICE)), won_game(number, ALICE)):
            expected = (RefusalCode.GAME_NUMBER_IMPOSSIBLE, "agreement", "game")
            assert refused(london(), [], entry) == expected
    assert refused(london(), [], HandEntry(3, vole(BOB))) == (
        RefusalCode.EARLIER_GAME_UNFINISHED,
        "law 46",
        "game",
    )


def test_a_game_that_has_begun_is_not_entered_by_its_score() -> None:
    started: list[Entry] = [*QUICK_WIN[:1]]
    expected = (RefusalCode.GAME_HAS_HANDS, "law 46", "game")
    assert refused(london(), started, won_game(1, BOB)) == expected
    assert refused(london(), [*QUICK_WIN], won_game(1, BOB)) == expected
    assert refused(london(TWO_GAMES), [won_game(1, BOB)], won_game(1, BOB)) == (
        RefusalCode.GAME_ALREADY_ENTERED,
        "law 46",
        "game",
    )


def test_nothing_follows_a_match_that_is_over() -> None:
    over: list[Entry] = [*QUICK_WIN]
    for entry in (HandEntry(2, vole(BOB)), won_game(2, BOB)):
        assert refused(london(), over, entry) == (RefusalCode.MATCH_OVER, "agreement", "game")
    rubber: list[Entry] = [won_game(1, BOB), won_game(2, BOB)]
    assert refused(london(RUBBER), rubber, won_game(3, BOB)) == (
        RefusalCode.MATCH_OVER,
        "Enquire Within",
        "game",
    )


def test_hands_of_a_game_that_is_over_are_kept_and_do_not_count() -> None:
    late = hands(1, vole(BOB), hand(None, STOOD, (3, 2)), only((BOB, 2)))
    for terms in (london(), london(TWO_GAMES)):
        state = replay(terms, None, QUICK_WIN)
        after = state
        for entry in late:
            after, events = apply(after, entry)
            assert events == ()
        assert [line.surplus for line in after.lines] == [False] * 3 + [True] * 3
        assert all(line.marks == () for line in after.lines[3:])
        assert after.lines[-1].score_after == Score(5, 0)
        assert (after.games, after.dealer, after.score, after.game) == (
            state.games,
            state.dealer,
            state.score,
            state.game,
        )


def test_a_surplus_hand_must_still_be_one_that_can_be() -> None:
    over: list[Entry] = [*QUICK_WIN]
    six = HandEntry(1, hand(ALICE, EXCHANGED, (3, 3)))
    assert refused(london(), over, six) == (RefusalCode.TRICKS_TOO_MANY, "law 8", "tricks")


def test_a_correction_upstream_makes_the_last_hand_surplus() -> None:
    entries = hands(1, point(ALICE), vole(ALICE), vole(ALICE))
    assert not any(line.surplus for line in replay(london(), ALICE, entries).lines)
    corrected = [HandEntry(1, only((ALICE, 3))), *entries[1:]]
    state = replay(london(), ALICE, corrected)
    assert [line.surplus for line in state.lines] == [False, False, True]
    assert state.games[0].hands == 2


def test_replay_says_which_entry_is_refused() -> None:
    six = HandEntry(1, hand(ALICE, EXCHANGED, (3, 3)))
    with pytest.raises(RefusalError) as caught:
        replay(london(), ALICE, [QUICK_WIN[0], six])
    assert caught.value.index == 1
    assert caught.value.refusal.code == RefusalCode.TRICKS_TOO_MANY
    with pytest.raises(RefusalError) as alone:
        apply(begin(london(), ALICE), six)
    assert alone.value.index is None


def test_a_refusal_can_be_copied_and_hashed() -> None:
    found = Refusal(RefusalCode.TRICKS_TOO_MANY, "law 8", "tricks", {"a": 3})
    sent = copy.copy(RefusalError(found, 4))
    assert (sent.refusal, sent.index) == (found, 4)
    assert hash(found) == hash(Refusal(RefusalCode.TRICKS_TOO_MANY, "law 8", "tricks"))


def test_the_code_of_a_match_gives_its_citations() -> None:
    state = replay(Terms(BRITANNICA, ONE_GAME), ALICE, QUICK_WIN)
    assert {mark.law for line in state.lines for mark in line.marks} == {"EB 1911"}
    assert LONDON.source(Rule.ABANDONED, Rule.STOOD_AND_LOST) == "law 42, law 49"
    assert refused(london(), [], GameEntry(1, Score(4, 4))) == (
        RefusalCode.SCORE_IMPOSSIBLE,
        "law 46",
        "score",
    )


@pytest.mark.parametrize("seat", Seat)
def test_the_seats_face_each_other(seat: Seat) -> None:
    assert seat.other is not seat
    assert seat.other.other is seat
