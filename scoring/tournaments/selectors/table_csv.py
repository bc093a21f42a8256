"""A tournament's standings as a table for spreadsheets: the columns are what programs read."""

from collections.abc import Iterator
from typing import Any, Final

from ecarte_club.core import csv_files
from scoring.tournaments.api.plain import standings_plain

from .reading import Reading

COLUMNS: Final = (
    *("group", "goes_on", "rank", "player_id", "player", "points", "adjustment"),
    *("played", "won", "drawn", "lost", "games_for", "games_against"),
)


def standings_csv(found: Reading, until_round: int | None) -> bytes:
    """A column for each tie-break behind the others, in their order."""
    whole = standings_plain(found, until_round)
    order = whole["tie_breaks"]
    columns = (*COLUMNS, *(f"figures.{criterion}" for criterion in order))
    return csv_files.write_rows(columns, (_row(line, order) for line in whole["results"]))


def _row(line: dict[str, Any], order: list[str]) -> Iterator[object]:
    """Empty: there is none. Where a tie-break looks at several figures, with a space between."""
    player, worth = line["player"], {one["criterion"]: one["figures"] for one in line["figures"]}
    own = {**line, "player_id": player["id"], "player": player["name"]}
    for name in COLUMNS:
        value = own[name]
        yield "" if value is None else int(value) if isinstance(value, bool) else value
    for criterion in order:
        figures = worth.get(criterion, ())
        yield figures[0] if len(figures) == 1 else " ".join(map(str, figures))
