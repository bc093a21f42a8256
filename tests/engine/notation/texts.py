"""Texts, games played at random, and how a fault is told."""

from collections.abc import Callable

from hypothesis import strategies as st

from games.engine.cards import PACK
from games.engine.codes import CODES, Code
from games.engine.hand import apply, begin
from games.engine.hand.state import ORDERS, Cut, Deal, Phase, State
from games.engine.notation import loads
from games.engine.notation.contests import game_of
from games.engine.notation.headers import Context, headers
from games.engine.notation.values import Contest, Game, NotationError
from games.engine.seats import Seat

LONDON = '[Code "london"]\n'
FIRST = """\
[Code "london"]
[A "Alice"]
[B "Bob"]

game:1
deal:A/3-2 B:TS,KH,TD,7D,9C A:QS,JS,AS,AD,8H up:KS mark
propose accept B-TD,7D,9C A-AD,8H B+KD,7S,7H A+9S,8S stand
KD QS /A JS TS /A AS 7S /A 9S 7H /A 8S KH /A
=3-0
"""
"""Hoyle's Games Modernized, in the form that `dumps` writes."""


def fault(text: str, reads: Callable[[str], object] = loads) -> tuple[str, int, int]:
    """The code of what is wrong, its line and its column; ("", 0, 0) if nothing is."""
    try:
        reads(text)
    except NotationError as error:
        return str(error.code), error.line, error.column
    return "", 0, 0


def expected(text: str) -> tuple[str, ...]:
    """What the fault of a text says may stand there."""
    try:
        loads(text)
    except NotationError as error:
        return error.expected
    raise AssertionError("nothing is wrong")


def law(text: str) -> str:
    try:
        loads(text)
    except NotationError as error:
        return error.law
    raise AssertionError("nothing is wrong")


packs = st.permutations(PACK).map(tuple)
codes = st.sampled_from(list(CODES.values()))
chances = st.lists(st.floats(0, 1, exclude_max=True), min_size=60, max_size=60)


def hand_played(state: State, chosen: list[float]) -> State:
    """To its end, or as far as the choices go."""
    for chance in chosen:
        if not state.legal:
            break
        state = apply(state, state.legal[int(chance * len(state.legal))])[0]
    return state


@st.composite
def games(draw: st.DrawFn) -> tuple[State, State]:
    """A game as it began and as it was left, by random choices."""
    code: Code = draw(codes)
    dealer = draw(st.none() | st.sampled_from(Seat))
    begun = begin(code, dealer=dealer, second_proposal=draw(st.booleans()))
    state = begun
    while state.dealer is None:
        drawn = draw(st.permutations(PACK))
        state = apply(state, Cut(drawn[0], drawn[1]))[0]
    if state.phase is Phase.FIRST_DEALER:
        state = apply(state, draw(st.sampled_from(state.legal)))[0]
    for _number in range(draw(st.integers(1, 4))):
        order = draw(st.sampled_from(ORDERS))
        following = state.elder if state.log and state.to_act is None else state.dealer
        following = state.dealer if not any(type(one) is Deal for one in state.log) else following
        chosen = state.orders[0 if following is Seat.A else 1]
        state = apply(state, Deal(draw(packs), chosen or order))[0]
        state = hand_played(state, draw(chances))
        if state.winner or state.to_act is not None:
            break
    return begun, state


def contest_of(begun: State, state: State) -> Contest:
    before = Context(begun.code, dealer=begun.dealer, second_proposal=begun.second_proposal)
    game: Game = game_of(begun, state.log)
    return Contest(headers(before), (game,))
