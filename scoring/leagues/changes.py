"""What pages of leagues ask of the apps above."""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from math import exp
from typing import NamedTuple

from ecarte_club.core.followers import Question

# event_id, slug, actor: the address of an event that is no season. Raises: Absent; Denied.
event_address = Question("event_address")
# club, person, actor: what is played at its tables besides single matches (`Held`).
running_contests = Question("running_contests")
# club, person: what there is to say to them on the home page, an iterable of HomeLine.
home_lines = Question("home_lines")
# club, players: a mapping by id of `PlayerSkill`; also of those who have played nothing.
player_skills = Question("player_skills")


class PlayerSkill(NamedTuple):
    """A normal distribution in log-odds, by which the difference of two wins a game."""

    strength: float
    doubt: float

    @property
    def rating(self) -> int:
        """Games of a thousand against an average new player."""
        return round(1000 / (1 + exp(-self.strength)))


class HomePart(StrEnum):
    """Where a line stands on the home page: what a member plays next, what they owe or get, and
    what the committee or a director has to do."""

    NEXT = "next"
    PAYMENTS = "payments"
    TO_DO = "to_do"


@dataclass(frozen=True, slots=True)
class HomeLine:
    """`address`: of the page where it is done or read. `day`: when it is due, if on a day."""

    part: HomePart
    title: str
    note: str
    address: str
    day: date | None = None
