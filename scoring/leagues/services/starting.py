"""Fixtures and boards that are due, started at the tables of an evening in one act."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.core.exceptions import Invalid
from games.evenings.models import Evening
from games.matches.models import Match
from games.matches.services.starting import STARTS_MOST, Start, beside, matches_start
from scoring.leagues.models import Board, Fixture
from scoring.leagues.selectors.fixtures import boards_due, fixtures_due

from .following import fixture_link


@dataclass(frozen=True, slots=True)
class Due:
    """`many`, `one`: how errors name them, as `fixtures.0.fixture`. `not_due`, `twice`, `refused`:
    said of one that is not due, of one that is named twice, and of all where one is wrong."""

    rows: Callable[[Evening], QuerySet[Fixture] | QuerySet[Board]]
    many: str
    one: str
    not_due: str | Promise
    twice: str | Promise
    refused: str | Promise


FIXTURES = Due(
    rows=fixtures_due,
    many="fixtures",
    one="fixture",
    not_due=gettext_lazy("Choose a fixture that is due and has not started."),
    twice=gettext_lazy("Must name each fixture once."),
    refused=gettext_lazy("Nothing was started: these fixtures cannot all start."),
)
BOARDS = Due(
    rows=boards_due,
    many="boards",
    one="board",
    not_due=gettext_lazy("Choose a board that is due and has not started."),
    twice=gettext_lazy("Must name each board once."),
    refused=gettext_lazy("Nothing was started: these boards cannot all start."),
)


@transaction.atomic(savepoint=False)
def due_start(
    *, by: Person, evening: Evening, due: Due, starts: Sequence[tuple[int, int]]
) -> list[Match]:
    """`starts`: ids of a fixture or board and of its table. Matches are in this order; the player
    at home is the first.

    Raises: Denied; Invalid, and as matches_start.
    """
    require(by, Act.START_ANY)
    if not 1 <= len(starts) <= STARTS_MOST:
        text = _("Must be from 1 to %(most)s matches.") % {"most": STARTS_MOST}
        raise Invalid("nothing_to_start", text, errors={due.many: text})
    known: dict[int, Fixture | Board] = {row.pk: row for row in due.rows(evening)}
    if errors := dict(_errors(starts, known, due)):
        raise Invalid("cannot_start", str(due.refused), errors=errors)
    rows = [known[pk] for pk, _table in starts]
    matches: dict[int, Match] = {}
    for event_id in sorted({_event_of(row) for row in rows}):
        places = [place for place, row in enumerate(rows) if _event_of(row) == event_id]
        own = [_start(rows[place], starts[place][1]) for place in places]
        try:
            started = matches_start(by=by, evening=evening, starts=own, event_id=event_id)
        except Invalid as fault:
            raise beside(fault, places, due.many, due.one) from fault
        for place, match in zip(places, started, strict=True):
            fixture_link(rows[place], match)
            matches[place] = match
    return [matches[place] for place in range(len(starts))]


def _event_of(row: Fixture | Board) -> int:
    return row.event_id if isinstance(row, Fixture) else row.meeting.season_id


def _errors(
    starts: Sequence[tuple[int, int]], known: dict[int, Fixture | Board], due: Due
) -> Iterator[tuple[str, str]]:
    rows: set[int] = set()
    players: set[int | None] = set()
    tables: set[int] = set()
    for place, (pk, table) in enumerate(starts):
        row, name = known.get(pk), f"{due.many}.{place}.{due.one}"
        if row is None:
            yield name, str(due.not_due)
            continue
        pair = {row.home_id, row.away_id}
        if pk in rows:
            yield name, str(due.twice)
        elif pair & players:
            yield name, _("A player cannot play twice in a round.")
        if table in tables:
            text = _("Only one match can start at a table. Choose another table for one of them.")
            yield f"{due.many}.{place}.table", text
        rows.add(pk)
        tables.add(table)
        players |= pair


def _start(row: Fixture | Board, table: int) -> Start:
    return Start(table=table, player_a=row.home_id or 0, player_b=row.away_id or 0)
