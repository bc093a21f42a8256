"""Who goes on from the groups, and who stands where in the tree after them."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from scoring.tables.criteria import AnyCriterion, Criterion
from scoring.tables.draws import lots
from scoring.tables.table import Line, Table
from scoring.tournaments.rules import groups
from scoring.tournaments.rules.groups import GoesOn, Placed
from scoring.tournaments.rules.plan import Kind
from scoring.tournaments.rules.refusals import NotTakenError

from . import grouped
from .course import Course


def members(course: Course) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Who stands in one table, by its number: the groups, once they are published; of a Swiss and
    a round robin everybody, by 0. A knock-out and pools have none."""
    match course.tournament.kind:
        case Kind.SWISS | Kind.ROUND_ROBIN:
            return ((0, course.players),)
        case Kind.GROUPS if course.last_published:
            return tuple(enumerate(grouped.drawn(course.tournament, course.of_round(1)), start=1))
    return ()


def tables(course: Course, until_round: int | None = None) -> tuple[Table, ...]:
    """Of each group, once they are drawn."""
    drawn = grouped.drawn(course.tournament, course.of_round(1))
    return tuple(course.table(until_round, among=group) for group in drawn)


def going_on(course: Course) -> tuple[GoesOn, ...]:
    """As the groups stand. Where so many have withdrawn that a group has too few left, the others
    fill its places as far as they have somebody who comes next.

    Raises: NotTakenError where not even two are left.
    """
    stage, found = course.tournament.stage, tables(course)
    gone = withdrawn(course)
    ranked = [[one.entrant for one in table.lines if one.entrant not in gone] for table in found]
    wanted = len(ranked) * stage.first + stage.best
    first = min(stage.first, *map(len, ranked))
    next_ = {one[first] for one in ranked if len(one) > first}
    best = min(wanted - len(ranked) * first, len(next_))
    return groups.going_on(ranked, first, best, _across(course, found, next_))


def withdrawn(course: Course) -> frozenset[int]:
    """Before the tree was drawn."""
    return frozenset(
        one.player_id
        for one in course.entrants
        if one.left_round is not None and one.left_round <= course.group_rounds + 1
    )


def _across(course: Course, found: Sequence[Table], players: set[int]) -> list[int]:
    """Of different groups, the best first: the table's own criteria but those among the tied, who
    have not met; each for a match, as groups may differ by one; then lots."""
    lot = lots(course.tournament.seed, players)
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


def placed(course: Course) -> Placed:
    """Raises: NotTakenError."""
    return groups.placed(going_on(course))


def who_goes_on(course: Course) -> frozenset[int]:
    """Nobody while the groups are being played."""
    if course.is_open_in_groups:
        return frozenset()
    try:
        return frozenset(one.entrant for one in going_on(course))
    except NotTakenError:
        return frozenset()
