"""What a row of a criterion says is what pages and programs show."""

import pytest

from scoring.leagues.labels.standings import caption, choices, figure, name_of
from scoring.tables.criteria import (
    TEAM_TIE_BREAKS,
    TIE_BREAKS,
    AnyCriterion,
    Criterion,
    TeamCriterion,
)

pytestmark = pytest.mark.any_database


@pytest.mark.parametrize("criterion", [*Criterion, *TeamCriterion], ids=repr)
def test_a_figure_is_shown_with_its_sign_and_never_turned(criterion: AnyCriterion) -> None:
    worth = (criterion.better(7),) * (2 if criterion.is_direct_encounter else 1)
    assert (worth == (-7,)) is criterion.row.fewer_is_better
    assert figure(criterion, worth) == ("+7" if criterion.row.signed else "7")


@pytest.mark.parametrize("criteria", [Criterion, TeamCriterion])
def test_keys_labels_and_figures_are_different(criteria: type[AnyCriterion]) -> None:
    members = list(criteria)
    assert len(members) == len(criteria.__members__)
    assert len({str(name_of(one)) for one in members}) == len(members)
    # Kept in the database, sent by programs, and columns of spreadsheets.
    assert all(one.value == one.row.key and one.row.key.isidentifier() for one in members)


def test_points_come_first_and_are_no_tie_break() -> None:
    assert next(iter(Criterion)).is_points
    assert next(iter(TeamCriterion)).is_points
    assert [one for one in (*TIE_BREAKS, *TEAM_TIE_BREAKS) if one.is_points] == []
    assert len(TIE_BREAKS) == len(Criterion) - 1


def test_a_form_offers_them_with_a_capital_and_a_caption_lists_them() -> None:
    assert [(key, str(label)) for key, label in choices([Criterion.VOLES])] == [("voles", "Voles")]
    assert caption([Criterion.WON, Criterion.VOLES]) == (
        "Sorted by points; tie-breaks: matches won, then voles."
    )
    assert caption([], of_teams=True) == "Sorted by match points."


def test_several_numbers_are_read_one_after_the_other() -> None:
    assert figure(TeamCriterion.TOP_BOARDS, (2, 3, 1)) == "2/3/1"
    assert figure(TeamCriterion.BOARD_COUNT, (-11,)) == "11"
