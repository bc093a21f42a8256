"""Anything that could be typed, and hands that can be."""

from hypothesis import strategies as st

from games.engine.codes import CODES, GameValue
from games.engine.records import HandRecord, King, KingHow, MarkKind, NotedMark, Opening, Tricks
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

seats = st.sampled_from(Seat)
codes = st.sampled_from(list(CODES.values()))
small = st.integers(-2, 7) | st.integers()
kings = st.builds(King, seats, st.sampled_from(KingHow))


def records(
    figures: st.SearchStrategy[int], points: st.SearchStrategy[int], *, kings_most: int = 3
) -> st.SearchStrategy[HandRecord]:
    """`points`: of a mark."""
    marks = st.builds(NotedMark, seats, points, st.sampled_from([None, *MarkKind]))
    return st.builds(
        HandRecord,
        dealer=st.none() | seats,
        opening=st.sampled_from([None, *Opening]),
        kings=st.lists(kings, max_size=kings_most).map(tuple),
        tricks=st.none() | st.builds(Tricks, figures, figures),
        abandoned_by=st.none() | seats,
        marks=st.none() | st.lists(marks, max_size=4).map(tuple),
    )


def entries(
    figures: st.SearchStrategy[int],
    hands: st.SearchStrategy[HandRecord],
    *,
    games: st.SearchStrategy[int],
) -> st.SearchStrategy[Entry]:
    """`games`: the number of a game; of a rubber it is any figure."""
    return (
        st.builds(HandEntry, games, hands)
        | st.builds(GameEntry, games, st.builds(Score, figures, figures))
        | st.builds(RubberEntry, figures, figures, figures)
    )


any_records = records(small, small)
any_entries = entries(small, any_records, games=small)

formats = (
    st.just(Format(FormatKind.ONE_GAME, 1))
    | st.builds(Format, st.just(FormatKind.GAMES), st.integers(1, 4))
    | st.builds(Format, st.just(FormatKind.RUBBER), st.sampled_from([1, 3, 5]))
    | st.builds(
        Format, st.just(FormatKind.RUBBER), st.sampled_from([1, 3]), st.sampled_from([3, 5])
    )
)


@st.composite
def terms(draw: st.DrawFn) -> Terms:
    code = draw(codes)
    agreed = code.game_value.value is GameValue.BY_AGREEMENT and draw(st.booleans())
    return Terms(code, draw(formats), agreed, draw(st.integers(0, 3)))


@st.composite
def real_hands(draw: st.DrawFn) -> HandRecord:
    """A hand played out, all of it noted."""
    dealer = draw(seats)
    tricks = draw(st.integers(0, 5))
    king = draw(st.none() | kings)
    possible = king and (not king.how.turned or king.seat is dealer)
    return HandRecord(
        dealer=dealer,
        opening=draw(st.sampled_from(Opening)),
        kings=(king,) if king and possible else (),
        tricks=Tricks(tricks, 5 - tricks),
    )
