"""Where everybody meets everybody: who has which number of the Berger tables, and in which round.

A round robin is one group of all. A fixture's row is found by its slot as a tree's is, its group
in the place of the part.
"""

from collections.abc import Iterable, Sequence
from itertools import groupby

from games.engine.seats import Seat
from scoring.leagues.models import Fixture
from scoring.leagues.rules.berger import berger
from scoring.leagues.rules.refusals import Refusal as Unplanned
from scoring.tables.ranking import seeded_then_drawn
from scoring.tournaments.models import Tournament
from scoring.tournaments.rules import groups, round_robin
from scoring.tournaments.rules.plan import Kind
from scoring.tournaments.rules.stages import Slot
from scoring.tournaments.rules.swiss.contenders import swiss_most

ALL_MEET = (Kind.ROUND_ROBIN, Kind.GROUPS)
# What a fixture's number has of its part, or of its group.
A_PART = 1000
MATCHES_MOST = 2000


def group_rounds(tournament: Tournament, entrants: int) -> int:
    """0 in a Swiss and in a knock-out."""
    if tournament.kind not in ALL_MEET:
        return 0
    longest = -(-entrants // groups_of(tournament))
    return swiss_most(longest) * _times(tournament)


def group_of(tournament: Tournament, one: Fixture, rounds: int) -> int | None:
    """`rounds`: of the groups (`group_rounds`)."""
    if one.round.number > rounds or tournament.kind != Kind.GROUPS:
        return None
    return one.number // A_PART


def groups_of(tournament: Tournament) -> int:
    return max(tournament.stage.groups, 1) if tournament.kind == Kind.GROUPS else 1


def _times(tournament: Tournament) -> int:
    return 2 if tournament.stage.double else 1


def matches(tournament: Tournament, entrants: int) -> int:
    """How many are to be played by so many, before any knock-out."""
    of = groups_of(tournament)
    shorter, longer = divmod(entrants, of)
    sizes = [shorter + 1] * longer + [shorter] * (of - longer)
    return sum(size * (size - 1) // 2 for size in sizes) * _times(tournament)


def members(
    tournament: Tournament, players: Sequence[int], seed: str
) -> tuple[tuple[int, ...], ...]:
    """Of each group, by their numbers in the tables. `players`: in the order of seeds."""
    stage = tournament.stage
    if tournament.kind == Kind.ROUND_ROBIN:
        return (seeded_then_drawn(players, 0 if stage.by_lot else stage.seeds, seed),)
    order = seeded_then_drawn(players, stage.seeds, seed)
    if stage.by_lot:
        return groups.by_lot(order, stage.groups, seed)
    return groups.snake(order, stage.groups)


def begun(tournament: Tournament, players: Sequence[int], seed: str) -> round_robin.State:
    """Nothing played. Raises: NotTakenError for so many as cannot play so."""
    terms = round_robin.Terms(tournament.stage.double, may_draw=True)
    return round_robin.begin(terms, members(tournament, players, seed))


def slot_of(one: Fixture) -> Slot:
    part, number = divmod(one.number, A_PART)
    return Slot(part or 1, one.round.number, number)


def number_of(tournament: Tournament, slot: Slot) -> int:
    """Within its round."""
    return slot.number + (slot.part * A_PART if tournament.kind == Kind.GROUPS else 0)


def drawn(tournament: Tournament, fixtures: Iterable[Fixture]) -> tuple[tuple[int, ...], ...]:
    """Of each group, by their numbers, as they stand in the `fixtures` of the first round, where
    everybody is. Read there and not drawn again, as lots are others once two players have become
    one."""
    found = []
    for _part, group in groupby(fixtures, key=lambda one: slot_of(one).part):
        pairs = [(one.home_id, one.away_id) for one in group]
        number = sum(1 if away is None else 2 for _home, away in pairs)
        held: dict[int, int] = {}
        for places, pair in zip(first_round(number, tournament), pairs, strict=True):
            held |= {
                place: player
                for place, player in zip(places, pair, strict=True)
                if place is not None and player is not None
            }
        found.append(tuple(held[place] for place in sorted(held)))
    return tuple(found)


def first_round(entrants: int, tournament: Tournament) -> list[tuple[int, int | None]]:
    """By their numbers, in the order of the tables; who waits comes last."""
    planned = berger(range(1, entrants + 1), double=tournament.stage.double)
    if isinstance(planned, Unplanned):
        raise ValueError(f"nobody meets anybody among {entrants}")
    return [(one.home, one.away) for one in planned if one.round == 1]


def rounds_of_groups(tournament: Tournament) -> int:
    """0 in a Swiss and in a knock-out, whose entrants need not be counted."""
    if tournament.kind not in ALL_MEET:
        return 0
    return group_rounds(tournament, tournament.event.entrants.count())


def deals_first(tournament: Tournament, one: Fixture) -> Seat | None:
    """As the draw says: who is at home. In a tree it is cut for."""
    return dealer_in(tournament, one, rounds_of_groups(tournament))


def dealer_in(tournament: Tournament, one: Fixture, groups: int) -> Seat | None:
    """`groups`: the number of rounds before a tree."""
    in_order = tournament.kind == Kind.SWISS or one.round.number <= groups
    return Seat.A if in_order else None
