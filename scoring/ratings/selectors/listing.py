"""Ratings as they are shown: the list of a club, a player's history and its chart."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from math import ceil, floor
from typing import Any, Final

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from ecarte_club.clubs.models import Club, Player
from ecarte_club.clubs.permissions import Person
from ecarte_club.clubs.selectors import player_names
from ecarte_club.core import csv_files
from ecarte_club.core.charts import FOOT, WIDE, Tick, day_label, ticks
from ecarte_club.core.collation import called
from ecarte_club.core.exceptions import Invalid
from ecarte_club.core.parsing import query_choice
from scoring.leagues.changes import PlayerSkill
from scoring.ratings.models import Rating, RatingBook, RatingPoint
from scoring.ratings.rules.skill import (
    ONE,
    Scale,
    Skill,
    is_established,
    per_mille,
    rested,
    span,
)

PLACES = Decimal(10)


@dataclass(frozen=True, slots=True)
class Figures:
    """Of a hundred games, one decimal. `low` and `high`: between them in 19 cases of 20."""

    rating: Decimal
    low: Decimal
    high: Decimal
    provisional: bool

    @classmethod
    def of(cls, skill: Skill, scale: Scale) -> "Figures":
        low, high = span(skill, scale)
        return cls(
            hundredth(per_mille(skill.strength)),
            hundredth(low),
            hundredth(high),
            not is_established(skill, scale),
        )


def hundredth(thousandth: int) -> Decimal:
    return thousandth / PLACES


@dataclass(frozen=True, slots=True)
class Rated:
    """A player with their rating; `player` is named as whoever asked may know them."""

    player: Player
    figures: Figures
    matches: int
    games: int
    last_at: datetime

    @classmethod
    def of(cls, rating: Rating, scale: Scale) -> "Rated":
        return cls(
            rating.player,
            Figures.of(rating.skill, scale),
            rating.matches,
            rating.games,
            rating.last_at,
        )


# What a list may be sorted by; "-" before it reverses the order.
SORTS: Final[Mapping[str, str]] = {
    "low": "low",
    "rating": "strength",
    "name": "player__sort_name",
    "matches": "matches",
    "last": "last_at",
    "sure": "doubt",
}
BEST_FIRST: Final = "-low"
SURE: Final = ("yes", "no")
STATUS: Final = ("playing", "all")
COLUMNS: Final = (
    *("player_id", "player", "rating", "low", "high"),
    *("provisional", "matches", "games", "last_at"),
)


@dataclass(frozen=True, slots=True)
class Filters:
    """Which ratings, and in which order. `sure`: only the established, or only the provisional."""

    name: str = ""
    sure: str = ""
    status: str = STATUS[0]
    sort: str = BEST_FIRST

    @classmethod
    def of(cls, query: Mapping[str, str], person: Person) -> "Filters":
        """Raises: Invalid, naming the field. Only readers who may see names may search for them."""
        filters = cls(
            name=query.get("name", "").replace("\x00", "").strip(),
            sure=query_choice(query, "sure", SURE),
            status=query_choice(query, "status", STATUS) or STATUS[0],
            sort=query_choice(query, "sort", sorts(person)) or BEST_FIRST,
        )
        if filters.name and not player_names.sees_names(person):
            text = _("Only members of the club can search by name.")
            raise Invalid("invalid", text, field="name")
        return filters

    @property
    def is_usual(self) -> bool:
        return (self.name, self.sure, self.status) == ("", "", STATUS[0])


def sorts(person: Person) -> list[str]:
    """Without the order of names for the public, whom it would tell what they are."""
    allowed = [name for name in SORTS if name != "name" or player_names.sees_names(person)]
    return [*allowed, *(f"-{name}" for name in allowed)]


def ratings_of(club: Club, filters: Filters, scale: Scale) -> QuerySet[Rating]:
    ratings = Rating.objects.filter(club=club, player__robot="").select_related("player")
    if filters.status == "playing":
        ratings = ratings.filter(player__left_on=None, player__anonymised_at=None)
    if filters.sure:
        sure = Q(doubt__lte=scale.established)
        ratings = ratings.filter(sure if filters.sure == "yes" else ~sure)
    if filters.name:
        players = Player.objects.filter(called(filters.name), club=club)
        ratings = ratings.filter(player__in=players)
    turned = "-" if filters.sort.startswith("-") else ""
    return ratings.order_by(f"{turned}{SORTS[filters.sort.removeprefix('-')]}", "pk")


def rated(ratings: Sequence[Rating], club: Club, person: Person, scale: Scale) -> list[Rated]:
    """With the names that `person` may see."""
    if not player_names.sees_names(person):
        player_names.veil((one.player for one in ratings), club)
    return [Rated.of(one, scale) for one in ratings]


def book_of(club: Club) -> RatingBook:
    """One that is up to date where nothing was played."""
    book = RatingBook.objects.filter(pk=club.pk).first()
    return book or RatingBook(club=club, taken_to=None)


@dataclass(frozen=True, slots=True)
class Spread:
    """How far players lie apart: two of three are between `low` and `high`, of a hundred games.

    `games_to_establish`: until a rating is not provisional. `is_learnt`: from the club's own
    results, not from what is usual.
    """

    low: Decimal
    high: Decimal
    games_to_establish: int
    is_learnt: bool
    up_to_date: bool

    @classmethod
    def of(cls, book: RatingBook) -> "Spread":
        scale = book.scale
        return cls(
            hundredth(per_mille(-scale.spread)),
            hundredth(per_mille(scale.spread)),
            ceil(scale.games_to_establish / 10) * 10,
            bool(scale.middle),
            book.is_up_to_date,
        )


def ratings_csv(lines: Sequence[Rated]) -> bytes:
    rows = (
        (
            *(one.player.pk, one.player.name),
            *(one.figures.rating, one.figures.low, one.figures.high),
            *(int(one.figures.provisional), one.matches, one.games, one.last_at.isoformat()),
        )
        for one in lines
    )
    return csv_files.write_rows(COLUMNS, rows)


CHARTED = 60


@dataclass(frozen=True, slots=True)
class Step:
    """The rating before and after a match. `change`: in games of a hundred."""

    match: int
    ended_at: datetime
    adversary: Player
    won: int
    lost: int
    before: Figures
    after: Figures

    @classmethod
    def of(cls, point: RatingPoint, scale: Scale) -> "Step":
        return cls(
            point.match_id,
            point.ended_at,
            point.adversary,
            point.won,
            point.lost,
            Figures.of(point.before, scale),
            Figures.of(point.skill, scale),
        )

    @property
    def change(self) -> Decimal:
        return self.after.rating - self.before.rating

    @property
    def fall(self) -> Decimal:
        """The change without its sign, which a page writes as a minus."""
        return -self.change


def rating_of(player: Player, scale: Scale) -> Rated | None:
    """None: no finished match yet."""
    rating = Rating.objects.select_related("player").filter(pk=player.pk).first()
    return Rated.of(rating, scale) if rating else None


def skills_of_players(
    *, club: Club, players: Sequence[int], **_signal: Any
) -> Mapping[int, PlayerSkill]:
    """As of today; whoever has no rating plays like a newcomer."""
    scale, today = book_of(club).scale, timezone.now().toordinal()
    ratings = Rating.objects.filter(pk__in=players)
    known = {one.pk: rested(one.skill, today, scale) for one in ratings}
    skills = ((pk, known.get(pk, scale.newcomer)) for pk in players)
    return {pk: PlayerSkill(one.strength / ONE, one.doubt / ONE) for pk, one in skills}


def points_of(player: Player) -> QuerySet[RatingPoint]:
    points = RatingPoint.objects.filter(player=player).select_related("adversary")
    return points.order_by("-ended_at", "-match_id")


def steps_of(points: list[RatingPoint], scale: Scale) -> list[Step]:
    return [Step.of(point, scale) for point in points]


HEIGHT, MARGIN = 220.0, 12.0
# Room for the figures at the left, and for half a day at the right.
LEFT, RIGHT = 36.0, 28.0
# A chart shows this much of the scale at least: luck is not to look like a career.
LEAST = 20
STEP = 10
MIDDLE = Decimal(50)


@dataclass(frozen=True, slots=True)
class Rule:
    """A level line, with the figure that it stands for."""

    y: float
    figure: int


@dataclass(frozen=True, slots=True)
class RatingChart:
    """`line` for a polyline, `band` for a polygon: where it is in nineteen cases of twenty."""

    line: str
    band: str
    dots: tuple[tuple[float, float], ...]
    rules: tuple[Rule, ...]
    middle: float
    ticks: tuple[Tick, ...] = ()
    width: float = WIDE
    left: float = LEFT
    height: float = HEIGHT + FOOT
    foot: float = HEIGHT + FOOT / 2


def rating_chart(
    history: Sequence[Figures], days: Sequence[date], *, width: float = WIDE
) -> RatingChart:
    """`history`: the oldest first, one at least, each with its day."""
    low, high = _scale(history)
    step = (width - LEFT - RIGHT) / max(1, len(history) - 1)

    def y(figure: Decimal) -> float:
        part = float(figure - low) / (high - low)
        return round(HEIGHT - MARGIN - part * (HEIGHT - 2 * MARGIN), 2)

    xs = [round(LEFT + step * number, 2) for number in range(len(history))]
    dots = [(x, y(one.rating)) for x, one in zip(xs, history, strict=True)]
    top = [(x, y(one.high)) for x, one in zip(xs, history, strict=True)]
    bottom = [(x, y(one.low)) for x, one in zip(xs, history, strict=True)]
    return RatingChart(
        line=_text(dots),
        band=_text([*top, *reversed(bottom)]),
        dots=tuple(dots),
        rules=tuple(Rule(y(Decimal(at)), at) for at in range(low, high + 1, STEP)),
        middle=y(MIDDLE),
        ticks=ticks(xs, [day_label(day) for day in days]),
        width=width,
    )


def _scale(history: Sequence[Figures]) -> tuple[int, int]:
    """Whole steps about everything that is drawn, the middle among it."""
    least = min(MIDDLE, *(one.low for one in history))
    most = max(MIDDLE, *(one.high for one in history))
    low, high = floor(least / STEP) * STEP, ceil(most / STEP) * STEP
    while high - low < LEAST:
        low, high = low - STEP, high + STEP
    return low, high


def _text(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:g},{y:g}" for x, y in points)
