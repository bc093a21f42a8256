"""Transfers of whole numbers between accounts: every book adds up to zero by construction.

The unit is the club's own; there is nothing smaller than one of it, and no float anywhere.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from heapq import heapify, heappop, heappush
from itertools import groupby
from math import prod
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


EXACT_UP_TO = 1 << 15


class Payment(NamedTuple):
    """`amount` is 1 or more."""

    payer: int
    payee: int
    amount: int


class _Balance(NamedTuple):
    amount: int
    who: int


_Group = Sequence[_Balance]


def payments(balances: Mapping[int, int]) -> tuple[Payment, ...]:
    """What clears all balances to nothing, sorted; who has more than nothing is to be paid.

    Of n people whose balance is not nothing the largest debtor pays the largest creditor until all
    is cleared: at most n - 1 payments. People who are quits among themselves save one for each
    such group, so the least number is n less the greatest number of groups. Two with opposite
    balances are a group of the best division always. The rest is divided by trying all, where there
    are at most `EXACT_UP_TO` ways to take some of it (people of equal balances are as one another):
    always up to 15 people who are left, and more where balances are equal. Beyond that the rest is
    one group, and the number may not be the least.

    Equal balances: the lower id first.

    Raises: ValueError where the balances do not add up to nothing.
    """
    if sum(balances.values()):
        raise ValueError
    found = sorted(_Balance(amount, who) for who, amount in balances.items() if amount)
    return tuple(sorted(one for group in _groups(found) for one in _cleared(group)))


def _groups(balances: _Group) -> Iterator[_Group]:
    rest = set(balances)
    for pair in _opposites(balances):
        rest.difference_update(pair)
        yield pair
    yield from _divided(sorted(rest))


def _opposites(balances: _Group) -> Iterator[_Group]:
    debtors: defaultdict[int, list[_Balance]] = defaultdict(list)
    for one in reversed(balances):
        debtors[-one.amount].append(one)
    for one in balances:
        if one.amount > 0 and debtors[one.amount]:
            yield debtors[one.amount].pop(), one


def _divided(balances: _Group) -> Iterator[_Group]:
    """One group after the other is taken off the whole, each as soon as it adds up to nothing."""
    counts = Counter(one.amount for one in balances)
    if prod(count + 1 for count in counts.values()) > EXACT_UP_TO:
        yield balances
        return
    people: defaultdict[int, list[_Balance]] = defaultdict(list)
    for one in reversed(balances):
        people[one.amount].append(one)
    group: list[_Balance] = []
    for amount in _order(counts):
        group.append(people[amount].pop())
        if not sum(one.amount for one in group):
            yield group
            group = []


def _order(counts: Mapping[int, int]) -> Iterator[int]:
    """The balances, each as often as there are people of it, in an order in which what is left adds
    up to nothing as often as it can.

    What is left is a number in mixed radix, with a digit for each balance: how many of it.
    """
    digits: list[tuple[int, int, int]] = []
    sums = [0]
    for amount, count in counts.items():
        digits.append((amount, len(sums), count + 1))
        sums = [step * amount + lower for step in range(count + 1) for lower in sums]
    best = [0] * len(sums)
    for left in range(1, len(sums)):
        before = [best[left - one] for _, one, radix in digits if left // one % radix]
        best[left] = max(before) + (not sums[left])
    left = len(sums) - 1
    while left:
        amount, one, _ = max(
            (digit for digit in digits if left // digit[1] % digit[2]),
            key=lambda digit: best[left - digit[1]],
        )
        left -= one
        yield amount


def _cleared(group: _Group) -> Iterator[Payment]:
    debtors = [one for one in group if one.amount < 0]
    creditors = [(-one.amount, one.who) for one in group if one.amount > 0]
    heapify(debtors)
    heapify(creditors)
    while debtors:
        debt, payer = heappop(debtors)
        credit, payee = heappop(creditors)
        yield Payment(payer, payee, min(-debt, -credit))
        if debt < credit:
            heappush(debtors, _Balance(debt - credit, payer))
        elif credit < debt:
            heappush(creditors, (credit - debt, payee))


_PEOPLE = (Holder.MEMBER, Holder.CASH)
_PUTS_UP = (Cause.BANK_PUT_UP, Cause.BANK_RENEWED)


class Part(NamedTuple):
    """What one transfer adds to a debt, or, less than nothing, takes off it.

    `at`: its place among the transfers; `through`: the places of those by which the debtor had put
    in what is paid out here (the creditor, where it is less than nothing), if it came out of a pot.
    """

    at: int
    amount: int
    through: tuple[int, ...] = ()


class Debt(NamedTuple):
    """`amount` is 1 or more, and the sum of the parts."""

    debtor: Account
    creditor: Account
    amount: int
    behind: tuple[Part, ...]


def owed(transfers: Iterable[Transfer]) -> tuple[Debt, ...]:
    """Net between each two, sorted; the sums of what each is owed less what they owe are the
    balances of the transfers.

    What a member gives to another they owe them. Money that went through a pot or mass is owed by
    those who put it in:

    - What a pot pays is borne by all whose money is in it, in proportion to what of theirs is in it
      and rounded down, the rest one by one in the order of paying in. It makes no difference
      whether a player has it or another pot, which then holds it as theirs.
    - What is given back is first taken out of what its receiver put in; of payments that a pot
      makes in a row those are reckoned first.
    - A bank is its banker's, who last put up or renewed it: they owe what it pays, and are owed
      what it is paid.
    - What is in a pot in the end, on the table or in the levy box, is owed to it.
    - Who has paid the club owes so much less to others: the club owes it to them. Who was paid by
      the club is owed so much less: it is owed to the club.

    The transfers are those of whole contests in their order. Of several contests each pot has an
    `of` of its own.

    Raises: ValueError where a pot pays what was not put in.
    """
    table = _Table()
    listed = tuple(transfers)
    for at, one in _reckoned(listed):
        table.take(at, one)
    for at, one in enumerate(listed):
        table.take_over(at, one)
    return tuple(sorted(_net(table.parts)))


def _reckoned(transfers: Iterable[Transfer]) -> Iterator[tuple[int, Transfer]]:
    for source, row in groupby(enumerate(transfers), key=lambda found: found[1].source):
        if source.holder in _PEOPLE:
            yield from row
        else:
            yield from sorted(row, key=lambda found: found[1].cause is not Cause.GIVEN_BACK)


class _Money:
    """Of one payer, in one pot."""

    __slots__ = ("amount", "through")

    def __init__(self) -> None:
        self.amount = 0
        self.through: list[int] = []


_Purse = dict[Account, _Money]


class _Table:
    def __init__(self) -> None:
        self.bankers: dict[Account, Account] = {}
        self.pots: defaultdict[Account, _Purse] = defaultdict(dict)
        self.parts: defaultdict[tuple[Account, Account], list[Part]] = defaultdict(list)

    def take(self, at: int, one: Transfer) -> None:
        if one.cause in _PUTS_UP:
            self.bankers[one.target] = one.source
        target = self.bankers.get(one.target, one.target)
        for payer, amount, through in self._payers(one, target):
            self._owes(one.source, payer, Part(at, amount))
            self._owes(payer, target, Part(at, amount, through))
            self._owes(target, one.target, Part(at, amount))
            if target.holder not in _PEOPLE:
                money = self.pots[target].setdefault(payer, _Money())
                money.amount += amount
                money.through.append(at)

    def take_over(self, at: int, one: Transfer) -> None:
        """Of a payment to the club, or by it: the debts or claims that the club takes over."""
        if CASH not in (one.source, one.target):
            return
        is_paid_in = one.source == CASH
        own, left = (one.target if is_paid_in else one.source), one.amount
        for other in sorted({side for pair in self.parts for side in pair} - {own, CASH}):
            debtor, creditor = (own, other) if is_paid_in else (other, own)
            amount = min(left, max(0, self._debt(debtor, creditor)))
            if not amount:
                continue
            left -= amount
            self._owes(debtor, creditor, Part(at, -amount))
            if is_paid_in:
                self._owes(CASH, other, Part(at, amount))
                self._owes(CASH, own, Part(at, -amount))
            else:
                self._owes(other, CASH, Part(at, amount))
                self._owes(own, CASH, Part(at, -amount))

    def _debt(self, debtor: Account, creditor: Account) -> int:
        if creditor < debtor:
            return -self._debt(creditor, debtor)
        return sum(part.amount for part in self.parts.get((debtor, creditor), ()))

    def _payers(self, one: Transfer, target: Account) -> list[tuple[Account, int, tuple[int, ...]]]:
        if one.source.holder in _PEOPLE:
            return [(one.source, one.amount, ())]
        if one.source in self.bankers:
            return [(self.bankers[one.source], one.amount, ())]
        purse = self.pots[one.source]
        own = 0
        if one.cause is Cause.GIVEN_BACK and target in purse:
            own = min(one.amount, purse[target].amount)
        return _taken(purse, {target: own} if own else {}) + _borne(purse, one.amount - own)

    def _owes(self, debtor: Account, creditor: Account, part: Part) -> None:
        if debtor < creditor:
            self.parts[debtor, creditor].append(part)
        elif creditor < debtor:
            self.parts[creditor, debtor].append(part._replace(amount=-part.amount))


def _borne(purse: _Purse, amount: int) -> list[tuple[Account, int, tuple[int, ...]]]:
    there = [money.amount for money in purse.values()]
    if amount > sum(there):
        raise ValueError
    return _taken(purse, dict(zip(purse, shares(amount, there), strict=True)))


def _taken(purse: _Purse, parts: dict[Account, int]) -> list[tuple[Account, int, tuple[int, ...]]]:
    found = []
    for payer, amount in parts.items():
        if not amount:
            continue
        found.append((payer, amount, tuple(purse[payer].through)))
        purse[payer].amount -= amount
        if not purse[payer].amount:
            del purse[payer]
    return found


def _net(parts: dict[tuple[Account, Account], list[Part]]) -> Iterator[Debt]:
    for (one, other), found in parts.items():
        amount = sum(part.amount for part in found)
        if amount > 0:
            yield Debt(one, other, amount, tuple(found))
        elif amount < 0:
            turned = tuple(part._replace(amount=-part.amount) for part in found)
            yield Debt(other, one, -amount, turned)
