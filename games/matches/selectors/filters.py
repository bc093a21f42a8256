"""The filters of a list of matches. All may be combined."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import reduce
from operator import or_

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from ecarte_club.core.exceptions import Invalid
from ecarte_club.core.parsing import query_boolean, query_date, query_whole_number

from .matches import VisibleMatches, played_by
from .statuses import Status, of_status


@dataclass(frozen=True, slots=True)
class MatchFilters:
    """`season` 0 finds nothing. Without `statuses`, the annulled are left out or alone."""

    club: str | None = None
    evening: int | None = None
    table: int | None = None
    seasons: tuple[int, ...] = ()
    player: int | None = None
    statuses: tuple[Status, ...] = ()
    over: bool | None = None
    annulled: bool | None = None
    first: date | None = None
    last: date | None = None

    @classmethod
    def of(cls, query: Mapping[str, str]) -> "MatchFilters":
        """Raises: Invalid, naming the parameter whose value cannot be."""
        seasons = (query_whole_number(query, name) for name in ("season", "event"))
        club = query.get("club", "")
        return cls(
            # No database looks for this sign; what is left over of it finds nothing all the same.
            club=club.replace("\x00", "") if club else None,
            evening=query_whole_number(query, "evening"),
            table=query_whole_number(query, "table"),
            seasons=tuple(pk for pk in seasons if pk is not None),
            player=query_whole_number(query, "player"),
            statuses=_statuses(query.get("status", "")),
            over=query_boolean(query, "over"),
            annulled=query_boolean(query, "annulled"),
            first=query_date(query, "from"),
            last=query_date(query, "to"),
        )

    def sift(self, found: VisibleMatches) -> VisibleMatches:
        if self.club is not None:
            found = found.filter(club__slug=self.club)
        for season in self.seasons:
            found = found.filter(event_id=season)
        if self.player is not None:
            found = played_by(found, self.player)
        if self.evening is not None or self.table is not None:
            found = found.filter(self._at(found.named_in))
        if self.over is not None:
            found = found.filter(over=self.over)
        if self.annulled is not None or not self.statuses:
            found = found.filter(annulled_at__isnull=not self.annulled)
        if self.statuses:
            now = timezone.now()
            found = found.filter(reduce(or_, (of_status(one, now) for one in self.statuses)))
        return found.filter(self._on())

    def _at(self, own: frozenset[int]) -> Q:
        """Where an evening is not public, nobody else finds its matches by it."""
        at = Q(club_id__in=own) | Q(evening_table__evening__public=True)
        if self.evening is not None:
            at &= Q(evening_table__evening_id=self.evening)
        if self.table is not None:
            at &= Q(evening_table_id=self.table)
        return at

    def _on(self) -> Q:
        on = Q()
        if self.first:
            on &= Q(started_at__gte=_midnight(self.first))
        if self.last:
            on &= Q(started_at__lt=_midnight(self.last + timedelta(days=1)))
        return on


def _statuses(text: str) -> tuple[Status, ...]:
    names = [name.strip() for name in text.split(",") if name.strip()]
    if set(names) - set(Status):
        allowed = ", ".join(Status)
        text = _("Must be one or more of these, divided by commas: %(allowed)s.")
        raise Invalid("invalid", text % {"allowed": allowed}, field="status")
    return tuple(Status(name) for name in names)


def _midnight(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, time.min))
