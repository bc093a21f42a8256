"""A rating as it is shown: games won of a hundred against a player of the middle."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from ecarte_club.clubs.models import Player
from scoring.ratings.models import Rating
from scoring.ratings.rules.skill import Skill, is_established, per_mille, span

PLACES = Decimal(10)


@dataclass(frozen=True, slots=True)
class Figures:
    """Of a hundred games, one decimal. `low` and `high`: between them in 19 cases of 20."""

    rating: Decimal
    low: Decimal
    high: Decimal
    provisional: bool

    @classmethod
    def of(cls, skill: Skill) -> "Figures":
        low, high = span(skill)
        return cls(
            hundredth(per_mille(skill.strength)),
            hundredth(low),
            hundredth(high),
            not is_established(skill),
        )


def hundredth(thousandth: int) -> Decimal:
    return thousandth / PLACES


@dataclass(frozen=True, slots=True)
class Rated:
    """A player with his rating; `player` is named as whoever asked may know him."""

    player: Player
    figures: Figures
    matches: int
    games: int
    last_at: datetime

    @classmethod
    def of(cls, rating: Rating) -> "Rated":
        return cls(
            rating.player,
            Figures.of(rating.skill),
            rating.matches,
            rating.games,
            rating.last_at,
        )
