"""Line-ups, boards and what a meeting comes to."""

from collections.abc import Mapping, Sequence
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.leagues.rules.refusals import Fact, Refusal, Why
from scoring.leagues.rules.teams import (
    Board,
    BoardPoints,
    Lineup,
    Outcome,
    TeamResult,
    TeamScheme,
    TeamScore,
    boards,
    lineup_refusal,
    reachable,
    team_result,
    unplayed,
)
from scoring.tables.results import Scheme
from tests.support.depth import examples

from .seasons import ALICE, BOB, CHLOE, DAVID, EMMA, FELIX

pytestmark = pytest.mark.any_database

WON, DRAWN, LOST = BoardPoints(2, 0), BoardPoints(1, 1), BoardPoints(0, 2)


def test_board_by_board_in_the_order_of_the_line_ups() -> None:
    found = boards((CHLOE, ALICE), (DAVID, EMMA))
    assert found == (Board(1, CHLOE, DAVID), Board(2, ALICE, EMMA))


def test_a_short_line_up_leaves_the_last_boards_empty() -> None:
    assert boards((ALICE,), (DAVID, None, FELIX)) == (
        Board(1, ALICE, DAVID),
        Board(2, None, None),
        Board(3, None, FELIX),
    )


@pytest.mark.parametrize(
    ("lineup", "refusal"),
    [
        ((ALICE, BOB), None),
        ((ALICE, None, BOB), None),
        ((None, None), None),
        ((), None),
        ((ALICE, BOB, ALICE), (Why.PLAYER_TWICE, {"player": ALICE})),
        ((ALICE, FELIX), (Why.NOT_IN_THE_TEAM, {"player": FELIX})),
        ((ALICE, BOB, CHLOE, None), (Why.TOO_MANY_BOARDS, {"players": 4, "boards": 3})),
    ],
)
def test_line_ups(lineup: Lineup, refusal: tuple[Why, Mapping[str, Fact]] | None) -> None:
    found = lineup_refusal(lineup, {ALICE, BOB, CHLOE}, boards=3)
    assert found == (Refusal(*refusal) if refusal else None)


def test_who_is_there_wins_where_the_other_is_missing() -> None:
    scheme = TeamScheme(board=Scheme(win=3, walkover=2, forfeit=-1))
    assert unplayed(Board(1, ALICE, None)) == BoardPoints(2, 0)
    assert unplayed(Board(1, None, DAVID)) == BoardPoints(0, 2)
    assert unplayed(Board(1, None, None)) == BoardPoints(0, 0)
    assert unplayed(Board(1, ALICE, None), scheme) == BoardPoints(2, -1)
    assert unplayed(Board(1, None, DAVID), scheme) == BoardPoints(-1, 2)
    assert unplayed(Board(1, None, None), scheme) == BoardPoints(-1, -1)
    assert unplayed(Board(1, ALICE, DAVID)) is None


@pytest.mark.parametrize(
    ("points", "home", "away", "outcome"),
    [
        ([WON, WON, LOST, DRAWN], (2, 5), (0, 3), Outcome.HOME),
        ([WON, LOST, DRAWN, DRAWN], (1, 4), (1, 4), Outcome.DRAWN),
        ([DRAWN, DRAWN, DRAWN, LOST], (0, 3), (2, 5), Outcome.AWAY),
    ],
)
def test_two_points_for_a_meeting_and_two_for_a_board(
    points: Sequence[BoardPoints],
    home: tuple[int, int],
    away: tuple[int, int],
    outcome: Outcome,
) -> None:
    assert team_result(points) == TeamResult(TeamScore(*home), TeamScore(*away), outcome)


def test_the_scheme_is_the_clubs() -> None:
    three = TeamScheme(match=Scheme(win=3, draw=1, loss=0))
    assert team_result([WON], three).home == TeamScore(3, 2)
    one_for_coming = TeamScheme(match=Scheme(win=3, draw=2, loss=1))
    assert team_result([LOST], one_for_coming).home == TeamScore(1, 0)
    assert team_result([DRAWN], one_for_coming).away == TeamScore(2, 1)


@settings(max_examples=examples(15, thorough=40))
@given(st.lists(st.builds(BoardPoints, st.integers(0, 5), st.integers(0, 5)), max_size=8))
def test_the_other_way_round_it_is_the_others(points: list[BoardPoints]) -> None:
    found = team_result(points)
    mirrored = team_result([BoardPoints(one.away, one.home) for one in points])
    assert (mirrored.home, mirrored.away) == (found.away, found.home)
    assert found.home.board_points + found.away.board_points == sum(map(sum, points))
    assert found.home.match_points + found.away.match_points == 2


def test_what_two_boards_can_come_to() -> None:
    """Each is won two to nothing by one of the two, or by nobody where neither came."""
    sums = {(4, 0), (2, 2), (0, 4), (2, 0), (0, 2), (0, 0)}
    assert reachable(2, TeamScheme(), draws=False) == sums
    assert reachable(2, TeamScheme(), draws=True) == sums | {(3, 1), (1, 3), (1, 1)}


points_given = st.integers(0, 4)


@settings(max_examples=examples(15, thorough=40))
@given(
    st.builds(Scheme, points_given, points_given, points_given, st.none() | points_given),
    st.integers(0, 4),
    st.booleans(),
)
def test_what_boards_can_come_to_is_tried_one_by_one(
    board: Scheme, number: int, draws: bool
) -> None:
    came = board.win if board.walkover is None else board.walkover
    ends = [(board.win, board.loss), (board.loss, board.win), (came, 0), (0, came), (0, 0)]
    if draws:
        ends.append((board.draw, board.draw))
    sums = {
        (sum(one for one, _other in told), sum(other for _one, other in told))
        for told in product(ends, repeat=number)
    }
    assert reachable(number, TeamScheme(board=board), draws=draws) == sums
