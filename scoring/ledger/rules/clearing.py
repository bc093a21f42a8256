"""The fewest payments that clear the balances of a settlement."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from heapq import heapify, heappop, heappush
from math import prod
from typing import NamedTuple

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
