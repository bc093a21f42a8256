"""The order of competitors who are level, as the committee decides it."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.models import Player
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.core.exceptions import Invalid, get_or_absent
from ecarte_club.core.sentences import and_list
from scoring.leagues.models import ManualOrder, ManualPlace, Season
from scoring.leagues.selectors.manual_orders import manual_orders
from scoring.leagues.selectors.standings import EventTable, season_table_now
from scoring.leagues.selectors.team_standings import team_table_now
from scoring.tables import results as rulings
from scoring.tables.criteria import with_manual
from scoring.tables.table import WhatIf, compared, table_of

from .people import contains_name, without_names
from .seasons import checked_reason, own_season_lock, season_lock


@dataclass(frozen=True, slots=True)
class ManualOrderPreview:
    """`replaced`: what some of them were ranked by until now."""

    table: EventTable
    what_if: WhatIf
    replaced: Sequence[ManualOrder]


@transaction.atomic(savepoint=False)
def manual_order_decide(
    *,
    by: Person,
    season: Season,
    entrants: Sequence[int],
    reason: str,
    version: int,
    of_teams: bool = False,
) -> ManualOrder:
    """`entrants`: all who are level now, best first. What some of them were ranked by before is
    withdrawn.

    Raises: Denied; Stale; Absent for teams where single players play; Invalid, naming the field.
    """
    require(by, Act.RUN_SEASON)
    reason = checked_reason(reason)
    season = season_lock(by, season, version)
    table_of_level([_table(season, of_teams=of_teams)], entrants)
    made = order_store(by, season.pk, entrants, reason, of_teams=of_teams)
    log_act(by, "manual_order_decide", kind="season", about=season.pk, number=len(entrants))
    return made


def manual_order_preview(
    *,
    by: Person,
    season: Season,
    entrants: Sequence[int],
    reason: str,
    of_teams: bool = False,
) -> ManualOrderPreview:
    """Who would stand where. Raises: as manual_order_decide."""
    require(by, Act.RUN_SEASON)
    return order_tried([_table(season, of_teams=of_teams)], entrants, checked_reason(reason))


@transaction.atomic(savepoint=False)
def manual_order_end(
    *, by: Person, season: Season, order: int, reason: str, of_teams: bool = False
) -> ManualOrder:
    """From now on it is as if it had never been; it stays in the list, with why.

    Raises: Denied; Absent; Invalid, naming the field.
    """
    require(by, Act.RUN_SEASON)
    season = own_season_lock(by, season.pk)
    row = get_or_absent(manual_orders(season.pk, of_teams=of_teams), order)
    order_end(by, row, reason)
    log_act(by, "manual_order_end", kind="season", about=season.pk, number=len(row.places.all()))
    return row


def _table(season: Season, *, of_teams: bool) -> EventTable:
    return team_table_now(season.pk) if of_teams else season_table_now(season.pk)


def table_of_level(tables: Sequence[EventTable], entrants: Sequence[int]) -> EventTable:
    """The table in which these are all of a group who are level. Raises: Invalid."""
    groups = [(table, group) for table in tables for group in table.level_groups]
    field = "teams" if tables[0].of_teams else "players"
    if not groups:
        raise Invalid("nobody_level", nobody_level(tables), field=field)
    for table, group in groups:
        if sorted(entrants) == sorted(group):
            return table
    level = "; ".join(
        and_list(table.entrants[one].name for one in group) for table, group in groups
    )
    # Translators: %(level)s is a list of groups of names, such as "Ann and Bob; Cyd and Dan".
    text = _("Rank all who are level with each other, each once. Level now: %(level)s.")
    extra = {"level": [list(group) for _table, group in groups]}
    raise Invalid("not_level", text % {"level": level}, field=field, extra=extra)


def nobody_level(tables: Iterable[EventTable]) -> str:
    """Why there is nobody to be ranked."""
    if any(table.rounds for table in tables):
        return _("Nobody is level: the results and the tie-breaks decide every place.")
    return _("No result counts yet, so there is nobody to rank.")


def order_tried(
    tables: Sequence[EventTable], entrants: Sequence[int], reason: str
) -> ManualOrderPreview:
    """Raises: Invalid."""
    table = table_of_level(tables, entrants)
    decided = rulings.ManualOrder(tuple(entrants), reason, timezone.localdate())
    others = (one for one in table.data.rulings if not _overlaps(one, entrants))
    data = replace(table.data, rulings=(*others, decided))
    then = table_of(data, with_manual(table.order, of_teams=table.of_teams))
    replaced = _overlapping(table.event, entrants, of_teams=table.of_teams)
    return ManualOrderPreview(table, compared(table.table, then), replaced)


def order_store(
    by: Person, event: int, entrants: Sequence[int], reason: str, *, of_teams: bool = False
) -> ManualOrder:
    """Within the lock of the season or tournament."""
    for row in _overlapping(event, entrants, of_teams=of_teams):
        _end(by, row, _("Replaced by a newer order."))
    facts = {"reason": reason, "on": timezone.localdate(), "by_id": by.user_id}
    made = ManualOrder.objects.create(event_id=event, **facts)
    kind = "team_id" if of_teams else "player_id"
    ManualPlace.objects.bulk_create(
        ManualPlace(order=made, place=place, **{kind: entrant})
        for place, entrant in enumerate(entrants, start=1)
    )
    return made


def order_end(by: Person, row: ManualOrder, reason: str) -> None:
    """Within the lock of the season or tournament. Raises: Invalid."""
    reason = checked_reason(reason)
    if row.ended_at is not None:
        text = _("This order has already been withdrawn.")
        raise Invalid("order_ended", text, field="order")
    _end(by, row, reason)


def _end(by: Person, row: ManualOrder, reason: str) -> None:
    row.ended_at, row.ended_by_id, row.ended_reason = timezone.now(), by.user_id, reason
    row.save(update_fields=["ended_at", "ended_by", "ended_reason"])


def _overlapping(event: int, entrants: Collection[int], *, of_teams: bool) -> Sequence[ManualOrder]:
    rows = manual_orders(event, of_teams=of_teams).filter(ended_at=None)
    return [row for row in rows if any(one.competitor_id in entrants for one in row.places.all())]


def _overlaps(ruling: rulings.Ruling, entrants: Collection[int]) -> bool:
    return isinstance(ruling, rulings.ManualOrder) and not set(entrants).isdisjoint(ruling.entrants)


def manual_orders_forget(*, player: Player, names: Collection[str], **_signal: object) -> None:
    """Their name in reasons becomes their number."""
    for row in ManualOrder.objects.filter(event__club=player.club_id):
        if contains_name(f"{row.reason} {row.ended_reason}", names):
            row.reason = without_names(row.reason, player, names)
            row.ended_reason = without_names(row.ended_reason, player, names)
            row.save(update_fields=["reason", "ended_reason"])
