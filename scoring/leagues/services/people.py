"""Two players who turn out to be one person, and a player who is made anonymous."""

from collections.abc import Collection, Iterable, Iterator
from typing import Any

from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext as _

from ecarte_club.clubs.changes import MergeEffects, StandingsChange, StandingsLine, StoredData
from ecarte_club.clubs.models import Player
from ecarte_club.clubs.selectors.personal import player_names
from ecarte_club.clubs.services.members import refused
from ecarte_club.clubs.services.merge_undo import MovedRows
from ecarte_club.clubs.services.merge_undo import refused as unmerge_refused
from ecarte_club.core.parsing import replaced
from games.matches.models import Match
from scoring.leagues.models import (
    Adjustment,
    Board,
    Entrant,
    Fixture,
    ManualPlace,
    Meeting,
    Season,
    Standing,
    Team,
    TeamPlayer,
)
from scoring.leagues.selectors import seasons as queries
from scoring.leagues.selectors.standings import Line
from scoring.tables.results import SHARE_FIELDS

from .seasons import REASON_MOST
from .standings import manual_places_move, results_move, season_bump, season_mend

Decided = Fixture | Meeting | Board


def competitors_guard(*, kept: Player, gone: Player, **_signal: Any) -> MergeEffects:
    """Raises: Invalid when both take part in one event, or are in teams of one season."""
    entrants = Entrant.objects.filter(player=gone, event__entrants__player=kept)
    entrant = entrants.select_related("event__season").first()
    if entrant is not None:
        text = _("Both take part in the tournament %(event)s, so they are two different people.")
        if hasattr(entrant.event, "season"):
            text = _("Both take part in the season %(event)s, so they are two different people.")
        raise refused("both_enter", text % {"event": entrant.event})
    seasons = TeamPlayer.objects.filter(player=kept).values("season_id")
    members = TeamPlayer.objects.filter(player=gone, season__in=seasons)
    member = members.select_related("season__event").first()
    if member is not None:
        text = _("Both play for teams in %(season)s, so they are two different people.")
        raise refused("both_in_teams", text % {"season": member.season})
    return MergeEffects()


def competitors_move(*, kept: Player, gone: Player, **_signal: Any) -> MergeEffects:
    """Where they have played, the merging of standings has done this already."""
    events = Entrant.objects.filter(player=gone).order_by("event_id")
    seasons = Season.objects.filter(pk__in=events.values("event_id")).order_by("pk")
    for season_id in list(seasons.values_list("pk", flat=True)):
        season = season_bump(season_id)
        if season is not None:
            entrants_become(season, kept, gone)
    # Of tournaments, whose own versions are raised already.
    Entrant.objects.filter(player=gone).update(player=kept)
    Fixture.objects.filter(home=gone).update(home=kept)
    Fixture.objects.filter(away=gone).update(away=kept)
    members = TeamPlayer.objects.filter(player=gone).order_by("season_id")
    for season_id in list(members.values_list("season_id", flat=True)):
        season_bump(season_id)
    TeamPlayer.objects.filter(player=gone).update(player=kept)
    Team.objects.filter(captain=gone).update(captain=kept)
    Board.objects.filter(home=gone).update(home=kept)
    Board.objects.filter(away=gone).update(away=kept)
    manual_places_move(ManualPlace.objects.all(), kept, gone)
    return MergeEffects()


def entrants_become(season: Season, kept: Player, gone: Player) -> None:
    Entrant.objects.filter(event=season.pk, player=gone).update(player=kept)
    fixtures = Fixture.objects.filter(event=season.pk)
    fixtures.filter(home=gone).update(home=kept)
    fixtures.filter(away=gone).update(away=kept)
    season.event.adjustments.filter(player=gone).update(player=kept)
    manual_places_move(ManualPlace.objects.filter(order__event=season.pk), kept, gone)
    # Absences are stored by the ids of players; of teams, by theirs.
    away = season.plan.get("away", {})
    if not season.boards and str(gone.pk) in away:
        away[str(kept.pk)] = away.pop(str(gone.pk))
        season.save(update_fields=["plan"])


def reasons_forget(*, player: Player, names: Collection[str], **_signal: Any) -> None:
    """Reasons that name the player have their number instead."""
    for row in (*_fixtures_naming(player, names), *_meetings_naming(player, names)):
        row.reason = without_names(row.reason, player, names)
        row.save(update_fields=["reason"])
    gone: list[Entrant | Team] = [*_entrants_gone(player), *_teams_gone(player)]
    for entrant in _naming_before(gone, names):
        reasons = entrant.before_left["reasons"]
        for pk, reason in reasons.items():
            reasons[pk] = without_names(reason, player, names)
        entrant.save(update_fields=["before_left"])


def stored_fixtures(*, player: Player, **_signal: Any) -> Iterator[StoredData]:
    own = Fixture.objects.filter(Q(home=player) | Q(away=player)).count()
    yield StoredData(_("Fixtures, kept under the number"), own)
    names = player_names(player)
    before = _naming_before(_entrants_gone(player), names)
    number = len(_fixtures_naming(player, names)) + len(before)
    yield StoredData(_("Notes on fixtures that contain the player’s name"), number, stays=False)


def stored_teams(*, player: Player, **_signal: Any) -> Iterator[StoredData]:
    own = TeamPlayer.objects.filter(player=player).count()
    yield StoredData(_("Teams, kept under the number"), own)
    names = player_names(player)
    before = _naming_before(_teams_gone(player), names)
    number = len(_meetings_naming(player, names)) + len(before)
    yield StoredData(_("Notes on meetings that contain the player’s name"), number, stays=False)


def _fixtures_naming(player: Player, names: Collection[str]) -> list[Decided]:
    rows = Fixture.objects.filter(event__club=player.club_id).exclude(reason="")
    return [row for row in rows if contains_name(row.reason, names)]


def _meetings_naming(player: Player, names: Collection[str]) -> list[Decided]:
    club = player.club_id
    meetings = Meeting.objects.filter(season__league__club=club).exclude(reason="")
    boards = Board.objects.filter(meeting__season__league__club=club).exclude(reason="")
    rows: list[Decided] = [*meetings, *boards]
    return [row for row in rows if contains_name(row.reason, names)]


def _entrants_gone(player: Player) -> QuerySet[Entrant]:
    return Entrant.objects.filter(event__club=player.club_id, left_round__isnull=False)


def _teams_gone(player: Player) -> QuerySet[Team]:
    return Team.objects.filter(left_round__isnull=False, season__league__club=player.club_id)


def _naming_before(gone: Iterable[Entrant | Team], names: Collection[str]) -> list[Entrant | Team]:
    """Those whose fixtures had reasons with such a name before they withdrew."""
    return [
        one
        for one in gone
        if any(contains_name(text, names) for text in one.before_left.get("reasons", {}).values())
    ]


def without_names(reason: str, player: Player, names: Collection[str]) -> str:
    for name in sorted(names, key=len, reverse=True):
        reason = replaced(reason, name, player.name)
    return reason[:REASON_MOST]


def contains_name(reason: str, names: Collection[str]) -> bool:
    return any(replaced(reason, name, "") != reason for name in names)


def standings_merge(*, kept: Player, gone: Player, **_signal: Any) -> MergeEffects:
    """Every season in which either stands moves on, as their name may be shown otherwise now."""
    seasons = Standing.objects.filter(player__in=(kept, gone)).order_by("season_id")
    found = (
        _season(pk, kept, gone) for pk in seasons.values_list("season_id", flat=True).distinct()
    )
    return MergeEffects(tables=tuple(table for table in found if table))


def _season(season_id: int, kept: Player, gone: Player) -> StandingsChange | None:
    season = season_bump(season_id)
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


def merge_rows(*, gone: Player, **_signal: Any) -> Iterator[QuerySet[Any]]:
    entries = Entrant.objects.filter(player=gone)
    yield entries
    # Absences are stored by the ids of players.
    yield Season.objects.filter(pk__in=entries.order_by().values("event_id"))
    # Reasons of a draw name players by their ids, those of any fixture of the event.
    named = Q(event__in=entries.order_by().values("event_id")) & ~Q(why=[])
    yield Fixture.objects.filter(Q(home=gone) | Q(away=gone) | named)
    yield Adjustment.objects.filter(player=gone)
    yield ManualPlace.objects.filter(player=gone)
    yield TeamPlayer.objects.filter(player=gone)
    yield Team.objects.filter(captain=gone)
    yield Board.objects.filter(Q(home=gone) | Q(away=gone))


def competitors_unmerge_guard(*, kept: Player, moved: MovedRows, **_signal: Any) -> tuple[int, int]:
    """Raises: Invalid where a place that goes back was played on since."""
    matches, fixtures = set(moved.ids(Match)), moved.ids(Fixture)
    since = Q(match__isnull=False) & ~Q(match__in=matches)
    of_kept = since & (Q(home=kept) | Q(away=kept))
    fixture = Fixture.objects.filter(of_kept, pk__in=fixtures).first()
    board = Board.objects.filter(of_kept, pk__in=moved.ids(Board)).first()
    if fixture is not None:
        raise _played_since(kept, fixture.event)
    if board is not None:
        raise _played_since(kept, board.meeting)
    events = Entrant.objects.filter(pk__in=moved.ids(Entrant)).values("event_id")
    new = Fixture.objects.filter(Q(home=kept) | Q(away=kept), event__in=events)
    drawn = new.exclude(pk__in=fixtures).select_related("event").first()
    if drawn is not None:
        raise _played_since(kept, drawn.event)
    ruled = Adjustment.objects.filter(player=kept, event__in=events)
    other = ruled.exclude(pk__in=moved.ids(Adjustment)).select_related("event").first()
    if other is not None:
        raise _played_since(kept, other.event)
    return 0, 0


def _played_since(kept: Player, event: object) -> Exception:
    text = _(
        "%(name)s has been drawn, played or got points in %(event)s since the merge, with the "
        "place of the other player. Undo that first."
    )
    return unmerge_refused("played_since", text % {"name": kept.name, "event": event})


def standings_unmerge(*, moved: MovedRows, **_signal: Any) -> None:
    """Every season in which matches or places went back is worked out from its entries."""
    matches = Match.objects.filter(pk__in=moved.ids(Match), event__season__isnull=False)
    entered = Entrant.objects.filter(pk__in=moved.ids(Entrant), event__season__isnull=False)
    seasons = {*matches.values_list("event_id", flat=True)}
    for season_id in sorted(seasons | {*entered.values_list("event_id", flat=True)}):
        season_mend(season_id)
