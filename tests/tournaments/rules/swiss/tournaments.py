"""Random tournaments: some come late, some go, some stay away for a round."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from random import Random
from typing import NamedTuple

from scoring.tournaments.rules.swiss.contenders import (
    Choices,
    Contender,
    FirstRound,
    Meeting,
    with_past,
)
from scoring.tournaments.rules.swiss.drawing import Drawn, draw
from scoring.tournaments.rules.swiss.refusals import Refusal

WIN, HALF = 2, 1


class Stage(NamedTuple):
    """One round: who stood where, and what was drawn; second meetings were allowed where it was
    `refused` without."""

    round_number: int
    contenders: tuple[Contender, ...]
    forbidden: frozenset[frozenset[int]]
    drawn: Drawn
    refused: Refusal | None
    by_lot: bool


@dataclass
class Tournament:
    """`size` entrants, some of whom come late; the strength of an id is its number, about."""

    size: int
    rounds: int
    random: Random
    lively: bool = True
    points: Counter[int] = field(default_factory=Counter)
    meetings: list[Meeting] = field(default_factory=list)

    def stages(self) -> Iterator[Stage]:
        entered = self._entered()
        forbidden = self._forbidden()
        choices = Choices(first_round=self.random.choice(list(FirstRound)))
        for number in range(1, self.rounds + 1):
            entered = [self._lives_on(one) for one in entered]
            contenders = with_past(
                (replace(one, points=self.points[one.id]) for one in entered), self.meetings, number
            )
            seed, refused = str(self.size), None
            drawn = draw(
                contenders, round_number=number, seed=seed, forbidden=forbidden, choices=choices
            )
            if isinstance(drawn, Refusal):
                refused = drawn
                drawn = draw(
                    contenders,
                    round_number=number,
                    seed=seed,
                    forbidden=forbidden,
                    choices=replace(choices, second_meetings=True),
                )
            if isinstance(drawn, Refusal):
                return
            by_lot = number == 1 and choices.first_round is FirstRound.BY_LOT
            yield Stage(number, contenders, forbidden, drawn, refused, by_lot)
            self._played(number, drawn)

    def _entered(self) -> list[Contender]:
        late = self.lively and self.size > 6
        return [
            Contender(pk, rank=pk, joined=self._late() if late else 1)
            for pk in range(1, self.size + 1)
        ]

    def _late(self) -> int:
        return self.random.choice((2, 3, 4)) if self.random.random() < 0.05 else 1

    def _forbidden(self) -> frozenset[frozenset[int]]:
        if not self.lively or self.size < 8:
            return frozenset()
        ids = range(1, self.size + 1)
        return frozenset(
            frozenset(self.random.sample(ids, 2)) for _ in range(self.random.randint(0, 3))
        )

    def _lives_on(self, one: Contender) -> Contender:
        if not self.lively:
            return one
        return replace(
            one,
            half_bye=self.random.random() < 0.03,
            withdrawn=one.withdrawn or self.random.random() < 0.01,
        )

    def _played(self, number: int, drawn: Drawn) -> None:
        before = self.points.copy()
        for first, second, table, _why in drawn.boards:
            had = before[first], before[second]
            self.meetings.append(Meeting(number, first, second, *had, table))
            self._result(first, second)
        if drawn.bye:
            had = before[drawn.bye.player], 0
            self.meetings.append(Meeting(number, drawn.bye.player, None, *had))
            self.points[drawn.bye.player] += WIN
        for pk in drawn.half_byes:
            self.points[pk] += HALF

    def _result(self, one: int, other: int) -> None:
        if self.random.random() < 0.1:
            self.points.update({one: HALF, other: HALF})
            return
        likely = 0.5 + 0.35 * (other - one) / self.size
        self.points[one if self.random.random() < likely else other] += WIN


@dataclass
class Told:
    """What a tournament's rounds add up to, noted from the boards alone."""

    met: Counter[frozenset[int]] = field(default_factory=Counter)
    byes: Counter[int] = field(default_factory=Counter)
    deals: Counter[int] = field(default_factory=Counter)
    sat: Counter[tuple[int, int]] = field(default_factory=Counter)
    ways: defaultdict[int, dict[int, int]] = field(default_factory=lambda: defaultdict(dict))

    def note(self, stage: Stage) -> None:
        """`ways`: by player and round, 1 who floats up, -1 down, 0 neither."""
        points = {one.id: one.points for one in stage.contenders}
        for first, second, table, _why in stage.drawn.boards:
            self.met[frozenset((first, second))] += 1
            self.deals.update({first: 1, second: -1})
            self.sat.update([(first, table), (second, table)])
            step = points[second] - points[first]
            way = (step > 0) - (step < 0)
            self.ways[first][stage.round_number] = way
            self.ways[second][stage.round_number] = -way
        if stage.drawn.bye:
            self.byes[stage.drawn.bye.player] += 1
            self.ways[stage.drawn.bye.player][stage.round_number] = -1
