"""The average rating of the opponents met, by hand and by a naive count."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from scoring.tables.counted import TableData
from scoring.tables.criteria import Criterion
from scoring.tables.explain import explain
from scoring.tables.figures import Number
from scoring.tables.results import How, Meeting, Scheme, Share, played, sat_out, walkover
from scoring.tables.table import table_of

ALICE, BOB, CHLOE, DAVID = range(1, 5)
SCHEME = Scheme(bye=2)
WON, LOST = Share(played=1, won=1, points=2), Share(played=1, lost=1)
RATINGS = {ALICE: 600, BOB: 550, CHLOE: 480, DAVID: 431}


def _averages(meetings: list[Meeting], ratings: dict[int, int] = RATINGS) -> dict[int, Number]:
    data = TableData(tuple(RATINGS), tuple(meetings), (), SCHEME, ratings=ratings)
    lines = table_of(data, [Criterion.AVERAGE_RATING]).lines
    return {line.entrant: line.figures[Criterion.AVERAGE_RATING][0] for line in lines}


def test_by_hand() -> None:
    """Alice has met Bob and Chloé: (55 + 48) / 2 = 51.5; David Bob alone, as a walkover is no
    meeting at the table; a bye has no opponent."""
    meetings = [
        played(1, ALICE, BOB, WON, LOST),
        played(2, CHLOE, ALICE, LOST, WON),
        played(3, BOB, DAVID, WON, LOST),
        walkover(SCHEME, 2, DAVID, ALICE),
        sat_out(SCHEME, 4, CHLOE, How.BYE),
    ]
    assert _averages(meetings) == {
        ALICE: Fraction(103, 2),
        BOB: Fraction(1031, 20),
        CHLOE: 60,
        DAVID: 55,
    }


def test_whoever_has_met_nobody_has_nothing() -> None:
    assert _averages([]) == dict.fromkeys(RATINGS, 0)


def test_without_ratings_everybody_is_a_new_player() -> None:
    assert _averages([played(1, ALICE, BOB, WON, LOST)], {})[ALICE] == 50


def test_equal_points_are_decided_by_who_was_met_and_it_is_explained() -> None:
    meetings = [played(1, ALICE, CHLOE, WON, LOST), played(1, BOB, DAVID, WON, LOST)]
    data = TableData(tuple(RATINGS), tuple(meetings), (), SCHEME, ratings=RATINGS)
    found = table_of(data, [Criterion.AVERAGE_RATING])
    assert [line.entrant for line in found.lines] == [ALICE, BOB, CHLOE, DAVID]
    verdict = explain(found, BOB).above
    assert verdict is not None
    assert verdict.criterion is Criterion.AVERAGE_RATING
    assert [figure.worth for figure in verdict.figures] == [(48,), (Fraction(431, 10),)]


@given(
    st.lists(
        st.tuples(st.sampled_from([*RATINGS]), st.sampled_from([*RATINGS])).filter(
            lambda pair: pair[0] != pair[1]
        ),
        max_size=9,
    )
)
def test_as_a_naive_count_has_it(pairs: list[tuple[int, int]]) -> None:
    meetings = [played(number, a, b, WON, LOST) for number, (a, b) in enumerate(pairs, 1)]
    found = _averages(meetings)
    data = TableData(tuple(RATINGS), tuple(meetings), (), SCHEME, ratings=RATINGS)
    table = table_of(data, [Criterion.AVERAGE_RATING])
    for player in RATINGS:
        met = [RATINGS[b if a == player else a] for a, b in pairs if player in (a, b)]
        expected = Fraction(sum(met), 10 * len(met)) if met else 0
        assert found[player] == expected
        ((_criterion, figure),) = explain(table, player).figures[1:]
        assert sum(part.figure for part in figure.parts) == expected
