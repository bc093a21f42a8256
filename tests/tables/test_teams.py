"""What a meeting adds to a team's line, against a table worked by hand and a naive second way."""

from collections import defaultdict
from datetime import date
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.leagues.rules.teams import BoardPoints, TeamScheme, awarded, met
from scoring.tables.criteria import Criterion, TeamCriterion
from scoring.tables.explain import explain
from scoring.tables.figures import Number
from scoring.tables.results import How, Meeting, Scheme, Share
from tests.support.depth import examples
from tests.support.standings_tables import table

pytestmark = pytest.mark.any_database

REDS, BLUES, GREENS = 1, 2, 3
USUAL, THREE = TeamScheme(), TeamScheme(match=Scheme(3, 1, 0))
DAY = date(2026, 11, 12)
WON = (BoardPoints(2, 0), Share(1, 1, 0, 0, 1, 0), Share(1, 0, 0, 1, 0, 1))
LOST = (BoardPoints(0, 2), Share(1, 0, 0, 1, 0, 1), Share(1, 1, 0, 0, 1, 0))
DRAWN = (BoardPoints(1, 1), Share(1, 0, 1, 0, 1, 1), Share(1, 0, 1, 0, 1, 1))
BOARDS = (WON, LOST, DRAWN)


def test_each_break_is_a_criterion_of_its_own() -> None:
    figures = {criterion.row.figure for criterion in TeamCriterion}
    assert len(figures) == len(TeamCriterion)


def test_a_meeting_is_won_by_board_points() -> None:
    found = met(2, REDS, BLUES, [WON, WON, LOST], USUAL, DAY)
    assert (found.round, found.home, found.away, found.how) == (2, REDS, BLUES, How.PLAYED)
    assert (found.winner, found.day) == (REDS, DAY)
    own, other = found.home_share, found.away_share
    assert (own.played, own.won, own.drawn, own.lost, own.points) == (1, 1, 0, 0, 2)
    assert (other.played, other.won, other.drawn, other.lost, other.points) == (1, 0, 0, 1, 0)
    assert (own.games_for, own.games_against) == (4, 2) == (other.games_against, other.games_for)
    assert (own.value, own.value_against) == (2, 1) == (other.value_against, other.value)


def test_level_boards_are_a_draw() -> None:
    found = met(1, REDS, BLUES, [WON, LOST], THREE)
    assert found.winner is None
    assert [one.points for one in (found.home_share, found.away_share)] == [1, 1]
    assert [one.drawn for one in (found.home_share, found.away_share)] == [1, 1]


@pytest.mark.parametrize(
    ("winner", "points", "boards", "how"),
    [
        (REDS, (3, 0), (8, 0), How.WALKOVER),
        (BLUES, (0, 3), (0, 8), How.WALKOVER),
        (None, (0, 0), (0, 0), How.BOTH_ABSENT),
    ],
)
def test_without_play_every_board_is_a_walk_over(
    winner: int | None, points: tuple[int, int], boards: tuple[int, int], how: How
) -> None:
    found = awarded(1, REDS, BLUES, winner, 4, THREE)
    shares = (found.home_share, found.away_share)
    assert (found.winner, found.how) == (winner, how)
    assert tuple(one.points for one in shares) == points
    assert tuple(one.games_for for one in shares) == boards
    assert tuple(one.games_against for one in shares) == boards[::-1]
    assert all(one.played == 1 == one.won + one.lost for one in shares)


def test_a_board_not_played_may_be_worth_something_else() -> None:
    scheme = TeamScheme(board=Scheme(walkover=3, forfeit=1))
    assert awarded(1, REDS, BLUES, REDS, 2, scheme).home_share.games_for == 6
    assert awarded(1, REDS, BLUES, REDS, 2, scheme).away_share.games_for == 2
    assert awarded(1, REDS, BLUES, None, 2, scheme).home_share.games_for == 2


def test_three_teams_by_hand() -> None:
    """Reds 4–0 Blues; Greens 2–2 Reds; Blues 3–1 Greens. Reds 3 points; Blues 2; Greens 1."""
    meetings = [
        met(1, REDS, BLUES, [WON, WON], USUAL),
        met(2, GREENS, REDS, [WON, LOST], USUAL),
        met(3, BLUES, GREENS, [WON, DRAWN], USUAL),
    ]
    found = table((REDS, BLUES, GREENS), meetings, (), USUAL.match, [Criterion.GAMES_FOR])
    told = [(one.entrant, one.points, one.share.games_for) for one in found.lines]
    assert told == [(REDS, 3, 6), (BLUES, 2, 3), (GREENS, 1, 3)]


def test_level_teams_are_parted_by_board_points_and_told_so() -> None:
    meetings = [
        met(1, REDS, GREENS, [WON, WON], USUAL),
        met(2, BLUES, GREENS, [WON, DRAWN], USUAL),
    ]
    order = [TeamCriterion.BOARD_POINTS]
    found = table((REDS, BLUES, GREENS), meetings, (), USUAL.match, order)
    assert [one.entrant for one in found.lines] == [REDS, BLUES, GREENS]
    verdict = explain(found, BLUES).above
    assert verdict is not None
    assert verdict.criterion is TeamCriterion.BOARD_POINTS
    assert [(one.entrant, one.worth) for one in verdict.figures] == [(REDS, (4,)), (BLUES, (3,))]


@settings(max_examples=examples(20, thorough=50))
@given(st.data())
def test_any_results_add_up_as_a_naive_count_does(data: st.DataObject) -> None:
    """Teams 1 to 4, each against each; a meeting is played at three boards, or awarded."""
    meetings: list[Meeting] = []
    points: dict[int, int] = defaultdict(int)
    boards: dict[int, int] = defaultdict(int)
    for number, (home, away) in enumerate(combinations(range(1, 5), 2), start=1):
        how = data.draw(st.sampled_from(("played", "home", "away", "nobody")))
        if how == "played":
            some = data.draw(st.lists(st.sampled_from(BOARDS), min_size=3, max_size=3))
            meetings.append(met(number, home, away, some, THREE))
            sums = [sum(one[0][side] for one in some) for side in (0, 1)]
            one, two = {1: (3, 0), 0: (1, 1), -1: (0, 3)}[(sums[0] > sums[1]) - (sums[0] < sums[1])]
        else:
            winner = {"home": home, "away": away}.get(how)
            meetings.append(awarded(number, home, away, winner, 3, THREE))
            sums = [6 * (winner == team) for team in (home, away)]
            one, two = (3 * (winner == team) for team in (home, away))
        points[home] += one
        points[away] += two
        boards[home] += sums[0]
        boards[away] += sums[1]
    order = [TeamCriterion.BOARD_POINTS, TeamCriterion.LOTS]
    found = table(range(1, 5), meetings, (), THREE.match, order, seed="x")
    told = [(one.points, one.share.games_for) for one in found.lines]
    assert told == sorted(((points[team], boards[team]) for team in range(1, 5)), reverse=True)
    assert told == [(points[one.entrant], boards[one.entrant]) for one in found.lines]


def _by_boards(
    meetings: list[Meeting], criterion: TeamCriterion, teams: tuple[int, ...] = (REDS, BLUES)
) -> dict[int, tuple[Number, ...]]:
    """As they are compared: more is better."""
    found = table(teams, meetings, (), THREE.match, [criterion])
    return {line.entrant: line.figures[criterion] for line in found.lines}


def test_boards_by_hand() -> None:
    """Reds win boards 1 and 2 of the first meeting, Blues board 3; in the second Blues win 1, and
    the others are drawn. Reds 2 + 0, 2 + 1, 0 + 1: 2, 3, 1; Blues 0 + 2, 0 + 1, 2 + 1: 2, 1, 3."""
    meetings = [
        met(1, REDS, BLUES, [WON, WON, LOST], THREE),
        met(2, BLUES, REDS, [WON, DRAWN, DRAWN], THREE),
    ]
    # 1·2 + 2·3 + 3·1 = 11 against 1·2 + 2·1 + 3·3 = 13: fewer is better.
    assert _by_boards(meetings, TeamCriterion.BOARD_COUNT) == {REDS: (-11,), BLUES: (-13,)}
    assert _by_boards(meetings, TeamCriterion.TOP_BOARDS) == {REDS: (2, 3, 1), BLUES: (2, 1, 3)}
    assert _by_boards(meetings, TeamCriterion.BOTTOM_BOARDS) == {REDS: (5, 2), BLUES: (3, 2)}
    # 3·2 + 2·3 + 1·1 = 13 against 3·2 + 2·1 + 1·3 = 11.
    assert _by_boards(meetings, TeamCriterion.BERLIN) == {REDS: (13,), BLUES: (11,)}
    for criterion in (*BY_BOARD, TeamCriterion.BERLIN):
        found = table((REDS, BLUES), meetings, (), THREE.match, [criterion])
        assert [line.entrant for line in found.lines] == [REDS, BLUES]
        verdict = explain(found, BLUES).above
        assert verdict is not None
        assert verdict.criterion is criterion
        for figure in verdict.figures:
            assert sum(part.figure for part in figure.parts) == figure.worth[0]


BY_BOARD = (
    TeamCriterion.BOARD_COUNT,
    TeamCriterion.TOP_BOARDS,
    TeamCriterion.BOTTOM_BOARDS,
)


def test_berlin_as_a_chess_club_explains_it() -> None:
    """Of four boards a draw, a win, a loss and a draw (wiki.remoteschach.de, Berliner Wertung):
    2:2, 3:0, 0:2 and 0.5:0.5, together 5.5 to 4.5; a win has two points here."""
    meetings = [met(1, REDS, BLUES, [DRAWN, WON, LOST, DRAWN], THREE)]
    (level,) = {
        line.share.games_for for line in table((REDS, BLUES), meetings, (), THREE.match, ()).lines
    }
    assert level == 4
    assert _by_boards(meetings, TeamCriterion.BERLIN) == {REDS: (11,), BLUES: (9,)}


def test_a_meeting_without_play_has_all_its_boards() -> None:
    meetings = [awarded(1, REDS, BLUES, REDS, 3, THREE)]
    assert _by_boards(meetings, TeamCriterion.BOARD_COUNT) == {REDS: (-12,), BLUES: (0,)}
    assert _by_boards(meetings, TeamCriterion.TOP_BOARDS) == {REDS: (2, 2, 2), BLUES: (0, 0, 0)}


def test_what_is_not_known_board_by_board_adds_nothing() -> None:
    meetings = [
        met(1, REDS, BLUES, [WON, LOST], THREE)._replace(boards=()),
        met(2, REDS, BLUES, [WON, LOST], THREE),
    ]
    assert _by_boards(meetings, TeamCriterion.TOP_BOARDS) == {REDS: (2, 0), BLUES: (0, 2)}
    assert _by_boards(meetings[:1], TeamCriterion.TOP_BOARDS) == {REDS: (), BLUES: ()}
    assert _by_boards(meetings[:1], TeamCriterion.BOTTOM_BOARDS) == {REDS: (0,), BLUES: (0,)}


@given(st.lists(st.lists(st.sampled_from(BOARDS), min_size=4, max_size=4), min_size=1, max_size=5))
def test_boards_as_a_naive_count_has_them(results: list[list[Any]]) -> None:
    """Each board asked one by one; of two teams with equal board points, who won more at the first
    boards has the lower count."""
    meetings = [met(number, REDS, BLUES, some, THREE) for number, some in enumerate(results, 1)]
    own = {
        team: [sum(some[board][0][side] for some in results) for board in range(4)]
        for side, team in enumerate((REDS, BLUES))
    }
    count, top, bottom = (_by_boards(meetings, criterion) for criterion in BY_BOARD)
    for team, points in own.items():
        assert top[team] == tuple(points)
        assert -count[team][0] == points[0] + 2 * points[1] + 3 * points[2] + 4 * points[3]
        assert bottom[team] == (sum(points[:3]), sum(points[:2]), points[0])
