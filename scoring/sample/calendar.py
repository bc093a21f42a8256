"""When a season's evenings are, counted from today, and who meets whom."""

from collections.abc import Iterator, Sequence
from datetime import date, datetime, time, timedelta
from random import Random
from typing import TypeVar
from zoneinfo import ZoneInfo

T = TypeVar("T")
THURSDAY = 3
OPENS = time(20, 0)
A_HAND_TAKES = timedelta(minutes=3)
QUARTERS = ("Hiver", "Printemps", "Été", "Automne")


def thursday(today: date, weeks_ago: int) -> date:
    """`weeks_ago` 1 is the last Thursday before today."""
    since = (today.weekday() - THURSDAY - 1) % 7 + 1
    return today - timedelta(days=since, weeks=weeks_ago - 1)


def quarter(day: date) -> str:
    """`Automne 2026`: the season that a season of the league is named after."""
    return f"{QUARTERS[day.month % 12 // 3]} {day.year}"


def hand_times(day: date, table: int, zone: ZoneInfo) -> Iterator[datetime]:
    """When the hands of a table end; every table begins a little later than the one before."""
    at = datetime.combine(day, OPENS, zone) + timedelta(minutes=2 * table)
    while True:
        at += A_HAND_TAKES
        yield at


def rounds(random: Random, players: Sequence[T], number: int) -> Iterator[tuple[T, T]]:
    """Everybody plays once in each round, and nobody meets another twice. `players` is even."""
    first, *others = random.sample(players, len(players))
    for _round in range(number):
        circle = [first, *others]
        half = len(circle) // 2
        pairs = list(zip(circle[:half], reversed(circle[half:]), strict=True))
        yield from random.sample(pairs, half)
        others = [others[-1], *others[:-1]]
