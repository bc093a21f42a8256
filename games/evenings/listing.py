"""The evenings of a club as lists show them: sifted, sorted, and as a table for a spreadsheet."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from ecarte_club.core.collation import called
from ecarte_club.core.parsing import query_choice
from games.matches.models import Match

from .models import Attendance, Evening

SORTS: Mapping[str, tuple[str, ...]] = {
    "-day": ("-held_on", "-pk"),
    "day": ("held_on", "pk"),
    "name": ("sort_name", "-held_on", "-pk"),
    "-came": ("-came", "-held_on", "-pk"),
    "came": ("came", "-held_on", "-pk"),
    "-matches": ("-played", "-held_on", "-pk"),
    "matches": ("played", "-held_on", "-pk"),
}
USUAL_SORT = "-day"
STATES = ("open", "signed_off")
COLUMNS = ("id", "day", "name", "public", "came", "matches", "signed_off_at")


@dataclass(frozen=True, slots=True)
class EveningFilters:
    """What an address asks of the list. Nothing that cannot be is in it."""

    name: str = ""
    state: str = ""
    sort: str = USUAL_SORT

    @classmethod
    def of(cls, query: Mapping[str, str], *, strict: bool = False) -> "EveningFilters":
        """`strict`: raises Invalid for what cannot be; else that is left aside."""
        state, sort = query.get("state", ""), query.get("sort", "") or USUAL_SORT
        if strict:
            query_choice(query, "state", STATES)
            query_choice(query, "sort", SORTS)
        return cls(
            name=query.get("name", "").replace("\x00", "").strip(),
            state=state if state in STATES else "",
            sort=sort if sort in SORTS else USUAL_SORT,
        )

    def sift(self, found: QuerySet[Evening]) -> QuerySet[Evening]:
        """With how many came, `came`, and how many matches were begun, `played`."""
        if self.name:
            found = found.filter(called(self.name))
        if self.state:
            found = found.filter(signed_off_at__isnull=self.state == "open")
        # Counted apart, so that a page of the list counts for its own lines alone.
        counted = found.annotate(
            came=_number_of(Attendance.objects.filter(evening=OuterRef("pk")), "evening"),
            played=_number_of(
                Match.objects.filter(evening_table__evening=OuterRef("pk"), annulled_at=None),
                "evening_table__evening",
            ),
        )
        return counted.order_by(*SORTS[self.sort])


def _number_of(found: QuerySet[Any], of: str) -> Coalesce:
    number = found.order_by().values(of).annotate(number=Count("*")).values("number")
    return Coalesce(Subquery(number), 0)


def csv_rows(found: Iterable[Evening]) -> Iterator[tuple[object, ...]]:
    """A row for each evening, in the order of `COLUMNS`."""
    for one in found:
        signed_off = one.signed_off_at.isoformat() if one.signed_off_at else ""
        counts = (getattr(one, "came", 0), getattr(one, "played", 0))
        yield one.pk, one.held_on.isoformat(), one.name, int(one.public), *counts, signed_off
