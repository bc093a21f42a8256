"""The order of the table, against tables worked by hand and a second ranking."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.leagues.selectors.standings import ranked
from scoring.tables.criteria import TIE_BREAKS, USUAL, Criterion
from scoring.tables.results import SHARE_FIELDS, Share

Player = tuple[int, str, Share]
# Those that the sums over all meetings decide, as the standings of a season keep them.
SUMS = tuple(criterion for criterion in TIE_BREAKS if criterion.is_sum)


def _order(players: list[Player], *tie_breaks: Criterion) -> list[tuple[int, str]]:
    return [(line.rank, line.name) for line in ranked(players, tie_breaks, str.casefold)]


def _player(name: str, **figures: int) -> Player:
    return ord(name[0]), name, Share(**figures)


def test_points_come_first() -> None:
    players = [
        _player("Ann", points=4, won=2),
        _player("Bob", points=6, won=1),
        _player("Cyd", points=5, won=9, kings=9, voles=9),
    ]
    assert _order(players, *SUMS) == [(1, "Bob"), (2, "Cyd"), (3, "Ann")]


# Three on six points. Won: Ann 3, Bob 2, Cyd 2. Games: Bob 7–4 (+3), Cyd 8–6 (+2).
# Values: Cyd 12–7 (+5), Bob 9–5 (+4).
LEVEL = [
    _player("Ann", points=6, won=3, games_for=6, games_against=6, value=6, value_against=8),
    _player("Bob", points=6, won=2, games_for=7, games_against=4, value=9, value_against=5),
    _player("Cyd", points=6, won=2, games_for=8, games_against=6, value=12, value_against=7),
]


@pytest.mark.parametrize(
    ("tie_breaks", "order"),
    [
        ([], [(1, "Ann"), (1, "Bob"), (1, "Cyd")]),
        ([Criterion.WON], [(1, "Ann"), (2, "Bob"), (2, "Cyd")]),
        ([Criterion.WON, Criterion.GAMES_DIFFERENCE], [(1, "Ann"), (2, "Bob"), (3, "Cyd")]),
        ([Criterion.WON, Criterion.GAMES_FOR], [(1, "Ann"), (2, "Cyd"), (3, "Bob")]),
        ([Criterion.VALUE_DIFFERENCE], [(1, "Cyd"), (2, "Bob"), (3, "Ann")]),
        ([Criterion.GAMES_DIFFERENCE, Criterion.WON], [(1, "Bob"), (2, "Cyd"), (3, "Ann")]),
    ],
)
def test_tie_breaks_go_in_the_order_they_are_named(
    tie_breaks: list[Criterion], order: list[tuple[int, str]]
) -> None:
    assert _order(LEVEL, *tie_breaks) == order


@pytest.mark.parametrize(
    ("tie_break", "better", "worse"),
    [
        (Criterion.WON, {"won": 2}, {"won": 1}),
        (Criterion.GAMES_DIFFERENCE, {"games_for": 1}, {"games_for": 5, "games_against": 5}),
        (Criterion.GAMES_FOR, {"games_for": 5, "games_against": 9}, {"games_for": 4}),
        (Criterion.VALUE_DIFFERENCE, {"value": 1}, {"value": 9, "value_against": 9}),
        (Criterion.RUBBER_POINTS, {"rubber_points": -1}, {"rubber_points": -2}),
        (Criterion.VALUE, {"value": 2}, {"value": 1, "games_for": 9}),
        (Criterion.TREBLES, {"trebles": 1}, {"doubles": 3}),
        (Criterion.VOLES, {"voles": 1}, {"kings": 3}),
        (Criterion.KINGS, {"kings": 1}, {"voles": 3}),
        (Criterion.FEWER_PLAYED, {"played": 3}, {"played": 4}),
    ],
)
def test_each_tie_break(
    tie_break: Criterion, better: dict[str, int], worse: dict[str, int]
) -> None:
    players = [_player("Ann", **worse), _player("Bob", **better)]
    assert _order(players, tie_break) == [(1, "Bob"), (2, "Ann")]


def test_a_rank_is_skipped_after_equals_who_stand_by_name() -> None:
    players = [
        _player("Éve", points=1),
        _player("zoë", points=2),
        _player("Ann", points=2),
        _player("bob", points=3),
    ]
    assert _order(players, *USUAL) == [(1, "bob"), (2, "Ann"), (2, "zoë"), (4, "Éve")]


def test_no_players_have_no_lines() -> None:
    assert ranked([], USUAL, str.casefold) == ()


few = st.integers(-2, 2)
shares = st.builds(Share, *(few for _ in SHARE_FIELDS))
orders = st.lists(st.sampled_from(SUMS), unique=True)


@given(st.lists(shares, max_size=8), orders)
def test_a_rank_is_one_more_than_the_number_who_are_better(
    found: list[Share], order: list[Criterion]
) -> None:
    """A second ranking, by comparing every two."""
    players = [(number, f"P{number}", share) for number, share in enumerate(found)]
    for line in ranked(players, order, str.casefold):
        better = sum(_better(other, line.share, order) for _, _, other in players)
        assert line.rank == better + 1


def _better(one: Share, other: Share, order: list[Criterion]) -> bool:
    if one.points != other.points:
        return one.points > other.points
    for tie_break in order:
        a, b = tie_break.sum_key(one), tie_break.sum_key(other)
        if a != b:
            return a > b
    return False
