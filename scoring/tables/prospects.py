"""What must happen for an entrant to finish first on points, from the fixtures that are left.

Exact where a match gives its points to the winner, or half of them to each: whether the others can
all be held back at once is then a question of flow (B. L. Schwartz, SIAM Review 8, 1966). With
other points for a draw it is tried out where few fixtures are left. Otherwise, and where a match
may earn bonus points, the answer is a bound, and says so.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

TRIED_MOST: Final = 10
"""Fixtures whose outcomes are all tried, where flow does not answer."""
Pair = tuple[int, int]


class Prospect(StrEnum):
    CERTAIN = "certain"
    OWN_HANDS = "own_hands"
    WITH_OTHERS = "with_others"
    LEVEL = "level"
    OPEN = "open"
    """In reach, where it is not known yet who meets whom."""
    OUT = "out"


class Points(NamedTuple):
    """Of a match that is played. `draw`: None where none can end so. `bonus`: at most, of one."""

    win: int
    draw: int | None
    loss: int
    bonus: int = 0


class Limit(NamedTuple):
    """`rival` may win at most `points` in the `fixtures` they have left against others."""

    rival: int
    points: int
    fixtures: int


@dataclass(frozen=True, slots=True)
class Prospects:
    """`fixtures`: the entrant's own. `wins`: so many of them suffice whatever others do; None: no
    number does. Otherwise all must be won, and the `limits` hold. `is_exact`: False for a bound,
    where it may turn out worse."""

    prospect: Prospect
    fixtures: int
    wins: int | None = None
    limits: tuple[Limit, ...] = ()
    is_exact: bool = True


def prospects_of(
    entrant: int, standing: Mapping[int, int], fixtures: Sequence[Pair], points: Points
) -> Prospects:
    """`standing`: the points of all, now. A loss must not earn more than a draw, nor that more
    than a win."""
    left = _Left(entrant, standing, fixtures, points)
    wins = next((wins for wins in range(left.own + 1) if left.suffices(wins)), None)
    if wins is not None:
        prospect = Prospect.OWN_HANDS if wins else Prospect.CERTAIN
        return Prospects(prospect, left.own, wins)
    for prospect, margin in ((Prospect.WITH_OTHERS, 1), (Prospect.LEVEL, 0)):
        room = left.room(margin)
        answer = left.fits(room)
        if answer is not False:
            is_exact = answer is True and not points.bonus
            return Prospects(prospect, left.own, None, tuple(left.limits(room)), is_exact)
    return Prospects(Prospect.OUT, left.own)


def prospect_before_draw(
    entrant: int, standing: Mapping[int, int], left: Mapping[int, int], win: int
) -> Prospect:
    """`left`: the rounds that each may still win. Exact where nobody can reach the entrant, or the
    entrant somebody; between these pairings will decide that are not drawn yet."""
    others = [one for one in standing if one != entrant]
    if all(standing[one] + left[one] * win < standing[entrant] for one in others):
        return Prospect.CERTAIN
    most = standing[entrant] + left[entrant] * win
    is_out = any(standing[one] > most for one in others)
    return Prospect.OUT if is_out else Prospect.OPEN


class _Left:
    def __init__(
        self, entrant: int, standing: Mapping[int, int], fixtures: Sequence[Pair], points: Points
    ) -> None:
        self.entrant, self.points = entrant, points
        self.standing = dict(standing)
        self.mine = self.standing.pop(entrant)
        self.others = [pair for pair in fixtures if entrant not in pair]
        with_me = [a if b == entrant else b for a, b in fixtures if entrant in (a, b)]
        self.own, self.against = len(with_me), Counter(with_me)
        self.away = Counter(player for pair in self.others for player in pair)

    def suffices(self, wins: int) -> bool:
        """Whichever these are, and whatever the others do: nobody else reaches as many points."""
        win, _draw, loss, bonus = self.points
        least = self.mine + wins * win + (self.own - wins) * loss
        for rival, standing in self.standing.items():
            lost = min(self.against[rival], self.own - wins)
            most = standing + (self.away[rival] + lost) * (win + bonus)
            most += (self.against[rival] - lost) * (loss + bonus)
            if most >= least:
                return False
        return True

    def room(self, margin: int) -> dict[int, int]:
        """What each may still win from others, if the entrant wins everything and is to be
        `margin` points ahead."""
        total = self.mine + self.own * (self.points.win + self.points.bonus) - margin
        return {
            rival: total - standing - self.against[rival] * self.points.loss
            for rival, standing in self.standing.items()
        }

    def limits(self, room: Mapping[int, int]) -> Iterator[Limit]:
        """Of those who could win more, the tightest first."""
        most = self.points.win + self.points.bonus
        tight = (rival for rival in room if self.away[rival] * most > room[rival])
        for rival in sorted(tight, key=lambda one: (room[one], one)):
            yield Limit(rival, room[rival], self.away[rival])

    def fits(self, room: Mapping[int, int]) -> bool | None:
        """Whether results of the others stay within it; None: not worked out."""
        win, draw, loss, _bonus = self.points
        above = {rival: room[rival] - loss * self.away[rival] for rival in room}
        if min(above.values(), default=0) < 0:
            return False
        by_win, by_draw = win - loss, None if draw is None else draw - loss
        if not by_win:
            return True
        if by_draw is not None and 2 * by_draw == by_win:
            return _flows(self.others, above, by_draw, 2)
        if _flows(self.others, above, by_win, 1):
            return True
        if by_draw is None:
            return False
        if len(self.others) <= TRIED_MOST:
            return _tried(self.others, above, by_win, by_draw)
        least = min(by_win, 2 * by_draw)
        return None if _flows(self.others, above, 1, least, by_win) else False


def _flows(
    fixtures: Sequence[Pair],
    room: Mapping[int, int],
    unit: int,
    units: int,
    most: int | None = None,
) -> bool:
    """Whether each fixture can share out its `units`, each of so many points, `most` to one."""
    flow = _Flow(fixtures, {rival: points // unit for rival, points in room.items()}, most or units)
    return all(flow.place(number) for number in range(len(fixtures)) for _unit in range(units))


class _Flow:
    """`free`: units that each may still take."""

    def __init__(self, fixtures: Sequence[Pair], free: dict[int, int], most: int) -> None:
        self.fixtures, self.free, self.most = fixtures, free, most
        self.shares = [dict.fromkeys(pair, 0) for pair in fixtures]
        self.of_player: dict[int, list[int]] = {player: [] for player in free}
        for number, pair in enumerate(fixtures):
            for player in pair:
                self.of_player[player].append(number)

    def place(self, number: int) -> bool:
        """One unit more of this fixture, where others may hand one over to make room."""
        reached: dict[int, tuple[int, int] | None] = {number: None}
        waiting = [number]
        for at in waiting:
            for player in self.fixtures[at]:
                if self.shares[at][player] >= self.most:
                    continue
                if self.free[player]:
                    self._take(at, player, reached)
                    return True
                for other in self.of_player[player]:
                    if other not in reached and self.shares[other][player]:
                        reached[other] = at, player
                        waiting.append(other)
        return False

    def _take(self, at: int, player: int, reached: Mapping[int, tuple[int, int] | None]) -> None:
        self.free[player] -= 1
        self.shares[at][player] += 1
        while before := reached[at]:
            self.shares[at][before[1]] -= 1
            at = before[0]
            self.shares[at][before[1]] += 1


def _tried(fixtures: Sequence[Pair], room: dict[int, int], win: int, draw: int) -> bool:
    """Whether some outcome of each stays within the room; points are above those of a loss."""
    if not fixtures:
        return True
    (a, b), *rest = fixtures
    for of_a, of_b in ((win, 0), (0, win), (draw, draw)):
        if room[a] >= of_a and room[b] >= of_b:
            then = {**room, a: room[a] - of_a, b: room[b] - of_b}
            if _tried(rest, then, win, draw):
                return True
    return False
