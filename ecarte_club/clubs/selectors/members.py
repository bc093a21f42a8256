"""The players of a club as a list: filtered, sorted, and with figures of their matches."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Q, QuerySet, Value
from django.db.models.functions import Coalesce
from django.utils import timezone

from ecarte_club.clubs.models import Player
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.core import csv_files
from ecarte_club.core.collation import called
from ecarte_club.core.parsing import query_choice

BATCH = 500
# What a list may be sorted by, and its column; with "-" before it, in reverse.
SORTS: Mapping[str, str] = {
    "name": "sort_name",
    "added": "added_at",
    "played": "last_match",
    "matches": "matches",
    "licence": "licence",
    "until": "until",
}
DETAIL_SORTS = {"licence", "until"}
FAR = date(9999, 12, 31)
SIGN_IN = ("yes", "no")
# What the import reads, and the columns that it passes over.
NEEDED = ("id", "name")
KNOWN = ("left",)
# For the committee alone.
DETAILS = ("email", "phone", "licence", "member_until", "note")
EXTRA = ("added", "sign_in", "matches", "last_played")


class Status(StrEnum):
    PLAYING = "playing"
    LEFT = "left"
    ALL = "all"


# Annotations of a player: `matches`, `last_match` (its id, or 0) and `last_played`.
Figures = Callable[[], Mapping[str, Any]]
_FIGURES: list[Figures] = []


def register_figures(figures: Figures) -> None:
    """For the app of matches, which counts those of a player."""
    _FIGURES[:] = [figures]


@dataclass(frozen=True, slots=True)
class Filters:
    """`details`: part of an e-mail address, phone or licence number, or note; for the committee,
    as `email` and `licence`, which are yes or no."""

    name: str = ""
    status: Status = Status.PLAYING
    sign_in: str = ""
    details: str = ""
    email: str = ""
    licence: str = ""
    sort: str = "name"

    @classmethod
    def of(cls, query: Mapping[str, str], *, sort: str = "name") -> "Filters":
        """`sort`: the default order. Raises: Invalid, naming the field."""
        return cls(
            name=query.get("name", "").replace("\x00", "").strip(),
            status=Status(query_choice(query, "status", Status) or Status.PLAYING),
            sign_in=query_choice(query, "sign_in", SIGN_IN),
            details=query.get("details", "").replace("\x00", "").strip(),
            email=query_choice(query, "email", SIGN_IN),
            licence=query_choice(query, "licence", SIGN_IN),
            sort=query_choice(query, "sort", [*SORTS, *(f"-{name}" for name in SORTS)]) or sort,
        )

    @property
    def is_default(self) -> bool:
        """Whether the list has all current members."""
        return self == Filters(sort=self.sort)

    @property
    def has_more(self) -> bool:
        """Whether it is filtered by more than the name."""
        return self != Filters(sort=self.sort, name=self.name)

    @property
    def reads_details(self) -> bool:
        """Whether the answer would tell something that only the committee sees."""
        by_details = bool(self.details or self.email or self.licence)
        return by_details or self.sort.removeprefix("-") in DETAIL_SORTS


@dataclass(frozen=True, slots=True)
class Member:
    """`last_played`: when their newest match began."""

    player: Player
    matches: int
    last_played: datetime | None


def players(person: Person, filters: Filters) -> QuerySet[Player]:
    """Sorted. Players merged into another are in no list. Raises: Absent, Denied."""
    require(person, Act.SEE_CLUB)
    if filters.reads_details:
        require(person, Act.SEE_DETAILS)
    people = Player.objects.filter(club_id=person.club_id, merged_into=None, robot="")
    rows: QuerySet[Player] = people
    ended = Q(member_until__lt=timezone.localdate(), member_until__isnull=False)
    plays = Q(left_on=None, anonymised_at=None) & ~ended
    if filters.status is not Status.ALL:
        rows = rows.filter(plays if filters.status is Status.PLAYING else ~plays)
    if filters.name:
        rows = rows.filter(called(filters.name))
    if filters.sign_in:
        rows = rows.filter(user__isnull=filters.sign_in == "no")
    rows = _by_details(rows, filters)
    column, reverse = SORTS[filters.sort.removeprefix("-")], filters.sort.startswith("-")
    if column == "until":
        # Members without a last day come behind those with one.
        rows = rows.annotate(until=Coalesce("member_until", Value(FAR)))
    if column in _figures():
        rows = rows.annotate(**{column: _figures()[column]})
    order = [column, "pk"] if column == "sort_name" else [column, "sort_name", "pk"]
    return rows.order_by(*(f"-{name}" if reverse else name for name in order[:1]), *order[1:])


def _by_details(rows: QuerySet[Player], filters: Filters) -> QuerySet[Player]:
    if typed := filters.details:
        columns = ("email", "phone", "licence", "note")
        rows = rows.filter(reduce(or_, (Q(**{f"{name}__icontains": typed}) for name in columns)))
    for name in ("email", "licence"):
        if wanted := getattr(filters, name):
            has = ~Q(**{name: ""})
            rows = rows.filter(has if wanted == "yes" else ~has)
    return rows


def member_count(club_id: int) -> int:
    return Player.objects.current().filter(club=club_id, left_on=None).count()


def members(ids: Sequence[int]) -> list[Member]:
    """Those players in this order, two queries at most for each few hundred."""
    return list(_members(ids))


def _members(ids: Sequence[int]) -> Iterator[Member]:
    for start in range(0, len(ids), BATCH):
        batch = ids[start : start + BATCH]
        players = Player.objects.select_related("club").annotate(**_figures())
        by_id: Mapping[int, Any] = players.order_by().in_bulk(batch)
        for pk in batch:
            if player := by_id.get(pk):
                yield Member(player, player.matches, player.last_played)


def _figures() -> Mapping[str, Any]:
    return _FIGURES[0]() if _FIGURES else {}


def members_csv(members: Iterable[Member], *, with_details: bool) -> bytes:
    """Days as 2026-11-21; `sign_in` is yes or nothing. `with_details`: for the committee."""
    details = DETAILS if with_details else ()
    columns = (*NEEDED, *KNOWN, *details, *EXTRA)
    return csv_files.write_rows(columns, (_row(member, details) for member in members))


def _row(member: Member, details: Sequence[str]) -> tuple[object, ...]:
    player = member.player
    return (
        player.pk,
        player.name,
        player.left_on or "",
        *(getattr(player, name) or "" for name in details),
        timezone.localdate(player.added_at),
        "yes" if player.user_id else "",
        member.matches,
        timezone.localdate(member.last_played) if member.last_played else "",
    )
