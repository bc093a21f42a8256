"""An event as the pure rules take it: who takes part, what was played, awarded and ruled.

Of an event with entrants what is planned counts and nothing else. In an open one everything that
is over counts; it has no rounds, and each of its days is taken for one.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet
from django.db.models.functions import Coalesce

from scoring.leagues.models import Adjustment, Entrant, Fixture, Result, Standing
from scoring.tables import results as ruled
from scoring.tables.counted import TableData, Unplayed
from scoring.tables.points import SHARE_FIELDS, Scheme, Share
from scoring.tables.results import How, Meeting, both_absent, played, sat_out, walkover

ALONE = {
    Fixture.Award.BYE.value: How.BYE,
    Fixture.Award.HALF_BYE.value: How.HALF_BYE,
    Fixture.Award.ABSENT.value: How.ABSENT,
}


class Who(NamedTuple):
    """A player's name, the key by which it stands in order, and what strangers may see of it."""

    name: str
    key: str
    shown: str


@dataclass(frozen=True, slots=True)
class Gathered:
    """`days`: the day of each round of an open event; empty where there are real rounds.

    `unplayed`: round and players of each fixture that has no result.
    """

    given: TableData
    who: Mapping[int, Who]
    days: Mapping[int, date]
    unplayed: Sequence[tuple[int, int, int]] = ()


def gathered(
    event: int, scheme: Scheme, seed: str = "", unplayed: Unplayed = Unplayed.PLANNED
) -> Gathered:
    """A few queries, whatever was played."""
    entered = Entrant.objects.filter(event=event).order_by("place")
    entrants = list(_who(entered, "struck"))
    if entrants:
        days: Mapping[int, date] = {}
        meetings = [*_planned(event), *_awarded(event, scheme)]
    else:
        entrants = [(pk, who, False) for pk, who, _ in _who(_in_the_table(event), "played")]
        days, meetings = _played(event)
    who = {pk: one for pk, one, _struck in entrants}
    known = [one for one in meetings if one.home in who and (one.away is None or one.away in who)]
    struck = [ruled.Struck(pk, "") for pk, _one, is_struck in entrants if is_struck]
    adjusted = [one for one in _ruled(event) if one.entrant in who]
    rulings: tuple[ruled.Ruling, ...] = (*struck, *adjusted)
    given = TableData(tuple(who), tuple(known), rulings, scheme, seed, unplayed)
    return Gathered(given, who, days, _unplayed(event) if not days else ())


def _in_the_table(event: int) -> QuerySet[Standing]:
    return Standing.objects.filter(season=event).order_by("player")


def _who(rows: QuerySet[Any], more: str) -> Iterator[tuple[int, Who, Any]]:
    columns = ("player", "player__name", "player__sort_name", "player__name_shown", more)
    for pk, name, key, shown, other in rows.values_list(*columns):
        yield pk, Who(name, key, shown), other


def _ruled(event: int) -> Iterator[ruled.Adjustment]:
    """What was ended is as if it had never been."""
    rows = Adjustment.objects.filter(event=event, ended_at=None).order_by("pk")
    for player, points, reason, day in rows.values_list("player", "points", "reason", "on"):
        yield ruled.Adjustment(player, points, reason, day)


def _planned(event: int) -> Iterator[Meeting]:
    rows = Result.objects.filter(event=event, match__fixture__award="")
    for pair in _pairs(rows, "match__fixture__round__number"):
        yield _meeting(*pair)


def _played(event: int) -> tuple[Mapping[int, date], list[Meeting]]:
    pairs = list(_pairs(Result.objects.filter(event=event), "event"))
    days = dict(enumerate(sorted({one.day for one, _other in pairs}), start=1))
    number = {day: round_ for round_, day in days.items()}
    return days, [_meeting(one._replace(round=number[one.day]), other) for one, other in pairs]


class _Row(NamedTuple):
    match: int
    player: int
    day: date
    round: int
    share: Share


def _pairs(rows: QuerySet[Result], round_: str) -> Iterator[tuple[_Row, _Row]]:
    """Both sides of each match."""
    waiting: dict[int, _Row] = {}
    columns = ("match", "player", "day", round_, *SHARE_FIELDS)
    for match, player, day, number, *figures in rows.order_by().values_list(*columns):
        row = _Row(match, player, day, number, Share._make(figures))
        other = waiting.pop(match, None)
        if other is None:
            waiting[match] = row
        else:
            yield (other, row) if other.player < player else (row, other)


def _meeting(one: _Row, other: _Row) -> Meeting:
    return played(one.round, one.player, other.player, one.share, other.share, one.day)


def _awarded(event: int, scheme: Scheme) -> Iterator[Meeting]:
    """Of a round that is not published, nothing is known yet."""
    rows = Fixture.objects.filter(event=event, match=None, round__published_at__isnull=False)
    rows = rows.exclude(award__in=["", Fixture.Award.VOID]).order_by("pk")
    columns = ("round__number", "home", "away", "award", Coalesce("day", "round__day"))
    for round_, home, away, award, day in rows.values_list(*columns):
        yield _award(scheme, round_, home, away, award, day)


def _unplayed(event: int) -> Sequence[tuple[int, int, int]]:
    rows = Fixture.objects.filter(event=event, award="", away__isnull=False)
    waiting = rows.filter(Q(match=None) | Q(match__over=False), round__published_at__isnull=False)
    return list(waiting.order_by("round__number").values_list("round__number", "home", "away"))


def _award(
    scheme: Scheme, round_: int, home: int, away: int | None, award: str, day: date | None
) -> Meeting:
    if away is None:
        return sat_out(scheme, round_, home, ALONE.get(award, How.ABSENT), day)
    if award == Fixture.Award.HOME:
        return walkover(scheme, round_, home, away, day)
    if award == Fixture.Award.AWAY:
        return walkover(scheme, round_, away, home, day)
    return both_absent(scheme, round_, home, away, day)
