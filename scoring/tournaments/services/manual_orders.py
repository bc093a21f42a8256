"""The order of players of one table who are level, as the committee decides it."""

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.core.exceptions import Invalid, get_or_absent
from scoring.leagues.models import ManualOrder
from scoring.leagues.selectors.manual_orders import manual_orders
from scoring.leagues.selectors.standings import EventTable
from scoring.leagues.services.manual_orders import (
    ManualOrderPreview,
    order_end,
    order_store,
    order_tried,
    table_of_level,
)
from scoring.leagues.services.seasons import checked_reason
from scoring.tournaments.models import Tournament
from scoring.tournaments.selectors.board import tables_of
from scoring.tournaments.selectors.reading import reading_of

from .locking import draft_drop, qualifiers_follow, state_settle, tournament_lock_for


@transaction.atomic(savepoint=False)
def manual_order_decide(
    *, by: Person, tournament: Tournament, entrants: Sequence[int], reason: str, version: int
) -> ManualOrder:
    """`entrants`: all of a table who are level now, best first. Who goes on from a group follows.

    Raises: Denied; Stale; Invalid, also where a match of the knock-out is in the way.
    """
    require(by, Act.RUN_SEASON)
    reason = checked_reason(reason)
    found = tournament_lock_for(by, tournament, version)
    table_of_level(_tables(found, by), entrants)
    made = order_store(by, found.pk, entrants, reason)
    _follow(found)
    _log(by, "decide", made)
    return made


def manual_order_preview(
    *, by: Person, tournament: Tournament, entrants: Sequence[int], reason: str
) -> ManualOrderPreview:
    """Who would stand where. Raises: as manual_order_decide."""
    require(by, Act.RUN_SEASON)
    return order_tried(_tables(tournament, by), entrants, checked_reason(reason))


@transaction.atomic(savepoint=False)
def manual_order_end(*, by: Person, tournament: Tournament, order: int, reason: str) -> ManualOrder:
    """From now on it is as if it had never been. Raises: Denied; Absent; Invalid."""
    found = tournament_lock_for(by, tournament)
    row = get_or_absent(manual_orders(found.pk, of_teams=False), order)
    order_end(by, row, reason)
    _follow(found)
    _log(by, "end", row)
    return row


def _tables(found: Tournament, by: Person) -> Sequence[EventTable]:
    """Raises: Invalid where there is none."""
    tables = [one.whole for one in tables_of(reading_of(found, by))]
    if not tables:
        text = _("There are no standings yet. Draw the first round before you rank anybody.")
        raise Invalid("no_standings", text, field="players")
    return tables


def _follow(found: Tournament) -> None:
    draft_drop(found)
    qualifiers_follow(found)
    state_settle(found)


def _log(by: Person, verb: str, row: ManualOrder) -> None:
    number = row.places.count()
    log_act(by, f"tournament_order_{verb}", kind="tournament", about=row.event_id, number=number)
