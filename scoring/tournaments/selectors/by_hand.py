"""Pairings by hand in a Swiss: what may be changed of a round, and what a change costs."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from scoring.leagues.models import Fixture, Round
from scoring.tournaments.models import PairingChange
from scoring.tournaments.rules.plan import Kind
from scoring.tournaments.rules.swiss.by_hand import (
    Costs,
    Criterion,
    Pair,
    Swap,
    decides,
    round_costs,
    swapped,
)
from scoring.tournaments.rules.swiss.contenders import Fixed, here
from scoring.tournaments.rules.swiss.costs import Allowed, Placed
from scoring.tournaments.rules.swiss.drawing import Drawn, ordered
from scoring.tournaments.rules.swiss.matching import Lots

from .draws import choices, contenders, drawn, fixed_for, forbidden
from .progress import Award, Progress
from .reading import ByHand, Named, Reading

COSTS_MOST = 200
"""With more players no draw is made only to compare it."""


@dataclass(frozen=True)
class Position:
    """A round of a Swiss with those who are to be paired, as they stood before it."""

    progress: Progress
    number: int
    seed: str

    @cached_property
    def lots(self) -> Lots:
        return Lots(self.seed, self.number)

    @cached_property
    def order(self) -> list[Placed]:
        every = contenders(self.progress, self.number)
        return ordered(every, self.lots, choices(self.progress.tournament))

    @cached_property
    def allowed(self) -> Allowed:
        tournament = self.progress.tournament
        return Allowed(forbidden(tournament), choices(tournament).second_meetings)

    def costs(self, pairs: Sequence[Pair]) -> Costs:
        return round_costs(self.order, pairs, self.allowed.forbidden)


def position_of(progress: Progress, row: Round) -> Position:
    return Position(progress, row.number, row.seed)


def paired_rows(progress: Progress, number: int) -> dict[Pair, Fixture]:
    """Boards, and the bye; half byes and players who have withdrawn are not paired."""
    rows = progress.of_round(number)
    return {
        Pair(one.home_id, one.away_id): one
        for one in rows
        if one.away_id is not None or one.award == Award.BYE
    }


def changes_of(row: Round) -> list[PairingChange]:
    """Those that stand, in their order."""
    return list(row.pairing_changes.filter(undone_at=None))


def pairs_by_hand(reading: Reading, row: Round) -> tuple[list[ByHand], list[ByHand]]:
    """What was fixed before the draw, and the exchanges of places after it."""
    fixed = reading.progress.tournament.fixed_pairs.filter(number=row.number)
    return reading.by_hand(fixed, row.number), reading.by_hand(changes_of(row), row.number)


def may_pair(progress: Progress) -> bool:
    """By hand, before the next round is drawn."""
    is_swiss = progress.tournament.kind == Kind.SWISS
    return is_swiss and progress.is_more_to_draw and len(progress.entrants) > 1


def drawn_pairs(pairs: Sequence[Pair], changes: Sequence[PairingChange]) -> list[Pair]:
    """As they were before the changes."""
    found = list(pairs)
    for one in reversed(changes):
        found = swapped(found, Swap(one.one_id, one.other_id))
    return found


def may_be_changed(progress: Progress, row: Round) -> bool:
    """A draft, or the round that was published last."""
    if progress.tournament.kind != Kind.SWISS or row.drawn_at is None:
        return False
    return row.published_at is None or (
        row.number == progress.last_published and progress.draft is None
    )


def is_untouched(one: Fixture) -> bool:
    return one.match_id is None and one.award in ("", Award.BYE.value)


def changeable_players(progress: Progress, row: Round) -> list[int]:
    """In the order of their boards; nobody where nothing may be changed."""
    if not may_be_changed(progress, row):
        return []
    rows = paired_rows(progress, row.number).items()
    return [player for pair, one in rows if is_untouched(one) for player in pair if player]


@dataclass(frozen=True, slots=True)
class CostLine:
    criterion: Criterion
    drawn: int
    changed: int


class NamedPair(NamedTuple):
    one: Named
    other: Named | None


@dataclass(frozen=True, slots=True)
class Comparison:
    """`decides`: the criterion by which the one round is worse; None: they cost the same.
    `boards`: those that change, as they would be."""

    lines: list[CostLine]
    decides: Criterion | None
    boards: list[NamedPair]
    version: int

    @property
    def is_worse(self) -> bool | None:
        """None: neither is."""
        line = next((one for one in self.lines if one.criterion == self.decides), None)
        return None if line is None else line.changed > line.drawn


def comparison(
    reading: Reading, position: Position, before: Sequence[Pair], after: Sequence[Pair]
) -> Comparison:
    drawn_costs, changed_costs = position.costs(before), position.costs(after)
    was = {frozenset(pair) for pair in before}
    return Comparison(
        lines=[CostLine(one, drawn_costs[one], changed_costs[one]) for one in Criterion],
        decides=decides(drawn_costs, changed_costs),
        boards=[
            NamedPair(
                reading.named(pair.first), reading.named(pair.second) if pair.second else None
            )
            for pair in after
            if frozenset(pair) not in was
        ],
        version=reading.progress.tournament.version,
    )


def change_comparison(reading: Reading, row: Round, swap: Swap) -> Comparison:
    """The round with one more change against the draw."""
    pairs = list(paired_rows(reading.progress, row.number))
    before = drawn_pairs(pairs, changes_of(row))
    return comparison(reading, position_of(reading.progress, row), before, swapped(pairs, swap))


def fixed_comparison(reading: Reading, player: int, other: int | None) -> Comparison | None:
    """What the next round would cost with one more pair fixed, or the bye, against the draw as it
    would be; None where it cannot be drawn yet, or not with so many players.

    Where there is no such round, it cannot be compared either.
    """
    progress = reading.progress
    number = progress.last_published + 1
    if progress.undecided or (number > 1 and number > progress.rounds_planned):
        return None
    position = Position(progress, number, progress.tournament.seed)
    if not 2 <= len(position.order) <= COSTS_MOST:
        return None
    fixed = fixed_for(progress.tournament, number)
    more = (
        fixed._replace(bye=player)
        if other is None
        else fixed._replace(pairs=fixed.pairs | {frozenset((player, other))})
    )
    found = [_pairs(position, one) for one in (fixed, more)]
    if found[0] is None or found[1] is None:
        return None
    return comparison(reading, position, found[0], found[1])


def _pairs(position: Position, fixed: Fixed) -> list[Pair] | None:
    made = drawn(position.progress, position.number, position.seed, fixed)
    if not isinstance(made, Drawn):
        return None
    boards = [Pair(one.first, one.second) for one in made.boards]
    return boards + ([Pair(made.bye.player, None)] if made.bye else [])


def free_players(progress: Progress) -> list[int]:
    """Who is to be paired in the next round, and is not fixed in it."""
    number = progress.last_published + 1
    fixed = fixed_for(progress.tournament, number)
    taken = {fixed.bye}.union(*fixed.pairs)
    present = here(contenders(progress, number), number)
    ids = {one.id for one in present} - taken
    return [pk for pk in progress.players if pk in ids]
