"""Orders of competitors who are level, as the committee decided: what the table reads of them."""

from collections.abc import Container, Iterator
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

from django.db.models import QuerySet

from ecarte_club.core.composed import Composed
from scoring.leagues.models import ManualOrder, ManualPlace
from scoring.tables import results as rulings
from scoring.tables.table import Table


def orders_in_force(
    event: int, entrants: Container[int] | None = None, *, of_teams: bool = False
) -> Iterator[rulings.ManualOrder]:
    """The oldest first. `entrants`: who is in the table; None: nobody has left it."""
    rows = (_of_teams if of_teams else _of_players).tuples(event=event)
    by_order = groupby(rows, key=itemgetter(0))
    for _order, places in by_order:
        (_pk, first, reason, day), *others = places
        ranked = (first, *(entrant for _pk, entrant, _reason, _day in others))
        here = tuple(entrant for entrant in ranked if entrants is None or entrant in entrants)
        yield rulings.ManualOrder(here, reason, day)


def _places_in_force(kind: str) -> Composed[ManualPlace]:
    of_kind = ManualPlace.objects.filter(order__ended_at=None).exclude(**{kind: None})
    rows = of_kind.order_by("order", "place").values_list(
        "order", kind, "order__reason", "order__on"
    )
    return Composed(lambda event: rows.filter(order__event=event), event=int)


_of_players, _of_teams = _places_in_force("player"), _places_in_force("team")


def manual_orders(event: int, *, of_teams: bool) -> QuerySet[ManualOrder]:
    """The newest first, withdrawn ones too."""
    kind = "team" if of_teams else "player"
    named = ManualPlace.objects.exclude(**{kind: None}).values("order")
    rows = ManualOrder.objects.filter(event=event, pk__in=named).order_by("-pk")
    return rows.prefetch_related("places")


@dataclass(frozen=True, slots=True)
class ManualOrderLine:
    """An order with those it ranks who are in the table; `applies`: it separates some of them."""

    order: ManualOrder
    entrants: tuple[int, ...]
    applies: bool

    @classmethod
    def of(cls, row: ManualOrder, table: Table, known: Container[int]) -> "ManualOrderLine":
        entrants = tuple(
            one.competitor_id for one in row.places.all() if one.competitor_id in known
        )
        applies = row.ended_at is None and any(
            one in table.places and table.manual_order(one) for one in entrants
        )
        return cls(row, entrants, applies)
