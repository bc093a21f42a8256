"""What each place of a pool is worth to players who are equal at every game: exact, in fractions.

Place 0 keeps the seat, 1 sits against it, the others wait in their order. Whoever wins a game has
won one in succession, or one more than before: so the values of all places after a first game won
are the unknowns of one equation for each place, and those at any other score follow from them.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from scoring.ledger.rules import Player

from .pool import Paying, State, seats

HALF, NOTHING = Fraction(1, 2), Fraction(0)
Values = tuple[Fraction, ...]
"""By place."""
Moves = tuple[int, ...]
"""Where a game leads each place."""
Gains = Callable[[int, Moves], Values]
"""What a game brings each place, by the games in succession after it."""


class PlaceValue(NamedTuple):
    """`chance` to win the pool. `worth`: what the player may expect to take out of the pot, less
    what they still put in; over all players it adds up to what lies in the pot."""

    player: Player
    chance: Fraction
    worth: Fraction


def place_values(state: State) -> tuple[PlaceValue, ...]:
    """Of everybody who is still in it, by place; nothing before places are taken, and when the pool
    is over."""
    sitting = seats(state)
    if sitting is None:
        return ()
    if state.runner == sitting[1]:
        sitting = sitting[1], sitting[0]
    run = state.run if state.runner in sitting else 0
    players = (*sitting, *state.waiting)
    chances, gains = _values(len(players), state.to_win, state.terms.paying)
    return tuple(
        PlaceValue(player, chance, state.pot * chance + state.terms.stake * gain)
        for player, chance, gain in zip(players, chances[run], gains[run], strict=True)
    )


@lru_cache(maxsize=64)
def _values(players: int, to_win: int, paying: Paying) -> tuple[Sequence[Values], Sequence[Values]]:
    """By the games in succession: the chances to win; and what may be expected of stakes of 1 that
    are still to be put in, less one's own."""

    def wins(won: int, moves: Moves) -> Values:
        return tuple(Fraction(won == to_win and place == 0) for place in moves)

    chances = _solved(players, to_win, wins)

    def stake(won: int, moves: Moves) -> Values:
        """Each has a share in it by their chance, once it is in the pot."""
        is_last = won == to_win
        if is_last and paying is Paying.SEATED:
            return (NOTHING,) * players
        payer = moves.index(players - 1 if paying is Paying.DEPOSIT else 1)
        then = wins(won, moves) if is_last else _after(chances[won], moves)
        return tuple(share - (place == payer) for place, share in enumerate(then))

    return chances, _solved(players, to_win, stake)


def _after(values: Values, moves: Moves) -> Values:
    return tuple(values[place] for place in moves)


def _solved(players: int, to_win: int, gains: Gains) -> Sequence[Values]:
    """By the games in succession, from none on: all that is to be expected from then on."""
    queue = tuple(range(1, players - 1))
    holds, loses = (0, players - 1, *queue), (players - 1, 0, *queue)

    def before(won: int, held: Values, lost: Values) -> Values:
        """Of a game whose winner then has `won`, or else one."""
        sums = zip(gains(won, holds), gains(1, loses), _after(held, holds), lost, strict=True)
        return tuple(HALF * sum(parts, NOTHING) for parts in sums)

    nothing = (NOTHING,) * players
    constants = nothing
    factors: list[Values] = [nothing] * players
    for run in range(to_win - 1, 0, -1):
        constants = before(run + 1, constants, nothing)
        factors = [
            tuple(HALF * (one + (of == loses[place])) for of, one in enumerate(factors[kept]))
            for place, kept in enumerate(holds)
        ]
    once = _unknowns(constants, factors)
    found, later = [once], nothing
    for run in range(to_win - 1, 1, -1):
        later = before(run + 1, later, _after(once, loses))
        found.insert(1, later)
    return [before(1, once, _after(once, loses)), *found]


def _unknowns(constants: Values, factors: Sequence[Values]) -> Values:
    """Each is its constant and the sum of all of them, each times its factor."""
    size = len(constants)
    rows = [
        [*(Fraction(of == place) - one for of, one in enumerate(factors[place])), constants[place]]
        for place in range(size)
    ]
    for place in range(size):
        pivot = next(row for row in range(place, size) if rows[row][place])
        rows[place], rows[pivot] = rows[pivot], rows[place]
        first = rows[place]
        for row in rows[place + 1 :]:
            by = row[place] / first[place]
            row[place:] = [
                one - by * own for one, own in zip(row[place:], first[place:], strict=True)
            ]
    found = [NOTHING] * size
    for place in reversed(range(size)):
        known = sum(rows[place][of] * found[of] for of in range(place + 1, size))
        found[place] = (rows[place][-1] - known) / rows[place][place]
    return tuple(found)
