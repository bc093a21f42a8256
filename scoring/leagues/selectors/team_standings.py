"""The table of the teams of a season, and everything that its places rest on."""

from collections.abc import Iterable, Iterator

from ecarte_club.core.composed import Composed
from ecarte_club.core.etags import VersionCache
from scoring.leagues.models import Fixture, Meeting, Season, Team, TeamAdjustment
from scoring.leagues.rules.teams import awarded, met
from scoring.tables.counted import TableData
from scoring.tables.criteria import TeamCriterion, with_manual
from scoring.tables.results import Adjustment, How, Struck, sat_out
from scoring.tables.results import Meeting as Counted
from scoring.tables.table import Table

from .fixtures import UNDECIDED, State
from .manual_orders import orders_in_force
from .meetings import Line, boards_of, line, results_of
from .standings import EntrantName, EventTable, lines_of, table_at_one_version
from .standings import Line as TableLine

COLUMNS = (
    *("rank", "team_id", "team", "match_points", "played", "won", "drawn", "lost"),
    *("board_points_for", "board_points_against", "games_for", "games_against"),
    *("kings", "voles", "adjustment", "decided_by"),
)
team_tables: VersionCache[EventTable] = VersionCache(most=8)


def team_table(season_id: int) -> EventTable:
    """From the cache, if it is there; not within a write, which may yet be rolled back.

    Raises: Absent where single players play.
    """
    season = _season(season_id)
    table = team_tables.get((season_id, season.version), "")
    if table is None:
        table = team_table_now(season_id)
        team_tables.put((season_id, table.version), "", table)
    return table


def team_table_now(season_id: int) -> EventTable:
    """As it is at this moment. Raises: Absent."""
    return table_at_one_version(season_id, _season, _table)


_seasons = Composed(lambda pk: Season.objects.exclude(boards=0).filter(pk=pk).order_by(), pk=int)


def _season(season_id: int) -> Season:
    return _seasons.get(pk=season_id)


def _table(season: Season) -> EventTable:
    """A few queries, however much was played. Once there are meetings, teams without any have no
    line."""
    meetings = list(Meeting.objects.filter(season=season).select_related("round"))
    with_meetings = {pk for one in meetings for pk in (one.home_id, one.away_id) if pk}
    teams = [
        team
        for team in Team.objects.filter(season=season).order_by("place")
        if not meetings or team.pk in with_meetings
    ]
    names = {team.pk: EntrantName(team.name, team.sort_name, "") for team in teams}
    lines = list(_lines(season, meetings))
    decided = tuple(orders_in_force(season.pk, names, of_teams=True))
    data = TableData(
        tuple(names),
        tuple(_counted(season, lines)),
        (
            *(Struck(team.pk, "") for team in teams if team.struck),
            *(ruling for ruling in _adjustments(season) if ruling.entrant in names),
            *decided,
        ),
        season.team_scheme.match,
        season.seed,
    )
    order = (
        TeamCriterion.POINTS,
        *with_manual(season.team_order, is_decided=bool(decided), of_teams=True),
    )
    open_meetings = tuple(_open_meetings(lines))
    return EventTable(season.pk, season.version, order, data, names, open_fixtures=open_meetings)


def _adjustments(season: Season) -> Iterator[Adjustment]:
    """Those withdrawn are as if they had never been."""
    rows = TeamAdjustment.objects.filter(season=season, ended_at=None).order_by("pk")
    for one in rows:
        yield Adjustment(one.team_id, one.points, one.reason, one.on)


def _lines(season: Season, meetings: list[Meeting]) -> Iterator[Line]:
    boards = boards_of([one.pk for one in meetings])
    results = results_of([one.pk for one in meetings])
    for one in meetings:
        yield line(one, boards.get(one.pk, ()), results, season.team_scheme)


def _counted(season: Season, lines: Iterable[Line]) -> Iterator[Counted]:
    scheme = season.team_scheme
    for one in lines:
        meeting = one.meeting
        round_, home, away = meeting.round.number, meeting.home_id, meeting.away_id
        if away is None:
            yield sat_out(scheme.match, round_, home, How.BYE, meeting.day)
        elif one.state is State.PLAYED:
            boards = [(board.points, *board.shares) for board in one.boards if board.points]
            yield met(round_, home, away, boards, scheme, one.over_on)
        elif meeting.award and meeting.award != Fixture.Award.VOID:
            yield awarded(round_, home, away, one.winner, season.boards, scheme, meeting.day)


def _open_meetings(lines: Iterable[Line]) -> Iterator[tuple[int, int, int]]:
    for one in lines:
        meeting = one.meeting
        if one.state in UNDECIDED and meeting.away_id is not None:
            yield meeting.round.number, meeting.home_id, meeting.away_id


def team_lines(event_table: EventTable, table: Table) -> tuple[TableLine, ...]:
    """Whose `player` is a team. Names of teams are never hidden."""
    return lines_of(event_table, table, "")


def csv_rows(lines: Iterable[TableLine]) -> Iterator[tuple[object, ...]]:
    for one in lines:
        share = one.share
        yield (
            *(one.rank, one.player, one.name, share.points, share.played, share.won),
            *(share.drawn, share.lost, share.games_for, share.games_against),
            *(share.value, share.value_against, share.kings, share.voles),
            *(one.adjustment, one.decided_by or ""),
        )
