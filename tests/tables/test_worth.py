"""What matches are worth, counted a second time from the scores of their games alone.

The second counting knows law 46 and the club's words (docs/rules.md), and nothing of the engine.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.codes import CODES
from games.engine.match import replay
from games.engine.seats import Seat
from games.engine.terms import Format, FormatKind, GameEntry, Score, Terms
from scoring.tables.results import Scheme, Share, share

LONDON = CODES["london"]
Scores = list[tuple[int, int]]

schemes = st.builds(Scheme, *(st.integers(0, 100) for _ in range(3)))
results = st.tuples(st.integers(0, 4), st.booleans()).map(
    lambda drawn: (5, drawn[0]) if drawn[1] else (drawn[0], 5)
)


@st.composite
def played(draw: st.DrawFn) -> tuple[str, int, bool, int, Scores]:
    """A match to its end: format, games, game values, bonus, and the score of each game."""
    kind = draw(st.sampled_from(["rubber", "games"]))
    games = draw(st.sampled_from([1, 3, 5] if kind == "rubber" else [1, 2, 4]))
    scores: Scores = []
    while not ended(kind, games, scores):
        scores.append(draw(results))
    return kind, games, draw(st.booleans()), draw(st.integers(0, 3)), scores


def ended(kind: str, games: int, scores: Scores) -> bool:
    won = sum(a == 5 for a, _ in scores)
    if kind == "games":
        return len(scores) == games
    return max(won, len(scores) - won) > games // 2


def worth(score: int, values: bool) -> int:
    """Of a game to its winner: treble for nothing, double for one or two, else single."""
    return {0: 3, 1: 2, 2: 2}.get(score, 1) if values else 1


def naive(kind: str, values: bool, bonus: int, scores: Scores, scheme: Scheme) -> Share:
    """The share of the first player."""
    mine = [worth(b, values) for a, b in scores if a == 5]
    theirs = [worth(a, values) for a, b in scores if b == 5]
    balance = sum(mine) - sum(theirs)
    won, lost = len(mine) > len(theirs), len(mine) < len(theirs)
    rubber = balance + bonus if won else balance - bonus
    return Share(
        played=1,
        won=int(won),
        drawn=int(not won and not lost),
        lost=int(lost),
        games_for=len(mine),
        games_against=len(theirs),
        trebles=mine.count(3),
        doubles=mine.count(2),
        singles=mine.count(1),
        value=sum(mine),
        value_against=sum(theirs),
        rubber_points=rubber if kind == "rubber" else 0,
        points=scheme.win if won else scheme.loss if lost else scheme.draw,
    )


@given(played(), schemes)
def test_both_shares_are_as_the_scores_say(
    match: tuple[str, int, bool, int, Scores], scheme: Scheme
) -> None:
    """And nothing counts a game before the end."""
    kind, games, values, bonus, scores = match
    terms = Terms(LONDON, Format(FormatKind(kind), games), values, bonus)
    entries = [GameEntry(n, Score(*score)) for n, score in enumerate(scores, start=1)]
    half = replay(terms, None, entries[:-1])
    assert share(half, Seat.A, scheme) == share(half, Seat.B, scheme) == Share()
    whole = replay(terms, None, entries)
    turned = [(b, a) for a, b in scores]
    one, other = (share(whole, seat, scheme) for seat in Seat)
    assert one == naive(kind, values, bonus, scores, scheme)
    assert other == naive(kind, values, bonus, turned, scheme)
    assert (one.games_for, one.value) == (other.games_against, other.value_against)
    assert one.rubber_points == -other.rubber_points


# Ann against Bob: win, loss, and of two games a draw, under each scheme.
SCHEMES = {
    "2-1-0": (Scheme(), [(2, 0), (0, 2), (1, 1)]),
    "3-1-0": (Scheme(3, 1, 0), [(3, 0), (0, 3), (1, 1)]),
    "1-0-0": (Scheme(1, 0, 0), [(1, 0), (0, 1), (0, 0)]),
    "3-2-1": (Scheme(3, 2, 1), [(3, 1), (1, 3), (2, 2)]),
    "all nothing": (Scheme(0, 0, 0), [(0, 0), (0, 0), (0, 0)]),
}


@pytest.mark.parametrize("name", SCHEMES)
def test_points_by_the_scheme(name: str) -> None:
    scheme, wanted = SCHEMES[name]
    two = Terms(LONDON, Format(FormatKind.GAMES, 2))
    found = []
    for scores in ([(5, 1), (5, 0)], [(4, 5), (2, 5)], [(5, 0), (4, 5)]):
        state = replay(two, None, [GameEntry(n, Score(*s)) for n, s in enumerate(scores, start=1)])
        found.append((share(state, Seat.A, scheme).points, share(state, Seat.B, scheme).points))
    assert found == wanted


def test_more_games_are_no_more_points() -> None:
    """A match is won or it is not: 2–0 and 2–1 are worth the same."""
    rubber = Terms(LONDON, Format(FormatKind.RUBBER, 3))
    for scores in ([(5, 0), (5, 0)], [(5, 4), (0, 5), (5, 4)]):
        state = replay(
            rubber, None, [GameEntry(n, Score(*s)) for n, s in enumerate(scores, start=1)]
        )
        assert share(state, Seat.A, Scheme()).points == 2
