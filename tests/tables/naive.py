"""Tables a second time, slowly and from the definitions: nothing of the code under test.

Every figure is looked up in the list of meetings anew; who is level is settled by asking, of each
criterion in turn, the figures of exactly those who are still level.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from scoring.tables.results import Adjustment, How, Meeting, Scheme, Share

Order = Sequence[str]


class Slow:
    def __init__(
        self,
        entrants: Iterable[int],
        meetings: list[Meeting],
        adjustments: list[Adjustment],
        scheme: Scheme,
        unplayed: str,
    ) -> None:
        self.entrants = sorted(entrants)
        self.meetings = meetings
        self.adjustments = adjustments
        self.scheme = scheme
        self.unplayed = unplayed

    def ranks(self, order: Order) -> dict[int, int]:
        rank, found = 1, {}
        for level in self.settled(self.entrants, ["points", *order]):
            found.update(dict.fromkeys(level, rank))
            rank += len(level)
        return found

    def settled(self, tied: list[int], order: Order) -> list[list[int]]:
        if len(tied) <= 1 or not order:
            return [tied] if tied else []
        name, *rest = order
        figures = {one: self.figure(name, one, tied) for one in tied}
        best = max(figures.values())
        first = [one for one in tied if figures[one] == best]
        others = [one for one in tied if one not in first]
        if not others:
            return self.settled(tied, rest)
        again = order if name in ("head_to_head", "mini_table") else rest
        if again is rest:
            return self.settled(first, rest) + self.settled(others, order)
        # Those who stay level are asked again among themselves; the figures of the others were
        # taken with the first, so each level of them is taken out before.
        return [
            settled
            for level in sorted(set(figures.values()), reverse=True)
            for settled in self.settled([one for one in tied if figures[one] == level], again)
        ]

    def figure(self, name: str, entrant: int, tied: list[int]) -> tuple[int | Fraction, ...]:
        if name in ("head_to_head", "mini_table"):
            return self.among(name, entrant, tied)
        if name == "sonneborn_berger":
            weighed = sum(score * earned for score, earned, _own in self.faced(entrant))
            return (Fraction(weighed, self.scheme.win),)
        if name.startswith("buchholz"):
            return (self.buchholz(name, entrant),)
        return (self.summed(name, entrant),)

    def summed(self, name: str, entrant: int) -> int:
        given = [one.points for one in self.adjustments if one.entrant == entrant]
        total = Share()
        for share, _meeting in self.own(entrant):
            total = total + share
        figures = {
            "points": total.points + sum(given),
            "won": total.won,
            "games_difference": total.games_for - total.games_against,
            "games_for": total.games_for,
            "value": total.value,
            "trebles": total.trebles,
            "fewer_played": -total.played,
        }
        return figures[name]

    def own(self, entrant: int) -> list[tuple[Share, Meeting]]:
        found = [(one.home_share, one) for one in self.meetings if one.home == entrant]
        found += [(one.away_share, one) for one in self.meetings if one.away == entrant]
        return sorted(found, key=lambda pair: pair[1].round)

    def made(self, entrant: int) -> int:
        return sum(share.points for share, _meeting in self.own(entrant))

    # Articles 15 and 16 of C.07.

    def vur(self, entrant: int, one: Meeting) -> bool:
        if one.how in (How.HALF_BYE, How.ABSENT, How.BOTH_ABSENT):
            return True
        return one.how == How.WALKOVER and one.winner != entrant

    def score(self, entrant: int) -> int:
        if self.unplayed == "planned":
            return self.made(entrant)
        total = 0
        for share, one in self.own(entrant):
            later = [two for _share, two in self.own(entrant) if two.round > one.round]
            drawn = one.how in (How.HALF_BYE, How.ABSENT) and all(
                self.vur(entrant, two) for two in later
            )
            total += self.scheme.draw if drawn else share.points
        return total

    def faced(self, entrant: int) -> list[tuple[int, int, bool]]:
        """Score, own points, whether it is a round not played by one's own doing."""
        found = []
        for share, one in self.own(entrant):
            other = one.away if one.home == entrant else one.home
            if self.unplayed == "planned":
                if other is not None:
                    found.append((self.score(other), share.points, False))
            elif one.how == How.PLAYED and other is not None:
                found.append((self.score(other), share.points, False))
            else:
                found.append((self.dummy(entrant, other), share.points, self.vur(entrant, one)))
        return found

    def dummy(self, entrant: int, other: int | None) -> int:
        own = self.made(entrant)
        if self.unplayed == "drawn_2024":
            return own
        rounds = max(one.round for one in self.meetings)
        return min(own, self.scheme.draw * rounds if other is None else self.score(other))

    def buchholz(self, name: str, entrant: int) -> int:
        low = {"buchholz_cut_1": 1, "buchholz_cut_2": 2, "buchholz_median": 1}.get(name, 0)
        own = sorted(score for score, _earned, vur in self.faced(entrant) if vur)
        others = sorted(score for score, _earned, vur in self.faced(entrant) if not vur)
        for _ in range(low):
            if own:
                own.pop(0)
            elif others:
                others.pop(0)
        left = own + others
        if name == "buchholz_median" and left:
            left.remove(max(left))
        return sum(left)

    # Article 6.

    def among(self, name: str, entrant: int, tied: list[int]) -> tuple[int, ...]:
        counted = {How.PLAYED}
        if self.unplayed == "planned":
            counted |= {How.WALKOVER, How.BOTH_ABSENT}
        times = {
            sum(one.how in counted and {one.home, one.away} == {a, b} for one in self.meetings)
            for a in tied
            for b in tied
            if a != b
        }
        if len(times) != 1 or times == {0}:
            return (0,)
        total = Share()
        for share, one in self.own(entrant):
            if one.how in counted and {one.home, one.away} <= set(tied):
                total = total + share
        if name == "head_to_head":
            return (total.points,)
        games = total.games_for - total.games_against
        return (total.points, games, total.games_for, total.value - total.value_against)
