"""The table of the teams of a season, by the pure rules, kept for each version."""

from collections.abc import Iterable, Iterator

from ecarte_club.core.exceptions import Absent
from ecarte_club.core.version_cache import Shelf
from scoring.leagues.models import Fixture, Meeting, Season, Team, TeamAdjustment
from scoring.leagues.rules.team_results import awarded, met
from scoring.leagues.selectors import seasons
from scoring.leagues.selectors.fixture_states import State
from scoring.leagues.selectors.standings.gathering import Gathered, Who
from scoring.leagues.selectors.standings.lines import Line as TableLine
from scoring.leagues.selectors.standings.lines import lines_of
from scoring.leagues.selectors.standings.reading import ATTEMPTS, Whole
from scoring.tables.counted import TableData
from scoring.tables.criteria import TeamCriterion
from scoring.tables.results import Adjustment, How, Ruling, Struck, sat_out
from scoring.tables.results import Meeting as Counted
from scoring.tables.table import Table

from .meetings import Line, boards_of, line, results_of

COLUMNS = (
    *("rank", "team_id", "team", "match_points", "played", "won", "drawn", "lost"),
    *("board_points_for", "board_points_against", "games_for", "games_against"),
    *("kings", "voles", "adjustment", "decided_by"),
)
wholes: Shelf[Whole] = Shelf(most=8)


def whole(season_id: int) -> Whole:
    """From the shelf, where it lies; not within a write, which may yet be taken back.

    Raises: Absent where single players play.
    """
    season = _season(season_id)
    found = wholes.get((season_id, season.version), "")
    if found is None:
        found = whole_now(season_id)
        wholes.put((season_id, found.version), "", found)
    return found


def whole_now(season_id: int) -> Whole:
    """As it is at this moment. Raises: Absent."""
    season = _season(season_id)
    found = gathered(season)
    for _attempt in range(ATTEMPTS):
        # What changed meanwhile may be in one query and not in the next.
        newer = _season(season_id)
        if newer.version == season.version:
            break
        season, found = newer, gathered(newer)
    order = (TeamCriterion.POINTS, *season.team_order)
    return Whole(season_id, season.version, order, found)


def _season(season_id: int) -> Season:
    found = Season.objects.filter(pk=season_id).first() if season_id <= seasons.ID_MOST else None
    if found is None or not found.boards:
        raise Absent
    return found


def gathered(season: Season) -> Gathered:
    """A few queries, whatever was played. Who meets nobody has no line."""
    meetings = list(Meeting.objects.filter(season=season).select_related("round"))
    teams = Team.objects.filter(season=season).order_by("place")
    named = {one.pk: Who(one.name, one.sort_name, "") for one in teams}
    ids = {pk for one in meetings for pk in (one.home_id, one.away_id) if pk}
    who = {pk: one for pk, one in named.items() if not ids or pk in ids}
    told = list(_lines(season, meetings))
    counted = tuple(_counted(season, told))
    scheme = season.team_scheme.match
    struck = [Struck(one.pk, "") for one in teams if one.struck]
    every: list[Ruling] = [*struck, *_ruled(season)]
    rulings = tuple(one for one in every if one.entrant in who)
    given = TableData(tuple(who), counted, rulings, scheme, season.seed)
    return Gathered(given, who, {}, tuple(_unplayed(told)))


def _ruled(season: Season) -> Iterator[Adjustment]:
    """What was ended is as if it had never been."""
    rows = TeamAdjustment.objects.filter(season=season, ended_at=None).order_by("pk")
    for one in rows:
        yield Adjustment(one.team_id, one.points, one.reason, one.on)


def _lines(season: Season, meetings: list[Meeting]) -> Iterator[Line]:
    boards = boards_of([one.pk for one in meetings])
    results = results_of([one.pk for one in meetings])
    for one in meetings:
        yield line(one, boards.get(one.pk, ()), results, season.team_scheme)


def _counted(season: Season, told: Iterable[Line]) -> Iterator[Counted]:
    scheme = season.team_scheme
    for one in told:
        meeting = one.meeting
        round_, home, away = meeting.round.number, meeting.home_id, meeting.away_id
        if away is None:
            yield sat_out(scheme.match, round_, home, How.BYE, meeting.day)
        elif one.state is State.PLAYED:
            boards = [(board.points, *board.shares) for board in one.boards if board.points]
            yield met(round_, home, away, boards, scheme, one.over_on)
        elif meeting.award and meeting.award != Fixture.Award.VOID:
            yield awarded(round_, home, away, one.winner, season.boards, scheme, meeting.day)


def _unplayed(told: Iterable[Line]) -> Iterator[tuple[int, int, int]]:
    for one in told:
        meeting = one.meeting
        if one.state in (State.TO_PLAY, State.IN_PLAY) and meeting.away_id is not None:
            yield meeting.round.number, meeting.home_id, meeting.away_id


def lines_now(found: Whole, table: Table) -> tuple[TableLine, ...]:
    """Whose `player` is a team. Teams have no names to be hidden."""
    return lines_of(found, table, "")


def csv_rows(lines: Iterable[TableLine]) -> Iterator[tuple[object, ...]]:
    for one in lines:
        share = one.share
        yield (
            *(one.rank, one.player, one.name, share.points, share.played, share.won),
            *(share.drawn, share.lost, share.games_for, share.games_against),
            *(share.value, share.value_against, share.kings, share.voles),
            *(one.adjustment, one.decided_by or ""),
        )
