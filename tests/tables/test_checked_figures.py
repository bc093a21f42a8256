"""Tie-breaks beside another checker's figures, and by hand where it has none."""

from collections.abc import Mapping
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.leagues.labels.standings import figure, short_figure
from scoring.leagues.rules.teams import BoardPoints, TeamScheme, met
from scoring.tables.counted import Unplayed
from scoring.tables.criteria import Criterion, TeamCriterion
from scoring.tables.explain import explain
from scoring.tables.results import Meeting, Scheme, Share
from scoring.tables.table import Table
from tests.support.standings_tables import table

from . import checked_figures, exercises
from .exercises import SCHEME, meetings
from .seasons import ALICE, BOB, CHLOE, DAVID, FOUR, PLAIN, match, seasons

pytestmark = pytest.mark.any_database

TABLES = {
    "SWISS": (exercises.SWISS, Unplayed.DRAWN_2026),
    "LONG_SWISS": (exercises.LONG_SWISS, Unplayed.DRAWN_2026),
    "ROUND_ROBIN": (exercises.ROUND_ROBIN, Unplayed.PLANNED),
}
ONES = ("rounds_won",)
ADDED = [
    Criterion.ROUNDS_WON,
    Criterion.PROGRESSIVE,
    Criterion.KOYA,
    Criterion.FORE_BUCHHOLZ,
    Criterion.SONNEBORN_BERGER_CUT_1,
    Criterion.DIRECT_ENCOUNTER,
]


def made(name: str, order: list[Criterion]) -> Table:
    crosstable, unplayed = TABLES[name]
    return table(crosstable, meetings(crosstable), (), SCHEME, order, unplayed=unplayed)


@pytest.mark.parametrize("place", range(len(checked_figures.NAMES)), ids=checked_figures.NAMES)
@pytest.mark.parametrize("name", TABLES)
def test_another_checker_has_the_same_figures(name: str, place: int) -> None:
    """A win is two points here, and one there; so is everything made of points."""
    criterion = Criterion(checked_figures.NAMES[place])
    rows: Mapping[int, str] = getattr(checked_figures, name)
    scale = 1 if criterion.value in ONES else 2
    figures = {
        line.entrant: Fraction(line.figures[criterion][0]) / scale
        for line in made(name, [criterion]).lines
    }
    checked = {entrant: Fraction(row.split()[1 + place]) for entrant, row in rows.items()}
    assert figures == checked


@pytest.mark.parametrize("name", TABLES)
def test_another_checker_has_the_same_direct_encounters(name: str) -> None:
    lines = made(name, [Criterion.DIRECT_ENCOUNTER]).lines
    ranks = {line.entrant: line.rank for line in lines}
    assert ranks == checked_figures.DIRECT_ENCOUNTER[name]


def test_alone_at_the_top_whatever_the_missing_match_brings_is_first() -> None:
    """Alice beat Bob and Chloé, who have not met: with one more win each has 2, she has 4. All
    three have 4 points in all."""
    results = [
        match(1, ALICE, BOB, (2, 0)),
        match(2, ALICE, CHLOE, (2, 0)),
        match(3, BOB, DAVID, (2, 0)),
        match(4, BOB, DAVID, (2, 0)),
        match(3, CHLOE, DAVID, (2, 1)),
        match(4, CHLOE, DAVID, (2, 1)),
    ]
    found = table(FOUR, results, (), PLAIN, [Criterion.DIRECT_ENCOUNTER])
    assert [(line.rank, line.entrant) for line in found.lines] == [
        (1, ALICE), (2, BOB), (2, CHLOE), (4, DAVID),
    ]  # fmt: skip
    own = found.tied[Criterion.DIRECT_ENCOUNTER]
    assert set(own[ALICE]) == {ALICE, BOB, CHLOE}
    before = table(FOUR, results, (), PLAIN, [Criterion.HEAD_TO_HEAD])
    assert [line.rank for line in before.lines] == [1, 1, 1, 4], "Points against each other: no."


def test_a_missing_match_that_may_change_the_first_separates_nobody() -> None:
    """Alice beat Bob; Chloé has met neither and may still have 4."""
    results = [
        match(1, ALICE, BOB, (2, 0)),
        match(2, BOB, DAVID, (2, 0)),
        match(2, CHLOE, DAVID, (2, 0)),
    ]
    found = table(FOUR, results, (), PLAIN, [Criterion.DIRECT_ENCOUNTER])
    assert [line.rank for line in found.lines] == [1, 1, 1, 4]
    worth = found.line(CHLOE).figures[Criterion.DIRECT_ENCOUNTER]
    assert short_figure(Criterion.DIRECT_ENCOUNTER, worth) == "0–4"


def test_two_who_met_twice_have_the_average() -> None:
    """Alice beat Bob and drew with him: 1.5 and 0.5. Of what she won, 3, no more than 1.5 counts
    beside Chloé, who met either once and beat Alice: 2 and 2 and 1.5."""
    results = [
        match(1, ALICE, BOB, (2, 0)),
        match(2, ALICE, BOB, (1, 1)),
        match(3, BOB, CHLOE, (2, 0)),
        match(4, CHLOE, ALICE, (2, 1)),
        match(5, CHLOE, DAVID, (1, 1)),
    ]
    found = table(FOUR, results, (), PLAIN, [Criterion.DIRECT_ENCOUNTER])
    own = {line.entrant: line.figures[Criterion.DIRECT_ENCOUNTER] for line in found.lines[:3]}
    assert own == {
        BOB: (Fraction(5, 2), Fraction(5, 2)),
        CHLOE: (2, 2),
        ALICE: (Fraction(3, 2), Fraction(3, 2)),
    }
    assert [line.entrant for line in found.lines[:3]] == [BOB, CHLOE, ALICE]


@given(seasons(), st.sampled_from(Unplayed))
def test_parts_add_up_to_each_figure(
    season: tuple[tuple[int, ...], list[Meeting], list[object]], unplayed: Unplayed
) -> None:
    entrants, results, _rulings = season
    found = table(entrants, results, (), SCHEME, ADDED, unplayed=unplayed)
    for line in found.lines:
        for criterion, own in explain(found, line.entrant).figures:
            parts = sum(part.figure for part in own.parts if not part.left_out)
            assert parts == own.worth[0], criterion


def test_a_sonneborn_berger_is_read_in_the_points_of_the_table() -> None:
    """Alice beat Bob (3 points) and drew with Chloé (1): 3 and half of 1, not 2 × 3 + 1 × 1."""
    results = [
        match(1, ALICE, BOB, (2, 0)),
        match(2, ALICE, CHLOE, (1, 1)),
        match(3, BOB, DAVID, (2, 0)),
        match(4, BOB, DAVID, (1, 1)),
    ]
    found = table(FOUR, results, (), PLAIN, [Criterion.SONNEBORN_BERGER])
    worth = found.line(ALICE).figures[Criterion.SONNEBORN_BERGER]
    assert figure(Criterion.SONNEBORN_BERGER, worth) == "3.5"


def test_thirds_are_rounded_to_two_decimals() -> None:
    """With three points for a win a draw counts a third of the opponent's points."""
    scheme = Scheme(win=3)
    results = [match(1, ALICE, BOB, (1, 1), scheme=scheme)]
    found = table(FOUR, results, (), scheme, [Criterion.SONNEBORN_BERGER])
    worth = found.line(ALICE).figures[Criterion.SONNEBORN_BERGER]
    assert worth == (Fraction(1, 3),)
    assert figure(Criterion.SONNEBORN_BERGER, worth) == "0.33"


REDS, BLUES, GREENS = 1, 2, 3


def teams(*results: tuple[int, int, int, int]) -> list[Meeting]:
    """Round, home, away and the boards that home won of three; two points a board."""
    found = []
    for round_, home, away, won in results:
        boards = [
            (BoardPoints(2, 0) if board < won else BoardPoints(0, 2), Share(), Share())
            for board in range(3)
        ]
        found.append(met(round_, home, away, boards, TeamScheme()))
    return found


@pytest.mark.parametrize(
    ("criterion", "figures"),
    [
        # Reds 4 match points and 8 board points, Blues 2 and 8, Greens 0 and 2.
        (TeamCriterion.SONNEBORN_BERGER, (2 * 2 + 0 * 2, 0 * 2, 0)),
        (TeamCriterion.SONNEBORN_BERGER_BOARDS, (2 * 4 + 0 * 4, 4 * 2 + 0 * 6, 4 * 2 + 2 * 0)),
        (TeamCriterion.SONNEBORN_BERGER_BOARDS_CUT_1, (2 * 4, 4 * 2, 4 * 2)),
        (TeamCriterion.BOARDS_SONNEBORN_BERGER, (8 * 2 + 2 * 2, 2 * 2, 0)),
        (TeamCriterion.BOARDS_SONNEBORN_BERGER_BOARDS, (8 * 4 + 2 * 4, 8 * 2 + 2 * 6, 8 * 2)),
        (TeamCriterion.BUCHHOLZ, (2, 4, 6)),
        (TeamCriterion.BUCHHOLZ_CUT_1, (2, 4, 4)),
        (TeamCriterion.BUCHHOLZ_BOARDS, (10, 10, 16)),
        # The last round, Blues against Greens, drawn: 4, 1 and 1.
        (TeamCriterion.FORE_BUCHHOLZ, (2, 5, 5)),
        (TeamCriterion.ROUNDS_WON, (2, 1, 0)),
        (TeamCriterion.PROGRESSIVE, (2 + 4 + 4, 0 + 0 + 2, 0)),
        # Half of the points have Reds and Blues.
        (TeamCriterion.KOYA, (2, 0, 0)),
    ],
)
def test_teams_by_hand(criterion: TeamCriterion, figures: tuple[int, ...]) -> None:
    """Reds beat Blues 2–1 and Greens 2–1, Blues beat Greens 3–0."""
    results = teams((1, REDS, BLUES, 2), (2, REDS, GREENS, 2), (3, BLUES, GREENS, 3))
    order = [TeamCriterion.POINTS, criterion]
    found = table((REDS, BLUES, GREENS), results, (), TeamScheme().match, order)
    assert [line.points for line in found.lines] == [4, 2, 0]
    assert tuple(found.line(team).figures[criterion][0] for team in (1, 2, 3)) == figures


def test_teams_level_among_themselves_are_compared_by_board_points() -> None:
    """Each beat one other, 2–1, 3–0 and 2–1: match points are level, board points 6, 8 and 4."""
    results = teams((1, REDS, BLUES, 2), (2, BLUES, GREENS, 3), (3, GREENS, REDS, 2))
    order = [TeamCriterion.POINTS, TeamCriterion.DIRECT_ENCOUNTER]
    found = table((REDS, BLUES, GREENS), results, (), TeamScheme().match, order)
    assert [line.entrant for line in found.lines] == [BLUES, REDS, GREENS]
    worth = found.line(BLUES).figures[TeamCriterion.DIRECT_ENCOUNTER]
    assert short_figure(TeamCriterion.DIRECT_ENCOUNTER, worth) == "2/8"
