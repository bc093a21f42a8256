"""What is due, fixtures or boards, started at the tables of an evening in one act."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from django.utils.translation import gettext as _

from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.core.exceptions import Invalid
from games.evenings.models import Evening
from games.matches.models import Match
from games.matches.services.starting import STARTS_MOST, Start, beside, matches_start
from scoring.leagues.models import Board, Fixture

One = TypeVar("One", Fixture, Board)


@dataclass(frozen=True, slots=True)
class Due(Generic[One]):
    """`rows`: by their ids. Faults name them as `many.0.one`, such as `fixtures.0.fixture`.

    `not_due`, `once`, `cannot`: what is said of one that is not among them, of one that is named
    twice, and of all where one is wrong.
    """

    rows: Mapping[int, One]
    many: str
    one: str
    event_of: Callable[[One], int]
    link: Callable[[One, Match], object]
    not_due: str
    once: str
    cannot: str


def due_start(
    *, by: Person, evening: Evening, starts: Sequence[tuple[int, int]], due: Due[One]
) -> list[Match]:
    """Each with its table, by their ids, in the order asked; who is at home as the first player.

    Raises: Denied; Invalid, and as matches_start.
    """
    require(by, Act.START_ANY)
    if not 1 <= len(starts) <= STARTS_MOST:
        text = _("Must be from 1 to %(most)s matches.") % {"most": STARTS_MOST}
        raise Invalid("nothing_to_start", text, errors={due.many: text})
    if errors := dict(_errors(starts, due)):
        raise Invalid("cannot_start", due.cannot, errors=errors)
    rows = [due.rows[pk] for pk, _table in starts]
    found: dict[int, Match] = {}
    for event_id in sorted({due.event_of(row) for row in rows}):
        places = [at for at, row in enumerate(rows) if due.event_of(row) == event_id]
        asked = [_start(rows[at], starts[at][1]) for at in places]
        try:
            begun = matches_start(by=by, evening=evening, starts=asked, event_id=event_id)
        except Invalid as fault:
            raise beside(fault, places, due.many, due.one) from fault
        for at, match in zip(places, begun, strict=True):
            due.link(rows[at], match)
            found[at] = match
    return [found[at] for at in range(len(starts))]


def _errors(starts: Sequence[tuple[int, int]], due: Due[One]) -> Iterator[tuple[str, str]]:
    seen: set[int] = set()
    players: set[int | None] = set()
    tables: set[int] = set()
    for at, (pk, table) in enumerate(starts):
        row, name = due.rows.get(pk), f"{due.many}.{at}.{due.one}"
        if row is None:
            yield name, due.not_due
            continue
        pair = {row.home_id, row.away_id}
        if pk in seen:
            yield name, due.once
        elif pair & players:
            yield name, _("A player cannot play twice in a round.")
        if table in tables:
            text = _("Only one match can start at a table. Choose another table for one of them.")
            yield f"{due.many}.{at}.table", text
        seen.add(pk)
        tables.add(table)
        players |= pair


def _start(row: Fixture | Board, table: int) -> Start:
    return Start(table=table, player_a=row.home_id or 0, player_b=row.away_id or 0)
