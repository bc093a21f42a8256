"""The log of a contest, the newest first: what happened, when, and by whom it was entered."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime

from games.matches.labels.engine import phone
from scoring.contests.labels import chronicle
from scoring.contests.models import ContestEntry
from scoring.contests.rules.events import GameWon
from scoring.contests.selectors.reading import Course, events_of
from scoring.contests.serialization import NAME, load, name_of


@dataclass(frozen=True, slots=True)
class Line:
    """`on_pad`: it was told by a match, which is corrected there. `match`: the one whose end it is,
    if he may look at it."""

    place: int
    number: int
    text: str
    when: datetime
    who: str
    reason: str
    stands: bool
    on_pad: bool
    match: int | None


def history(
    course: Course, names: Mapping[int, str], *, with_people: bool, seen: Collection[int]
) -> list[Line]:
    """`with_people`: says who entered it, which only the club is told. `seen`: matches that he may
    look at."""
    told = {one.happened.entry.pk: chronicle.told(one, names) for one in chronicle.steps(course)}
    known = events_of(course.contest)
    return [
        Line(
            entry.place,
            entry.number,
            told.get(entry.pk) or chronicle.plainly(load(entry.data, known), names),
            entry.at,
            entered_by(entry) if with_people else "",
            entry.reason,
            stands=entry.pk in told,
            on_pad=entry.match is not None,
            match=entry.match if entry.match in seen and _is_end(entry) else None,
        )
        for entry in sorted(course.entries, key=lambda one: (one.place, one.number), reverse=True)
        if entry.data is not None
    ]


def _is_end(entry: ContestEntry) -> bool:
    return (entry.data or {}).get(NAME) == name_of(GameWon)


def entered_by(entry: ContestEntry) -> str:
    if entry.by is not None:
        return str(entry.by)
    return phone(entry.phone) if entry.phone else ""
