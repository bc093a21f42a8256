"""Tie-breaks of teams beside another checker's figures."""

from fractions import Fraction

import pytest

from scoring.leagues.rules.teams import BoardPoints, TeamScheme, met
from scoring.tables.criteria import TeamCriterion
from scoring.tables.results import Meeting, Share
from scoring.tables.table import Table
from tests.support.standings_tables import table

from . import checked_figures, exercises

pytestmark = pytest.mark.any_database

SCHEME = TeamScheme()
ENDS = {"+": (2, 0), "=": (1, 1), "-": (0, 2)}
TABLES = range(len(exercises.TEAMS))
# A board won is two board points here, and one there.
BOARD_POINTS = {
    "board_points",
    "board_count",
    "buchholz_boards",
    "sonneborn_berger_boards",
    "sonneborn_berger_boards_cut_1",
    "sonneborn_berger_boards_cut_2",
    "boards_sonneborn_berger",
    "boards_sonneborn_berger_boards",
}
TWICE = {"boards_sonneborn_berger_boards"}


def meetings(number: int) -> list[Meeting]:
    return [
        met(round_, *pair, [_board(end) for end in exercises.TEAMS[number][pair]], SCHEME)
        for round_, pairs in enumerate(exercises.TEAM_ROUNDS, start=1)
        for pair in pairs
    ]


def _board(end: str) -> tuple[BoardPoints, Share, Share]:
    home, away = ENDS[end]
    return BoardPoints(home, away), Share(points=home), Share(points=away)


def made(number: int, criterion: TeamCriterion) -> Table:
    order = [TeamCriterion.POINTS, criterion]
    return table(range(1, 7), meetings(number), (), SCHEME.match, order)


@pytest.mark.parametrize("name", checked_figures.TEAM_NAMES)
@pytest.mark.parametrize("number", TABLES)
def test_another_checker_has_the_same_figures_of_teams(number: int, name: str) -> None:
    criterion = TeamCriterion(name)
    place = checked_figures.TEAM_NAMES.index(name)
    scale = (2 if name in BOARD_POINTS else 1) * (2 if name in TWICE else 1)
    figures = {
        line.entrant: Fraction(criterion.better(line.worth(criterion)[0])) / scale
        for line in made(number, criterion).lines
    }
    rows = checked_figures.TEAMS[number]
    assert figures == {team: Fraction(row.split()[place]) for team, row in rows.items()}


@pytest.mark.parametrize("name", checked_figures.TEAM_RANKS[0])
@pytest.mark.parametrize("number", TABLES)
def test_another_checker_has_the_same_places_of_teams(number: int, name: str) -> None:
    lines = made(number, TeamCriterion(name)).lines
    ranks = {line.entrant: line.rank for line in lines}
    assert ranks == checked_figures.TEAM_RANKS[number][name]
