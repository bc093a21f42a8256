"""The standings computed from nothing but the entries, and where they differ from those kept."""

from collections.abc import Iterator
from dataclasses import dataclass

from games.engine.seats import Seat
from games.models import Entry, Match
from games.record import Log, state_of

from .models import Season, Standing
from .rules.points import SHARE_FIELDS, Share, share

BATCH = 200
ATTEMPTS = 5


@dataclass(frozen=True, slots=True)
class Difference:
    """One figure of one player: what is kept, and what the entries come to."""

    season: int
    player: int
    field: str
    kept: int
    counted: int


class SeasonBusy(Exception):
    """Scores came in during every attempt to count; try again when it is quieter."""

    def __init__(self, season: int) -> None:
        super().__init__(f"Season {season} was never at rest while it was counted")


def recount(season: Season) -> list[Difference]:
    """Read only, and in batches: a season of any size fits in memory.

    Counted again when the season moved meanwhile. Raises: SeasonBusy when it never rests.
    """
    for _attempt in range(ATTEMPTS):
        version = Season.objects.values_list("version", flat=True).get(pk=season.pk)
        kept = {row.player_id: row.share for row in Standing.objects.filter(season=season)}
        counted = counted_from_nothing(season)
        if Season.objects.filter(pk=season.pk, version=version).exists():
            return _differences(season, kept, counted)
    raise SeasonBusy(season.pk)


def _differences(
    season: Season, kept: dict[int, Share], counted: dict[int, Share]
) -> list[Difference]:
    differences = []
    for player in sorted(kept.keys() | counted.keys()):
        old, new = kept.get(player, Share()), counted.get(player, Share())
        differences += [
            Difference(season.pk, player, name, getattr(old, name), getattr(new, name))
            for name in SHARE_FIELDS
            if getattr(old, name) != getattr(new, name)
        ]
    return differences


def counted_from_nothing(season: Season) -> dict[int, Share]:
    """A share for each player by id."""
    found: dict[int, Share] = {}
    for match, log in _matches(season):
        state = state_of(match, log.standing())
        for player, seat in ((match.player_a_id, Seat.A), (match.player_b_id, Seat.B)):
            found[player] = found.get(player, Share()) + share(state, seat, season.scheme)
    return found


def _matches(season: Season) -> Iterator[tuple[Match, Log]]:
    last = 0
    while True:
        query = Match.objects.filter(event_id=season.event_id, pk__gt=last).order_by("pk")
        batch = list(query[:BATCH])
        if not batch:
            return
        entries: dict[int, list[Entry]] = {match.pk: [] for match in batch}
        for entry in Entry.objects.filter(match__in=batch).order_by("match_id", "number"):
            entries[entry.match_id].append(entry)
        for match in batch:
            yield match, Log(tuple(entries[match.pk]))
        last = batch[-1].pk
