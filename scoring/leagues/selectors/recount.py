"""The standings computed from nothing but the entries, and where they differ from those kept."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Sum

from games.engine.seats import Seat
from games.matches.models import Entry, Match
from games.matches.selectors.logs import Log
from games.matches.selectors.reading import state_of
from scoring.leagues.models import Result, Season, Standing
from scoring.tables.results import SHARE_FIELDS, Share, share

BATCH = 200
ATTEMPTS = 5
NOTHING = Share()


@dataclass(frozen=True, slots=True)
class Difference:
    """One figure of one player: what is kept, and what the entries come to.

    `match`: of what is kept of that match alone; None: of the whole season.
    """

    season: int
    player: int
    field: str
    kept: int
    counted: int
    match: int | None = None


class SeasonBusy(Exception):
    """Scores came in during every attempt to count; try again when it is quieter."""

    def __init__(self, season: int) -> None:
        super().__init__(f"Season {season} was never at rest while it was counted")


# A share for each player by id, and where what is kept of a match differs from it.
Counted = tuple[dict[int, Share], list[Difference]]


def recount(season: Season, *, from_results: bool = False) -> list[Difference]:
    """Read only, and in batches: a season of any size fits in memory. `from_results`: from what
    each match is kept to add, a sum that the database makes.

    Counted again when the season moved meanwhile. Raises: SeasonBusy when it never rests.
    """
    count = _summed_results if from_results else counted_from_nothing
    for _attempt in range(ATTEMPTS):
        version = Season.objects.values_list("version", flat=True).get(pk=season.pk)
        lines = Standing.objects.filter(season=season).values_list("player", *SHARE_FIELDS)
        kept = {player: Share._make(figures) for player, *figures in lines}
        sums, differences = count(season)
        if Season.objects.filter(pk=season.pk, version=version).exists():
            return _differences(season, kept, sums) + differences
    raise SeasonBusy(season.pk)


def _differences(
    season: Season, kept: dict[int, Share], counted: dict[int, Share], match: int | None = None
) -> list[Difference]:
    return [
        Difference(season.pk, player, name, old, new, match)
        for player in sorted(kept.keys() | counted.keys())
        for name, old, new in zip(
            SHARE_FIELDS, kept.get(player, NOTHING), counted.get(player, NOTHING), strict=True
        )
        if old != new
    ]


def counted_from_nothing(season: Season) -> Counted:
    sums: dict[int, Share] = {}
    found: list[Difference] = []
    for batch in batches(season):
        kept = _stored_results(worth.match for worth in batch)
        for worth in batch:
            for player, share_ in worth.shares.items():
                sums[player] = sums.get(player, NOTHING) + share_
            ended = worth.shares if worth.over else {}
            found += _differences(season, kept.get(worth.match.pk, {}), ended, worth.match.pk)
    return sums, found


def _summed_results(season: Season) -> Counted:
    rows = Result.objects.filter(event=season.pk).order_by().values_list("player")
    sums = rows.annotate(*(Sum(name) for name in SHARE_FIELDS))
    return {player: Share._make(figures) for player, *figures in sums}, []


def _stored_results(matches: Iterable[Match]) -> dict[int, dict[int, Share]]:
    found: dict[int, dict[int, Share]] = {}
    rows = Result.objects.filter(match__in=[match.pk for match in matches])
    for match, player, *figures in rows.values_list("match", "player", *SHARE_FIELDS):
        found.setdefault(match, {})[player] = Share._make(figures)
    return found


class Worth(NamedTuple):
    """What a match comes to by its entries, to each of its players."""

    match: Match
    over: bool
    shares: dict[int, Share]

    @property
    def pair(self) -> tuple[Share, Share]:
        a, b = self.match.player_ids
        return self.shares[a], self.shares[b]


def batches(season: Season) -> Iterator[list[Worth]]:
    last = 0
    while True:
        query = Match.objects.filter(event_id=season.event_id, pk__gt=last).order_by("pk")
        batch = list(query.select_related("evening_table__evening")[:BATCH])
        if not batch:
            return
        entries: dict[int, list[Entry]] = {match.pk: [] for match in batch}
        for entry in Entry.objects.filter(match__in=batch).order_by("match_id", "number"):
            entries[entry.match_id].append(entry)
        logs = [(match, Log(tuple(entries[match.pk]))) for match in batch]
        yield [_worth(season, match, log) for match, log in logs if not log.annulment]
        last = batch[-1].pk


def _worth(season: Season, match: Match, log: Log) -> Worth:
    state = state_of(match, log.standing())
    pair = zip(match.player_ids, (Seat.A, Seat.B), strict=True)
    shares = {player: share(state, seat, season.scheme) for player, seat in pair}
    return Worth(match, state.over, shares)
