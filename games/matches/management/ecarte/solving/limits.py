"""From which chance of the point on the dealer should refuse a proposal, in points a hand.

The non-dealer stands from two in three on. Whoever is not refused exchanges once, all but trumps
and kings, and then the cards are played.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import numpy as np

from games.engine.cards import KING

from .bidding import (
    EXCHANGED,
    REFUSED,
    STOOD,
    Floats,
    exchange_of,
    played_out,
    thrown_by_hint,
    worth_in_points,
)
from .deals import CARDS, chances, deals

PRINTED: Final = 2 / 3
LIMITS: Final = (0.75, PRINTED, 0.6, 0.55, 0.5, 0.45, 0.4, 0.35, 0.3)
NEAR: Final = 0.02
"""Hands this close to a limit are on it."""


class Limit(NamedTuple):
    """`least`: of the hands that the other may hold, won against. `won`: how often a hand on the
    limit wins the point once it has been proposed to; None if none was dealt. `gain`: over the
    printed limit, in points a hand, with its standard error."""

    least: float
    won: float | None
    gain: float
    error: float


class Hands(NamedTuple):
    """To the dealer, in points. `chance`: of the point against any hand."""

    chance: Floats
    proposed: Floats
    won: Floats
    stood: Floats
    refused: Floats
    exchanged: Floats


def hands(seed: int, number: int) -> Hands:
    of = deals(np.random.default_rng(seed), number)
    of = of.part(np.flatnonzero(of.turned != KING))
    outcome = played_out(of.elder, of.dealer)
    kept = thrown_by_hint(of.elder, least=1), thrown_by_hint(of.dealer, least=0)
    after, _used, _enough = exchange_of(of, kept, np.zeros_like(of.turned))
    worth = -worth_in_points()
    return Hands(
        chance=chances(of.dealer, of.turned, leads=False),
        proposed=(chances(of.elder, of.turned, leads=True) < PRINTED).astype(float),
        won=(outcome % (CARDS + 1) < (CARDS + 1) / 2).astype(float),
        stood=worth[STOOD][outcome],
        refused=worth[REFUSED][outcome],
        exchanged=worth[EXCHANGED][played_out(after.elder, after.dealer)],
    )


def limits(of: Hands, wanted: Sequence[float] = LIMITS) -> Iterator[Limit]:
    printed = _points(of, PRINTED)
    for least in wanted:
        gains = _points(of, least) - printed
        near = (of.proposed == 1) & (np.abs(of.chance - least) < NEAR)
        error = gains.std() / np.sqrt(len(gains))
        won = float(of.won[near].mean()) if near.any() else None
        yield Limit(least, won, float(gains.mean()), float(error))


def _points(of: Hands, least: float) -> Floats:
    answered = np.where(of.chance >= least, of.refused, of.exchanged)
    return np.where(of.proposed == 1, answered, of.stood)
