"""The log of a contest, the newest first: what happened, when, and by whom it was entered."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from games.words import phone
from scoring.contests import chronicle
from scoring.contests.plain import load
from scoring.contests.reading import Course, events_of
from scoring.models import ContestEntry


@dataclass(frozen=True, slots=True)
class Line:
    """`on_pad`: it was told by a match, which is corrected there."""

    place: int
    number: int
    text: str
    when: datetime
    who: str
    reason: str
    stands: bool
    on_pad: bool


def history(course: Course, names: Mapping[int, str]) -> list[Line]:
    told = {one.happened.entry.pk: chronicle.told(one, names) for one in chronicle.steps(course)}
    known = events_of(course.contest)
    return [
        Line(
            entry.place,
            entry.number,
            told.get(entry.pk) or chronicle.plainly(load(entry.data, known), names),
            entry.at,
            entered_by(entry),
            entry.reason,
            stands=entry.pk in told,
            on_pad=entry.match is not None,
        )
        for entry in sorted(course.entries, key=lambda one: (one.place, one.number), reverse=True)
        if entry.data is not None
    ]


def entered_by(entry: ContestEntry) -> str:
    if entry.by is not None:
        return str(entry.by)
    return phone(entry.phone) if entry.phone else ""
