"""Tie-breaks one by one and together, by definitions written here a second time."""

from collections.abc import Callable
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.leagues.selectors.standings import ranked
from scoring.tables.criteria import TIE_BREAKS, Criterion, TeamCriterion
from scoring.tables.results import SHARE_FIELDS, Share

# Those that the sums over all meetings decide, as the standings of a season keep them.
SUMS = tuple(criterion for criterion in TIE_BREAKS if criterion.is_sum)
DEFINED: dict[str, Callable[[dict[str, int]], int]] = {
    "won": lambda line: line["won"],
    "games_difference": lambda line: line["games_for"] - line["games_against"],
    "games_for": lambda line: line["games_for"],
    "value_difference": lambda line: line["value"] - line["value_against"],
    "value": lambda line: line["value"],
    "rubber_points": lambda line: line["rubber_points"],
    "trebles": lambda line: line["trebles"],
    "voles": lambda line: line["voles"],
    "kings": lambda line: line["kings"],
    "fewer_played": lambda line: 100 - line["played"],
}
LEVEL = Share(
    played=8,
    won=4,
    games_for=10,
    games_against=7,
    value=17,
    value_against=11,
    rubber_points=6,
    kings=9,
    voles=4,
    points=10,
)
# What the better of two has, who is level with LEVEL in everything else.
BETTER = {
    Criterion.WON: {"won": 5},
    Criterion.GAMES_DIFFERENCE: {"games_against": 6},
    Criterion.GAMES_FOR: {"games_for": 11, "games_against": 8},
    Criterion.VALUE_DIFFERENCE: {"value_against": 10},
    Criterion.VALUE: {"value": 18, "value_against": 12},
    Criterion.TREBLES: {"trebles": 1},
    Criterion.RUBBER_POINTS: {"rubber_points": 7},
    Criterion.VOLES: {"voles": 5},
    Criterion.KINGS: {"kings": 10},
    Criterion.FEWER_PLAYED: {"played": 7},
}


def test_every_tie_break_of_sums_is_defined_here_a_second_time() -> None:
    assert set(DEFINED) == set(BETTER) == set(SUMS)


def ranks(shares: list[Share], order: list[Criterion]) -> dict[int, int]:
    """The rank of each, by his number."""
    players = [(number, f"P{number}", share) for number, share in enumerate(shares)]
    return {line.player: line.rank for line in ranked(players, order, str.casefold)}


@pytest.mark.parametrize("tie_break", SUMS)
def test_each_decides_alone_wherever_it_stands(tie_break: Criterion) -> None:
    """And of all the others together none does."""
    two = [LEVEL, LEVEL._replace(**BETTER[tie_break])]
    # Of two that hang together, such as games won and lost, only one can stay level.
    level = [other for other in SUMS if other.sum_key(two[0]) == other.sum_key(two[1])]
    others = [other for other in level if other is not tie_break]
    for place in range(len(others) + 1):
        order = [*others[:place], tie_break, *others[place:]]
        assert ranks(two, order) == {1: 1, 0: 2}
    assert ranks(two, others) == {0: 1, 1: 1}


@pytest.mark.parametrize(("first", "second"), combinations(SUMS, 2))
def test_the_first_named_of_two_decides(first: Criterion, second: Criterion) -> None:
    one, other = (LEVEL._replace(**BETTER[tie_break]) for tie_break in (first, second))
    assert ranks([one, other], [first, second]) == {0: 1, 1: 2}
    assert ranks([one, other], [second, first]) == {1: 1, 0: 2}


def test_equals_share_a_rank_and_the_next_are_skipped() -> None:
    """Points 9 7 7 7 4 4 0: ranks 1 2 2 2 5 5 7."""
    shares = [Share(points=points) for points in (7, 0, 4, 9, 7, 4, 7)]
    found = ranks(shares, list(SUMS))
    assert found == {3: 1, 0: 2, 4: 2, 6: 2, 2: 5, 5: 5, 1: 7}


few = st.integers(-1, 1)
figures = st.builds(Share, *(few for _ in SHARE_FIELDS))
orders = st.lists(st.sampled_from(SUMS), unique=True)


def stronger(one: Share, other: Share, order: list[Criterion]) -> bool:
    """More points; or level, and more at the first tie-break where the two differ."""
    a, b = one._asdict(), other._asdict()
    if a["points"] != b["points"]:
        return bool(a["points"] > b["points"])
    gaps = [DEFINED[name.value](a) - DEFINED[name.value](b) for name in order]
    return next((gap > 0 for gap in gaps if gap), False)


@given(st.lists(figures, max_size=7), orders)
def test_the_rank_is_one_more_than_the_number_who_are_stronger(
    shares: list[Share], order: list[Criterion]
) -> None:
    wanted = {
        number: 1 + sum(stronger(other, share, order) for other in shares)
        for number, share in enumerate(shares)
    }
    assert ranks(shares, order) == wanted


@given(st.lists(st.tuples(st.sampled_from("aAbé"), figures), max_size=7), orders, st.randoms())
def test_the_order_of_the_rows_in_the_database_is_not_seen(
    rows: list[tuple[str, Share]], order: list[Criterion], random: Random
) -> None:
    players = [(number, name, share) for number, (name, share) in enumerate(rows)]
    shuffled = list(players)
    random.shuffle(shuffled)
    assert ranked(shuffled, order, str.casefold) == ranked(players, order, str.casefold)


@given(st.lists(figures, min_size=1, max_size=6), orders)
def test_another_point_never_costs_a_place(shares: list[Share], order: list[Criterion]) -> None:
    better = [shares[0]._replace(points=shares[0].points + 1), *shares[1:]]
    assert ranks(better, order)[0] <= ranks(shares, order)[0]


def test_what_may_be_negative_is_shown_with_its_sign() -> None:
    signed = {criterion for criterion in (*Criterion, *TeamCriterion) if criterion.row.signed}
    assert signed == {
        Criterion.GAMES_DIFFERENCE,
        Criterion.VALUE_DIFFERENCE,
        Criterion.RUBBER_POINTS,
        TeamCriterion.BOARD_DIFFERENCE,
        TeamCriterion.GAMES_DIFFERENCE,
    }
