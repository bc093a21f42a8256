"""What a match is worth to each player, worked by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.codes import CODES
from games.engine.match import replay
from games.engine.seats import Seat
from games.engine.terms import (
    Entry,
    Format,
    FormatKind,
    GameEntry,
    HandEntry,
    RubberEntry,
    Score,
    Terms,
)
from scoring.tables.results import SHARE_FIELDS, Scheme, Share, share
from tests.support import printed_game

LONDON = CODES["london"]
RUBBER = Terms(LONDON, Format(FormatKind.RUBBER, 3), game_values=True)
TWO_GAMES = Terms(LONDON, Format(FormatKind.GAMES, 2))
ONE_GAME = Terms(LONDON, Format(FormatKind.ONE_GAME, 1))
SCHEME = Scheme(win=3, draw=1, loss=0)


def both(terms: Terms, *entries: Entry) -> tuple[Share, Share]:
    state = replay(terms, Seat.A, entries)
    return share(state, Seat.A, SCHEME), share(state, Seat.B, SCHEME)


def test_the_printed_game() -> None:
    """A turned the one king that was marked; each made a vole."""
    a, y = both(ONE_GAME, *(HandEntry(1, record) for record in printed_game.RECORDS))
    assert a == Share(played=1, won=1, games_for=1, singles=1, value=1, kings=1, voles=1, points=3)
    assert y == Share(played=1, lost=1, games_against=1, value_against=1, voles=1)


def test_a_rubber_with_game_values() -> None:
    """A wins 5–0 (treble), B 5–2 (double), A 5–4 (single): 4 less 2 is 2 to A."""
    a, b = both(
        RUBBER, GameEntry(1, Score(5, 0)), GameEntry(2, Score(2, 5)), GameEntry(3, Score(5, 4))
    )
    assert a == Share(
        played=1,
        won=1,
        games_for=2,
        games_against=1,
        trebles=1,
        singles=1,
        value=4,
        value_against=2,
        rubber_points=2,
        points=3,
    )
    assert b == Share(
        played=1,
        lost=1,
        games_for=1,
        games_against=2,
        doubles=1,
        value=2,
        value_against=4,
        rubber_points=-2,
    )


def test_a_winner_whose_games_were_worth_less() -> None:
    """B loses a treble and wins two singles: he has the rubber, and a point to pay."""
    a, b = both(
        RUBBER, GameEntry(1, Score(5, 0)), GameEntry(2, Score(3, 5)), GameEntry(3, Score(4, 5))
    )
    assert (b.won, b.rubber_points, a.rubber_points) == (1, -1, 1)


def test_a_draw() -> None:
    a, b = both(TWO_GAMES, GameEntry(1, Score(5, 1)), GameEntry(2, Score(0, 5)))
    assert (
        a
        == b
        == Share(
            played=1,
            drawn=1,
            games_for=1,
            games_against=1,
            singles=1,
            value=1,
            value_against=1,
            points=1,
        )
    )


def test_a_rubber_by_its_games_alone_counts_single() -> None:
    a, b = both(RUBBER, RubberEntry(2, 1))
    assert (a.value, a.singles, a.rubber_points, b.value) == (2, 2, 1, 1)


def test_a_scheme_has_bonuses_if_it_has_one_of_any_kind() -> None:
    assert not Scheme(3, 1, 0).has_bonuses
    for name in ("treble_bonus", "game_bonus", "value_bonus"):
        assert Scheme(3, 1, 0, **{name: 1}).has_bonuses


def test_bonuses_come_on_top_for_winner_and_loser() -> None:
    """A 5–0 (treble), B 5–2 (double), A 5–4: A has 3 + 10 + 2 games + 4 in value, B 0 + 1 + 2."""
    scheme = Scheme(3, 1, 0, treble_bonus=10, game_bonus=1, value_bonus=1)
    games = GameEntry(1, Score(5, 0)), GameEntry(2, Score(2, 5)), GameEntry(3, Score(5, 4))
    state = replay(RUBBER, Seat.A, games)
    assert [share(state, seat, scheme).points for seat in (Seat.A, Seat.B)] == [19, 3]


def test_half_a_match_is_worth_nothing() -> None:
    assert both(RUBBER, GameEntry(1, Score(5, 0))) == (Share(), Share())
    assert both(ONE_GAME) == (Share(), Share())


shares = st.builds(Share, *(st.integers(-100, 100) for _ in SHARE_FIELDS))


@given(shares, shares)
def test_what_is_added_can_be_taken_away(one: Share, other: Share) -> None:
    assert (one + other) - other == one
    assert one + other == other + one
    assert one + Share() == one
    assert not one - one


@pytest.mark.parametrize("name", SHARE_FIELDS)
def test_a_share_with_anything_in_it_is_something(name: str) -> None:
    assert Share(**{name: -1})
