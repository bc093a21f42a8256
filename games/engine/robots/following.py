"""What it is worth to do as a printed hint says, wherever one speaks while a hand is played: of
exchanges, kings and leads, as `confirming` has it of bidding."""

from collections.abc import Iterable, Iterator

from games.engine.cards import Card
from games.engine.codes import Code
from games.engine.hand import apply, begin
from games.engine.hand.state import Action, Deal, Say, State
from games.engine.hand.views import View
from games.engine.records import Opening
from games.engine.seats import Seat
from games.engine.terms import Score

from . import beginner
from .advice import Advice, advice
from .duel import played
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
            dealt, _ = apply(begin(code, score=score, dealer=dealer), Deal(pack))
            yield from _hand(dealt, tables)


def _hand(dealt: State, tables: Tables) -> list[tuple[Hint, float]]:
    gains: list[tuple[Hint, float]] = []

    def own(of: View, memory: Memory, tables: Tables, _chance: float) -> Action | None:
        advised = advice(of, memory, tables)
        if advised is None:
            return None
        gains.extend(_gains(of, memory, advised))
        return advised.best.action

    played(dealt, {OWN: own, OWN.other: _as_advised}, tables, dict.fromkeys(Seat, lambda: 0.0))
    return gains


def _as_advised(of: View, memory: Memory, tables: Tables, _chance: float) -> Action | None:
    advised = advice(of, memory, tables)
    return advised and advised.best.action


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
