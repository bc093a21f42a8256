"""Who is drawn next: in a Swiss with what earlier rounds left, and in the tree after groups."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby

from scoring.leagues.models import Entrant, Fixture
from scoring.tables.criteria import AnyCriterion, Criterion
from scoring.tables.ranking import lots
from scoring.tables.results import Meeting as Counted
from scoring.tables.table import Line, Table
from scoring.tournaments.models import Tournament
from scoring.tournaments.rules import groups
from scoring.tournaments.rules.groups import Placed, Qualifier
from scoring.tournaments.rules.plan import Kind
from scoring.tournaments.rules.stages import NotTakenError
from scoring.tournaments.rules.swiss.contenders import (
    Choices,
    Contender,
    FirstRound,
    Fixed,
    Meeting,
    with_past,
    with_topscorers,
)
from scoring.tournaments.rules.swiss.drawing import Drawn, draw
from scoring.tournaments.rules.swiss.pairing import Step
from scoring.tournaments.rules.swiss.refusals import Refusal

from . import berger
from .progress import Award, Progress


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


def qualifiers(progress: Progress, found: Sequence[Table] | None = None) -> tuple[Qualifier, ...]:
    """As the groups stand, or as the tables `found` have it. Where so many have withdrawn that a
    group has too few left, the others fill its places as far as they have somebody who comes next.

    Raises: NotTakenError where not even two are left.
    """
    stage, found = progress.tournament.stage, found or tables(progress)
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
    figures = [(line.figures[one][0], 1 if one.is_average else size - 1) for one in across]
    return [Fraction(figure, matches) for figure, matches in [(line.points, size - 1), *figures]]


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


# Points before a round, by the round and the entrant.
Before = Mapping[tuple[int, int], int]


Notify = Callable[[Step], None]


def ignore(_step: Step) -> None:
    pass


def drawn(
    progress: Progress,
    number: int,
    seed: str,
    fixed: Fixed | None = None,
    notify: Notify = ignore,
) -> Drawn | Refusal:
    """`fixed`: None for what the director has fixed."""
    return draw(
        contenders(progress, number),
        round_number=number,
        seed=seed,
        forbidden=forbidden(progress.tournament),
        choices=choices(progress.tournament),
        fixed=fixed_for(progress.tournament, number) if fixed is None else fixed,
        notify=notify,
    )


def choices(tournament: Tournament) -> Choices:
    stage = tournament.stage
    return Choices(
        first_round=FirstRound.BY_LOT if stage.by_lot else FirstRound.BY_RANK,
        second_meetings=stage.second_meetings,
        vary_tables=stage.vary_tables,
    )


def forbidden(tournament: Tournament) -> frozenset[frozenset[int]]:
    pairs = tournament.kept_apart.values_list("one_id", "other_id")
    return frozenset(frozenset(pair) for pair in pairs)


def fixed_for(tournament: Tournament, number: int) -> Fixed:
    """What the director has fixed before the draw of a round."""
    rows = tournament.fixed_pairs.filter(number=number).values_list("one_id", "other_id")
    pairs = frozenset(frozenset((one, other)) for one, other in rows if other is not None)
    return Fixed(pairs, next((one for one, other in rows if other is None), None))


def contenders(progress: Progress, number: int) -> tuple[Contender, ...]:
    points = {line.entrant: line.points for line in progress.table(number - 1).lines}
    asked = progress.tournament.rounds_off.filter(number=number)
    off = set(asked.values_list("player_id", flat=True))
    found = [_contender(one, number, points[one.player_id], off) for one in progress.entrants]
    if number == progress.rounds_planned:
        found = with_topscorers(found, progress.tournament.points.win, number)
    return with_past(found, meetings(progress), number)


def _contender(one: Entrant, number: int, points: int, off: set[int]) -> Contender:
    return Contender(
        id=one.player_id,
        rank=one.place,
        points=points,
        half_bye=one.player_id in off,
        withdrawn=is_gone(one, number),
        joined=one.joined_round,
    )


def is_gone(one: Entrant, number: int) -> bool:
    return one.left_round is not None and one.left_round <= number


def meetings(progress: Progress) -> Iterator[Meeting]:
    """Of the rounds that are published: who sat down together, and who had a bye."""
    before = _before(progress.meetings)
    for one in progress.fixtures:
        if one.round.published_at is not None:
            yield from _meeting(one, before, progress.tournament.stage.tables)


def _meeting(one: Fixture, before: Before, tables: int) -> Iterator[Meeting]:
    number = one.round.number
    if one.award in (Award.BYE, Award.HOME):
        yield Meeting(number, one.home_id, None)
    elif one.award == Award.AWAY and one.away_id is not None:
        yield Meeting(number, one.away_id, None)
    elif not one.award and one.away_id is not None:
        points = (before[number, one.home_id], before[number, one.away_id])
        table = board_number(one, tables)
        yield Meeting(number, one.home_id, one.away_id, *points, table)


def board_number(one: Fixture, tables: int) -> int:
    """In the draw, at whichever sitting it is; 0 where its table has no number."""
    table = int(one.table) if one.table.isascii() and one.table.isdigit() else 0
    return table and table + tables * ((one.sitting or 1) - 1)


def _before(counted: Iterable[Counted]) -> Before:
    found: dict[tuple[int, int], int] = defaultdict(int)
    so_far: dict[int, int] = defaultdict(int)
    ordered = sorted(counted, key=lambda one: one.round)
    for number, group in groupby(ordered, key=lambda one: one.round):
        played = list(group)
        sums = dict(so_far)
        for one in played:
            for player, share in ((one.home, one.home_share), (one.away, one.away_share)):
                if player is not None:
                    found[number, player] = sums.get(player, 0)
                    so_far[player] += share.points
    return found
