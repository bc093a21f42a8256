"""What a match comes to in its season, for the preview of a correction."""

from typing import Any

from games.matches.models import Match
from games.matches.selectors.effects import Figure, labels
from scoring.tables.points import SHARE_FIELDS

from .models import Season
from .selectors.seasons import table


def season_figures(*, match: Match, **_signal: Any) -> list[Figure]:
    """Rank, points and all the rest of everybody in the table: others may go up or down too."""
    if match.event is None or not Season.objects.filter(pk=match.event.pk).exists():
        return []
    said, name = labels(), match.event.name
    return [
        Figure("season", match.event.pk, line.player, figure, name, line.name, said[figure], value)
        for line in table(match.event.pk, named=True).lines
        for figure, value in (("rank", line.rank), *_shares(line.share))
    ]


def _shares(share: Any) -> list[tuple[str, int]]:
    order = ("points", *(name for name in SHARE_FIELDS if name != "points"))
    return [(name, getattr(share, name)) for name in order]
