"""What a match comes to for its team, for the preview of a correction."""

from typing import Any

from django.utils.translation import gettext as _

from games.matches.models import Match
from games.matches.selectors.effects import Figure, labels

from .models import Board
from .selectors.teams import tables


def team_figures(*, match: Match, **_signal: Any) -> list[Figure]:
    """Rank, match points and board points of every team: others may go up or down too."""
    if match.event is None or not Board.objects.filter(match=match.pk).exists():
        return []
    season = match.event.pk
    event_table = tables.team_table_now(season)
    title = _("%(season)s, teams") % {"season": match.event.name}
    said = {
        "rank": labels()["rank"],
        "match_points": _("match points"),
        "board_points": _("board points"),
    }
    return [
        Figure("teams", season, line.player, name, title, line.name, said[name], value)
        for line in tables.team_lines(event_table, event_table.table)
        for name, value in (
            ("rank", line.rank),
            ("match_points", line.share.points),
            ("board_points", line.share.games_for),
        )
    ]
