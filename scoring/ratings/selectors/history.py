"""The history of a player's rating: a step for each match, the newest first."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from django.db.models import QuerySet

from ecarte_club.clubs.models import Player
from scoring.ratings.models import Rating, RatingPoint

from .figures import Figures, Rated

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
    def of(cls, point: RatingPoint) -> "Step":
        return cls(
            point.match_id,
            point.ended_at,
            point.adversary,
            point.won,
            point.lost,
            Figures.of(point.before),
            Figures.of(point.skill),
        )

    @property
    def change(self) -> Decimal:
        return self.after.rating - self.before.rating

    @property
    def fall(self) -> Decimal:
        """The change without its sign, which a page writes as a minus."""
        return -self.change


def rating_of(player: Player) -> Rated | None:
    """None: no finished match yet."""
    rating = Rating.objects.select_related("player").filter(pk=player.pk).first()
    return Rated.of(rating) if rating else None


def points_of(player: Player) -> QuerySet[RatingPoint]:
    points = RatingPoint.objects.filter(player=player).select_related("adversary")
    return points.order_by("-ended_at", "-match_id")


def steps_of(points: list[RatingPoint]) -> list[Step]:
    return [Step.of(point) for point in points]
