"""What the rooms above hold at the tables of an evening, besides single matches."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ecarte_club.clubs.askers import Asker
from ecarte_club.clubs.models import Evening, Table
from ecarte_club.clubs.rights import Person

from .models import Match
from .signals import due_asked, follows_asked, gone_asked, held_asked


@dataclass(frozen=True, slots=True)
class Held:
    """`title`: what it is; `note`: how it stands, in a line; `address`: its own page; `about`: its
    id."""

    table_id: int
    title: str
    note: str
    address: str
    over: bool
    about: int = 0


@dataclass(frozen=True, slots=True)
class Follows:
    """What follows from a match that is a part of something held: `said` when it is over, and
    where one goes on, `address`, with the words for it. `leads`: who has played goes on there.
    """

    said: str
    address: str
    label: str
    leads: bool = True


@dataclass(frozen=True, slots=True)
class Due:
    """`count` matches that are planned, and where they are started, `address`; `label`: what the
    way there is called, where they are not simply fixtures."""

    count: int
    address: str
    label: str = ""


def due_at(evening: Evening, person: Person) -> list[Due]:
    sent: Sequence[tuple[object, Any]] = due_asked.send(Evening, evening=evening, person=person)
    return [found for _receiver, found in sent if found is not None]


def held_at(evening: Evening, *, veiled: bool) -> list[Held]:
    """Those that go on first. `veiled`: with the names for strangers."""
    answers: Sequence[tuple[object, Any]] = held_asked.send(Evening, evening=evening, veiled=veiled)
    found = [one for _receiver, some in answers for one in some]
    return sorted(found, key=lambda one: one.over)


def now_running(evening: Evening) -> list[Held]:
    """What goes on at its tables, and keeps it from being signed off."""
    return [one for one in held_at(evening, veiled=False) if not one.over]


def running_at(table: Table) -> Held | None:
    """What goes on at this table; `table.evening` must have been read."""
    return next((one for one in now_running(table.evening) if one.table_id == table.pk), None)


def follows(match: Match, person: Person) -> Follows | None:
    answers: Sequence[tuple[object, Any]] = follows_asked.send(Match, match=match, person=person)
    return next((found for _receiver, found in answers if found is not None), None)


def went_on(match_id: int, asker: Asker) -> Follows | None:
    """What goes on of which a match was a part that is there no more."""
    if Match.objects.filter(pk=match_id).exists():
        return None
    sent: Sequence[tuple[object, Any]] = gone_asked.send(Match, match_id=match_id, asker=asker)
    return next((found for _receiver, found in sent if found is not None), None)
