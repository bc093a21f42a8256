"""Places and points over the rounds, the last results, each against each."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from scoring.tables.charts import Against, Outcome, form, head_to_head

from .tables import EventTable

# More steps than these say nothing more to the eye; each is a table of its own.
STEPS_MOST = 24
LAST = 5


class Step(NamedTuple):
    """After a round; of an open season after a day."""

    round: int
    day: date | None


@dataclass(frozen=True, slots=True)
class Course:
    """Of some players after each step: `places` and `points` by player."""

    steps: Sequence[Step]
    places: dict[int, Sequence[int]]
    points: dict[int, Sequence[int]]
    # How many have a place.
    of: int


def course(event_table: EventTable, players: Sequence[int]) -> Course:
    days = event_table.days
    steps = [Step(round_, days.get(round_)) for round_ in thinned(event_table.rounds, STEPS_MOST)]
    places: dict[int, list[int]] = {player: [] for player in players}
    points: dict[int, list[int]] = {player: [] for player in players}
    for step in steps:
        then = event_table.at(after_round=step.round)
        for player in players:
            line = then.line(player)
            places[player].append(line.rank)
            points[player].append(line.points)
    return Course(steps, dict(places), dict(points), len(event_table.table.lines))


def thinned(rounds: Sequence[int], most: int) -> list[int]:
    """At even distances, with the first and the last."""
    if len(rounds) <= most:
        return list(rounds)
    last = len(rounds) - 1
    return [rounds[number * last // (most - 1)] for number in range(most)]


def forms(event_table: EventTable, players: Sequence[int]) -> dict[int, Sequence[Outcome]]:
    """The last results of each, the latest last; without a bye in a round yet to come."""
    then = (
        event_table.at(after_round=event_table.rounds[-1])
        if event_table.rounds
        else event_table.table
    )
    return {player: [one.outcome for one in form(then, player, LAST)] for player in players}


def cross(event_table: EventTable, players: Sequence[int]) -> list[list[Against | None]]:
    """Each against each, in the order given; None where they have not met."""
    found = head_to_head(event_table.table, players)
    return [[found.get((one, other)) for other in players] for one in players]
