"""The players of a club as a list: found, sorted, and with what the rooms above know of them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from ecarte_club.clubs.models import Player
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.core.collation import called
from ecarte_club.core.exceptions import Invalid

BATCH = 500


class Status(StrEnum):
    PLAYING = "playing"
    LEFT = "left"
    ALL = "all"


# What a list may be sorted by, and the columns that say it; "-" before it turns it round.
SORTS: Mapping[str, str] = {
    "name": "sort_name",
    "added": "added_at",
    "played": "last_match",
    "matches": "matches",
}
SIGN_IN = ("yes", "no")

# Annotations of a player: `matches`, `last_match` (its id, or 0) and `last_played`.
Figures = Callable[[], Mapping[str, Any]]
_FIGURES: list[Figures] = []


def tells_figures(figures: Figures) -> None:
    """The record of matches says here how it counts those of a player."""
    _FIGURES[:] = [figures]


@dataclass(frozen=True, slots=True)
class Asked:
    """Which players, and in which order."""

    name: str = ""
    status: Status = Status.PLAYING
    sign_in: str = ""
    sort: str = "name"

    @classmethod
    def of(cls, query: Mapping[str, str], *, sort: str = "name") -> "Asked":
        """`sort`: when none is asked for. Raises: Invalid, naming the field."""
        return cls(
            name=query.get("name", "").replace("\x00", "").strip(),
            status=Status(_one(query, "status", list(Status)) or Status.PLAYING),
            sign_in=_one(query, "sign_in", SIGN_IN),
            sort=_one(query, "sort", [*SORTS, *(f"-{name}" for name in SORTS)]) or sort,
        )

    @property
    def is_usual(self) -> bool:
        """Whether nobody is left out but who left."""
        return (self.name, self.status, self.sign_in) == ("", Status.PLAYING, "")


def _one(query: Mapping[str, str], field: str, allowed: Sequence[str]) -> str:
    value = query.get(field, "")
    if value and value not in allowed:
        text = _("Must be one of: %(allowed)s.") % {"allowed": ", ".join(allowed)}
        raise Invalid("invalid", text, errors={field: text})
    return value


@dataclass(frozen=True, slots=True)
class Member:
    """`last_played`: when his newest match was begun."""

    player: Player
    matches: int
    last_played: datetime | None


def found(person: Person, asked: Asked) -> QuerySet[Player]:
    """Sorted. Who turned out to be another is in no list. Raises: Absent, Denied."""
    require(person, Act.SEE_CLUB)
    players = Player.objects.filter(club_id=person.club_id, merged_into=None)
    plays = Q(left_on=None, anonymised_at=None)
    if asked.status is not Status.ALL:
        players = players.filter(plays if asked.status is Status.PLAYING else ~plays)
    if asked.name:
        players = players.filter(called(asked.name))
    if asked.sign_in:
        players = players.filter(user__isnull=asked.sign_in == "no")
    column, turned = SORTS[asked.sort.removeprefix("-")], asked.sort.startswith("-")
    if column in _figures():
        players = players.annotate(**{column: _figures()[column]})
    order = [column, "pk"] if column == "sort_name" else [column, "sort_name", "pk"]
    return players.order_by(*(f"-{name}" if turned else name for name in order[:1]), *order[1:])


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
