"""How many rounds and matches a plan comes to, and whether the evening suffices."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from scoring.tournaments.rules import brackets
from scoring.tournaments.rules.plan import Kind, Plan, Stage, qualifier_count
from scoring.tournaments.rules.pool_draws import layouts
from scoring.tournaments.rules.swiss.contenders import swiss_rounds


class Round(NamedTuple):
    """What is played at the same time. `games`: of pools, how many the longest of them lasts among
    equal players (2 ** k - 1 for k in succession); 0: matches are played."""

    matches: int
    games: int = 0


@dataclass(frozen=True, slots=True)
class Estimate:
    """`rounds`: all of them, one after the other, with as many matches as there can be. `least`:
    matches, or pools, in all; only a consolation may have fewer than the most."""

    rounds: tuple[Round, ...]
    least: int

    @property
    def most(self) -> int:
        return sum(one.matches for one in self.rounds)


def estimate(plan: Plan, entrants: int) -> Estimate:
    """Of a plan that is not refused, if everybody comes."""
    rounds: list[Round] = []
    least = 0
    for stage in plan.stages:
        its_rounds, its_least = _of(stage, entrants)
        rounds += its_rounds
        least += its_least
        entrants = qualifier_count(stage)
    return Estimate(tuple(rounds), least)


def minutes(found: Estimate, tables: int, match: int, game: int) -> int:
    """`match` and `game`: minutes for one; `tables`: 0 where there are enough. A round begins when
    the one before it is over."""
    total = 0
    for one in found.rounds:
        turns = -(-one.matches // tables) if tables else 1
        total += turns * (one.games * game if one.games else match)
    return total


def _of(stage: Stage, entrants: int) -> tuple[list[Round], int]:
    if stage.kind is Kind.KNOCKOUT:
        return _knockout(stage, entrants)
    rounds = list(_rounds(stage, entrants))
    return rounds, sum(one.matches for one in rounds)


def _rounds(stage: Stage, entrants: int) -> Iterator[Round]:
    times = 2 if stage.double else 1
    match stage.kind:
        case Kind.SWISS:
            yield from [Round(entrants // 2)] * (stage.rounds or swiss_rounds(entrants))
        case Kind.POOLS:
            for one in layouts(entrants, stage.size):
                yield Round(len(one.sizes), 2 ** (max(one.sizes) - 1) - 1)
        case _:
            of = stage.groups if stage.kind is Kind.GROUPS else 1
            each, larger = divmod(entrants, of)
            sizes = [each + 1] * larger + [each] * (of - larger)
            for number in range(max(map(_meetings, sizes)) * times):
                yield Round(sum(size // 2 for size in sizes if number < _meetings(size) * times))


def _meetings(size: int) -> int:
    """Rounds in which everybody of a group meets everybody."""
    return size - 1 + size % 2


def _knockout(stage: Stage, entrants: int) -> tuple[list[Round], int]:
    matches = _tree(entrants)
    if stage.third_place:
        matches[-1] += 1
    if not stage.consolation:
        return [Round(one) for one in matches], sum(matches)
    fewest, most, after = _consoled(entrants, third_place=stage.third_place)
    least = sum(matches) + fewest - 1
    for number, more in enumerate(_tree(most), start=after):
        matches += [0] * (number + 1 - len(matches))
        matches[number] += more
    return [Round(one) for one in matches], least


def _tree(entrants: int) -> list[int]:
    """Matches of each round."""
    last = brackets.rounds(entrants)
    found = [2 ** (last - number) for number in range(1, last + 1)]
    found[0] -= brackets.byes(entrants)
    return found


def _consoled(entrants: int, *, third_place: bool) -> tuple[int, int, int]:
    """How many at least and at most lose the first match they play, and after which round that is
    known. Of two with a bye who meet one surely does; of one with a bye it depends."""
    last, free = brackets.rounds(entrants), brackets.byes(entrants)
    first = (entrants - free) // 2
    if not free or last - (2 if third_place else 1) < 2:
        return first, first, 1
    both = max(0, free - 2 ** (last - 2))
    return first + both, first + free - both, 2
