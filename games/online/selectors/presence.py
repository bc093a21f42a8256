"""Which players look at their table, and since when the others do not: nothing of it is stored."""

import time
from dataclasses import dataclass
from datetime import UTC, datetime

from django.core.cache import cache

from games.engine.seats import Seat

HERE_FOR = 45
SEEN_FOR = 14 * 86_400


@dataclass(frozen=True, slots=True)
class Presence:
    """`away_since`: of a player who is not here, and was."""

    here: bool
    away_since: datetime | None = None


def presence_key(table_id: int, seat: Seat) -> str:
    return f"online:{table_id}:{seat.value}:seen"


def present(table_id: int) -> dict[Seat, Presence]:
    keys = {seat: presence_key(table_id, seat) for seat in Seat}
    found = cache.get_many(list(keys.values()))
    return {seat: _presence(found.get(key)) for seat, key in keys.items()}


def _presence(seen: float | None) -> Presence:
    """`seen`: in seconds since the epoch, when they looked at the table last."""
    if seen is None:
        return Presence(here=False)
    if time.time() - seen < HERE_FOR:
        return Presence(here=True)
    return Presence(here=False, away_since=datetime.fromtimestamp(int(seen), UTC))
