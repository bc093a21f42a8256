"""The table of the teams with meetings that are only tried: nothing of it is kept."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.utils.translation import ngettext

from ecarte_club.core.exceptions import Invalid
from games.matches.log import terms
from scoring.leagues.models import Season
from scoring.leagues.rules.team_results import met
from scoring.leagues.rules.teams import BoardPoints, reachable
from scoring.leagues.selectors.standings.reading import Whole
from scoring.leagues.selectors.standings.trying import (
    check_two,
    next_round,
    shares_by,
)
from scoring.tables.points import Share
from scoring.tables.results import Meeting
from scoring.tables.table import WhatIf, what_if

# No meeting comes to more board points.
POINTS_MOST = 9_999
Boards = Sequence[tuple[BoardPoints, Share, Share]]


class Tried(NamedTuple):
    """Of two teams, the first's first: the games won at each board, or the board points alone."""

    one: int
    other: int
    boards: tuple[tuple[int, int], ...] = ()
    points: BoardPoints = BoardPoints()


def tried(whole: Whole, season: Season, results: Iterable[Tried]) -> WhatIf:
    """By board points alone, a meeting adds nothing to the games of its teams.

    Raises: Invalid, naming the field, for who has no place and for what boards cannot come to.
    """
    meetings: list[Meeting] = []
    for one in results:
        check_two(whole, one.one, one.other, of_teams=True)
        boards = _by_games(season, one) if one.boards else _by_points(season, one.points)
        round_ = next_round(whole, {one.one, one.other}, meetings)
        meetings.append(met(round_, one.one, one.other, boards, season.team_scheme))
    return what_if(whole.table, meetings)


def _by_games(season: Season, one: Tried) -> Boards:
    if len(one.boards) != season.boards:
        text = ngettext(
            "Say how its one board ended, or give the board points alone.",
            "Say how each of the %(boards)s boards ended, or give the board points alone.",
            season.boards,
        ) % {"boards": season.boards}
        raise _refused("boards_missing", "boards", text)
    pairs = [shares_by(season.event, season.team_scheme.board, games) for games in one.boards]
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
        told = {"boards": season.boards, **points._asdict()}
        raise _refused("board_points_impossible", "board_points", text % told)
    return [(points, Share(), Share())]


def _refused(code: str, field: str, text: str) -> Invalid:
    return Invalid(code, text, errors={field: text})
