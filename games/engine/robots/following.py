"""What it is worth to do as a printed hint says, wherever one speaks while a hand is played: of
exchanges, kings and leads, as `confirming` has it of bidding."""

from collections.abc import Iterable, Iterator

from games.engine.cards import Card
from games.engine.codes import Code
from games.engine.hand import apply, begin
from games.engine.hand.state import Action, Deal, Phase, Say, State
from games.engine.hand.views import View, view
from games.engine.records import Opening
from games.engine.seats import Seat
from games.engine.terms import Score

from . import beginner
from .advice import Advice, advice
from .hints import SILENT, Hint
from .seeing import Memory
from .tables import Tables

OWN, DEALERS = Seat.A, (Seat.B, Seat.A)


def followed(
    code: Code, packs: Iterable[tuple[Card, ...]], score: Score, tables: Tables
) -> Iterator[tuple[Hint, float]]:
    """Each pack is played by both roles as the counts have it, from this score. Of each decision of
    A's that a hint is about: what the hint's choice wins more than the best other one, in chances
    of the game."""
    for pack in packs:
        for dealer in DEALERS:
            yield from _hand(begin(code, score=score, dealer=dealer), Deal(pack), tables)


def _hand(begun: State, deal: Deal, tables: Tables) -> Iterator[tuple[Hint, float]]:
    state, _ = apply(begun, deal)
    memories: dict[Seat, Memory] = dict.fromkeys(Seat, Memory())
    while state.phase is not Phase.OVER:
        seat, own, advised = _next(state, memories, tables)
        if seat is OWN:
            yield from _gains(own, memories[seat], advised)
        state, _ = apply(state, advised.best.action)


def _next(state: State, memories: dict[Seat, Memory], tables: Tables) -> tuple[Seat, View, Advice]:
    """Whoever has something to do. Raises: RuntimeError if both wait for each other."""
    for seat in Seat:
        own = view(state, seat)
        memories[seat] |= frozenset(own.hand or ())
        advised = advice(own, memories[seat], tables)
        if advised is not None:
            return seat, own, advised
    raise RuntimeError("Both players wait for each other.")


def _gains(own: View, memory: Memory, advised: Advice) -> Iterator[tuple[Hint, float]]:
    printed = beginner.choice(own, memory)
    if _is_silent(own):
        yield from _gain(SILENT, advised, [one for one in _actions(advised) if one != Say.KING])
    elif printed is not None and printed.hint is not None:
        yield from _gain(printed.hint, advised, [printed.action])


def _is_silent(own: View) -> bool:
    """A dealer with the king, at three against the four of a non-dealer who stood."""
    at = own.score.of(OWN), own.score.of(OWN.other)
    return (
        own.dealer is OWN
        and own.opening is Opening.STOOD
        and at == (3, 4)
        and (Say.KING in own.legal)
    )


def _actions(advised: Advice) -> list[Action]:
    return [option.action for option in advised.options]


def _gain(hint: Hint, advised: Advice, printed: list[Action]) -> Iterator[tuple[Hint, float]]:
    as_printed = [option.chance for option in advised.options if option.action in printed]
    others = [option.chance for option in advised.options if option.action not in printed]
    if as_printed and others:
        yield hint, max(as_printed) - max(others)
