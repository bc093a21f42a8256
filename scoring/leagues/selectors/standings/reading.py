"""An event's table by the pure rules; a season's is kept for each of its versions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property

from ecarte_club.core.exceptions import Absent
from ecarte_club.core.version_cache import Shelf
from scoring.leagues.models import Season
from scoring.tables.criteria import AnyCriterion
from scoring.tables.table import Table, table_of

from .gathering import Gathered, Who, gathered

ATTEMPTS = 5


@dataclass(frozen=True)
class Whole:
    """Everything that its places rest on."""

    event: int
    version: int
    order: tuple[AnyCriterion, ...]
    gathered: Gathered

    @cached_property
    def table(self) -> Table:
        return table_of(self.gathered.given, self.order)

    @property
    def who(self) -> Mapping[int, Who]:
        return self.gathered.who

    def at(self, as_of: date | None = None, after_round: int | None = None) -> Table:
        if as_of is None and after_round is None:
            return self.table
        return table_of(
            replace(self.gathered.given, as_of=as_of, until_round=after_round), self.order
        )

    @property
    def open_fixtures(self) -> Sequence[tuple[int, int, int]]:
        """Round and players of what is planned and has no result."""
        return self.gathered.unplayed

    @property
    def rounds(self) -> list[int]:
        """Those that have a result; a bye is none, as it may be known long before its round."""
        met = (one.round for one in self.gathered.given.meetings if one.away is not None)
        return sorted(set(met))


wholes: Shelf[Whole] = Shelf(most=8)


def whole(season_id: int) -> Whole:
    """From the shelf, where it lies; not within a write, which may yet be taken back.

    Raises: Absent.
    """
    version = Season.objects.filter(pk=season_id).values_list("version", flat=True).first()
    found = wholes.get((season_id, version), "")
    if found is None:
        found = whole_now(season_id)
        wholes.put((season_id, found.version), "", found)
    return found


def whole_now(season_id: int) -> Whole:
    """As it is at this moment. Raises: Absent."""
    season = _season(season_id)
    found = _gathered(season)
    for _attempt in range(ATTEMPTS):
        # What changed meanwhile may be in one query and not in the next.
        newer = _season(season_id)
        if newer.version == season.version:
            break
        season, found = newer, _gathered(newer)
    return Whole(season_id, season.version, tuple(season.order), found)


def _season(season_id: int) -> Season:
    season = Season.objects.filter(pk=season_id).first()
    if season is None:
        raise Absent
    return season


def _gathered(season: Season) -> Gathered:
    return gathered(season.pk, season.scheme, season.seed)
