"""Why a place is what it is, in a season of Alice, Bob, Chloé and David worked by hand."""

from fractions import Fraction

from scoring.tables.counted import Unplayed
from scoring.tables.criteria import Criterion
from scoring.tables.explain import Figure, Part, Passed, Source, Verdict, explain
from scoring.tables.results import Adjustment, How, Meeting, sat_out
from scoring.tables.table import Table
from tests.support.standings_tables import table

from .exercises import SCHEME, SWISS, meetings
from .seasons import ALICE, BOB, CHLOE, DAVID, FOUR, PLAIN, match
from .test_by_hand import AGAIN, CIRCLE


def test_by_points_the_two_alone_are_shown_with_what_was_ruled() -> None:
    """Chloé 4 - 1, David 0; between Bob's 4 and Chloé's 3 the points decide too."""
    found = table(FOUR, CIRCLE, [Adjustment(CHLOE, -1, "came late")], PLAIN, ())
    below = explain(found, CHLOE).below
    chloe = (
        Part(Source.MEETING, 2, 1, DAVID),
        Part(Source.MEETING, 0, 2, BOB),
        Part(Source.MEETING, 2, 3, ALICE),
        Part(Source.ADJUSTMENT, -1, reason="came late"),
    )
    david = tuple(
        Part(Source.MEETING, 0, round_, other)
        for round_, other in enumerate((CHLOE, ALICE, BOB), start=1)
    )
    assert below == Verdict(
        DAVID, Criterion.POINTS, (Figure(CHLOE, (3,), chloe), Figure(DAVID, (0,), david)), ()
    )


def test_the_mini_table_decides_with_the_figures_of_all_the_tied() -> None:
    """Head to head the three are level with 2 each; then Alice 3-2, Chloé 3-3, Bob 2-3."""
    order = [Criterion.HEAD_TO_HEAD, Criterion.MINI_TABLE]
    why = explain(table(FOUR, CIRCLE, (), PLAIN, order), CHLOE)
    assert why.rank == 2
    assert why.above is not None
    assert (why.above.other, why.above.criterion) == (ALICE, Criterion.MINI_TABLE)
    assert [(one.entrant, one.worth) for one in why.above.figures] == [
        (ALICE, (2, 1, 3, 1)),
        (CHLOE, (2, 0, 3, 0)),
        (BOB, (2, -1, 2, -1)),
    ]
    assert why.above.figures[1].parts == (
        Part(Source.MEETING, 0, 2, BOB),
        Part(Source.MEETING, 2, 3, ALICE),
    )
    assert why.above.passed == (
        Passed(Criterion.POINTS, (4,)),
        Passed(Criterion.HEAD_TO_HEAD, (2,)),
    )
    assert [criterion for criterion, _own in why.figures] == [Criterion.POINTS, *order]


def test_a_mini_table_made_again_has_the_figures_of_those_it_was_made_of() -> None:
    why = explain(table(FOUR, AGAIN, (), PLAIN, [Criterion.MINI_TABLE]), BOB)
    assert why.above is not None
    assert [(one.entrant, one.worth) for one in why.above.figures] == [
        (ALICE, (2, 2, 4, 2)),
        (BOB, (2, -1, 2, -1)),
        (CHLOE, (2, -1, 2, -1)),
    ]
    assert why.below is not None
    assert [(one.entrant, one.worth) for one in why.below.figures] == [
        (BOB, (2, 2, 2, 2)),
        (CHLOE, (0, -2, 0, -2)),
    ]


def test_a_criterion_without_an_answer_is_told_too() -> None:
    undecided = [match(1, ALICE, CHLOE, (2, 1)), match(1, BOB, DAVID, (2, 0))]
    order = [Criterion.HEAD_TO_HEAD, Criterion.GAMES_DIFFERENCE]
    below = explain(table(FOUR, undecided, (), PLAIN, order), BOB).below
    assert below is not None
    assert (below.other, below.criterion) == (ALICE, Criterion.GAMES_DIFFERENCE)
    assert below.passed[1] == Passed(Criterion.HEAD_TO_HEAD, None)
    assert [one.worth for one in below.figures] == [(2,), (1,)]


def test_who_shares_a_rank_is_told_all_that_they_are_level_on() -> None:
    found = table(FOUR, CIRCLE, (), PLAIN, [Criterion.WON])
    why = explain(found, BOB)
    level = (Passed(Criterion.POINTS, (4,)), Passed(Criterion.WON, (2,)))
    assert why.above == Verdict(ALICE, None, (), level)
    assert why.below == Verdict(CHLOE, None, (), level)


def test_the_first_has_nobody_above_and_the_last_nobody_below() -> None:
    found = table(FOUR, CIRCLE, (), PLAIN, [Criterion.MINI_TABLE])
    assert explain(found, ALICE).above is None
    assert explain(found, DAVID).below is None


def test_fide_exercise_what_a_buchholz_is_made_of() -> None:
    """Entrant 9 met 1 and 10; half a bye, a forfeit and a bye are the dummy with his own 1.5.

    Cut 1 takes away one of the two that were his own doing, and not the 1 of entrant 10.
    """
    own = dict(explain(exercise(Criterion.BUCHHOLZ_CUT_1), 9).figures)
    assert own[Criterion.BUCHHOLZ_CUT_1] == Figure(
        9,
        (15,),
        (
            Part(Source.MEETING, 7, 1, 1, 7),
            Part(Source.MEETING, 2, 2, 10, 2),
            Part(Source.DUMMY, 3, 3, None, 3, left_out=True),
            Part(Source.DUMMY, 3, 4, None, 3),
            Part(Source.DUMMY, 3, 5, None, 3),
        ),
    )


def test_fide_exercise_what_a_sonneborn_berger_is_made_of() -> None:
    """Half a point of half a bye and one of a bye, against 1.5 each: 0.75 and 1.5."""
    own = dict(explain(exercise(Criterion.SONNEBORN_BERGER), 9).figures)
    assert [one.figure for one in own[Criterion.SONNEBORN_BERGER].parts] == [
        0,
        0,
        Fraction(3, 2),
        0,
        3,
    ]
    assert [one.score for one in own[Criterion.SONNEBORN_BERGER].parts] == [7, 2, 3, 3, 3]


def test_of_two_equal_parts_a_cut_takes_one() -> None:
    """Alice met Bob twice in a round and won; he won once of Chloé."""
    won = match(1, ALICE, BOB, (2, 0))
    made = [won, won, match(1, BOB, CHLOE, (2, 0))]
    own = dict(explain(table(FOUR, made, (), PLAIN, [Criterion.BUCHHOLZ_CUT_1]), ALICE).figures)
    figure = own[Criterion.BUCHHOLZ_CUT_1]
    assert figure.worth == (2,)
    assert sorted(one.left_out for one in figure.parts) == [False, True]


def test_games_won_at_the_table_leave_a_walkover_out() -> None:
    own = dict(explain(exercise(Criterion.WON_PLAYED), 12).figures)
    assert own[Criterion.WON_PLAYED] == Figure(12, (0,), (Part(Source.MEETING, 0, 1, 4),))


def test_a_lot_is_its_place_in_the_draw() -> None:
    why = explain(table((ALICE, BOB), (), (), PLAIN, [Criterion.LOTS], "s"), ALICE)
    verdict = why.above or why.below
    assert verdict is not None
    assert verdict.criterion is Criterion.LOTS
    assert [one.parts for one in verdict.figures] == [
        (Part(Source.LOT, -1),),
        (Part(Source.LOT, -2),),
    ]


def test_points_of_a_bye_are_a_part_without_an_opponent() -> None:
    bye: list[Meeting] = [sat_out(SCHEME, 1, ALICE, How.BYE)]
    own = dict(explain(table(FOUR, bye, (), SCHEME, ()), ALICE).figures)
    assert own[Criterion.POINTS].parts == (Part(Source.MEETING, 2, 1, None),)


def exercise(criterion: Criterion) -> Table:
    return table(SWISS, meetings(SWISS), (), SCHEME, [criterion], unplayed=Unplayed.DRAWN_2024)
