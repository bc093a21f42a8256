"""Transfers of whole numbers between accounts: every book adds up to zero by construction.

The unit is the club's own; there is nothing smaller than one of it, and no float anywhere.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

Player = int


class Holder(StrEnum):
    """Whose account it is. Of all but a member's there is one in each contest, with `of` 0; but
    the club's cash, which is one in each book."""

    MEMBER = "member"
    CASH = "cash"
    POT = "pot"
    BANK = "bank"
    MASS = "mass"
    LEVY = "levy"


class Account(NamedTuple):
    """`of`: the player, where it is a member's."""

    holder: Holder
    of: Player = 0


POT, BANK, MASS, LEVY, CASH = (
    Account(holder) for holder in (Holder.POT, Holder.BANK, Holder.MASS, Holder.LEVY, Holder.CASH)
)


def member(player: Player) -> Account:
    return Account(Holder.MEMBER, player)


class Cause(StrEnum):
    """What an amount is moved for; none is ever renamed."""

    STAKE = "stake"
    LOSER_STAKE = "loser_stake"
    RENTRANT_STAKE = "rentrant_stake"
    POOL_WON = "pool_won"
    GIVEN_BACK = "given_back"
    GAME_WON = "game_won"
    PARTNER_SHARE = "partner_share"
    BANK_PUT_UP = "bank_put_up"
    BANK_RENEWED = "bank_renewed"
    BANK_TAKEN_UP = "bank_taken_up"
    BET_LAID = "bet_laid"
    BET_WON = "bet_won"
    BET_FORFEITED = "bet_forfeited"
    LEVY = "levy"
    PAID = "paid"
    BUY_IN = "buy_in"


IN_CASH = (Cause.PAID, Cause.BUY_IN)
"""Counters that were handed over: whoever paid them is the target, as so much less is owed."""


class Transfer(NamedTuple):
    """`amount` is 1 or more."""

    source: Account
    target: Account
    amount: int
    cause: Cause


Transfers = tuple[Transfer, ...]


def balances(transfers: Iterable[Transfer]) -> dict[Account, int]:
    """Of every account that was touched; the sum is nothing."""
    found: Counter[Account] = Counter()
    for one in transfers:
        found[one.source] -= one.amount
        found[one.target] += one.amount
    return dict(found)


def transfer(source: Account, target: Account, amount: int, cause: Cause) -> Transfers:
    """One transfer; none where there is nothing to move."""
    return (Transfer(source, target, amount, cause),) if amount else ()


def transfers_to(
    source: Account, shares: Mapping[Player, int] | Iterable[tuple[Player, int]], cause: Cause
) -> Transfers:
    pairs = shares.items() if isinstance(shares, Mapping) else shares
    return tuple(
        Transfer(source, member(player), amount, cause) for player, amount in pairs if amount
    )


class Remainder(StrEnum):
    """To whom the odd counters go, one each: in order from the first on, or to the largest
    fractions, of equal ones to the first."""

    FIRST = "first"
    LARGEST = "largest"


def shares(
    amount: int, weights: Sequence[int], remainder: Remainder = Remainder.FIRST
) -> tuple[int, ...]:
    """In proportion to the weights, rounded down; what is left over goes out one by one, passing
    over those of no weight.

    Raises: ValueError where there is something to share and nobody to take it.
    """
    total = sum(weights)
    if amount and not total:
        raise ValueError
    parts = [amount * weight // total if total else 0 for weight in weights]
    takers = [place for place, weight in enumerate(weights) if weight]
    if remainder is Remainder.LARGEST:
        takers.sort(key=lambda place: amount * weights[place] % total, reverse=True)
    for place in takers[: amount - sum(parts)]:
        parts[place] += 1
    return tuple(parts)
