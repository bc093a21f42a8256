"""Who goes on from the groups, and who stands where in the tree after them."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from scoring.tables.criteria import AnyCriterion, Criterion
from scoring.tables.ranking import lots
from scoring.tables.table import Line, Table
from scoring.tournaments.rules import groups
from scoring.tournaments.rules.groups import Placed, Qualifier
from scoring.tournaments.rules.plan import Kind
from scoring.tournaments.rules.stages import NotTakenError

from . import berger
from .progress import Progress


def members(progress: Progress) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Who stands in one table, by its number: the groups, once they are published; of a Swiss and
    a round robin everybody, by 0. A knock-out and pools have none."""
    match progress.tournament.kind:
        case Kind.SWISS | Kind.ROUND_ROBIN:
            return ((0, progress.players),)
        case Kind.GROUPS if progress.last_published:
            return tuple(
                enumerate(berger.drawn(progress.tournament, progress.of_round(1)), start=1)
            )
    return ()


def tables(progress: Progress, until_round: int | None = None) -> tuple[Table, ...]:
    """Of each group, once they are drawn."""
    drawn = berger.drawn(progress.tournament, progress.of_round(1))
    return tuple(progress.table(until_round, among=group) for group in drawn)


def qualifiers(progress: Progress) -> tuple[Qualifier, ...]:
    """As the groups stand. Where so many have withdrawn that a group has too few left, the others
    fill its places as far as they have somebody who comes next.

    Raises: NotTakenError where not even two are left.
    """
    stage, found = progress.tournament.stage, tables(progress)
    gone = withdrawn(progress)
    ranked = [[one.entrant for one in table.lines if one.entrant not in gone] for table in found]
    wanted = len(ranked) * stage.first + stage.best
    first = min(stage.first, *map(len, ranked))
    next_ = {one[first] for one in ranked if len(one) > first}
    best = min(wanted - len(ranked) * first, len(next_))
    return groups.qualifiers(ranked, first, best, _across(progress, found, next_))


def withdrawn(progress: Progress) -> frozenset[int]:
    """Before the tree was drawn."""
    return frozenset(
        one.player_id
        for one in progress.entrants
        if one.left_round is not None and one.left_round <= progress.group_rounds + 1
    )


def _across(progress: Progress, found: Sequence[Table], players: set[int]) -> list[int]:
    """Of different groups, the best first: the table's own criteria but those among the tied, who
    have not met; each for a match, as groups may differ by one; then lots."""
    lot = lots(progress.tournament.seed, players)
    worth: Mapping[int, tuple[Fraction | int, ...]] = {
        line.entrant: (*_each(line, len(table.lines), table.order), -lot[line.entrant])
        for table in found
        for line in table.lines
        if line.entrant in players
    }
    return sorted(players, key=worth.__getitem__, reverse=True)


def _each(line: Line, size: int, order: Sequence[AnyCriterion]) -> list[Fraction]:
    """Everybody in a group has as many matches, walkovers among them."""
    # Others say nothing of two who have not met, or come last.
    across = (one for one in order if not one.is_among_tied and one is not Criterion.LOTS)
    figures = [line.points, *(line.figures[criterion][0] for criterion in across)]
    return [Fraction(figure, size - 1) for figure in figures]


def placed(progress: Progress) -> Placed:
    """Raises: NotTakenError."""
    return groups.placed(qualifiers(progress))


def qualified(progress: Progress) -> frozenset[int]:
    """Nobody while the groups are being played."""
    if progress.is_open_in_groups:
        return frozenset()
    try:
        return frozenset(one.entrant for one in qualifiers(progress))
    except NotTakenError:
        return frozenset()
