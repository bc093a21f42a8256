"""Matches written as lines of a score sheet, which repeat who played, where and on what terms."""

import csv
import io
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime

from django.db.models import QuerySet
from django.utils.crypto import salted_hmac

from ecarte_club.clubs.models import Club
from ecarte_club.core.csv_files import defuse
from games.evenings.models import Evening
from games.matches.models import Entry, Event, Match
from games.matches.selectors.logs import Log, logs_of
from games.matches.selectors.reading import facts
from games.sheets.changes import SeasonPlace, season_places_of

from .lines import COLUMNS, NO, YES, cells_of

BATCH, MARK_DIGITS = 200, 16
# Spreadsheets know UTF-8 by it.
MARK = "\ufeff"


def parts(matches: QuerySet[Match]) -> Iterator[bytes]:
    """The file, a few hundred matches at a time, in the order in which they were started."""
    yield _part([COLUMNS], MARK)
    last = 0
    while batch := list(matches.filter(pk__gt=last).order_by("pk")[:BATCH]):
        places = season_places_of({match.event_id for match in batch if match.event_id})
        yield _part(
            row
            for match, log in logs_of(batch, Entry.objects.all())
            for row in rows(match, log, places.get(match.event_id or 0))
        )
        last = batch[-1].pk


def rows(match: Match, log: Log, place: SeasonPlace | None = None) -> Iterator[list[object]]:
    """A line for each entry that stands, at least one."""
    frame, standing = frame_cells(match, place), log.standing()
    for entry in standing:
        yield [*frame, *cells_of(facts(entry)), moment(entry.at)]
    if not standing:
        yield [*frame, *cells_of(None), ""]


def _part(rows: Iterable[Iterable[object]], mark: str = "") -> bytes:
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\r\n")
    for row in rows:
        writer.writerow([defuse(cell) if isinstance(cell, str) else cell for cell in row])
    return (mark + file.getvalue()).encode()


def frame_cells(match: Match, place: SeasonPlace | None) -> list[object]:
    """The cells of OF_MATCH. `match` comes with its players, season and evening; `place`:
    of its season."""
    return [
        match.pk,
        club_mark(match.club),
        *_evening_cells(match.evening_table.evening if match.evening_table else None),
        match.table,
        *_season_cells(match.event, place or SeasonPlace()),
        match.player_a_id,
        match.player_a.name,
        match.player_b_id,
        match.player_b.name,
        match.code,
        " ".join(f"{name}={value}" for name, value in sorted(match.options.items())),
        match.rules,
        match.format,
        match.games,
        match.rubbers,
        YES if match.game_values else NO,
        match.rubber_bonus,
        match.first_dealer,
        moment(match.started_at),
        match.stopped,
    ]


def _evening_cells(evening: Evening | None) -> list[object]:
    if evening is None:
        return [""] * 5
    signed_off = moment(evening.signed_off_at) if evening.signed_off_at else ""
    day, public = evening.held_on.isoformat(), YES if evening.public else NO
    return [evening.pk, day, evening.name, public, signed_off]


def _season_cells(event: Event | None, place: SeasonPlace) -> list[object]:
    """A draw, and the meetings of teams, are more than their matches: of these, the name alone."""
    if event is None:
        return [""] * 7
    if event.drawn or event.of_teams:
        return [*[""] * 6, event.name]
    level = place.level if place.division else ""
    public = YES if event.public else NO
    return [event.pk, event.name, public, place.league, place.division, level, ""]


def club_mark(club: Club) -> str:
    """Whose ids a file has; the same club in another database has others."""
    digest = salted_hmac("score sheet", f"{club.pk}").hexdigest()[:MARK_DIGITS]
    return f"{club.slug} {digest}"


def moment(at: datetime) -> str:
    return at.astimezone(UTC).isoformat()
