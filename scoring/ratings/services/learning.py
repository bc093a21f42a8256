"""What two players' points say after a match, from what was known of both before."""

from typing import NamedTuple

from scoring.ratings.models import Rating, RatingPoint
from scoring.ratings.rules import NEWCOMER, Skill, meet


class Known(NamedTuple):
    """Of a player so far; `matches` and `games` that he has played."""

    skill: Skill = NEWCOMER
    matches: int = 0
    games: int = 0

    @classmethod
    def of(cls, kept: RatingPoint | Rating) -> "Known":
        return cls(kept.skill, kept.matches, kept.games)


def learn(pair: tuple[RatingPoint, RatingPoint], before: tuple[Known, Known]) -> None:
    """Fill both sides of one match."""
    one = pair[0]
    learnt = meet(before[0].skill, before[1].skill, (one.won, one.lost), one.day)
    for point, known, skill in zip(pair, before, learnt, strict=True):
        point.strength_before, point.doubt_before = known.skill.strength, known.skill.doubt
        point.strength, point.doubt = skill.strength, skill.doubt
        point.matches, point.games = known.matches + 1, known.games + one.won + one.lost
