"""Rubbers and their points, matches by games won alone, and each player's share."""

import pytest

from games.engine.match import begin, refusal, replay
from games.engine.refusals import RefusalCode
from games.engine.states import Tally, tally
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
    EXCHANGED,
    ONE_GAME,
    RUBBER,
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

BEST_OF_FIVE = Format(FormatKind.RUBBER, 5)
FOUR_GAMES = Format(FormatKind.GAMES, 4)


def test_a_rubber_ends_when_one_side_has_more_than_half() -> None:
    state = replay(london(RUBBER), ALICE, [won_game(1, BOB), won_game(2, BOB)])
    assert (state.over, state.winner, state.game) == (True, BOB, 2)
    entries = [won_game(1, BOB), won_game(2, ALICE), won_game(3, ALICE)]
    assert replay(london(RUBBER), ALICE, entries).winner is ALICE
    assert not replay(london(BEST_OF_FIVE), ALICE, entries).over


@pytest.mark.parametrize(
    ("entries", "bonus", "points"),
    [
        ([won_game(1, ALICE, 0), won_game(2, ALICE, 2)], 0, 5),
        ([won_game(1, ALICE, 4), won_game(2, BOB, 2), won_game(3, ALICE, 0)], 0, 2),
        ([won_game(1, ALICE, 4), won_game(2, BOB, 0), won_game(3, ALICE, 3)], 0, -1),
        ([won_game(1, ALICE, 4), won_game(2, BOB, 0), won_game(3, ALICE, 3)], 4, 3),
    ],
)
def test_rubber_points_are_the_values_less_the_losers(
    entries: list[GameEntry], bonus: int, points: int
) -> None:
    state = replay(london(RUBBER, game_values=True, bonus=bonus), ALICE, entries)
    assert state.rubber_points == points
    assert tally(state, ALICE).rubber_points == points
    assert tally(state, BOB).rubber_points == -points


def test_rubber_points_are_only_for_rubbers_that_are_over() -> None:
    assert replay(london(RUBBER, bonus=2), ALICE, [won_game(1, ALICE)]).rubber_points is None
    assert replay(london(ONE_GAME, bonus=2), ALICE, [won_game(1, ALICE)]).rubber_points is None


def test_a_rubber_by_its_games_counts_each_of_them_single() -> None:
    terms = london(RUBBER, game_values=True)
    state = replay(terms, ALICE, [RubberEntry(1, 2)])
    assert (state.over, state.winner, state.rubber_points) == (True, BOB, 1)
    assert (state.games, state.game, state.dealer, state.score) == ((), 3, None, Score(0, 0))
    assert tally(state, BOB) == Tally(
        games=2,
        against=1,
        value=2,
        value_against=1,
        trebles=0,
        doubles=0,
        singles=2,
        kings=0,
        voles=0,
        hands=0,
        rubber_points=1,
    )


@pytest.mark.parametrize(
    ("form", "possible"),
    [
        (ONE_GAME, {(1, 0), (0, 1)}),
        (RUBBER, {(2, 0), (2, 1), (0, 2), (1, 2)}),
        (BEST_OF_FIVE, {(3, 0), (3, 1), (3, 2), (0, 3), (1, 3), (2, 3)}),
        (FOUR_GAMES, {(4, 0), (3, 1), (2, 2), (1, 3), (0, 4)}),
    ],
)
def test_a_match_by_its_games_is_one_that_can_be(
    form: Format, possible: set[tuple[int, int]]
) -> None:
    numbers = [(a, b) for a in range(-1, 6) for b in range(-1, 6)]
    taken = set()
    for a, b in numbers:
        found = refusal(begin(london(form), ALICE), RubberEntry(a, b))
        if found is None:
            taken.add((a, b))
            assert replay(london(form), ALICE, [RubberEntry(a, b)]).over
        else:
            assert (found.code, found.field) == (RefusalCode.GAMES_IMPOSSIBLE, "games")
            assert found.params.keys() == {"a", "b", "games"}
    assert taken == possible


def test_four_games_by_their_number_may_be_drawn() -> None:
    state = replay(london(FOUR_GAMES), ALICE, [RubberEntry(2, 2)])
    assert (state.over, state.winner) == (True, None)


def test_a_match_by_its_games_is_its_only_entry() -> None:
    before: list[list[Entry]] = [[RubberEntry(2, 0)], [HandEntry(1, vole(ALICE))]]
    for entries in before:
        found = refusal(replay(london(RUBBER), ALICE, entries), RubberEntry(2, 0))
        assert found is not None
        assert (found.code, found.field) == (RefusalCode.MATCH_HAS_ENTRIES, "games")
    state = replay(london(RUBBER), ALICE, before[0])
    for number in (1, 3):
        late = refusal(state, won_game(number, BOB))
        assert late is not None
        assert late.code == RefusalCode.MATCH_OVER
    after = replay(london(RUBBER), ALICE, [*before[0], HandEntry(2, vole(BOB))])
    assert after.lines[1].surplus
    assert after.games_won(BOB) == 0


def test_a_share_counts_what_counted() -> None:
    terms = Terms(london().code, RUBBER, game_values=True)
    entries: list[Entry] = [
        *hands(1, hand(ALICE, EXCHANGED, (5, 0), turned(ALICE)), vole(BOB), vole(ALICE)),
        won_game(2, BOB, 0),
        *hands(3, vole(BOB, ALICE), hand(BOB, EXCHANGED, (3, 2), held(BOB)), only((BOB, 2))),
        *hands(3, point(ALICE)),
    ]
    state = replay(terms, ALICE, entries)
    assert [game.value for game in state.games] == [2, 3, 2]
    assert state.lines[-1].surplus
    assert tally(state, ALICE) == Tally(
        games=1,
        against=2,
        value=2,
        value_against=5,
        trebles=0,
        doubles=1,
        singles=0,
        kings=1,
        voles=2,
        hands=6,
        rubber_points=-3,
    )
    bob = tally(state, BOB)
    assert (bob.trebles, bob.doubles, bob.kings, bob.voles) == (1, 1, 1, 2)


def test_each_game_counts_its_own_hands_and_what_comes_too_late_shows_its_own_score() -> None:
    """Three hands to Alice, then two of Bob's second game; and one more for the first."""
    state = replay(
        london(RUBBER),
        ALICE,
        [
            *hands(1, vole(ALICE), vole(ALICE), point(ALICE)),
            *hands(2, vole(BOB), point(BOB)),
            *hands(1, vole(BOB)),
        ],
    )
    assert [game.hands for game in state.games] == [3, 2]
    late = state.lines[-1]
    assert (late.surplus, late.score_after) == (True, Score(5, 0))
    score = refusal(state, GameEntry(2, Score(5, 1)))
    assert score is not None
    assert score.code == RefusalCode.GAME_HAS_HANDS
