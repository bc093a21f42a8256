"""How a season's fixtures are to be made, as data: what a form or a program asks for."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from .models import Season
from .rules.dates import DAYS_OF_A_WEEK, Span
from .rules.dates import Season as Days


@dataclass(frozen=True, slots=True)
class Plan:
    """`entrants`: ids of players in the order of their places; `tables`: by their names.

    `weekdays`: 0 is Monday; without any, every `every` days from the first.
    """

    entrants: tuple[int, ...]
    first: date
    double: bool = False
    weekdays: frozenset[int] = frozenset()
    every: int = DAYS_OF_A_WEEK
    closed: tuple[Span, ...] = ()
    away: Mapping[int, tuple[Span, ...]] = field(default_factory=dict, hash=False)
    tables: tuple[str, ...] = ()

    def days(self, last: date) -> Days:
        return Days(
            self.first,
            last,
            weekdays=self.weekdays,
            every=self.every,
            closed=self.closed,
            away=self.away,
        )

    def kept(self) -> dict[str, Any]:
        """As `Season.plan` keeps it; who takes part is kept in rows of their own."""
        return {
            "first": self.first.isoformat(),
            "double": self.double,
            "weekdays": sorted(self.weekdays),
            "every": self.every,
            "closed": _plain(self.closed),
            "away": {str(who): _plain(spans) for who, spans in self.away.items() if spans},
            "tables": list(self.tables),
        }


def plan_of(season: Season) -> Plan:
    """By which its fixtures were made; for one that has none, weekly from its first day."""
    kept: Mapping[str, Any] = season.plan
    entrants = season.event.entrants.order_by("place").values_list("player_id", flat=True)
    return Plan(
        entrants=tuple(entrants),
        first=date.fromisoformat(kept["first"]) if kept else season.starts_on,
        double=kept.get("double", False),
        weekdays=frozenset(kept.get("weekdays", ())),
        every=kept.get("every", DAYS_OF_A_WEEK),
        closed=_spans(kept.get("closed", ())),
        away={int(who): _spans(spans) for who, spans in kept.get("away", {}).items()},
        tables=tuple(kept.get("tables", ())),
    )


def _plain(spans: tuple[Span, ...]) -> list[list[str]]:
    return [[one.first.isoformat(), one.last.isoformat()] for one in spans]


def _spans(plain: Any) -> tuple[Span, ...]:
    return tuple(Span(date.fromisoformat(one), date.fromisoformat(two)) for one, two in plain)
