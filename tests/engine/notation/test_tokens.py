"""Every value has one token, and comes back from it."""

from hypothesis import given
from hypothesis import strategies as st

from games.engine.cards import PACK
from games.engine.hand.state import BY_CUT, ORDERS, Say
from games.engine.notation.lexing import Token, lexemes
from games.engine.notation.tokens import NAMED, DealBegins, GameBegins, read, text
from games.engine.notation.values import (
    CutCards,
    Holds,
    MarksMade,
    Place,
    Plays,
    Ruled,
    Says,
    ScoreAfter,
    ScoreBefore,
    Stock,
    Takes,
    Throws,
    TricksMade,
    TrickTo,
    TurnUp,
)
from games.engine.records import Applied, MarkKind, NotedMark, Tricks
from games.engine.rulings.ids import Answer, Choice, Fact, Irregularity
from games.engine.seats import Seat
from games.engine.terms import Score

seats = st.sampled_from(Seat)
cards = st.sampled_from([None, *PACK])
many = st.lists(cards, max_size=32).map(tuple)
numbers = st.integers(0, 99)
scores = st.builds(Score, numbers, numbers)
marks = st.builds(NotedMark, seats, numbers, st.sampled_from([None, *MarkKind]))
facts = st.tuples(st.sampled_from(Fact), st.sampled_from(Answer))
rulings = st.builds(
    Applied,
    st.text(st.characters(exclude_categories=["Cs"]), max_size=20),
    st.sampled_from(Irregularity),
    st.lists(facts, max_size=5).map(tuple),
    st.sampled_from(Choice),
    st.none() | seats,
)
values = st.one_of(
    st.builds(GameBegins, numbers, st.none() | scores),
    st.builds(DealBegins, st.none() | seats, st.sampled_from([None, *ORDERS])),
    st.builds(CutCards, cards, cards),
    st.builds(Holds, seats, many),
    st.builds(Throws, seats, many),
    st.builds(Takes, seats, many),
    st.builds(Stock, many),
    st.builds(TurnUp, cards),
    st.builds(Plays, cards),
    st.builds(TrickTo, seats),
    st.builds(Says, st.sampled_from([say for say in Say if say not in BY_CUT])),
    st.builds(Says, st.sampled_from(NAMED), seats),
    st.builds(TricksMade, st.builds(Tricks, numbers, numbers)),
    st.builds(MarksMade, st.lists(marks, max_size=4).map(tuple)),
    st.builds(ScoreAfter, scores),
    st.builds(ScoreBefore, st.none() | scores),
    st.builds(Ruled, rulings),
)


@given(values)
def test_a_value_comes_back_from_its_token(value: object) -> None:
    """It stands in one line, and is told from what stands around it."""
    written = text(value)
    (before, (token, place), after) = lexemes([f"{{}}  {written} 7H"])
    assert isinstance(token, Token)
    assert (token.text, place.column) == (written, 5)
    assert read(token) == value
    assert (before[1], after[1]) == (Place(1, 1), Place(1, len(written) + 6))


@given(st.integers(1, 32))
def test_cards_not_known_are_counted(number: int) -> None:
    counted = "?" if number == 1 else f"{number}?"
    assert text(Stock((None,) * number)) == f"stock:{counted}"
    one_by_one = Token("stock:" + ",".join("?" * number), Place(1, 1))
    assert read(one_by_one) == read(Token(f"stock:{counted}", Place(1, 1)))
