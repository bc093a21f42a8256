"""Where everybody meets everybody: who has which number of the Berger tables, and in which round.

A round robin is one group of all. A fixture's row is found by its slot as a tree's is, its group
in the place of the part.
"""

from collections.abc import Sequence

from scoring.models import Fixture, Tournament
from scoring.rules.fixtures.berger import berger
from scoring.rules.fixtures.refusals import Refusal as Unplanned
from scoring.rules.tournaments import round_robin
from scoring.rules.tournaments.draws import seeded_then_drawn
from scoring.rules.tournaments.events import Slot
from scoring.rules.tournaments.plan import Kind, swiss_most

ALL_MEET = (Kind.ROUND_ROBIN,)
MATCHES_MOST = 2000


def group_rounds(tournament: Tournament, entrants: int) -> int:
    """0 in a Swiss and in a knock-out."""
    if tournament.kind not in ALL_MEET:
        return 0
    stage = tournament.stage
    return swiss_most(entrants) * (2 if stage.double else 1)


def matches(tournament: Tournament, entrants: int) -> int:
    """How many are to be played by so many."""
    stage = tournament.stage
    return entrants * (entrants - 1) // 2 * (2 if stage.double else 1)


def members(
    tournament: Tournament, players: Sequence[int], seed: str
) -> tuple[tuple[int, ...], ...]:
    """Of each group, by their numbers in the tables. `players`: in the order of seeds."""
    stage = tournament.stage
    by_lot = bool(tournament.plan.get("by_lot"))
    return (seeded_then_drawn(players, 0 if by_lot else stage.seeds, seed),)


def begun(tournament: Tournament, players: Sequence[int], seed: str) -> round_robin.State:
    """Nothing played. Raises: NotTakenError for so many as cannot play so."""
    terms = round_robin.Terms(tournament.stage.double, may_draw=True)
    return round_robin.begin(terms, members(tournament, players, seed))


def slot_of(one: Fixture) -> Slot:
    return Slot(1, one.round.number, one.number)


def number_of(slot: Slot) -> int:
    """Within its round."""
    return slot.number


def first_round(entrants: int, *, double: bool) -> list[tuple[int, int | None]]:
    """By their numbers, in the order of the tables; who waits comes last."""
    planned = berger(range(1, entrants + 1), double=double)
    if isinstance(planned, Unplanned):
        raise ValueError(f"nobody meets anybody among {entrants}")
    return [(one.home, one.away) for one in planned if one.round == 1]
