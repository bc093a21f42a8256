"""What-if, places by round, form and cross table, worked by hand."""

from datetime import timedelta

import pytest
from hypothesis import given, settings

from scoring.tables.criteria import Criterion
from scoring.tables.history import Against, Outcome, form, head_to_head
from scoring.tables.results import Adjustment, How, Ruling, Struck, sat_out, walkover
from scoring.tables.table import Change, what_if
from tests.support.depth import examples
from tests.support.standings_tables import table

from .seasons import (
    ALICE,
    BOB,
    CHLOE,
    DAVID,
    FOUR,
    PLAIN,
    SWISS,
    Place,
    Season,
    day,
    history,
    match,
    seasons,
)

MEETINGS = [
    match(1, ALICE, BOB, (2, 0), day(1)),
    match(1, CHLOE, DAVID, (2, 1), day(1)),
    match(2, CHLOE, ALICE, (2, 1), day(2)),
    match(2, BOB, DAVID, (1, 1), day(2)),
]
ORDER = [Criterion.GAMES_DIFFERENCE]


def test_what_if_alice_beats_david_and_bob_beats_chloe() -> None:
    """Chloé 4, Alice 2, Bob and David 1; then Chloé and Alice 4, Alice by +3 to 0, Bob 3."""
    found = table(FOUR, MEETINGS, (), PLAIN, ORDER)
    tried = what_if(found, [match(3, ALICE, DAVID, (2, 0)), match(3, BOB, CHLOE, (2, 0))])
    assert {change.entrant: change for change in tried.changes} == {
        ALICE: Change(ALICE, 1, 2, 4, 2),
        BOB: Change(BOB, 3, 4, 3, 1),
        CHLOE: Change(CHLOE, 2, 1, 4, 4),
        DAVID: Change(DAVID, 4, 3, 1, 1),
    }
    assert {change.entrant: change.risen for change in tried.changes} == {
        ALICE: 1, BOB: 1, CHLOE: -1, DAVID: -1,
    }  # fmt: skip
    assert [change.rank for change in tried.changes] == [1, 2, 3, 4]
    assert found.line(ALICE).points == 2


def test_what_if_a_result_had_been_another() -> None:
    found = table(FOUR, MEETINGS, (), PLAIN, ORDER)
    tried = what_if(found, [match(2, ALICE, CHLOE, (2, 1))])
    points = {change.entrant: change.points for change in tried.changes}
    assert (points[ALICE], points[CHLOE]) == (4, 2)
    assert len(tried.table.counted.meetings) == len(MEETINGS)


def test_what_is_tried_counts_whatever_the_table_is_of() -> None:
    ruled: list[Ruling] = [Adjustment(BOB, 5, "won the cup", day(2)), Struck(DAVID, "left", day(1))]
    found = table(FOUR, MEETINGS, ruled, PLAIN, ORDER, until_round=1)
    tried = what_if(found, [match(3, ALICE, CHLOE, (2, 0), day(9))])
    assert {change.entrant: change.points for change in tried.changes} == {
        ALICE: 4, BOB: 0, CHLOE: 0,
    }  # fmt: skip
    with pytest.raises(ValueError, match="not entered"):
        what_if(found, [match(3, ALICE, DAVID, (2, 0))])


def test_places_by_round() -> None:
    ruled: list[Ruling] = [
        Struck(DAVID, "left", day(2)),
        Adjustment(CHLOE, -1, "came late", day(2)),
    ]
    found = table(FOUR, MEETINGS, ruled, PLAIN, ORDER)
    assert history(found) == {
        ALICE: (Place(1, 1, 2), Place(2, 1, 2)),
        BOB: (Place(1, 4, 0), Place(2, 3, 0)),
        CHLOE: (Place(1, 2, 2), Place(2, 2, 1)),
        DAVID: (Place(1, 3, 0),),
    }


def test_form_is_by_day_where_every_meeting_has_one() -> None:
    """The first round was played last."""
    late = [
        match(1, ALICE, BOB, (0, 2), day(3)),
        walkover(PLAIN, 2, ALICE, CHLOE, day(2)),
        match(3, ALICE, DAVID, (1, 1), day(2) + timedelta(days=1)),
        sat_out(PLAIN, 4, ALICE, How.BYE, day(4)),
    ]
    found = table(FOUR, late, (), PLAIN, ORDER)
    told = [(one.round, one.outcome) for one in form(found, ALICE)]
    assert told == [
        (2, Outcome.WON),
        (3, Outcome.DRAWN),
        (1, Outcome.LOST),
        (4, Outcome.SAT_OUT),
    ]
    assert [one.round for one in form(found, ALICE, 2)] == [1, 4]
    assert form(found, ALICE, 0) == ()
    undated = table(FOUR, [*late[1:], late[0]._replace(day=None)], (), PLAIN, ORDER)
    assert [one.round for one in form(undated, ALICE)] == [1, 2, 3, 4]


def test_form_of_one_day_is_by_round() -> None:
    one_day = [match(round_, ALICE, BOB, (2, 0), day(1)) for round_ in (3, 1, 2)]
    found = table(FOUR, one_day, (), PLAIN, ORDER)
    assert [one.round for one in form(found, ALICE)] == [1, 2, 3]


def test_each_against_each() -> None:
    again = [*MEETINGS, match(3, BOB, ALICE, (2, 1)), sat_out(PLAIN, 3, CHLOE, How.BYE)]
    cross = head_to_head(table(FOUR, again, (), PLAIN, ORDER))
    assert cross[ALICE, BOB] == Against((1, 3), 1, 0, 1, 3, 2, 2)
    assert cross[BOB, ALICE] == Against((1, 3), 1, 0, 1, 2, 3, 2)
    assert cross[BOB, DAVID] == Against((2,), 0, 1, 0, 1, 1, 1)
    assert (ALICE, DAVID) not in cross
    assert len(cross) == 8


def test_each_against_each_of_those_who_are_asked_for() -> None:
    found = table(FOUR, MEETINGS, [Struck(DAVID, "left")], PLAIN, ORDER)
    assert set(head_to_head(found, [ALICE, CHLOE])) == {(ALICE, CHLOE), (CHLOE, ALICE)}
    assert all(DAVID not in pair for pair in head_to_head(found, FOUR))


@settings(max_examples=examples(10, thorough=30))
@given(seasons())
def test_the_cross_table_has_every_meeting_twice_and_history_ends_with_now(season: Season) -> None:
    found = table(*season, SWISS, [Criterion.MINI_TABLE])
    cross = head_to_head(found)
    for (one, other), own in cross.items():
        theirs = cross[other, one]
        assert own.rounds == theirs.rounds
        assert (own.games_for, own.games_against) == (theirs.games_against, theirs.games_for)
    pairs = sum(one.away is not None for one in found.counted.meetings)
    assert sum(len(own.rounds) for own in cross.values()) == 2 * pairs
    for entrant, places in history(found).items():
        if (
            entrant in found.places
            and places
            and places[-1].round == max(one.round for one in season[1])
        ):
            assert places[-1][1:] == (found.line(entrant).rank, found.line(entrant).points)
