"""When the evenings of a season are, who meets whom there, and an evening that is over."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from itertools import count
from random import Random
from typing import TypeVar
from unittest.mock import patch
from zoneinfo import ZoneInfo

from django.utils import timezone

from ecarte_club.clubs.models import Player
from ecarte_club.clubs.permissions import Person
from games.engine.seats import Seat
from games.engine.terms import HandEntry
from games.evenings.models import Evening, Table
from games.evenings.services.evenings import evening_sign_off
from games.matches.services.entries import match_annul, play_record
from games.matches.services.matches import match_start
from games.matches.services.stopping import match_abandon, match_adjourn


@dataclass(frozen=True, slots=True)
class Plan:
    """A season in weeks before today: its evenings with `tables` matches each."""

    starts: int
    ends: int
    evenings: range
    tables: int
    players: int
    rounds: int


FINISHED = Plan(starts=28, ends=10, evenings=range(27, 9, -1), tables=6, players=36, rounds=6)
IN_PLAY = Plan(starts=9, ends=-8, evenings=range(8, 0, -1), tables=10, players=40, rounds=4)


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two players at a table; the first of them deals first."""

    day: date
    table: int
    pair: tuple[Player, Player]


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


OPENED, SIGNED_OFF = time(19, 30), time(23, 30)
CODES_GOOD_FOR = timedelta(hours=18)
AN_ENTRY_TAKES = timedelta(seconds=20)


def close(evening: Evening, *, by: Person, zone: ZoneInfo) -> Evening:
    """Signed off late at night of its day; whoever came was there when the doors opened."""
    evening.refresh_from_db()
    evening_sign_off(by=by, evening=evening, version=evening.version)
    opened = datetime.combine(evening.held_on, OPENED, zone)
    evening.attendances.update(came_at=opened)
    evening.opened_at, evening.codes_until = opened, opened + CODES_GOOD_FOR
    evening.signed_off_at = datetime.combine(evening.held_on, SIGNED_OFF, zone)
    evening.save(update_fields=["opened_at", "codes_until", "signed_off_at"])
    return evening


def end_of(evening: Evening, zone: ZoneInfo) -> datetime:
    return datetime.combine(evening.held_on, SIGNED_OFF, zone)


@contextmanager
def clock_at(moment: datetime) -> Iterator[None]:
    """What is entered says when, and is never changed: so it is entered at the time it has to say.

    The command that loads the sample does nothing else meanwhile.
    """
    ticks = count()
    with patch.object(timezone, "now", lambda: moment + next(ticks) * AN_ENTRY_TAKES):
        yield


def begun_wrongly(table: Table, pair: tuple[int, int], *, by: Person) -> None:
    """The wrong two were called to a table, before the right two sit down there."""
    one, other = pair
    match = match_start(by=by, player_a=one, player_b=other, evening_table=table.pk)
    match_annul(by=by, match=match, reason="Appelés par erreur à cette table.", version=0)


def stop_two(
    tables: Sequence[Table], players: Sequence[int], hands: Iterator[HandEntry], *, by: Person
) -> None:
    """Two friendly matches of four players, late at night: after one hand of each, one is abandoned
    and one is to be continued."""
    pairs = (players[:2], players[2:])
    unwell, late = (
        match_start(
            by=by, player_a=one, player_b=other, evening_table=table.pk, first_dealer=Seat.A
        )
        for table, (one, other) in zip(tables, pairs, strict=True)
    )
    for match in (unwell, late):
        play_record(by=by, match=match, what=next(hands), version=match.version)
    why = "Malaise d’un joueur, rentré chez lui."
    match_abandon(by=by, match=unwell, reason=why, version=unwell.version)
    match_adjourn(by=by, match=late, version=late.version)
