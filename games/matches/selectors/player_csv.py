"""A player's matches for a spreadsheet."""

from collections.abc import Iterator

from django.utils import timezone

from ecarte_club.clubs.models import Player
from ecarte_club.core import csv_files
from games.engine.seats import Seat
from games.matches.models import Match

from .player_record import Sifting, matches_of

COLUMNS = (
    *("match", "day", "season", "adversary_id", "adversary", "table", "format", "result"),
    *("games_for", "games_against", "kings", "voles", "hands"),
)


def outcome(match: Match, player: Player) -> str:
    """`won`, `lost`, `drawn` or `in_play`, as he sees it."""
    if not match.over:
        return "in_play"
    if not match.winner:
        return "drawn"
    return "won" if match.winner == seat_of(match, player) else "lost"


def seat_of(match: Match, player: Player) -> Seat:
    return Seat.A if match.player_a_id == player.pk else Seat.B


def matches_csv(found: Player, asked: Sifting) -> bytes:
    """A line for each match, the newest first."""
    return csv_files.write_rows(COLUMNS, _rows(found, asked))


def _rows(found: Player, asked: Sifting) -> Iterator[tuple[object, ...]]:
    for match in matches_of(found, asked):
        own = seat_of(match, found)
        other = match.player_b if own is Seat.A else match.player_a
        yield (
            match.pk,
            timezone.localdate(match.started_at).isoformat(),
            match.event.name if match.event else "",
            other.pk,
            other.name,
            match.table,
            match.format,
            outcome(match, found),
            *(getattr(match, f"games_{seat}") for seat in (own, own.other)),
            *(getattr(match, f"{name}_{own}") for name in ("kings", "voles")),
            match.hands,
        )
