"""What screens and API read of evenings."""

from typing import TypeVar

from django.conf import settings
from django.db.models import Q, QuerySet
from django.urls import reverse

from ecarte_club.clubs.authentication import Actor
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.selectors import player_names
from ecarte_club.clubs.selectors.clubs import own_club_ids, person
from ecarte_club.core.composed import Composed
from ecarte_club.core.exceptions import Absent
from games.evenings.models import Attendance, Evening, Table

OfEvening = TypeVar("OfEvening", Attendance, Table)

_evening = Composed(
    lambda pk: Evening.objects.select_related("club", "signed_off_by").filter(pk=pk).order_by(),
    pk=int,
)
_attendances = Composed(
    lambda evening: Attendance.objects.filter(evening=evening).select_related("player"),
    evening=int,
)
_tables = Composed(lambda evening: Table.objects.filter(evening=evening), evening=int)


def evening(actor: Actor, evening_id: int) -> tuple[Evening, Person]:
    """Raises: Absent when there is none, or it is not public and not of a club of theirs."""
    found = _evening.get(pk=evening_id)
    somebody = person(actor, found.club_id)
    if found.public and found.club.public:
        act = Act.SEE_PUBLIC
    else:
        let_in = actor.phone is not None and actor.phone.table.evening_id == found.pk
        act = Act.SEE_EVENING if let_in else Act.SEE_CLUB
    require(somebody, act)
    return found, somebody


def attendances_of(evening: Evening) -> list[Attendance]:
    """With their players, in the order of names."""
    return _with(evening, _attendances.rows(evening=evening.pk))


def tables_of(evening: Evening) -> list[Table]:
    return _with(evening, _tables.rows(evening=evening.pk))


def _with(evening: Evening, rows: list[OfEvening]) -> list[OfEvening]:
    for row in rows:
        row.evening = evening
    return rows


def sees_names(evening: Evening, somebody: Person) -> bool:
    """The club's own people, and who was let in at one of its tables: they sit with the players."""
    table = somebody.table_id
    is_at_table = table is not None and evening.tables.filter(pk=table).exists()
    return player_names.sees_names(somebody) or is_at_table


def evening_table(actor: Actor, table_id: int) -> tuple[Table, Person]:
    """A table of an evening that they may see. Raises: Absent."""
    found = Table.objects.filter(pk=table_id).first()
    if found is None:
        raise Absent
    found.evening, somebody = evening(actor, found.evening_id)
    return found, somebody


def visible_evenings(actor: Actor) -> QuerySet[Evening]:
    public = Q(club__public=True, public=True)
    seen = public | Q(club_id__in=list(own_club_ids(actor))) if actor.reads_own else public
    return Evening.objects.select_related("club").filter(seen)


def code_address(table: Table) -> str:
    """The address behind the QR code of a table's card."""
    return settings.SITE_URL.rstrip("/") + reverse("table_code", args=(table.code,))
