"""What a match comes to in its tournament, for the preview of a correction."""

from collections.abc import Iterator
from typing import Any

from games.consequences import Figure, labels
from games.models import Match
from scoring.models import Tournament
from scoring.rules.standings.table import Line
from scoring.rules.tournaments.plan import Kind

from . import going
from .course import course

SUMS = ("played", "won", "drawn", "lost", "games_for", "games_against")


def tournament_figures(*, match: Match, **_signal: Any) -> list[Figure]:
    """Of everybody in the table, or in those of the groups; a knock-out alone has none."""
    others = Tournament.objects.exclude(kind=Kind.KNOCKOUT.value)
    found = others.filter(pk=match.event_id or 0).select_related("event").first()
    if found is None:
        return []
    now, said, title = course(found), labels(), found.event.name
    names = {one.player_id: one.player.name for one in now.entrants}
    tables = going.tables(now) if found.kind == Kind.GROUPS else (now.standing,)
    return [
        Figure("tournament", found.pk, line.entrant, name, title, names[line.entrant], text, value)
        for table in tables
        for line in table.lines
        for name, value in _figures(line)
        for text in (said[name],)
    ]


def _figures(line: Line) -> Iterator[tuple[str, int]]:
    yield from (("rank", line.rank), ("points", line.points))
    for name in SUMS:
        yield name, getattr(line.share, name)
