"""FIDE's published exercises, with the figures of their solutions.

The Buchholz figures of the solutions are those of the edition of 2024. For the edition of 2026
they are worked here by hand: only three entrants have a dummy that is capped.
"""

from fractions import Fraction

import pytest

from scoring.tables.counted import Unplayed
from scoring.tables.criteria import Criterion
from scoring.tables.explain import explain
from scoring.tables.results import How
from scoring.tables.table import Table
from tests.support.standings_tables import table

from .exercises import LONG_SWISS, ROUND_ROBIN, SCHEME, SWISS, meetings

ORDER = (
    Criterion.WON_PLAYED,
    Criterion.BUCHHOLZ,
    Criterion.BUCHHOLZ_CUT_1,
    Criterion.BUCHHOLZ_MEDIAN,
    Criterion.SONNEBORN_BERGER,
)
POINTS = {
    2: "4", 1: "3.5", 3: "3.5", 4: "3.5", 16: "3.5", 6: "3", 5: "2.5", 8: "2.5", 11: "2.5",
    12: "2", 14: "2", 15: "2", 7: "1.5", 9: "1.5", 13: "1.5", 10: "1",
}  # fmt: skip
WON = {2: 3, 16: 3, 1: 2, 3: 2, 4: 2, 6: 2, 5: 2, 8: 2, 11: 1, 14: 2, 15: 2, 12: 0, 7: 1, 13: 1}
BUCHHOLZ = {
    2: "13", 3: "15.5", 4: "15", 1: "12.5", 16: "12.5", 6: "12", 8: "13.5", 11: "13.5", 5: "8.5",
    15: "12", 12: "11.5", 14: "11", 7: "14.5", 13: "14", 9: "9", 10: "13",
}  # fmt: skip
CUT_1 = {
    5: "7.5", 8: "12", 11: "12", 7: "12.5", 9: "7.5", 13: "12", 1: "11", 3: "13", 4: "11.5",
    16: "11", 12: "9.5", 14: "9", 15: "11",
}  # fmt: skip
MEDIAN = {
    2: "8.5", 3: "9", 1: "7", 16: "7", 8: "8.5", 15: "7.5", 7: "8.5", 13: "8.5", 10: "7.5",
}  # fmt: skip
SONNEBORN_BERGER = {
    2: "9.5", 3: "10.5", 4: "9.75", 1: "8", 16: "7.25", 6: "6.5", 11: "5.75", 8: "5.25", 5: "4.25",
    14: "4.5", 12: "4", 15: "3.5", 13: "4.25", 7: "3.25", 9: "2.25", 10: "1.5",
}  # fmt: skip


OF_OPPONENTS = (
    Criterion.BUCHHOLZ,
    Criterion.BUCHHOLZ_CUT_1,
    Criterion.BUCHHOLZ_MEDIAN,
    Criterion.FORE_BUCHHOLZ,
    Criterion.SONNEBORN_BERGER,
    Criterion.SONNEBORN_BERGER_CUT_1,
    Criterion.KOYA,
)


def swiss(unplayed: Unplayed = Unplayed.DRAWN_2024) -> Table:
    return table(SWISS, meetings(SWISS), (), SCHEME, ORDER, unplayed=unplayed)


def halves(found: Table, criterion: Criterion, scale: int = 2) -> dict[int, Fraction]:
    """In FIDE's points."""
    return {line.entrant: Fraction(line.figures[criterion][0], scale) for line in found.lines}


def told(figures: dict[int, str]) -> dict[int, Fraction]:
    return {entrant: Fraction(figure) for entrant, figure in figures.items()}


def test_points() -> None:
    assert {line.entrant: Fraction(line.points, 2) for line in swiss().lines} == told(POINTS)


@pytest.mark.parametrize("unplayed", Unplayed)
def test_what_a_forfeit_costs_is_nobody_elses(unplayed: Unplayed) -> None:
    """9 and 14 did not come once. Whatever that costs them, nobody's opponents are worth less, and
    their own were beaten by neither."""
    free = meetings(SWISS)
    costly = [
        one._replace(away_share=one.away_share._replace(points=-6))
        if one.how is How.WALKOVER
        else one
        for one in free
    ]
    tables = [
        table(SWISS, some, (), SCHEME, OF_OPPONENTS, unplayed=unplayed) for some in (free, costly)
    ]
    own = [{line.entrant: line for line in found.lines} for found in tables]
    assert {
        entrant: own[0][entrant].points - own[1][entrant].points
        for entrant in SWISS
        if own[0][entrant].points != own[1][entrant].points
    } == {9: 6, 14: 6}
    assert all(own[0][entrant].figures == own[1][entrant].figures for entrant in SWISS)
    for entrant in (9, 11, 12, 14):
        explained = explain(tables[1], entrant).figures
        assert all(
            sum(part.figure for part in figure.parts if not part.left_out) == figure.worth[0]
            for _criterion, figure in explained
        )


def test_games_won_over_the_board() -> None:
    found = {line.entrant: line.figures[Criterion.WON_PLAYED][0] for line in swiss().lines}
    assert {entrant: found[entrant] for entrant in WON} == WON


def test_buchholz() -> None:
    assert halves(swiss(), Criterion.BUCHHOLZ) == told(BUCHHOLZ)


def test_buchholz_cut_1() -> None:
    found = halves(swiss(), Criterion.BUCHHOLZ_CUT_1)
    assert {entrant: found[entrant] for entrant in CUT_1} == told(CUT_1)


def test_buchholz_median() -> None:
    """Of those with five opponents, whose published points are added up without the lowest and the
    highest: 3 met 11, 6, 8, 4 and 2, who have 2.5, 3, 2.5, 3.5 and 4, which leaves 9."""
    found = halves(swiss(), Criterion.BUCHHOLZ_MEDIAN)
    assert {entrant: found[entrant] for entrant in MEDIAN} == told(MEDIAN)


def test_sonneborn_berger() -> None:
    assert halves(swiss(), Criterion.SONNEBORN_BERGER) == told(SONNEBORN_BERGER)


def test_since_2026_the_dummy_is_capped() -> None:
    """Five rounds drawn are 2.5; entrant 9, who did not come to meet 11, has 1.5.

    4 has 3.5 and half a bye: 1 less. 6 has 3 and a bye: half less. 11 has 2.5: 1 less of 9.
    """
    found = swiss(Unplayed.DRAWN_2026)
    capped = told(BUCHHOLZ) | told({4: "14", 6: "11.5", 11: "12.5"})
    assert halves(found, Criterion.BUCHHOLZ) == capped
    weighed = told(SONNEBORN_BERGER) | told({4: "9.25", 6: "6", 11: "4.75"})
    assert halves(found, Criterion.SONNEBORN_BERGER) == weighed


@pytest.mark.parametrize(("entrant", "score"), [(12, 3), (9, Fraction(3, 2)), (14, 2)])
def test_who_sits_out_and_never_comes_back_has_drawn_these_rounds(
    entrant: int, score: Fraction
) -> None:
    """12 has 2 points and sat out the last two; 14 came back; 9 had his bye last."""
    assert Fraction(swiss().opponents().scores[entrant], 2) == score


def test_round_robin_where_a_forfeit_is_a_game() -> None:
    order = (Criterion.HEAD_TO_HEAD, Criterion.SONNEBORN_BERGER)
    found = table(ROUND_ROBIN, meetings(ROUND_ROBIN), (), SCHEME, order)
    assert halves(found, Criterion.SONNEBORN_BERGER) == told(
        {1: "9.25", 2: "6.25", 3: "6.25", 4: "4.25", 5: "3.25", 6: "2.25"}
    )


def test_direct_encounter_of_the_round_robin() -> None:
    """1 is above 2 and 3, who are level; then 6, 5, 4."""
    found = table(ROUND_ROBIN, meetings(ROUND_ROBIN), (), SCHEME, [Criterion.HEAD_TO_HEAD])
    assert [(line.rank, line.entrant) for line in found.lines] == [
        (1, 1),
        (2, 2),
        (2, 3),
        (4, 6),
        (5, 5),
        (6, 4),
    ]


def test_direct_encounter_of_the_longer_swiss() -> None:
    """Of the four with 6 points all have met: 6 has 2, 1 and 4 have 1.5 and drew, 2 has 1.

    Neither of the three with 4.5 nor of the four with 4 have all met.
    """
    order = [Criterion.HEAD_TO_HEAD]
    made = meetings(LONG_SWISS)
    found = table(LONG_SWISS, made, (), SCHEME, order, unplayed=Unplayed.DRAWN_2024)
    levels: dict[int, set[int]] = {}
    for line in found.lines:
        levels.setdefault(line.rank, set()).add(line.entrant)
    assert levels == {
        1: {3},
        2: {6},
        3: {1, 4},
        5: {2},
        6: {7, 8, 16},
        9: {5, 10, 14, 15},
        13: {11},
        14: {9, 12},
        16: {13},
    }
