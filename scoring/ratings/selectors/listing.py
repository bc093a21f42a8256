"""The ratings of a club: filtered, sorted, with the names that the reader may see."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from ecarte_club.clubs.models import Club, Player
from ecarte_club.clubs.permissions import Person
from ecarte_club.clubs.selectors import public_names
from ecarte_club.core import csv_files
from ecarte_club.core.collation import called
from ecarte_club.core.exceptions import Invalid
from scoring.ratings.models import Rating, RatingBook
from scoring.ratings.rules.skill import ESTABLISHED

from .figures import Rated

# What a list may be sorted by; "-" before it reverses the order.
SORTS: Final[Mapping[str, str]] = {
    "rating": "strength",
    "name": "player__sort_name",
    "matches": "matches",
    "last": "last_at",
    "sure": "doubt",
}
USUAL: Final = "-rating"
SURE: Final = ("yes", "no")
STATUS: Final = ("playing", "all")
COLUMNS: Final = (
    "player_id",
    "player",
    "rating",
    "low",
    "high",
    "provisional",
    "matches",
    "games",
    "last_at",
)


@dataclass(frozen=True, slots=True)
class Filters:
    """Which ratings, and in which order. `sure`: only the established, or only the provisional."""

    name: str = ""
    sure: str = ""
    status: str = STATUS[0]
    sort: str = USUAL

    @classmethod
    def of(cls, query: Mapping[str, str], person: Person) -> "Filters":
        """Raises: Invalid, naming the field. Only readers who may see names may search for them."""
        filters = cls(
            name=query.get("name", "").replace("\x00", "").strip(),
            sure=_choice(query, "sure", SURE),
            status=_choice(query, "status", STATUS) or STATUS[0],
            sort=_choice(query, "sort", sorts(person)) or USUAL,
        )
        if filters.name and not public_names.sees_names(person):
            text = _("Only members of the club can search by name.")
            raise Invalid("invalid", text, errors={"name": text})
        return filters

    @property
    def is_usual(self) -> bool:
        return (self.name, self.sure, self.status) == ("", "", STATUS[0])


def sorts(person: Person) -> list[str]:
    """Without the order of names for the public, whom it would tell what they are."""
    allowed = [name for name in SORTS if name != "name" or public_names.sees_names(person)]
    return [*allowed, *(f"-{name}" for name in allowed)]


def _choice(query: Mapping[str, str], field: str, allowed: Sequence[str]) -> str:
    value = query.get(field, "")
    if value and value not in allowed:
        text = _("Must be one of: %(allowed)s.") % {"allowed": ", ".join(allowed)}
        raise Invalid("invalid", text, errors={field: text})
    return value


def ratings_of(club: Club, filters: Filters) -> QuerySet[Rating]:
    ratings = Rating.objects.filter(club=club).select_related("player")
    if filters.status == "playing":
        ratings = ratings.filter(player__left_on=None, player__anonymised_at=None)
    if filters.sure:
        sure = Q(doubt__lte=ESTABLISHED)
        ratings = ratings.filter(sure if filters.sure == "yes" else ~sure)
    if filters.name:
        players = Player.objects.filter(called(filters.name), club=club)
        ratings = ratings.filter(player__in=players)
    turned = "-" if filters.sort.startswith("-") else ""
    return ratings.order_by(f"{turned}{SORTS[filters.sort.removeprefix('-')]}", "pk")


def rated(ratings: Sequence[Rating], club: Club, person: Person) -> list[Rated]:
    """With the names that `person` may see."""
    if not public_names.sees_names(person):
        public_names.veil((one.player for one in ratings), club)
    return [Rated.of(one) for one in ratings]


def is_up_to_date(club: Club) -> bool:
    """Whether every result is in the ratings, as it is where nothing was played."""
    book = RatingBook.objects.filter(pk=club.pk).first()
    return book is None or book.is_brought


def ratings_csv(lines: Sequence[Rated]) -> bytes:
    return csv_files.write_rows(COLUMNS, (row(line).values() for line in lines))


def row(one: Rated) -> dict[str, object]:
    """By column, in the order of COLUMNS."""
    return {
        "player_id": one.player.pk,
        "player": one.player.name,
        "rating": one.figures.rating,
        "low": one.figures.low,
        "high": one.figures.high,
        "provisional": int(one.figures.provisional),
        "matches": one.matches,
        "games": one.games,
        "last_at": one.last_at.isoformat(),
    }
