"""The problem of a day, which is looked for once."""

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Final, NamedTuple

from django.core.cache import cache
from django.db.models import Count
from django.utils import timezone

from ecarte_club.core.exceptions import Absent
from games.matches.selectors.robots import robot_tables, tables_version
from games.online.rules.actions import parse
from games.practice.models import ProblemChoice
from games.practice.rules.hands import played
from games.practice.rules.problems import FIRST_DAY, Problem, problem_of, start_of

from .addresses import sent_text

STORED: Final = 40 * 86_400
LISTED: Final = 30


def problem_on(day: date) -> Problem:
    """Raises: Absent for a day to come, or before the first."""
    if not FIRST_DAY <= day <= timezone.localdate():
        raise Absent
    key = f"practice:problem:{day.isoformat()}:{tables_version()}"
    known = cache.get(key)
    if known is None:
        return problem_find(day, key)
    seed, texts = known
    start, actions = start_of(seed), tuple(map(parse, texts))
    at = played(start, actions, robot_tables())
    advised = at.advice(robot_tables())
    return Problem(start, actions, at, advised) if advised else problem_find(day, key)


def problem_find(day: date, key: str) -> Problem:
    found = problem_of(day, robot_tables())
    cache.set(key, (found.start.seed, [sent_text(one) for one in found.actions]), STORED)
    return found


def problem_prepare(day: date) -> None:
    """So that its first reader does not wait."""
    key = f"practice:problem:{day.isoformat()}:{tables_version()}"
    if cache.get(key) is None:
        problem_find(day, key)


class Choices(NamedTuple):
    """How many players chose what; by the text that an action is sent as."""

    players: int
    of: Mapping[str, int]


def choices_on(day: date) -> Choices:
    rows = ProblemChoice.objects.filter(day=day).order_by().values_list("action")
    of = dict(rows.annotate(players=Count("pk")))
    return Choices(sum(of.values()), of)


def past_days() -> list[date]:
    """Before today, the latest first."""
    today = timezone.localdate()
    days = [today - timedelta(days=number) for number in range(1, LISTED + 1)]
    return [day for day in days if day >= FIRST_DAY]
