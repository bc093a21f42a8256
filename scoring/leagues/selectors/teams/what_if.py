"""The table of the teams with meetings that are only tried: nothing of it is saved."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.utils.translation import ngettext

from ecarte_club.core.exceptions import Invalid
from games.matches.selectors.reading import terms
from scoring.leagues.models import Season
from scoring.leagues.rules.teams import BoardPoints, met, reachable
from scoring.leagues.selectors.standings.tables import EventTable
from scoring.leagues.selectors.standings.what_if import check_two, next_round, shares_by
from scoring.tables.points import Share
from scoring.tables.results import Meeting
from scoring.tables.table import WhatIf, what_if

# No meeting comes to more board points.
POINTS_MOST = 9_999
Boards = Sequence[tuple[BoardPoints, Share, Share]]


class TrialMeeting(NamedTuple):
    """Of two teams, the first's first: the games won at each board, or the board points alone."""

    first: int
    second: int
    boards: tuple[tuple[int, int], ...] = ()
    points: BoardPoints = BoardPoints()


def table_with_meetings(
    event_table: EventTable, season: Season, results: Iterable[TrialMeeting]
) -> WhatIf:
    """By board points alone, a meeting adds nothing to the games of its teams.

    Raises: Invalid, naming the field, for teams without a place and impossible boards.
    """
    meetings: list[Meeting] = []
    for first, second, games, points in results:
        check_two(event_table, first, second, of_teams=True)
        boards = _by_games(season, games) if games else _by_points(season, points)
        round_ = next_round(event_table, {first, second}, meetings)
        meetings.append(met(round_, first, second, boards, season.team_scheme))
    return what_if(event_table.table, meetings)


def _by_games(season: Season, results: Sequence[tuple[int, int]]) -> Boards:
    if len(results) != season.boards:
        text = ngettext(
            "Say how its one board ended, or give the board points alone.",
            "Say how each of the %(boards)s boards ended, or give the board points alone.",
            season.boards,
        ) % {"boards": season.boards}
        raise _refused("boards_missing", "boards", text)
    pairs = [shares_by(season.event, season.team_scheme.board, games) for games in results]
    return [(BoardPoints(own.points, other.points), own, other) for own, other in pairs]


def _by_points(season: Season, points: BoardPoints) -> Boards:
    """Where there are bonuses, boards may come to nearly everything."""
    scheme = season.team_scheme
    possible = scheme.board.has_bonuses or points in reachable(
        season.boards, scheme, draws=terms(season.event).format.may_end_level
    )
    if not possible:
        text = ngettext(
            "With one board, a meeting cannot end %(home)s–%(away)s.",
            "With %(boards)s boards, a meeting cannot end %(home)s–%(away)s.",
            season.boards,
        )
        text %= {"boards": season.boards, **points._asdict()}
        raise _refused("board_points_impossible", "board_points", text)
    return [(points, Share(), Share())]


def _refused(code: str, field: str, text: str) -> Invalid:
    return Invalid(code, text, errors={field: text})
