"""Who owes whom, and by which transfers."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import NamedTuple

from .transfers import CASH, Account, Cause, Holder, Transfer, shares

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
