"""What may still become of a season of teams, board by board.

A meeting whose line-ups are known is played by these players. Otherwise each run draws the line-ups
from the players of the two teams; boards that a team cannot fill are empty.
"""

from collections.abc import Sequence
from functools import cache, partial
from itertools import chain
from random import Random

from games.engine.terms import Format
from games.matches.selectors.reading import terms
from scoring.leagues.models import Board as BoardRow
from scoring.leagues.models import Meeting, Season, TeamPlayer
from scoring.leagues.rules.teams import Board, BoardPoints, Lineup, boards, met, unplayed
from scoring.tables.prospects import Points, Prospects
from scoring.tables.results import Meeting as Counted
from scoring.tables.results import Share

from .meetings import Line, boards_of, line, results_of
from .outlook import (
    Chances,
    Strengths,
    check_place,
    from_cache,
    game_chance,
    is_foreseeable,
    match_result,
    played_chances,
    prospects_by,
    skills_of,
)
from .standings import EventTable
from .what_if import fixtures_left, shares_by

NOTHING = Share()


def team_prospects(event_table: EventTable, season: Season, team: int) -> Prospects | None:
    """None where nothing is left to play. Raises: Invalid for a team without a place."""
    check_place(event_table, team)
    if not is_foreseeable(event_table):
        return None
    return prospects_by(event_table, team, points_of_meeting(season))


def points_of_meeting(season: Season) -> Points:
    """An odd number of boards that somebody wins each cannot end level."""
    scheme, form = season.team_scheme, terms(season.event).format
    may_draw = season.boards % 2 == 0 or form.may_end_level or scheme.board.has_bonuses
    match = scheme.match
    return Points(match.win, match.draw if may_draw else None, match.loss)


def team_chances(event_table: EventTable, season: Season) -> Chances | None:
    """None where nothing is left to play."""
    if not is_foreseeable(event_table):
        return None
    left = _Left(event_table, season)
    skills = skills_of(season.event, left.players)
    return from_cache(
        ("teams", event_table.event, event_table.version),
        skills,
        lambda: played_chances(event_table, skills, left.play, len(left.lines) * season.boards),
    )


class _Left:
    """The meetings that are left, and who may play in them."""

    def __init__(self, event_table: EventTable, season: Season) -> None:
        self.season, self.scheme = season, season.team_scheme
        self.form: Format = terms(season.event).format
        self.shares = cache(partial(shares_by, season.event, self.scheme.board))
        open_ = {(round_, home, away) for round_, home, away in fixtures_left(event_table)}
        rows = Meeting.objects.filter(season=season, award="").select_related("round")
        waiting = [one for one in rows if (one.round.number, one.home_id, one.away_id) in open_]
        ids = [one.pk for one in waiting]
        at_boards, results = boards_of(ids), results_of(ids)
        self.lines: Sequence[Line] = [
            line(one, at_boards.get(one.pk, ()), results, self.scheme) for one in waiting
        ]
        self.members: dict[int, list[int]] = {}
        playing = TeamPlayer.objects.filter(season=season, left_on=None).order_by("pk")
        for team, player in playing.values_list("team", "player"):
            self.members.setdefault(team, []).append(player)

    @property
    def players(self) -> set[int]:
        named = (
            player
            for one in self.lines
            for board in one.boards
            for player in (board.board.home_id, board.board.away_id)
            if player is not None
        )
        return {*chain.from_iterable(self.members.values()), *named}

    def play(self, random: Random, strengths: Strengths) -> list[Counted]:
        return [self._meeting(one, random, strengths) for one in self.lines]

    def _meeting(self, one: Line, random: Random, strengths: Strengths) -> Counted:
        home, away = one.meeting.home_id, one.meeting.away_id or 0
        if one.meeting.is_lined_up:
            played = [
                (board.points, *board.shares)
                if board.points is not None
                else self._board(_of(board.board), random, strengths)
                for board in one.boards
            ]
        else:
            lineups = (self._lineup(home, random), self._lineup(away, random))
            played = [self._board(board, random, strengths) for board in boards(*lineups)]
        return met(one.round.number, home, away, played, self.scheme)

    def _lineup(self, team: int, random: Random) -> Lineup:
        members = self.members.get(team, [])
        number = self.season.boards
        players = random.sample(members, min(number, len(members)))
        return [*players, *[None] * (number - len(players))]

    def _board(
        self, board: Board, random: Random, strengths: Strengths
    ) -> tuple[BoardPoints, Share, Share]:
        points = unplayed(board, self.scheme)
        if points is not None or board.home is None or board.away is None:
            return points or BoardPoints(), NOTHING, NOTHING
        chance = game_chance(strengths[board.home], strengths[board.away])
        own, other = self.shares(match_result(random, self.form, chance))
        return BoardPoints(own.points, other.points), own, other


def _of(row: BoardRow) -> Board:
    return Board(row.number, row.home_id, row.away_id)
