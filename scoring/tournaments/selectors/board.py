"""The tables of a tournament, as pages and programs read them."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.core.paginator import Page, Paginator
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from ecarte_club.core.collation import sort_key
from ecarte_club.core.exceptions import Absent, Invalid
from scoring.leagues.labels.standings import caption, name_of, short_figure
from scoring.leagues.selectors.standings import EntrantName, EventTable
from scoring.leagues.selectors.what_if import TrialResult, table_with_results
from scoring.tables.criteria import AnyCriterion
from scoring.tables.figures import in_json
from scoring.tables.results import ManualOrder, Share
from scoring.tables.table import Line, Table, WhatIf
from scoring.tournaments.models import Tournament
from scoring.tournaments.rules.plan import Kind

from . import draws, stage_states
from .reading import ALL, Named, Query, Reading

LINES = 100
"""Of a table, on a page."""


@dataclass(frozen=True, slots=True)
class Row:
    rank: int
    player: int
    name: str
    points: int
    share: Share
    figures: list[str]
    goes_on: bool
    manual_order: ManualOrder | None = None


@dataclass(frozen=True, slots=True)
class Against:
    """The points of one against each, in the order of the table; several where they meet twice."""

    name: str
    points: list[str]


@dataclass(frozen=True, slots=True)
class Standings:
    """`criteria`: the columns behind the points. `rows`: of the `page`. `total`: lines of the whole
    table. `own_page`: of the reader, where it is another. `group`: its number; 0 of a table of all.
    `each`: where everybody meets everybody, the points against each."""

    caption: str
    criteria: Sequence[str | Promise]
    rows: list[Row]
    page: Page[Line]
    total: int
    own_page: int | None = None
    group: int = 0
    each: Sequence[Against] = ()


def standings(reading: Reading, you: int | None = None, query: Query = ALL) -> list[Standings]:
    """Of each group, once they are published; of a Swiss and a round robin one of everybody."""
    progress = reading.progress
    tables = draws.members(progress)
    on: frozenset[int] = frozenset()
    if tables and progress.tournament.kind == Kind.GROUPS:
        on = stage_states.qualified_players(progress)
    return [
        _standings(reading, progress.table(among=here), number, on, you, query)
        for number, here in tables
    ]


def _standings(
    reading: Reading,
    table: Table,
    group: int,
    on: frozenset[int],
    you: int | None,
    query: Query,
) -> Standings:
    found = [line for line in table.lines if query.finds(reading.names[line.entrant])]
    page = Paginator(found, LINES).get_page(query.page)
    rows = [_row(reading, table, line, on) for line in page]
    place = next((place for place, line in enumerate(found) if line.entrant == you), None)
    own = None if place is None else place // LINES + 1
    own_page = None if own == page.number else own
    each = _each(reading, table) if reading.progress.has_groups else ()
    criteria: list[str | Promise] = [name_of(criterion) for criterion in table.order]
    return Standings(
        caption(table.order), criteria, rows, page, len(table.lines), own_page, group, each
    )


HIMSELF, NOT_YET = "–", "·"


def _each(reading: Reading, table: Table) -> list[Against]:
    held: dict[tuple[int, int | None], list[str]] = {}
    for one in sorted(table.counted.meetings, key=lambda one: one.round):
        held.setdefault((one.home, one.away), []).append(str(one.home_share.points))
        if one.away is not None:
            held.setdefault((one.away, one.home), []).append(str(one.away_share.points))
    order = [line.entrant for line in table.lines]
    return [
        Against(
            reading.names[own],
            [
                HIMSELF if own == other else " ".join(held.get((own, other), [NOT_YET]))
                for other in order
            ],
        )
        for own in order
    ]


def _row(reading: Reading, table: Table, line: Line, on: frozenset[int]) -> Row:
    figures = [_figure(one, line.figures.get(one)) for one in table.order]
    name = reading.names[line.entrant]
    goes_on = line.entrant in on
    manual_order = table.manual_order(line.entrant)
    facts = (line.rank, line.entrant, name, line.points, line.share, figures)
    return Row(*facts, goes_on, manual_order)


def _figure(criterion: AnyCriterion, worth: Any) -> str:
    return "–" if worth is None else short_figure(criterion, worth)


class Tie(NamedTuple):
    """What a tie-break counts of somebody."""

    criterion: str
    figures: list[int | float]


@dataclass(frozen=True, slots=True)
class RankedLine:
    """`group`: None in a table of everybody. `qualifies`: for the knock-out; None: not decided, or
    there is none."""

    group: int | None
    qualifies: bool | None
    player: Named
    line: Line
    manual_order: ManualOrder | None = None

    @property
    def figures(self) -> list[Tie]:
        return [
            Tie(str(name), list(map(in_json, figures)))
            for name, figures in self.line.figures.items()
        ]


@dataclass(frozen=True, slots=True)
class StandingsAfter:
    """Of all tables. `until_round`: None for the present ones."""

    tournament: Tournament
    lines: list[RankedLine]
    order: Sequence[AnyCriterion] = ()


def standings_after(reading: Reading, until_round: int | None) -> StandingsAfter:
    now = reading.progress
    tables: list[tuple[int | None, Table]] = []
    on: frozenset[int] | None = None
    if now.tournament.kind == Kind.GROUPS:
        if now.last_published:
            tables += enumerate(draws.tables(now, until_round), start=1)
            if until_round is None and not now.is_open_in_groups:
                on = stage_states.qualified_players(now)
    elif not now.is_pools:
        tables = [(None, now.standing if until_round is None else now.table(until_round))]
    lines = [
        RankedLine(
            group,
            None if on is None else line.entrant in on,
            reading.named(line.entrant),
            line,
            table.manual_order(line.entrant),
        )
        for group, table in tables
        for line in table.lines
    ]
    return StandingsAfter(now.tournament, lines, now.order)


@dataclass(frozen=True, slots=True)
class GroupTable:
    """`group`: its number; 0 of a table of everybody. Names are as the reader may know them."""

    group: int
    whole: EventTable


def tables_of(found: Reading) -> tuple[GroupTable, ...]:
    """None where there is no table, or none yet."""
    return tuple(
        GroupTable(number, _event_table(found, members))
        for number, members in draws.members(found.progress)
    )


def table_of(found: Reading, player: int) -> GroupTable:
    """Raises: Absent for who stands in no table."""
    every = ((number, here) for number, here in draws.members(found.progress) if player in here)
    number, members = next(every, (0, None))
    if members is None:
        raise Absent
    return GroupTable(number, _event_table(found, members))


def _event_table(found: Reading, members: tuple[int, ...]) -> EventTable:
    progress = found.progress
    tournament = progress.tournament
    names = {pk: EntrantName(found.names[pk], sort_key(found.names[pk]), "") for pk in members}
    open_fixtures = [
        (one.round.number, one.home_id, one.away_id)
        for one in progress.unplayed
        if one.away_id is not None and one.home_id in names
    ]
    return EventTable(
        tournament.pk,
        tournament.version,
        progress.order,
        progress.table_data(members),
        names,
        open_fixtures=open_fixtures,
    )


class Then(NamedTuple):
    standing: GroupTable
    changed: WhatIf


def tried_out(found: Reading, results: Sequence[TrialResult]) -> list[Then]:
    """Each table as it would be. Raises: Absent where there is none; Invalid, naming the field, for
    what is not to be played and for what cannot be the games."""
    tables = tables_of(found)
    if not tables:
        raise Absent
    _check(tables, results)
    event = found.progress.tournament.event
    return [
        Then(
            one,
            table_with_results(
                one.whole, event, [two for two in results if two.first in one.whole.entrants]
            ),
        )
        for one in tables
    ]


def _check(tables: Sequence[GroupTable], results: Sequence[TrialResult]) -> None:
    """Each is published, between two, not decided, and tried once."""
    left = Counter(frozenset(pair) for one in tables for _round, *pair in one.whole.open_fixtures)
    left.subtract(frozenset((one.first, one.second)) for one in results)
    if any(number < 0 for number in left.values()):
        text = _("Must have a published match with the first player that is not decided yet.")
        raise Invalid(
            "invalid_try", _("This result cannot be tried out."), errors={"player_b": text}
        )
