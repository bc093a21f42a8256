"""Small tables of Alice, Bob, Chloé and David, worked by hand."""

import pytest

from scoring.tables.counted import Unplayed
from scoring.tables.criteria import AnyCriterion, Criterion, TeamCriterion
from scoring.tables.ranking import lots
from scoring.tables.results import (
    Adjustment,
    How,
    Meeting,
    Ruling,
    Scheme,
    Share,
    Struck,
    both_absent,
    sat_out,
    walkover,
)
from scoring.tables.table import Table
from tests.support.standings_tables import table

from .seasons import ALICE, BOB, CHLOE, DAVID, FOUR, PLAIN, day, match

# Everybody met everybody: 4 points each but David, who has none. Alice beat Bob 2-0, Bob beat
# Chloé 2-1, Chloé beat Alice 2-1; of David they won 2-0, 2-1 and 2-0.
CIRCLE = [
    match(1, ALICE, BOB, (2, 0)),
    match(1, CHLOE, DAVID, (2, 0)),
    match(2, BOB, CHLOE, (2, 1)),
    match(2, ALICE, DAVID, (2, 0)),
    match(3, CHLOE, ALICE, (2, 1)),
    match(3, BOB, DAVID, (2, 1)),
]
# Among the three Alice has 4-2, Bob and Chloé both 2-3; Bob beat Chloé.
AGAIN = [
    match(1, ALICE, BOB, (3, 0)),
    match(2, BOB, CHLOE, (2, 0)),
    match(3, CHLOE, ALICE, (2, 1)),
    match(1, CHLOE, DAVID, (2, 0)),
    match(2, ALICE, DAVID, (2, 0)),
    match(3, BOB, DAVID, (2, 1)),
]


def ranks(found: Table) -> list[tuple[int, int]]:
    return [(line.rank, line.entrant) for line in found.lines]


def ordered(meetings: list[Meeting], *order: Criterion) -> list[tuple[int, int]]:
    return ranks(table(FOUR, meetings, (), PLAIN, order))


def test_who_is_level_shares_a_rank_and_the_next_are_skipped() -> None:
    assert ordered(CIRCLE) == [(1, ALICE), (1, BOB), (1, CHLOE), (4, DAVID)]


def test_head_to_head_of_three_in_a_circle_decides_nothing() -> None:
    assert ordered(CIRCLE, Criterion.HEAD_TO_HEAD)[:3] == [(1, ALICE), (1, BOB), (1, CHLOE)]


def test_a_mini_table_goes_on_to_the_games() -> None:
    """Among the three Alice has 3-2, Chloé 3-3, Bob 2-3."""
    found = ordered(CIRCLE, Criterion.MINI_TABLE)
    assert found == [(1, ALICE), (2, CHLOE), (3, BOB), (4, DAVID)]


def test_head_to_head_of_two_is_their_match() -> None:
    """Alice and Bob have 2 each and Bob won their match; by games Alice would be first."""
    meetings = [
        match(1, BOB, ALICE, (2, 1)),
        match(2, ALICE, CHLOE, (2, 0)),
        match(2, DAVID, BOB, (2, 0)),
        match(3, DAVID, CHLOE, (2, 0)),
    ]
    assert ordered(meetings, Criterion.GAMES_DIFFERENCE)[1] == (2, ALICE)
    assert ordered(meetings, Criterion.HEAD_TO_HEAD)[1:3] == [(2, BOB), (3, ALICE)]


def test_head_to_head_is_passed_over_unless_all_have_met() -> None:
    """Alice and Chloé, 3 points each, have not met."""
    meetings = [
        match(1, ALICE, BOB, (1, 1)),
        match(2, BOB, CHLOE, (1, 1)),
        match(3, ALICE, DAVID, (2, 0)),
        match(3, CHLOE, DAVID, (2, 1)),
    ]
    found = table(FOUR, meetings, (), PLAIN, [Criterion.HEAD_TO_HEAD, Criterion.GAMES_DIFFERENCE])
    assert ranks(found) == [(1, ALICE), (2, CHLOE), (3, BOB), (4, DAVID)]
    assert Criterion.HEAD_TO_HEAD not in found.line(ALICE).figures


def test_head_to_head_is_passed_over_where_some_met_oftener() -> None:
    twice = [*CIRCLE, match(4, ALICE, BOB, (1, 1)), match(4, CHLOE, DAVID, (1, 1))]
    found = table(FOUR, twice, (), PLAIN, [Criterion.MINI_TABLE])
    assert [line.rank for line in found.lines] == [1, 1, 1, 4]


def test_a_mini_table_is_made_again_of_those_who_stay_level() -> None:
    """Among the three Alice has 4-2, Bob and Chloé both 2-3: then their own match, which Bob won.

    By all games Chloé, 4-3, is before Bob, 4-4.
    """
    by_games = ordered(AGAIN, Criterion.GAMES_DIFFERENCE)
    assert by_games == [(1, ALICE), (2, CHLOE), (3, BOB), (4, DAVID)]
    by_mini_table = ordered(AGAIN, Criterion.MINI_TABLE, Criterion.GAMES_DIFFERENCE)
    assert by_mini_table == [(1, ALICE), (2, BOB), (3, CHLOE), (4, DAVID)]


def test_more_games_won_decide_between_equal_differences() -> None:
    """Among the three Alice has 6-4, Chloé 5-6 and Bob 3-4."""
    meetings = [
        match(1, ALICE, BOB, (3, 0)),
        match(2, BOB, CHLOE, (3, 1)),
        match(3, CHLOE, ALICE, (4, 3)),
        match(1, CHLOE, DAVID, (2, 0)),
        match(2, ALICE, DAVID, (2, 0)),
        match(3, BOB, DAVID, (2, 0)),
    ]
    assert ordered(meetings, Criterion.MINI_TABLE)[:3] == [(1, ALICE), (2, CHLOE), (3, BOB)]


def test_a_walkover_is_played_and_won_without_games() -> None:
    found = table(FOUR, [walkover(PLAIN, 1, ALICE, BOB)], (), PLAIN, ())
    assert found.line(ALICE).share == Share(played=1, won=1, points=2)
    assert found.line(BOB).share == Share(played=1, lost=1)


def test_a_scheme_says_what_a_walkover_is_worth() -> None:
    scheme = Scheme(win=3, walkover=2, forfeit=-1, walkover_games=2)
    found = table(FOUR, [walkover(scheme, 1, ALICE, BOB)], (), scheme, ())
    assert found.line(ALICE).share == Share(played=1, won=1, games_for=2, points=2)
    assert found.line(BOB).share == Share(played=1, lost=1, games_against=2, points=-1)


def test_a_walkover_may_be_worth_nothing() -> None:
    scheme = Scheme(walkover=0)
    assert walkover(scheme, 1, ALICE, BOB).home_share == Share(played=1, won=1)


def test_where_both_stayed_away_both_have_lost() -> None:
    scheme = Scheme(forfeit=-1, walkover_games=2)
    found = table(FOUR, [both_absent(scheme, 1, ALICE, BOB)], (), scheme, ())
    lost = Share(played=1, lost=1, points=-1)
    assert (found.line(ALICE).share, found.line(BOB).share) == (lost, lost)


@pytest.mark.parametrize(("how", "points"), [(How.BYE, 2), (How.HALF_BYE, 1), (How.ABSENT, 0)])
def test_a_bye_gives_points_and_nothing_else(how: How, points: int) -> None:
    scheme = Scheme(bye=2, half_bye=1)
    found = table(FOUR, [sat_out(scheme, 1, ALICE, how)], (), scheme, ())
    assert found.line(ALICE).share == Share(points=points)


def test_nobody_plays_alone() -> None:
    with pytest.raises(ValueError, match="takes two"):
        sat_out(PLAIN, 1, ALICE, How.PLAYED)


def test_an_adjustment_is_ones_own_and_costs_no_opponent_a_figure() -> None:
    """Chloé is third for the two points taken; who met her has no less of her 4."""
    ruled = [Adjustment(CHLOE, -2, "came late")]
    order = [Criterion.BUCHHOLZ]
    found = table(FOUR, CIRCLE, ruled, PLAIN, order)
    assert ranks(found) == [(1, ALICE), (1, BOB), (3, CHLOE), (4, DAVID)]
    line = found.line(CHLOE)
    assert (line.points, line.adjustment, line.share.points) == (2, -2, 4)
    assert found.line(ALICE).figures[Criterion.BUCHHOLZ] == (8,)


def test_the_meetings_of_who_is_struck_out_count_for_nobody() -> None:
    """Without Chloé, Alice has won both of hers."""
    found = table(FOUR, CIRCLE, [Struck(CHLOE, "left")], PLAIN, ())
    assert ranks(found) == [(1, ALICE), (2, BOB), (3, DAVID)]
    assert [line.points for line in found.lines] == [4, 2, 0]
    assert found.counted.struck == (CHLOE,)
    with pytest.raises(KeyError):
        found.line(CHLOE)


def test_what_was_ruled_later_has_not_happened_yet() -> None:
    dated = [one._replace(day=day(one.round)) for one in CIRCLE]
    ruled: list[Ruling] = [
        Struck(DAVID, "left", day(3)),
        Adjustment(ALICE, -1, "came late", day(2)),
    ]
    at_two = table(FOUR, dated, ruled, PLAIN, (), as_of=day(2))
    assert [(line.entrant, line.points) for line in at_two.lines] == [
        (ALICE, 3), (BOB, 2), (CHLOE, 2), (DAVID, 0),
    ]  # fmt: skip
    after_one = table(FOUR, dated, ruled, PLAIN, (), until_round=1)
    assert [(line.entrant, line.points) for line in after_one.lines] == [
        (ALICE, 2), (CHLOE, 2), (BOB, 0), (DAVID, 0),
    ]  # fmt: skip
    now = table(FOUR, dated, ruled, PLAIN, ())
    assert [(line.entrant, line.points) for line in now.lines] == [
        (BOB, 2), (CHLOE, 2), (ALICE, 1),
    ]  # fmt: skip


def test_a_ruling_belongs_to_the_last_round_that_had_begun() -> None:
    """Round 2 begins a week before its last match; ruled between, it counts from round 2."""
    meetings = [
        match(1, ALICE, BOB, (2, 0), day(1)),
        match(2, ALICE, CHLOE, (2, 0), day(2)),
        match(2, BOB, DAVID, (2, 0), day(3)),
        match(3, ALICE, DAVID, (2, 0)),
    ]
    ruled = [Adjustment(BOB, -1, "came late", day(2))]
    points = [
        table(FOUR, meetings, ruled, PLAIN, (), until_round=round_).line(BOB).points
        for round_ in (1, 2, 3)
    ]
    assert points == [0, 1, 1]


@pytest.mark.parametrize("drawn", [Criterion.LOTS, TeamCriterion.LOTS])
def test_lots_are_drawn_from_the_seed(drawn: AnyCriterion) -> None:
    """`printf spring:1 | sha256sum` and the next begin with 76, f9, 0c, 17."""
    found = table(FOUR, (), (), PLAIN, [drawn], seed="spring")
    assert [line.entrant for line in found.lines] == [CHLOE, DAVID, ALICE, BOB]
    assert [line.figures[drawn] for line in found.lines] == [(-1,), (-2,), (-3,), (-4,)]
    assert [drawn.better(line.figures[drawn][0]) for line in found.lines] == [1, 2, 3, 4]
    assert {lots(str(seed), FOUR)[ALICE] for seed in range(40)} == {1, 2, 3, 4}


def test_buchholz_of_a_round_robin_leaves_byes_out() -> None:
    three = [
        match(1, ALICE, BOB, (2, 0)),
        sat_out(PLAIN, 1, CHLOE, How.BYE),
        match(2, BOB, CHLOE, (2, 0)),
        sat_out(PLAIN, 2, ALICE, How.BYE),
    ]
    found = table(FOUR[:3], three, (), PLAIN, [Criterion.BUCHHOLZ, Criterion.SONNEBORN_BERGER])
    assert {line.entrant: line.figures[Criterion.BUCHHOLZ] for line in found.lines} == {
        ALICE: (2,), BOB: (2,), CHLOE: (2,),
    }  # fmt: skip
    assert found.line(ALICE).figures[Criterion.SONNEBORN_BERGER] == (2,)


def test_a_cut_takes_a_round_sat_out_by_choice_before_a_weaker_opponent() -> None:
    """Alice: 2 of Bob (0 points), half a bye (1) against a dummy of 3, 0 against Chloé (4)."""
    scheme = Scheme(bye=2, half_bye=1)
    meetings = [
        match(1, ALICE, BOB, (2, 0)),
        match(1, CHLOE, DAVID, (2, 0)),
        sat_out(scheme, 2, ALICE, How.HALF_BYE),
        match(2, DAVID, BOB, (2, 0)),
        match(3, CHLOE, ALICE, (2, 0)),
    ]
    order = [*(one for one in Criterion if one.value.startswith("buchholz"))]
    found = table(FOUR, meetings, (), scheme, order, unplayed=Unplayed.DRAWN_2024)
    own = found.line(ALICE).figures
    assert [own[one] for one in order] == [(7,), (4,), (4,), (0,)]


def test_who_has_not_entered_has_no_table() -> None:
    with pytest.raises(ValueError, match="not entered: \\[9\\]"):
        table(FOUR, [match(1, ALICE, 9, (2, 0))], (), PLAIN, ())
    with pytest.raises(ValueError, match="not entered: \\[9\\]"):
        table(FOUR, (), [Struck(9, "left")], PLAIN, ())
    with pytest.raises(ValueError, match="entered twice"):
        table((ALICE, ALICE), (), (), PLAIN, ())
    with pytest.raises(ValueError, match="meets themselves"):
        table(FOUR, [match(1, ALICE, ALICE, (1, 1))], (), PLAIN, ())


def test_nobody_entered() -> None:
    assert table((), (), (), PLAIN, [Criterion.MINI_TABLE]).lines == ()


def test_before_the_first_result_no_round_was_played() -> None:
    assert table(FOUR, [], (), PLAIN, ()).counted.rounds == 0
    assert table(FOUR, CIRCLE, (), PLAIN, ()).counted.rounds == 3
