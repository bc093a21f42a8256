"""Points given to players, or match points to teams, or taken; and what is withdrawn of that."""

from collections.abc import Collection, Iterator
from datetime import date
from typing import Any, TypeVar

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.changes import StoredData
from ecarte_club.clubs.models import Player
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.core.exceptions import Invalid, get_or_absent
from scoring.leagues.models import Adjustment, ManualPlace, Season, TeamAdjustment
from scoring.leagues.selectors.standings import EventTable, season_table_now
from scoring.leagues.selectors.team_standings import team_table_now
from scoring.leagues.selectors.what_if import table_with_rulings
from scoring.tables import results as rulings
from scoring.tables.table import WhatIf

from .people import without_names
from .seasons import own_season_lock

Row = TypeVar("Row", Adjustment, TeamAdjustment)
POINTS_MOST = 1000
REASON_MOST = 200


def adjustments_of(season: Season, *, of_teams: bool) -> QuerySet[Any]:
    """The newest first, withdrawn ones too."""
    rows: QuerySet[Any] = Adjustment.objects.filter(event=season.pk).select_related("player")
    if of_teams:
        rows = TeamAdjustment.objects.filter(season=season).select_related("team")
    return rows.order_by("-pk")


@transaction.atomic(savepoint=False)
def adjustment_give(
    *,
    by: Person,
    season: Season,
    points: int,
    reason: str,
    on: date | None = None,
    player: int | None = None,
    team: int | None = None,
) -> Adjustment | TeamAdjustment:
    """Of a player or a team. `points` are taken where negative; `on`: from which day on, today
    where None.

    Raises: Denied; Absent, also for teams where single players play; Invalid, naming the field.
    """
    require(by, Act.RUN_SEASON)
    season = own_season_lock(by, season.pk)
    _table, ruling = _checked(season, player, team, points, reason, on)
    columns = {"points": points, "reason": ruling.reason, "on": ruling.day, "by_id": by.user_id}
    made: Adjustment | TeamAdjustment
    if team is None:
        made = Adjustment.objects.create(event_id=season.pk, player_id=ruling.entrant, **columns)
    else:
        made = TeamAdjustment.objects.create(season=season, team_id=ruling.entrant, **columns)
    _log(by, season, made, "give", points=points)
    return made


def adjustment_preview(
    *,
    by: Person,
    season: Season,
    points: int,
    reason: str,
    on: date | None = None,
    player: int | None = None,
    team: int | None = None,
) -> WhatIf:
    """Who would stand where. Raises: as adjustment_give."""
    require(by, Act.RUN_SEASON)
    table, ruling = _checked(season, player, team, points, reason, on)
    return table_with_rulings(table, rulings=(ruling,))


@transaction.atomic(savepoint=False)
def adjustment_end(
    *, by: Person, season: Season, adjustment: int, reason: str, of_teams: bool = False
) -> Adjustment | TeamAdjustment:
    """From now on it is as if it had never been; it stays in the list, with why.

    Raises: Denied; Absent; Invalid, naming the field.
    """
    require(by, Act.RUN_SEASON)
    season = own_season_lock(by, season.pk)
    row = get_or_absent(adjustments_of(season, of_teams=of_teams), adjustment)
    reason = _checked_reason(reason)
    if row.ended_at is not None:
        text = _("This adjustment has already been withdrawn.")
        raise Invalid("adjustment_ended", text, field="adjustment")
    row.ended_at, row.ended_by_id, row.ended_reason = timezone.now(), by.user_id, reason
    row.save(update_fields=["ended_at", "ended_by", "ended_reason"])
    _log(by, season, row, "end")
    ended: Adjustment | TeamAdjustment = row
    return ended


def _log(
    by: Person, season: Season, row: Adjustment | TeamAdjustment, verb: str, **detail: int
) -> None:
    if isinstance(row, TeamAdjustment):
        log_act(by, f"team_adjustment_{verb}", kind="team", about=row.team_id, **detail)
    else:
        about = {"about": season.pk, "player": row.player_id}
        log_act(by, f"adjustment_{verb}", kind="season", **about, **detail)


def _checked(
    season: Season,
    player: int | None,
    team: int | None,
    points: int,
    reason: str,
    on: date | None,
) -> tuple[EventTable, rulings.Adjustment]:
    """With the table as it is; a team that was struck out has no line in it.

    Raises: Absent; Invalid, naming the fields.
    """
    if team is None:
        table, field, competitor = season_table_now(season.pk), "player", player
        known = competitor in table.data.entrants
    else:
        table, field, competitor = team_table_now(season.pk), "team", team
        known = competitor in table.table.places
    errors = {}
    if competitor is None or not known:
        errors[field] = _("Must be in the standings of this season.")
    if not points or abs(points) > POINTS_MOST:
        errors["points"] = _("Must be from −%(most)s to %(most)s, but not 0.") % {
            "most": POINTS_MOST
        }
    if on is not None and on > timezone.localdate():
        errors["on"] = _("Must not be later than today.")
    if errors or competitor is None:
        raise Invalid("invalid_adjustment", _("This adjustment is not possible."), errors=errors)
    day = on or timezone.localdate()
    return table, rulings.Adjustment(competitor, points, _checked_reason(reason), day)


def _checked_reason(text: str) -> str:
    reason = " ".join(text.replace("\x00", "").split())
    wrong = ""
    if not reason:
        wrong = _("Give a reason. Everybody can read it beside the standings.")
    elif len(reason) > REASON_MOST:
        wrong = _("Must be %(most)s characters at most.") % {"most": REASON_MOST}
    if wrong:
        raise Invalid("invalid_adjustment", wrong, field="reason")
    return reason


def adjustments_forget(*, player: Player, names: Collection[str], **_signal: Any) -> None:
    """Their name in reasons becomes their number."""
    own = Adjustment.objects.filter(event__club=player.club_id)
    of_teams = TeamAdjustment.objects.filter(season__league__club=player.club_id)
    for row in (*_naming(own, names), *_naming(of_teams, names)):
        row.reason = without_names(row.reason, player, names)
        row.ended_reason = without_names(row.ended_reason, player, names)
        row.save(update_fields=["reason", "ended_reason"])


def _naming(rows: QuerySet[Row], names: Collection[str]) -> QuerySet[Row]:
    query = Q()
    for name in names:
        query |= Q(reason__icontains=name) | Q(ended_reason__icontains=name)
    return rows.filter(query) if names else rows.none()


def stored_adjustments(*, player: Player, **_signal: Any) -> Iterator[StoredData]:
    mine = Adjustment.objects.filter(player=player).count()
    yield StoredData(_("Points adjustments, kept under the number"), mine)
    ranked = ManualPlace.objects.filter(player=player).count()
    yield StoredData(_("Places decided by the committee, kept under the number"), ranked)
    results = player.results.count()
    yield StoredData(_("Results that count in standings, kept under the number"), results)
