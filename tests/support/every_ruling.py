"""Every ruling that a code of laws knows, found by answering every question in every way."""

from collections.abc import Iterator
from dataclasses import dataclass

from games.engine.codes import Code
from games.engine.records import Applied
from games.engine.rulings.book import CULPRITS, Ruling, applied_ruling, rulings
from games.engine.rulings.ids import Culprit, Irregularity
from games.engine.seats import Seat

Facts = dict[str, str]


@dataclass(frozen=True, slots=True)
class Way:
    """`facts` in the order in which they were asked."""

    what: Irregularity
    facts: tuple[tuple[str, str], ...]
    decided: Ruling


def ways(code: Code, what: Irregularity, facts: Facts | None = None) -> Iterator[Way]:
    known = facts or {}
    found = rulings(code, what, known)
    if found.question is None:
        yield Way(what, tuple(known.items()), found)
        return
    for answer in found.question.answers:
        yield from ways(code, what, {**known, found.question.fact.value: answer.value})


def every_way(code: Code) -> list[Way]:
    return [way for what in Irregularity for way in ways(code, what)]


def offenders(what: Irregularity) -> tuple[Seat | None, ...]:
    return tuple(Seat) if CULPRITS[what] is Culprit.EITHER else (None,)


def every_ruling(code: Code) -> list[Applied]:
    return [
        applied_ruling(code, way.what, dict(way.facts), one.choice, offender)
        for way in every_way(code)
        for one in way.decided.choices
        for offender in offenders(way.what)
    ]
