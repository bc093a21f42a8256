"""An event's table: what its places rest on, and its lines as pages and programs show them.

Of an event with entrants the planned matches count and nothing else. In an open one everything that
is over counts; it has no rounds, and each of its days is taken for one.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cache, cached_property
from itertools import groupby
from operator import attrgetter, itemgetter
from types import MappingProxyType
from typing import NamedTuple

from django.db.models import Q, QuerySet
from django.db.models.functions import Coalesce

from ecarte_club.clubs.selectors.player_names import public_name
from ecarte_club.core.collation import sort_key
from ecarte_club.core.composed import Composed
from ecarte_club.core.etags import VersionCache
from scoring.leagues.models import Adjustment, Entrant, Fixture, Result, Season, Standing
from scoring.tables import results as rulings
from scoring.tables.counted import TableData
from scoring.tables.criteria import AnyCriterion, Criterion, TeamCriterion, with_manual
from scoring.tables.figures import Worth
from scoring.tables.ranking import ranked_by_sums
from scoring.tables.results import (
    SHARE_FIELDS,
    How,
    Meeting,
    Scheme,
    Share,
    both_absent,
    played,
    sat_out,
    walkover,
)
from scoring.tables.table import Table, level_groups, table_of

from .manual_orders import orders_in_force

ATTEMPTS = 5
NAME_COLUMNS = ("player", "player__name", "player__sort_name", "player__name_shown")
ALONE = {
    Fixture.Award.BYE.value: How.BYE,
    Fixture.Award.HALF_BYE.value: How.HALF_BYE,
    Fixture.Award.ABSENT.value: How.ABSENT,
}


class EntrantName(NamedTuple):
    """The key by which names are sorted, and what the public may see: "" as the club says."""

    name: str
    key: str
    shown: str


@dataclass(frozen=True)
class EventTable:
    """`order` may begin with the points of teams.

    `days`: the day of each round of an open event; empty where there are real rounds.
    `open_fixtures`: round and entrants of those that have no result.
    """

    event: int
    version: int
    order: tuple[AnyCriterion, ...]
    data: TableData
    entrants: Mapping[int, EntrantName]
    days: Mapping[int, date] = field(default_factory=dict)
    open_fixtures: Sequence[tuple[int, int, int]] = ()

    @cached_property
    def table(self) -> Table:
        return table_of(self.data, self.order)

    def at(self, as_of: date | None = None, after_round: int | None = None) -> Table:
        if as_of is None and after_round is None:
            return self.table
        return table_of(replace(self.data, as_of=as_of, until_round=after_round), self.order)

    @property
    def of_teams(self) -> bool:
        return isinstance(self.table.points, TeamCriterion)

    @property
    def level_groups(self) -> list[tuple[int, ...]]:
        """Whom the committee may rank."""
        return level_groups(self.data, with_manual(self.order, of_teams=self.of_teams))

    @property
    def rounds(self) -> list[int]:
        """Those that have a result; a bye is none, as it may be known long before its round."""
        meetings = self.data.meetings
        return sorted({meeting.round for meeting in meetings if meeting.away is not None})


season_tables: VersionCache[EventTable] = VersionCache(most=8)


def season_table(season_id: int) -> EventTable:
    """From the cache, if it is there; not within a write, which may yet be rolled back.

    Raises: Absent.
    """
    version = Season.objects.filter(pk=season_id).values_list("version", flat=True).first()
    table = season_tables.get((season_id, version), "")
    if table is None:
        table = season_table_now(season_id)
        season_tables.put((season_id, table.version), "", table)
    return table


def season_table_now(season_id: int) -> EventTable:
    """As it is at this moment. Raises: Absent."""
    return table_at_one_version(season_id, _season, _table)


def table_at_one_version(
    season_id: int,
    season_of: Callable[[int], Season],
    read: Callable[[Season], EventTable],
) -> EventTable:
    """A change between two queries may be in one and not in the next: then all are repeated."""
    season = season_of(season_id)
    table = read(season)
    for _attempt in range(ATTEMPTS):
        newer = season_of(season_id)
        if newer.version == season.version:
            break
        season, table = newer, read(newer)
    return table


_seasons = Composed(lambda pk: Season.objects.filter(pk=pk).order_by(), pk=int)


def _season(season_id: int) -> Season:
    return _seasons.get(pk=season_id)


def _table(season: Season) -> EventTable:
    """A few queries, however many matches were played."""
    event, scheme = season.pk, season.scheme
    entered = Entrant.objects.filter(event=event).order_by("place")
    rows = list(entered.values_list(*NAME_COLUMNS, "struck", "rating"))
    entrants = {pk: EntrantName(*names) for pk, *names, _is_struck, _rating in rows}
    days: Mapping[int, date] = {}
    if entrants:
        meetings = [*_planned(event), *_awarded(event, scheme)]
    else:
        with_results = Standing.objects.filter(season=event).order_by("player")
        for pk, *names in with_results.values_list(*NAME_COLUMNS):
            entrants[pk] = EntrantName(*names)
        days, meetings = _played(event)
    decided = tuple(orders_in_force(event, entrants))
    data = TableData(
        tuple(entrants),
        tuple(
            meeting
            for meeting in meetings
            if meeting.home in entrants and (meeting.away is None or meeting.away in entrants)
        ),
        (
            *(rulings.Struck(pk, "") for pk, *_names, is_struck, _rating in rows if is_struck),
            *(ruling for ruling in _adjustments(event) if ruling.entrant in entrants),
            *decided,
        ),
        scheme,
        season.seed,
        ratings={pk: rating for pk, *_names, _is_struck, rating in rows},
    )
    open_fixtures = () if days else _open_fixtures(event)
    order = with_manual(season.order, is_decided=bool(decided))
    return EventTable(event, season.version, order, data, entrants, days, open_fixtures)


def _adjustments(event: int) -> Iterator[rulings.Adjustment]:
    """Those withdrawn are as if they had never been."""
    rows = Adjustment.objects.filter(event=event, ended_at=None).order_by("pk")
    for player, points, reason, day in rows.values_list("player", "points", "reason", "on"):
        yield rulings.Adjustment(player, points, reason, day)


def _planned(event: int) -> Iterator[Meeting]:
    rows = Result.objects.filter(event=event, match__fixture__award="")
    for pair in _pairs(rows, "match__fixture__round__number"):
        yield _meeting(*pair)


def _played(event: int) -> tuple[Mapping[int, date], list[Meeting]]:
    pairs = list(_pairs(Result.objects.filter(event=event), "event"))
    days = dict(enumerate(sorted({one.day for one, _other in pairs}), start=1))
    number = {day: round_ for round_, day in days.items()}
    return days, [_meeting(one._replace(round=number[one.day]), other) for one, other in pairs]


class _Row(NamedTuple):
    match: int
    player: int
    day: date
    round: int
    share: Share


def _pairs(rows: QuerySet[Result], round_: str) -> Iterator[tuple[_Row, _Row]]:
    """Both sides of each match."""
    waiting: dict[int, _Row] = {}
    columns = ("match", "player", "day", round_, *SHARE_FIELDS)
    for match, player, day, number, *figures in rows.order_by().values_list(*columns):
        row = _Row(match, player, day, number, Share._make(figures))
        other = waiting.pop(match, None)
        if other is None:
            waiting[match] = row
        else:
            yield (other, row) if other.player < player else (row, other)


def _meeting(one: _Row, other: _Row) -> Meeting:
    return played(one.round, one.player, other.player, one.share, other.share, one.day)


def _awarded(event: int, scheme: Scheme) -> Iterator[Meeting]:
    """Of a round that is not published, nothing is known yet."""
    rows = Fixture.objects.filter(event=event, match=None, round__published_at__isnull=False)
    rows = rows.exclude(award__in=["", Fixture.Award.VOID]).order_by("pk")
    columns = ("round__number", "home", "away", "award", Coalesce("day", "round__day"))
    for round_, home, away, award, day in rows.values_list(*columns):
        yield _award(scheme, round_, home, away, award, day)


def _open_fixtures(event: int) -> Sequence[tuple[int, int, int]]:
    rows = Fixture.objects.filter(event=event, award="", away__isnull=False)
    waiting = rows.filter(Q(match=None) | Q(match__over=False), round__published_at__isnull=False)
    return list(waiting.order_by("round__number").values_list("round__number", "home", "away"))


def _award(
    scheme: Scheme, round_: int, home: int, away: int | None, award: str, day: date | None
) -> Meeting:
    if away is None:
        return sat_out(scheme, round_, home, ALONE.get(award, How.ABSENT), day)
    if award == Fixture.Award.HOME:
        return walkover(scheme, round_, home, away, day)
    if award == Fixture.Award.AWAY:
        return walkover(scheme, round_, away, home, day)
    return both_absent(scheme, round_, home, away, day)


class NamedEntrant(NamedTuple):
    """A player or a team."""

    id: int
    name: str


class Line(NamedTuple):
    """Of a player, or of a team.

    `share` has the `adjustments` among its points. `decided_by`: the criterion that separates the
    line from those beside it, first from the one above; None where the place is shared.
    `figures`: by the criteria that are no sums. `manual_order`: by which the committee separates
    the line from those who are level with it.
    """

    rank: int
    player: int
    name: str
    share: Share
    decided_by: AnyCriterion | None = Criterion.POINTS
    adjustments: tuple[rulings.Adjustment, ...] = ()
    figures: Mapping[AnyCriterion, Worth] = MappingProxyType({})
    manual_order: rulings.ManualOrder | None = None

    @property
    def entrant(self) -> NamedEntrant:
        return NamedEntrant(self.player, self.name)

    @property
    def adjustment(self) -> int:
        return sum(one.points for one in self.adjustments)

    def figure(self, criterion: AnyCriterion) -> Worth | None:
        """None where the criterion has no answer."""
        if criterion.is_sum:
            return (criterion.sum_key(self.share),)
        return self.figures.get(criterion)


def ranked(
    players: Iterable[tuple[int, str, Share]],
    tie_breaks: Sequence[Criterion],
    name_key: Callable[[str], str],
) -> tuple[Line, ...]:
    """By criteria that are sums. `players`: id, name and share of each."""
    by_id = sorted(players, key=itemgetter(0))
    rows = {row[0]: row for row in sorted(by_id, key=lambda row: name_key(row[1]))}
    shares = {player: share for player, _name, share in rows.values()}
    ordered, gaps = ranked_by_sums(shares, (Criterion.POINTS, *tie_breaks))
    lines: list[Line] = []
    rank = 0
    above, deciding = (Criterion.POINTS, *gaps), _deciding(gaps, Criterion.POINTS)
    for place, (player, gap, decided_by) in enumerate(
        zip(ordered, above, deciding, strict=False), start=1
    ):
        rank = place if gap else rank
        lines.append(Line(rank, *rows[player], decided_by))
    return tuple(lines)


def names_of(event_table: EventTable, shown: str) -> dict[int, str]:
    """`shown`: what the public may see of names; empty: as the club's own people see them."""
    return {
        pk: public_name(entrant.name, pk, club=shown, own=entrant.shown) if shown else entrant.name
        for pk, entrant in event_table.entrants.items()
    }


def lines_of(event_table: EventTable, table: Table, shown: str) -> tuple[Line, ...]:
    names, other_key = names_of(event_table, shown), cache(sort_key)
    keys = {entrant.name: entrant.key for entrant in event_table.entrants.values()}
    adjustments: dict[int, list[rulings.Adjustment]] = {}
    for adjustment in table.counted.adjustments:
        adjustments.setdefault(adjustment.entrant, []).append(adjustment)
    gaps = [split and split.criterion for split in table.splits[:-1]]
    lines = [
        Line(
            line.rank,
            line.entrant,
            names[line.entrant],
            line.share._replace(points=line.points),
            decided_by,
            tuple(adjustments.get(line.entrant, ())),
            line.figures,
            table.manual_order(line.entrant),
        )
        for line, decided_by in zip(table.lines, _deciding(gaps, table.points), strict=False)
    ]

    def key(line: Line) -> tuple[str, int]:
        return keys.get(line.name) or other_key(line.name), line.player

    levels = groupby(lines, attrgetter("rank"))
    return tuple(line for _rank, level in levels for line in sorted(level, key=key))


def _deciding(
    gaps: Sequence[AnyCriterion | None], points: AnyCriterion
) -> Iterator[AnyCriterion | None]:
    """Of each line, by what separates the lines from each other.

    Equal points make people ask who is first: what answers that is named before the points.
    """
    for above, below in zip((points, *gaps), (*gaps, points), strict=True):
        if above and above is not points:
            yield above
        elif below and below is not points:
            yield below
        else:
            yield points if above and below else None
