"""The gallery's bets a second time, counter by counter: each counter lies on the table by itself,
is paired with one of the other side, and knows whose it is.
"""

from collections import Counter
from dataclasses import dataclass, field

from scoring.contests.rules.bets import Bet, Side


@dataclass
class Table:
    """`counters`: one entry for each counter laid, in the order laid: (owner, side)."""

    a: int
    b: int
    counters: list[tuple[int, Side]] = field(default_factory=list)
    purses: Counter[int] = field(default_factory=Counter)
    levied: int = 0

    def lay(self, bet: Bet) -> None:
        for _ in range(bet.amount):
            self.counters.append((bet.player, bet.side))
            self.purses[bet.player] -= 1

    def pair(self) -> None:
        """One of each side at a time; whoever has none against it goes home."""
        lines = {side: self._line(side) for side in Side}
        paired: list[tuple[int, Side]] = []
        while lines[Side.A] and lines[Side.B]:
            paired += [(lines[side].pop(0), side) for side in Side]
        for line in lines.values():
            for owner in line:
                self.purses[owner] += 1
        self.counters = paired

    def _line(self, side: Side) -> list[int]:
        own = self.a if side is Side.A else self.b
        owners = [owner for owner, his in self.counters if his is side]
        first = [owner for owner in owners if owner == own]
        return first + [owner for owner in owners if owner != own]

    def overlook(self, backer: int) -> None:
        """His counters are pushed to the other player, and what lay against them goes home."""
        sides = {side for owner, side in self.counters if owner == backer}
        overlooked = self.b if sides == {Side.A} else self.a
        self.purses[overlooked] += sum(owner == backer for owner, _ in self.counters)
        self.counters = [one for one in self.counters if one[0] != backer]
        self.pair()

    def pay(self, winning: Side, per_cent: int) -> None:
        """Each winner has his own again. Of the pile, counters go into the box as long as they are
        no more than the levy; of the rest each takes the whole counters that are his due, and what
        lies there still goes to whoever lacks most of his due, one each.
        """
        winners = self._line(winning)
        for owner in winners:
            self.purses[owner] += 1
        pile = len(self.counters) - len(winners)
        taken = 0
        while (taken + 1) * 100 <= pile * per_cent:
            taken += 1
        self.levied += taken
        pile -= taken
        stakes = Counter(winners)
        had: Counter[int] = Counter()
        for owner in stakes:
            while (had[owner] + 1) * len(winners) <= pile * stakes[owner]:
                had[owner] += 1
        for _ in range(pile - had.total()):
            lacks = {one: pile * stakes[one] - had[one] * len(winners) for one in stakes}
            had[next(one for one in stakes if lacks[one] == max(lacks.values()))] += 1
        assert had.total() == pile
        self.purses.update(had)
        self.counters = []
