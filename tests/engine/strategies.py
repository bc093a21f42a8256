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
noted_marks = st.builds(NotedMark, seats, small, st.sampled_from([None, *MarkKind]))

any_records = st.builds(
    HandRecord,
    dealer=st.none() | seats,
    opening=st.sampled_from([None, *Opening]),
    kings=st.lists(kings, max_size=3).map(tuple),
    tricks=st.none() | st.builds(Tricks, small, small),
    abandoned_by=st.none() | seats,
    marks=st.none() | st.lists(noted_marks, max_size=4).map(tuple),
)
any_entries: st.SearchStrategy[Entry] = (
    st.builds(HandEntry, small, any_records)
    | st.builds(GameEntry, small, st.builds(Score, small, small))
    | st.builds(RubberEntry, small, small, small)
)

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
