"""Lines of a table, moved by what happens in its season's matches."""

from collections.abc import Sequence
from typing import Any

from django.db.models import F

from ecarte_club.clubs.models import Player
from ecarte_club.wire.live import announce
from games.engine.match import MatchState
from games.engine.seats import Seat
from games.models import Match
from games.signals import Entered
from scoring.models import Season, Standing
from scoring.rules.points import SHARE_FIELDS, Share, share, share_of

from .outbox import standings_changed_told


def standing_enter(*, match: Match, **_signal: Any) -> None:
    """Who begins a match of a season is in its table from then on."""
    season = Season.objects.filter(pk=match.event_id).first()
    if season is None:
        return
    players = (match.player_a_id, match.player_b_id)
    known = Standing.objects.filter(season=season, player_id__in=players).count()
    if known < len(players):
        _moved(match)
        rows = [Standing(season=season, player_id=player) for player in players]
        Standing.objects.bulk_create(rows, ignore_conflicts=True)


def standing_follow(*, match: Match, before: MatchState, after: MatchState, **_signal: Any) -> None:
    """Add to both lines what the entry changed. The cost knows nothing of other matches."""
    if before == after or not (before.over or after.over):
        return
    season = _moved(match)
    if season is None:
        return
    for player, seat in ((match.player_a_id, Seat.A), (match.player_b_id, Seat.B)):
        _add(season, player, share(after, seat, season.scheme) - share(before, seat, season.scheme))


def names_follow(*, player: Player, **_signal: Any) -> None:
    """Whoever has read a table in which he stands is told that it reads otherwise now."""
    seasons = Standing.objects.filter(player=player).order_by("season_id")
    for season_id in seasons.values_list("season_id", flat=True):
        season_moved(season_id)


def _add(season: Season, player: int, change: Share) -> None:
    sums = {name: F(name) + getattr(change, name) for name in SHARE_FIELDS if getattr(change, name)}
    lines = Standing.objects.filter(season=season)
    if sums and not lines.filter(player_id=player).update(**sums):
        # While this entry waited for its turn, he turned out to be another player.
        lines.filter(player__merged=player).update(**sums)


def _moved(match: Match) -> Season | None:
    """The match's season at its next version, if it has one.

    The season is moved first, and so locked: all that change its standings pass here one by one,
    none can wait for another in a circle, and the version read is the one that will be seen.
    """
    return None if match.event_id is None else season_moved(match.event_id)


def season_moved(season_id: int) -> Season | None:
    """At its next version, of which who watches it will hear; None when there is none."""
    if not Season.objects.filter(pk=season_id).update(version=F("version") + 1):
        return None
    season = Season.objects.select_related("league").get(pk=season_id)
    announce(f"season:{season.pk}", season.version)
    standings_changed_told(season)
    return season


def standings_gather(*, entered: Sequence[Entered], **_signal: Any) -> None:
    """What many matches come to: each season moves once, each line of it is changed once."""
    by_season: dict[int, list[Entered]] = {}
    for one in entered:
        if one.event_id is not None:
            by_season.setdefault(one.event_id, []).append(one)
    for season_id in sorted(by_season):
        season = season_moved(season_id)
        if season is not None:
            _gather(season, by_season[season_id])


def _gather(season: Season, entered: Sequence[Entered]) -> None:
    changes: dict[int, Share] = {}
    for one in entered:
        for player, seat, own in zip(one.player_ids, Seat, one.tallies, strict=True):
            more = share_of(own, seat, one.winner, season.scheme) if one.over else Share()
            changes[player] = changes.get(player, Share()) + more
    rows = [Standing(season=season, player_id=player) for player in changes]
    Standing.objects.bulk_create(rows, ignore_conflicts=True)
    for player, change in changes.items():
        _add(season, player, change)
