"""Points that the committee gives or takes, and what is ended of that: each with its reason."""

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
from ecarte_club.core.exceptions import Absent, Invalid
from ecarte_club.core.parsing import replaced
from scoring.leagues.models import Adjustment, Season, TeamAdjustment
from scoring.leagues.selectors.standings import season_table_now
from scoring.leagues.selectors.what_if import table_with_rulings
from scoring.tables import results as ruled
from scoring.tables.table import WhatIf

from .standings import season_moved

Ruling = TypeVar("Ruling", Adjustment, TeamAdjustment)
POINTS_MOST = 1000
REASON_MOST = 200


@transaction.atomic(savepoint=False)
def adjustment_give(
    *, by: Person, season: Season, player: int, points: int, reason: str, on: date | None = None
) -> Adjustment:
    """`points` are taken where negative; `on`: from which day on, today where None.

    Raises: Denied; Absent; Invalid, naming the field.
    """
    found = held(by, season.pk)
    told = _checked(found, player, points, reason, on)
    made = Adjustment.objects.create(
        event_id=found.pk,
        player_id=player,
        points=points,
        reason=told,
        on=on or timezone.localdate(),
        by_id=by.user_id,
    )
    log_act(by, "adjustment_give", kind="season", about=found.pk, player=player, points=points)
    return made


def adjustment_foreseen(
    *, by: Person, season: Season, player: int, points: int, reason: str, on: date | None = None
) -> WhatIf:
    """Who would stand where. Raises: as adjustment_give."""
    require(by, Act.RUN_SEASON)
    told = _checked(season, player, points, reason, on)
    one = ruled.Adjustment(player, points, told, on or timezone.localdate())
    return table_with_rulings(season_table_now(season.pk), rulings=(one,))


@transaction.atomic(savepoint=False)
def adjustment_end(*, by: Person, season: Season, adjustment: int, reason: str) -> Adjustment:
    """From now on it is as if it had never been; it stays in the list, with why.

    Raises: Denied; Absent; Invalid, naming the field.
    """
    found = held(by, season.pk)
    one = Adjustment.objects.filter(pk=adjustment, event=found.pk).first()
    if one is None:
        raise Absent
    end(one, by, reason)
    log_act(by, "adjustment_end", kind="season", about=found.pk, player=one.player_id)
    return one


def end(one: Adjustment | TeamAdjustment, by: Person, reason: str) -> None:
    """Raises: Invalid, naming the field."""
    told = _reason(reason)
    if one.ended_at is not None:
        text = _("This adjustment has already been withdrawn.")
        raise Invalid("adjustment_ended", text, errors={"adjustment": text})
    one.ended_at, one.ended_by_id, one.ended_reason = timezone.now(), by.user_id, told
    one.save(update_fields=["ended_at", "ended_by", "ended_reason"])


def held(by: Person, season_id: int) -> Season:
    require(by, Act.RUN_SEASON)
    moved = season_moved(season_id)
    if moved is None or moved.league.club_id != by.club_id:
        raise Absent
    return moved


def _checked(season: Season, player: int, points: int, reason: str, on: date | None) -> str:
    missing = player not in season_table_now(season.pk).data.entrants
    return checked(points, reason, on, missing="player" if missing else "")


def checked(points: int, reason: str, on: date | None, *, missing: str) -> str:
    """The reason, as it is stored. `missing`: the field of an entrant that is not in the table.

    Raises: Invalid, naming the fields.
    """
    errors = {}
    if missing:
        errors[missing] = _("Must be in the standings of this season.")
    if not points or abs(points) > POINTS_MOST:
        errors["points"] = _("Must be from −%(most)s to %(most)s, but not 0.") % {
            "most": POINTS_MOST
        }
    if on is not None and on > timezone.localdate():
        errors["on"] = _("Must not be later than today.")
    if errors:
        raise Invalid("invalid_adjustment", _("This adjustment is not possible."), errors=errors)
    return _reason(reason)


def _reason(text: str) -> str:
    told = " ".join(text.replace("\x00", "").split())
    wrong = ""
    if not told:
        wrong = _("Give a reason. Everybody can read it beside the standings.")
    elif len(told) > REASON_MOST:
        wrong = _("Must be %(most)s characters at most.") % {"most": REASON_MOST}
    if wrong:
        raise Invalid("invalid_adjustment", wrong, errors={"reason": wrong})
    return told


def adjustments_forget(*, player: Player, names: Collection[str], **_signal: Any) -> None:
    """Their name in reasons becomes their number."""
    mine = Adjustment.objects.filter(event__club=player.club_id)
    theirs = TeamAdjustment.objects.filter(season__league__club=player.club_id)
    for one in (*_naming(mine, names), *_naming(theirs, names)):
        for name in sorted(names, key=len, reverse=True):
            one.reason = replaced(one.reason, name, player.name)
            one.ended_reason = replaced(one.ended_reason, name, player.name)
        one.reason, one.ended_reason = one.reason[:REASON_MOST], one.ended_reason[:REASON_MOST]
        one.save(update_fields=["reason", "ended_reason"])


def _naming(mine: QuerySet[Ruling], names: Collection[str]) -> QuerySet[Ruling]:
    told = Q()
    for name in names:
        told |= Q(reason__icontains=name) | Q(ended_reason__icontains=name)
    return mine.filter(told) if names else mine.none()


def adjustments_kept(*, player: Player, **_signal: Any) -> Iterator[StoredData]:
    mine = Adjustment.objects.filter(player=player).count()
    yield StoredData(_("Points adjustments, kept under the number"), mine)
    results = player.results.count()
    yield StoredData(_("Results that count in standings, kept under the number"), results)
