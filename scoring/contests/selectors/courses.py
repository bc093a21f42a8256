"""A contest as its entries leave it: who sits, who waits, what was moved by what."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, get_args

from ecarte_club.clubs.models import AuditLogEntry
from scoring.contests.models import Contest, ContestEntry
from scoring.contests.rules import bets, room
from scoring.contests.rules.events import (
    Dealt,
    GameWon,
    NotTakenError,
    Refusal,
    load,
    load_fields,
    named,
)
from scoring.contests.rules.kinds import CONTESTS, Kind
from scoring.contests.rules.room import Room
from scoring.ledger.rules.books import Transfers


@dataclass(frozen=True, slots=True)
class Happened:
    """An event that stands, by what entered it."""

    entry: ContestEntry
    event: Any

    @property
    def place(self) -> int:
        return self.entry.place


class BrokenCourse(Exception):
    """An event that does not follow from those before it."""

    def __init__(self, happened: Happened, refusal: Refusal) -> None:
        super().__init__(happened, refusal)
        self.happened = happened
        self.refusal = refusal


@dataclass(frozen=True, slots=True)
class Course:
    """`rooms` and `moved`: the room after each thing that happened, and the transfers it made."""

    contest: Contest
    entries: tuple[ContestEntry, ...]
    happened: tuple[Happened, ...]
    begun: Room
    rooms: tuple[Room, ...]
    moved: Mapping[int, Transfers]

    @property
    def room(self) -> Room:
        return self.rooms[-1] if self.rooms else self.begun

    @property
    def next_place(self) -> int:
        return max((entry.place for entry in self.entries), default=0) + 1

    def last(self, kind: type) -> Happened | None:
        return next((one for one in reversed(self.happened) if isinstance(one.event, kind)), None)

    @property
    def dealt(self) -> Happened | None:
        """The game in play, if one is."""
        deal, won = self.last(Dealt), self.last(GameWon)
        return deal if deal and (won is None or won.place < deal.place) else None


def read(contest: Contest) -> Course:
    """One query; bounded by what one contest can hold."""
    return course(contest, ContestEntry.objects.filter(contest=contest).order_by("number", "place"))


def course(contest: Contest, entries: Iterable[ContestEntry]) -> Course:
    """Raises: BrokenCourse."""
    known = events_of(contest)
    entries = tuple(entries)
    at_place = {entry.place: entry for entry in entries}
    happened = tuple(
        Happened(entry, load(entry.data, known))
        for _place, entry in sorted(at_place.items())
        if entry.data is not None
    )
    begun = now = begin(contest)
    rooms, moved = [], {}
    for one in happened:
        try:
            now, moved[one.place] = room.apply(now, one.event)
        except NotTakenError as refused:
            raise BrokenCourse(one, refused.refusal) from None
        rooms.append(now)
    return Course(contest, entries, happened, begun, tuple(rooms), moved)


def events_of(contest: Contest) -> Mapping[str, type]:
    """By their plain names."""
    kind = CONTESTS[Kind(contest.kind)]
    return named([*kind.events, *(get_args(bets.Event) if contest.gallery is not None else ())])


def begin(contest: Contest) -> Room:
    return room.begin(Kind(contest.kind), terms_of(contest))


def terms_of(contest: Contest) -> room.Terms:
    agreed = load_fields(contest.agreed, CONTESTS[Kind(contest.kind)].terms)
    laid = contest.gallery
    return room.Terms(agreed, None if laid is None else load_fields(laid, bets.Terms))


ACT = "contest_draw"


def seed_of(contest: Contest) -> str:
    """Of the last drawing, as the log has it; empty where the players cut for their places."""
    found = AuditLogEntry.objects.filter(
        club=contest.club_id, kind="contest", about=contest.pk, act=ACT
    ).first()
    return str(found.detail["seed"]) if found else ""
