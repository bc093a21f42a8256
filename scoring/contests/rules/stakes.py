"""Stakes of players on a game, in the order in which they were laid."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scoring.ledger.rules import Player, Remainder, shares


class Stake(NamedTuple):
    player: Player
    amount: int


Stakes = tuple[Stake, ...]


@dataclass(frozen=True, slots=True)
class Masses:
    """What is covered: each player once, the first to be covered first; `bank` is the part of the
    bank. `bank` and `behind` together are as much as `against`."""

    against: Stakes
    bank: int
    behind: Stakes

    @property
    def size(self) -> int:
        return total(self.against)


def total(stakes: Iterable[Stake]) -> int:
    return sum(stake.amount for stake in stakes)


def of(stakes: Iterable[Stake], player: Player) -> int:
    return total(stake for stake in stakes if stake.player == player)


def without_player(stakes: Stakes, player: Player) -> Stakes:
    return tuple(stake for stake in stakes if stake.player != player)


def changed(stakes: Stakes, player: Player, amount: int) -> Stakes:
    """The stakes with `amount` as the player's own in all. What is added is laid last; what is
    taken off is of what was laid last."""
    found: list[Stake] = []
    for stake in stakes:
        stays = stake.amount
        if stake.player == player:
            stays = min(stays, amount)
            amount -= stays
        found.append(Stake(stake.player, stays))
    return tuple(stake for stake in (*found, Stake(player, amount)) if stake.amount)


def masses(against: Stakes, bank: int, behind: Stakes) -> Masses:
    """`against` in the order in which they are covered; the bank covers before those behind it."""
    size = min(total(against), bank + total(behind))
    bank = min(size, bank)
    return Masses(_first(size, against), bank, _first(size - bank, behind))


def _first(most: int, stakes: Stakes) -> Stakes:
    """The first `most` counters of the stakes, each player's together."""
    found: dict[Player, int] = {}
    for stake in stakes:
        taken = min(stake.amount, most)
        most -= taken
        if taken:
            found[stake.player] = found.get(stake.player, 0) + taken
    return tuple(Stake(player, amount) for player, amount in found.items())


class LaidStake(NamedTuple):
    """`side`: against the bank, or behind it."""

    player: Player
    side: str
    amount: int
    covered: int


def by_player(side: str, stakes: Stakes, cover: Stakes) -> list[LaidStake]:
    """Each player once, where they laid first; `cover`: what of the stakes is covered."""
    players = dict.fromkeys(stake.player for stake in stakes)
    return [LaidStake(one, side, of(stakes, one), of(cover, one)) for one in players]


def winnings(stakes: Sequence[int], levy: int, remainder: Remainder) -> tuple[int, tuple[int, ...]]:
    """What is levied of even money on the stakes, and what each then wins beside the stake.

    The levy is `levy` per cent of all that is won, rounded down. The rest is shared in proportion
    to the stakes, the odd counters as `remainder` says.
    """
    won = sum(stakes)
    levied = won * levy // 100
    return levied, shares(won - levied, stakes, remainder)
