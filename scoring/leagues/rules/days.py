"""The days on which a club plays, and the sittings of each."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import NamedTuple

from .refusals import Refusal, Why

DAYS_OF_A_WEEK = 7


class Span(NamedTuple):
    """Days from `first` to `last`, both of them with it."""

    first: date
    last: date

    def contains(self, day: date) -> bool:
        return self.first <= day <= self.last


def only(day: date) -> Span:
    return Span(day, day)


class Slot(NamedTuple):
    """When a fixture is played. `sitting`: the how manieth of the day, from 1."""

    day: date
    sitting: int = 1


@dataclass(frozen=True, slots=True)
class Season:
    """When a club plays.

    `weekdays`: 0 is Monday; where there are none, every `every` days from the first. `closed`: the
    club's own days without play. `away`: when an entrant is not there. `sittings`: so many follow
    one another on each day. `at_once`: for so many fixtures there are tables; None: for any number.
    `spread`: a round may go on at the next day of play, where fixtures of the next one join it.
    """

    first: date
    last: date
    weekdays: frozenset[int] = frozenset()
    every: int = DAYS_OF_A_WEEK
    sittings: int = 1
    at_once: int | None = None
    spread: bool = False
    closed: tuple[Span, ...] = ()
    away: Mapping[int, tuple[Span, ...]] = field(default_factory=dict, hash=False)

    def is_closed(self, day: date) -> bool:
        return any(span.contains(day) for span in self.closed)

    def is_away(self, entrant: int, day: date) -> bool:
        return any(span.contains(day) for span in self.away.get(entrant, ()))

    def days(self) -> Iterator[date]:
        """Of play, one after the other; the days on which the club is closed are passed over."""
        step = 1 if self.weekdays else self.every
        for past in range(0, (self.last - self.first).days + 1, step):
            day = self.first + timedelta(past)
            if (not self.weekdays or day.weekday() in self.weekdays) and not self.is_closed(day):
                yield day

    def slots(self) -> Iterator[Slot]:
        return (
            Slot(day, sitting) for day in self.days() for sitting in range(1, self.sittings + 1)
        )


def season_refusal(season: Season) -> Refusal | None:
    """Why nothing can be planned by it; spans that end before they begin are refused too."""
    spans = [Span(season.first, season.last), *season.closed]
    spans += [span for away in season.away.values() for span in away]
    for span in spans:
        if span.last < span.first:
            return Refusal(Why.ENDS_BEFORE_IT_BEGINS, {"first": span.first, "last": span.last})
    for weekday in sorted(season.weekdays):
        if not 0 <= weekday < DAYS_OF_A_WEEK:
            return Refusal(Why.NO_SUCH_WEEKDAY, {"weekday": weekday})
    numbers = {"every": season.every, "sittings": season.sittings, "tables": season.at_once or 1}
    for name, number in numbers.items():
        if number < 1:
            return Refusal(Why.NUMBER_TOO_SMALL, {"field": name, "number": number, "least": 1})
    return None
