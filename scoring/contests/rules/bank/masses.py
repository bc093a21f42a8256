"""The two masses of a game, and what the winning one brings.

The players cover before anyone else: on the chouetteur's side the bank, on the other the stake
of who faces him, whenever he laid it. Then come the others in the order in which they laid. Both
masses are made as large as the smaller one: what is over goes back to those who laid last on
the heavier side, and of one stake a part may remain. Even money. (art. 63 to 65)
"""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.ledger.rules.books import Player, shared

from .state import Phase, Stake, Stakes, State, total


@dataclass(frozen=True, slots=True)
class Masses:
    """What is covered: each player once, the first to be covered first; `bank` is the part of the
    bank. `bank` and `behind` together are as much as `against`."""

    against: Stakes
    bank: int
    behind: Stakes


def masses(state: State) -> Masses:
    """As they would be if the game were dealt now; in a game, as they are."""
    if state.phase is Phase.GAME:
        return Masses(state.against, state.laid, state.behind)
    against = _players_first(state.against, state.order[:1])
    size = min(total(against), state.bank + total(state.behind))
    bank = min(size, state.bank)
    return Masses(_up_to(size, against), bank, _up_to(size - bank, state.behind))


def laid_anew(stakes: Stakes, player: Player, amount: int) -> Stakes:
    """The stakes with `amount` as the player's own in all. What he adds is laid last; what he
    takes off is of what he laid last."""
    found: list[Stake] = []
    for stake in stakes:
        kept = stake.amount
        if stake.player == player:
            kept = min(kept, amount)
            amount -= kept
        found.append(Stake(stake.player, kept))
    return tuple(stake for stake in (*found, Stake(player, amount)) if stake.amount)


def winnings(stakes: Sequence[int], levy: int) -> tuple[int, tuple[int, ...]]:
    """What is levied of even money on the stakes, and what each then wins beside his stake.

    The levy is `levy` per cent of all that is won, rounded down. The rest is shared in proportion
    to the stakes, each part rounded down; what is left over goes one by one from the first on.
    """
    won = sum(stakes)
    levied = won * levy // 100
    return levied, shared(won - levied, stakes)


def _players_first(stakes: Stakes, players: tuple[Player, ...]) -> Stakes:
    return tuple(sorted(stakes, key=lambda stake: stake.player not in players))


def _up_to(most: int, stakes: Stakes) -> Stakes:
    """The first `most` counters of the stakes, each player's together."""
    found: dict[Player, int] = {}
    for stake in stakes:
        taken = min(stake.amount, most)
        most -= taken
        if taken:
            found[stake.player] = found.get(stake.player, 0) + taken
    return tuple(Stake(player, amount) for player, amount in found.items())
