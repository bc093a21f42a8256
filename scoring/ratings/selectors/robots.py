"""Ratings of robots: by all their matches with people, whether these count in ratings of people or
not.

They are worked out when they are read, from the latest matches: each person counts with the rating
that they have by now.
"""

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from django.db.models import Q

from ecarte_club.clubs.models import Club, Player
from games.matches.models import Match
from scoring.ratings.models import Rating
from scoring.ratings.rules.skill import Scale, meet

from .facts import Estimate, ended
from .listing import Figures, Rated, book_of

LATEST = 300
"""Matches of a robot from which it is rated."""


class Played(NamedTuple):
    """By a robot; `games`: its own, and those of the person."""

    ended_at: datetime
    person: int
    games: tuple[int, int]


def robot_ratings(club: Club) -> list[Rated]:
    """Ranked as people are: the highest lower end of the range first. Without those that have
    finished no match, and empty where no robots play."""
    if not club.robots:
        return []
    scale = book_of(club).scale
    robots = Player.objects.filter(club=club).exclude(robot="").order_by("pk")
    lines = [line for robot in robots if (line := _rated(robot, scale)) is not None]
    return sorted(lines, key=lambda line: -line.figures.low)


def _rated(robot: Player, scale: Scale) -> Rated | None:
    played = list(_played(robot))
    if not played:
        return None
    people = Rating.objects.in_bulk({one.person for one in played})
    skill, games = scale.newcomer, 0
    for one in played:
        known = people.get(one.person)
        other = Estimate.of(known).skill if known else scale.newcomer
        day = one.ended_at.toordinal()
        skill, _other = meet(skill, other, one.games, day, scale)
        games += sum(one.games)
    return Rated(robot, Figures.of(skill, scale), len(played), games, played[-1].ended_at)


def _played(robot: Player) -> Iterator[Played]:
    """The latest ones, the first of them first."""
    sides = Q(player_a=robot) | Q(player_b=robot)
    # A match in which the adviser helped says nothing of either player.
    alone = Match.objects.filter(sides, over=True, advice_requests=None)
    rows = alone.annotate(ended=ended()).order_by("-pk")
    columns = ("ended", "player_a_id", "player_b_id", "games_a", "games_b")
    found = [
        Played(at, b if a == robot.pk else a, (x, y) if a == robot.pk else (y, x))
        for at, a, b, x, y in rows.values_list(*columns)[:LATEST]
    ]
    yield from sorted(found)
