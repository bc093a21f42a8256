"""What the rooms above hold at the tables of an evening, besides single matches."""

from dataclasses import dataclass

from ecarte_club.clubs.actors import Actor
from ecarte_club.clubs.permissions import Person
from games.evenings.models import Evening, Table

from .changes import due_asked, follows_asked, gone_asked, held_asked
from .models import Match


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
    sent = due_asked.ask(evening=evening, person=person)
    return [found for found in sent if found is not None]


def held_at(evening: Evening, *, veiled: bool) -> list[Held]:
    """Those that go on first. `veiled`: with the names for strangers."""
    answers = held_asked.ask(evening=evening, veiled=veiled)
    found = [one for some in answers for one in some]
    return sorted(found, key=lambda one: one.over)


def now_running(evening: Evening) -> list[Held]:
    """What goes on at its tables, and keeps it from being signed off."""
    return [one for one in held_at(evening, veiled=False) if not one.over]


def running_at(table: Table) -> Held | None:
    """What goes on at this table; `table.evening` must have been read."""
    return next((one for one in now_running(table.evening) if one.table_id == table.pk), None)


def follows(match: Match, person: Person) -> Follows | None:
    answers = follows_asked.ask(match=match, person=person)
    return next((found for found in answers if found is not None), None)


def went_on(match_id: int, actor: Actor) -> Follows | None:
    """What goes on of which a match was a part that is there no more."""
    if Match.objects.filter(pk=match_id).exists():
        return None
    sent = gone_asked.ask(match_id=match_id, actor=actor)
    return next((found for found in sent if found is not None), None)
