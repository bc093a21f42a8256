"""What a match was played for is to be played again once it is annulled, and is its own again when
that is taken back."""

from typing import Any

from games.matches.models import Entry, Match
from scoring.leagues.models import Season

from .planning.following import fixture_again, fixture_let_go
from .standings import season_moved, standing_enter, standing_leave
from .teams.following import board_again, board_let_go


def annulment_follow(*, match: Match, entry: Entry | None = None, **_signal: Any) -> None:
    """Before the tables follow what the match comes to.

    Raises: Invalid when something else rests on the match, or what it was played for was decided
    since.
    """
    if match.event_id is None or entry is None or not (entry.annuls or entry.reinstates):
        return
    if (season := season_moved(match.event_id)) is not None:
        _of_season(season, match, is_annulled=entry.annuls)


def _of_season(season: Season, match: Match, *, is_annulled: bool) -> None:
    if is_annulled:
        fixture_let_go(season, match)
        board_let_go(match)
        standing_leave(season, match)
    else:
        standing_enter(match=match)
        fixture_again(match)
        board_again(match)
