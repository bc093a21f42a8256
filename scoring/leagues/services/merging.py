"""Two players who are one: their lines of a table are added together."""

from collections.abc import Iterable
from typing import Any

from django.db.models import F

from ecarte_club.clubs.changes import MergeEffects, StandingsChange, StandingsLine
from ecarte_club.clubs.models import Player
from scoring.leagues.models import Season, Standing
from scoring.leagues.selectors import seasons as queries
from scoring.leagues.selectors.standings import Line
from scoring.tables.points import SHARE_FIELDS

from .people import entrants_become
from .results import results_move
from .standings import season_moved


def standings_merge(*, kept: Player, gone: Player, **_signal: Any) -> MergeEffects:
    """Every season in which either stands moves on, for his name may be shown otherwise now."""
    seasons = Standing.objects.filter(player__in=(kept, gone)).order_by("season_id")
    found = (
        _season(pk, kept, gone) for pk in seasons.values_list("season_id", flat=True).distinct()
    )
    return MergeEffects(tables=tuple(table for table in found if table))


def _season(season_id: int, kept: Player, gone: Player) -> StandingsChange | None:
    season = season_moved(season_id)
    row = Standing.objects.filter(season=season_id, player=gone).first()
    if season is None or row is None:
        return None
    before = queries.table(season_id, named=True).lines
    results_move(season_id, kept, gone)
    entrants_become(season, kept, gone)
    his = Standing.objects.filter(season=season_id, player=kept)
    if his.update(**{name: F(name) + getattr(row, name) for name in SHARE_FIELDS}):
        row.delete()
    else:
        Standing.objects.filter(pk=row.pk).update(player=kept)
    after = queries.table(season_id, named=True).lines
    # Who was struck out has no line.
    if all(line.player != kept.pk for line in after):
        return None
    return _change(season, before, after, kept, gone)


def _change(
    season: Season, before: Iterable[Line], after: Iterable[Line], kept: Player, gone: Player
) -> StandingsChange:
    ranks = {line.player: line.rank for line in before}
    pair = (kept.pk, gone.pk)
    return StandingsChange(
        season=season.pk,
        name=season.event.name,
        before=tuple(_line(line) for line in before if line.player in pair),
        after=next(_line(line) for line in after if line.player == kept.pk),
        others=sum(line.rank != ranks[line.player] for line in after if line.player not in pair),
    )


def _line(line: Line) -> StandingsLine:
    share = line.share
    return StandingsLine(line.rank, line.player, line.name, share.points, share.played, share.won)
