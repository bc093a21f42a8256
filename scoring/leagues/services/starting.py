"""Fixtures and boards follow the matches, or are started at the tables of an evening."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.core.exceptions import Invalid
from games.evenings.models import Evening
from games.matches.changes import EnteredMatch
from games.matches.models import Entry, Match
from games.matches.services.matches import STARTS_MOST, beside, matches_start, players_lock
from games.matches.services.seating import Start
from scoring.leagues.models import Board, Fixture, Meeting, Season
from scoring.leagues.selectors.due import (
    boards_due,
    counts_for_nothing,
    fixtures_due,
    open_boards,
    open_fixtures,
)

from .decisions import check_both_play
from .planning import free_table
from .standings import season_bump, standing_enter, standing_leave

Slot = Fixture | Board
Pair = tuple[int, int]


def fixture_follow(*, match: Match, fixture: int | None = None, **_signal: Any) -> None:
    """`fixture`: the one that was chosen; without a choice, the first that is open. Of seasons:
    what a match of a tournament plays is asked there.

    Raises: Invalid where the chosen fixture is not open, or no fixture is left in a season in which
    only fixtures count, or no board in one of teams.
    """
    if match.event is None or match.event.drawn:
        return
    if fixture is not None:
        _take(match, fixture)
    else:
        _follow(match.event.pk, match.pk, match.player_ids)
    if counts_for_nothing(match):
        text = _(
            "These two have no fixture left to play in %(season)s, so this match would not count. "
            "Start it as a friendly match."
        )
        if match.event.of_teams:
            text = _(
                "These two have no board to play in %(season)s, so this match would count for no "
                "meeting. Start it as a friendly match."
            )
        raise Invalid("no_fixture", text % {"season": match.event}, field="event")


def _take(match: Match, fixture: int) -> None:
    """Raises: Invalid unless it is an open fixture of the two in the season of the match."""
    rows = open_fixtures().filter(_between(match.player_ids), pk=fixture, event=match.event_id)
    if rows.exists() and match.event_id is not None:
        season_bump(match.event_id)
        row = rows.first()
        if row is not None and _set(row, match.pk):
            return
    text = _("This fixture is not open for these two. Choose another, or start a friendly match.")
    raise Invalid("fixture_not_open", text, field="fixture")


def fixtures_gather(*, entered: Sequence[EnteredMatch], **_signal: Any) -> None:
    """In the order in which the matches were entered."""
    events = {one.event_id for one in entered}
    fixtures = open_fixtures().filter(event__in=events)
    boards = open_boards().filter(meeting__season__in=events)
    pairs = (
        *fixtures.values_list("event", "home", "away"),
        *boards.values_list("meeting__season", "home", "away"),
    )
    for event_id, match_id, pair in _with_slots(entered, pairs):
        _follow(event_id, match_id, pair)


def _with_slots(
    entered: Sequence[EnteredMatch], rows: Iterable[Sequence[int | None]]
) -> Iterator[tuple[int, int, Pair]]:
    """Event, match and the two players, where something is open between them. `rows`: event and
    pair of each slot, read once: an import may bring thousands of matches that nobody planned."""
    pairs = {(event, frozenset(pair)) for event, *pair in rows}
    for one in sorted(entered, key=lambda one: (one.event_id or 0, one.match_id)):
        if one.event_id is not None and (one.event_id, frozenset(one.player_ids)) in pairs:
            yield one.event_id, one.match_id, one.player_ids


def _follow(event_id: int, match_id: int, pair: Pair) -> None:
    if not any(rows.exists() for rows in _open_slots(event_id, pair)):
        return
    # Two matches of the same two may start at once: each takes its own, one after the other.
    season_bump(event_id)
    for rows in _open_slots(event_id, pair):
        slot = rows.first()
        if slot is not None:
            _set(slot, match_id)


def _open_slots(event_id: int, pair: Pair) -> tuple[QuerySet[Fixture], QuerySet[Board]]:
    """One of the two is empty: a season is of players or of teams."""
    fixtures = open_fixtures().filter(_between(pair), event=event_id)
    boards = open_boards().filter(_between(pair), meeting__season=event_id)
    return (
        fixtures.order_by("round__number", "number"),
        boards.order_by("meeting__round__number", "number"),
    )


def _between(pair: Pair) -> Q:
    a, b = pair
    return Q(home=a, away=b) | Q(home=b, away=a)


def fixture_link(slot: Slot, match: Match) -> None:
    """This one and no other of the two; what the match followed by itself is open again.

    Raises: Invalid when the players of a board have changed since it was read.
    """
    if type(slot).objects.filter(pk=slot.pk, match=match).exists():
        return
    season_bump(slot.event_id if isinstance(slot, Fixture) else slot.meeting.season_id)
    for other in type(slot).objects.filter(match=match).exclude(pk=slot.pk):
        type(slot).objects.filter(pk=other.pk).update(match=None)
        _bump_version(other)
    if not _set(slot, match.pk) and isinstance(slot, Board):
        text = _(
            "The line-up of this board has changed since you opened this page. "
            "Check it and try again."
        )
        raise Invalid("board_changed", text, field="boards")


def _set(slot: Slot, match_id: int) -> bool:
    """False where others play there now, or it was begun or decided."""
    if isinstance(slot, Fixture):
        rows: QuerySet[Any] = Fixture.objects.filter(pk=slot.pk)
    else:
        rows = Board.objects.filter(pk=slot.pk, home=slot.home_id, away=slot.away_id)
        rows = rows.filter(meeting__award="")
    if not rows.filter(match=None, award="").update(match=match_id):
        return False
    _bump_version(slot)
    return True


def _bump_version(slot: Slot) -> None:
    if isinstance(slot, Fixture):
        Fixture.objects.filter(pk=slot.pk).update(version=F("version") + 1)
    else:
        Meeting.objects.filter(pk=slot.meeting_id).update(version=F("version") + 1)


def annulment_follow(*, match: Match, entry: Entry | None = None, **_signal: Any) -> None:
    """What an annulled or abandoned match was played for is open again, and is its own again when
    the match is restored or resumed; before the standings follow the match.

    Raises: Invalid when something else rests on the match, or what it was played for was decided
    since.
    """
    if match.event_id is None or entry is None or not (entry.releases or entry.reclaims):
        return
    season = season_bump(match.event_id)
    if season is None:
        return
    if entry.releases:
        _let_go(season, match)
        if entry.annuls:
            standing_leave(season, match)
    else:
        standing_enter(match=match)
        _follow(season.pk, match.pk, match.player_ids)
        _check_followed(match)


def _let_go(season: Season, match: Match) -> None:
    """To be played again, at another table if another fixture has its own since.

    Raises: Invalid where one of the two has withdrawn, so that nobody could play it.
    """
    fixture = Fixture.objects.filter(match=match.pk).first()
    board = Board.objects.select_related("meeting").filter(match=match.pk).first()
    slots: list[Slot] = [slot for slot in (fixture, board) if slot is not None]
    for slot in slots:
        check_both_play(season, slot.meeting if isinstance(slot, Board) else slot, "version")
        slot.match = None
        fields = ["match"]
        if isinstance(slot, Fixture) and slot.table:
            slot.table = free_table(season, slot)
            fields.append("table")
        slot.save(update_fields=fields)
        _bump_version(slot)


def _check_followed(match: Match) -> None:
    """Raises: Invalid where the two were to play each other, and the match is none of that."""
    between = _between(match.player_ids)
    fixtures = Fixture.objects.filter(between, event=match.event_id)
    boards = Board.objects.filter(between, meeting__season=match.event_id)
    for rows in (fixtures, boards):
        check_again(rows, match)


def check_again(planned: QuerySet[Any], match: Match) -> None:
    """`planned`: all that the two were to play. Raises: Invalid where the match is none of it."""
    if planned.exists() and not planned.filter(match=match.pk).exists():
        text = _(
            "The fixture, board or tournament match that it was played for has "
            "since been started or decided."
        )
        raise Invalid("decided_since", text, field="version")


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
    *,
    by: Person,
    evening: Evening,
    due: Due,
    starts: Sequence[tuple[int, int]],
    seat_anyway: bool = False,
) -> list[Match]:
    """`starts`: ids of a fixture or board and of its table. Matches are in this order; the player
    at home is the first. `seat_anyway`: also players who are not free.

    Raises: Denied; Invalid, and as matches_start.
    """
    require(by, Act.START_ANY)
    if not 1 <= len(starts) <= STARTS_MOST:
        text = _("Must be from 1 to %(most)s matches.") % {"most": STARTS_MOST}
        raise Invalid("nothing_to_start", text, field=due.many)
    # Whoever starts the same at this moment is waited for, and what they started is no longer due.
    players_lock(_players_of(_known(evening, due), starts))
    known = _known(evening, due)
    if errors := dict(_errors(starts, known, due)):
        raise Invalid("cannot_start", str(due.refused), errors=errors)
    rows = [known[pk] for pk, _table in starts]
    matches: dict[int, Match] = {}
    for event_id in sorted({_event_of(row) for row in rows}):
        places = [place for place, row in enumerate(rows) if _event_of(row) == event_id]
        own = [_start(rows[place], starts[place][1]) for place in places]
        try:
            started = matches_start(
                by=by, evening=evening, starts=own, event_id=event_id, seat_anyway=seat_anyway
            )
        except Invalid as fault:
            raise beside(fault, places, due.many, due.one) from fault
        for place, match in zip(places, started, strict=True):
            fixture_link(rows[place], match)
            matches[place] = match
    return [matches[place] for place in range(len(starts))]


def _known(evening: Evening, due: Due) -> dict[int, Fixture | Board]:
    return {row.pk: row for row in due.rows(evening)}


def _players_of(
    known: Mapping[int, Fixture | Board], starts: Sequence[tuple[int, int]]
) -> set[int]:
    rows = [known[pk] for pk, _table in starts if pk in known]
    return {pk for row in rows for pk in (row.home_id, row.away_id) if pk is not None}


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
