"""How likely each player is to come to each round of a knock-out, by the ratings."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from games.engine.terms import Format
from games.matches.selectors.reading import terms
from scoring.leagues.changes import PlayerSkill
from scoring.leagues.selectors.outlook import (
    Strengths,
    error_of,
    game_chance,
    match_result,
    runs_for,
    strengths_drawn,
)
from scoring.tournaments.rules import brackets
from scoring.tournaments.rules.knockout import Part
from scoring.tournaments.rules.stages import Record, Status

from . import stage_states
from .progress import Progress


@dataclass(frozen=True, slots=True)
class TreeChances:
    """`reached`: of each player, in how many of the `runs` they came to each round, and at last
    won."""

    runs: int
    reached: Mapping[int, tuple[int, ...]]

    @property
    def error(self) -> int:
        return error_of(self.runs)

    def percent(self, player: int) -> tuple[float, ...]:
        return tuple(100 * count / self.runs for count in self.reached[player])


class Duel(NamedTuple):
    """Of the main tree. `sides`: of the first round, None where there is nobody. `is_over`: with
    this winner, or nobody."""

    sides: tuple[int | None, ...]
    is_over: bool
    winner: int | None


Tree = Sequence[Sequence[Duel]]


def tree_chances(progress: Progress, skills: Mapping[int, PlayerSkill]) -> TreeChances:
    state = stage_states.tree_state(progress)
    duels = duels_of(state.places, state.record)
    form = terms(progress.tournament.event).format
    runs = runs_for(len(state.places))
    random = Random(f"{progress.tournament.pk}:{progress.tournament.version}")  # noqa: S311  (for everybody the same)
    reached = {one: [0] * (len(duels) + 1) for one in state.places}
    for _run in range(runs):
        strengths = strengths_drawn(random, skills)
        tree_play(duels, random, strengths, form, reached, state.record.withdrawn)
    return tree_counted(runs, reached)


def tree_counted(runs: int, reached: Mapping[int, Sequence[int]]) -> TreeChances:
    return TreeChances(runs, {player: tuple(counts) for player, counts in reached.items()})


def duels_of(order: Sequence[int], record: Record) -> Tree:
    """Round by round."""
    return [
        [Duel(one.sides, one.status is Status.OVER, one.winner) for one in round_]
        for round_ in brackets.tree(Part.MAIN, order, record)
    ]


def tree_play(
    duels: Tree,
    random: Random,
    strengths: Strengths,
    form: Format,
    reached: Mapping[int, list[int]],
    gone: Collection[int] = (),
) -> None:
    """Once, counted in `reached`. Of two who meet, one who has withdrawn loses."""
    winners: list[int | None] = []
    for number, round_ in enumerate(duels):
        before, winners = winners, []
        for place, duel in enumerate(round_):
            sides = before[2 * place : 2 * place + 2] if number else duel.sides
            present = [one for one in sides if one is not None]
            for one in present:
                reached[one][number] += 1
            left = [one for one in present if one not in gone] or present[:1]
            if duel.is_over or len(left) < 2:
                winners.append(duel.winner if duel.is_over else next(iter(left), None))
            else:
                chance = game_chance(strengths[left[0]], strengths[left[1]])
                own, other = match_result(random, form, chance)
                winners.append(left[0] if own > other else left[1])
    for winner in winners:
        if winner is not None:
            reached[winner][-1] += 1
