"""A contest as its entries leave it: who sits, who waits, what was moved by what."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, get_args

from django.db.models import QuerySet

from ecarte_club.clubs.authentication import Actor
from ecarte_club.clubs.models import AuditLogEntry, Club, Player
from ecarte_club.clubs.permissions import Person
from ecarte_club.clubs.selectors.player_names import veil
from ecarte_club.core.composed import Composed
from ecarte_club.core.parsing import query_boolean, query_choice, query_whole_number
from games.evenings import selectors as evenings
from scoring.contests.models import Contest, ContestEntry
from scoring.contests.rules import bets, machine
from scoring.contests.rules.events import (
    BankAfter,
    Dealt,
    GameWon,
    NotTakenError,
    Refusal,
    by_name,
    load,
)
from scoring.contests.rules.machine import CONTESTS, ContestState, Kind
from scoring.ledger.rules import Transfers


@dataclass(frozen=True, slots=True)
class Happened:
    """An event that stands, by what entered it."""

    entry: ContestEntry
    event: Any

    @property
    def place(self) -> int:
        return self.entry.place


class BrokenCourse(Exception):
    """An event that does not follow from those before it, which lead to `state`."""

    def __init__(self, happened: Happened, state: ContestState, refusal: Refusal) -> None:
        super().__init__(happened, refusal)
        self.happened = happened
        self.state = state
        self.refusal = refusal


@dataclass(frozen=True, slots=True)
class Course:
    """`states` and `moved`: the state after each thing that happened, and the transfers it made."""

    contest: Contest
    entries: tuple[ContestEntry, ...]
    happened: tuple[Happened, ...]
    begun: ContestState
    states: tuple[ContestState, ...]
    moved: Mapping[int, Transfers]

    @property
    def state(self) -> ContestState:
        return self.states[-1] if self.states else self.begun

    @property
    def next_place(self) -> int:
        return max((entry.place for entry in self.entries), default=0) + 1

    @property
    def entered(self) -> dict[int, Any]:
        """What was entered at each place, also where it gave way to a correction of another; None
        where it was taken out. What became of a bank is no part of it: corrections work it out."""
        known = events_of(self.contest)
        latest = {entry.place: entry.gave_way or entry.data for entry in self.entries}
        return {
            place: None if data is None else _by_rules(load(data, known))
            for place, data in sorted(latest.items())
        }

    def last(self, kind: type) -> Happened | None:
        return next((one for one in reversed(self.happened) if isinstance(one.event, kind)), None)

    @property
    def dealt(self) -> Happened | None:
        """The game in play, if one is."""
        deal, won = self.last(Dealt), self.last(GameWon)
        return deal if deal and (won is None or won.place < deal.place) else None


def _by_rules(event: Any) -> Any:
    return replace(event, bank=BankAfter.BY_RULES) if isinstance(event, GameWon) else event


def read(contest: Contest, *, with_writers: bool = False) -> Course:
    """One query; bounded by what one contest can hold. `with_writers`: with who entered what."""
    entries = _with_writers if with_writers else _entries
    return course(contest, entries.rows(contest=contest.pk))


_entries = Composed(
    lambda contest: ContestEntry.objects.filter(contest=contest).order_by("number", "place"),
    contest=int,
)
_with_writers = Composed(
    lambda contest: (
        ContestEntry.objects.filter(contest=contest)
        .select_related("by", "phone__player", "phone__table")
        .order_by("number", "place")
    ),
    contest=int,
)


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
    begun = now = machine.begin(Kind(contest.kind), contest.agreed_terms)
    states, moved = [], {}
    for one in happened:
        try:
            now, moved[one.place] = machine.apply(now, one.event)
        except NotTakenError as refused:
            raise BrokenCourse(one, now, refused.refusal) from None
        states.append(now)
    return Course(contest, entries, happened, begun, tuple(states), moved)


def events_of(contest: Contest) -> Mapping[str, type]:
    """By their plain names."""
    kind = CONTESTS[Kind(contest.kind)]
    return by_name([*kind.events, *(get_args(bets.Event) if contest.gallery is not None else ())])


ACT = "contest_draw"


_drawn = Composed(
    lambda club, about: AuditLogEntry.objects.filter(
        club=club, kind="contest", about=about, act=ACT
    )[:1],
    club=int,
    about=int,
)


def seed_of(contest: Contest) -> str:
    """Of the last drawing, as the log has it; empty where the players cut for their places."""
    found = _drawn.first(club=contest.club_id, about=contest.pk)
    return str(found.detail["seed"]) if found else ""


COLUMNS = ("id", "evening", "day", "table", "kind", "opened_at", "games_won", "over")


_contest = Composed(
    lambda pk: (
        Contest.objects.select_related("club", "table", "pool__round").filter(pk=pk).order_by()
    ),
    pk=int,
)
_contest_anew = Composed(
    lambda pk: (
        Contest.objects.select_related("club", "table", "evening__club", "pool__round")
        .filter(pk=pk)
        .order_by()
    ),
    pk=int,
)


def contest_anew(pk: int) -> Contest:
    """As it is after a write. Raises: Absent."""
    return _contest_anew.get(pk=pk)


def contest(actor: Actor, contest_id: int) -> tuple[Contest, Person]:
    """Raises: Absent when there is none, or its evening is not for them."""
    found = _contest.get(pk=contest_id)
    found.evening, person = evenings.evening(actor, found.evening_id)
    return found, person


@dataclass(frozen=True, slots=True)
class Filters:
    """The filters of a list."""

    evening: int | None = None
    kind: str = ""
    running: bool | None = None

    @classmethod
    def of(cls, query: Mapping[str, str]) -> "Filters":
        """Raises: Invalid for a filter whose value cannot be."""
        return cls(
            query_whole_number(query, "evening"),
            query_choice(query, "kind", Kind),
            query_boolean(query, "running"),
        )

    def apply(self, actor: Actor, club: Club) -> QuerySet[Contest]:
        """The newest first."""
        seen = evenings.visible_evenings(actor).filter(club=club)
        found = Contest.objects.filter(evening__in=seen.order_by()).order_by("-pk")
        if self.evening is not None:
            found = found.filter(evening=self.evening)
        if self.kind:
            found = found.filter(kind=self.kind)
        if self.running is not None:
            found = found.filter(over=not self.running)
        return found.select_related("club", "evening", "table", "pool__round")


def csv_rows(found: Iterable[Contest]) -> Iterator[tuple[object, ...]]:
    """A row for each contest, in the order of `COLUMNS`."""
    for one in found:
        at = one.evening_id, one.evening.held_on.isoformat(), one.table.name
        opened = one.opened_at.isoformat()
        yield one.pk, *at, one.kind, opened, one.games_won, int(one.over)


def shown_names(players: Iterable[int], club: Club, *, veiled: bool) -> dict[int, str]:
    rows = list(Player.objects.filter(pk__in=set(players)))
    if veiled:
        veil(rows, club)
    return {row.pk: row.name for row in rows}
