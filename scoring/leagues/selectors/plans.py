"""How a season's calendar is to be made, as data, and the rounds that this comes to."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import groupby
from typing import Any

from django.utils.translation import gettext as _

from ecarte_club.core.exceptions import Invalid
from ecarte_club.core.names import unseen_refusal
from scoring.leagues.labels.fixtures import refused
from scoring.leagues.models import Season
from scoring.leagues.rules.berger import berger
from scoring.leagues.rules.calendar import calendar
from scoring.leagues.rules.days import DAYS_OF_A_WEEK, Slot, Span
from scoring.leagues.rules.days import Season as Days
from scoring.leagues.rules.diary import Dated
from scoring.leagues.rules.refusals import Refusal
from scoring.leagues.rules.seating import seated

from .competitors import competitors_of
from .standings import NamedEntrant

ENTRANTS_MOST = 60
TABLES_MOST = 60
SITTINGS_MOST = 12
TABLE_NAME_MOST = 20
SPANS_MOST = 60
DAYS_MOST = 3 * 366


@dataclass(frozen=True, slots=True)
class Plan:
    """`entrants`: ids of players, or of teams, in the order of their places; `tables`: names.
    `table_count`: of teams, which have a table at each board but none by name; 0: any number.

    `weekdays`: 0 is Monday; without any, every `every` days from the first. `sittings`: of a day.
    `spread`: a round may go on at the next day of play.
    """

    entrants: tuple[int, ...]
    first: date
    double: bool = False
    weekdays: frozenset[int] = frozenset()
    every: int = DAYS_OF_A_WEEK
    closed: tuple[Span, ...] = ()
    away: Mapping[int, tuple[Span, ...]] = field(default_factory=dict, hash=False)
    tables: tuple[str, ...] = ()
    table_count: int = 0
    sittings: int = 1
    spread: bool = False

    def days(self, season: Season) -> Days:
        """With as many fixtures, or meetings, at once as there are tables for."""
        at_once = self.table_count // season.boards if season.boards else len(self.tables)
        return Days(
            self.first,
            season.ends_on,
            weekdays=self.weekdays,
            every=self.every,
            closed=self.closed,
            away=self.away,
            sittings=self.sittings,
            at_once=at_once or None,
            spread=self.spread,
        )

    def sitting_of(self, slot: Slot) -> int | None:
        """None where a day has only one."""
        return slot.sitting if self.sittings > 1 else None

    def stored(self) -> dict[str, Any]:
        """As `Season.plan` has it; entrants have rows of their own."""
        return {
            "first": self.first.isoformat(),
            "double": self.double,
            "weekdays": sorted(self.weekdays),
            "every": self.every,
            "closed": _stored_spans(self.closed),
            "away": {str(pk): _stored_spans(spans) for pk, spans in self.away.items() if spans},
            "tables": list(self.tables),
            "table_count": self.table_count,
            "sittings": self.sittings,
            "spread": self.spread,
        }


def plan_of(season: Season) -> Plan:
    """By which its fixtures were made; for one that has none, weekly from its first day, with
    everybody who has entered."""
    stored: Mapping[str, Any] = season.plan
    competitors = competitors_of(season)
    entrants = competitors.planned() or [competitors.id_of(one) for one in competitors.entered]
    return Plan(
        entrants=tuple(entrants),
        first=date.fromisoformat(stored["first"]) if stored else season.starts_on,
        double=stored.get("double", False),
        weekdays=frozenset(stored.get("weekdays", ())),
        every=stored.get("every", DAYS_OF_A_WEEK),
        closed=_spans(stored.get("closed", ())),
        away={int(pk): _spans(spans) for pk, spans in stored.get("away", {}).items()},
        tables=tuple(stored.get("tables", ())),
        table_count=stored.get("table_count", 0),
        sittings=stored.get("sittings", 1),
        spread=stored.get("spread", False),
    )


def _stored_spans(spans: tuple[Span, ...]) -> list[list[str]]:
    return [[span.first.isoformat(), span.last.isoformat()] for span in spans]


def _spans(stored: Any) -> tuple[Span, ...]:
    return tuple(Span(*map(date.fromisoformat, days)) for days in stored)


@dataclass(frozen=True, slots=True)
class PlannedFixture:
    """A fixture that would be made. `day`, `sitting` and `table` are its own; `moved`: not on a
    day of its round."""

    number: int
    home: int
    away: int | None
    day: date
    table: str = ""
    moved: bool = False
    sitting: int | None = None


@dataclass(frozen=True, slots=True)
class PlannedRound:
    """`day`: the first on which it is played; `last_day`: of a round that is spread, the last."""

    number: int
    day: date
    last_day: date
    fixtures: tuple[PlannedFixture, ...]


def planned_rounds(
    plan: Plan, season: Season, names: Mapping[int, str]
) -> tuple[PlannedRound, ...]:
    """`names` say who is meant. Raises: Invalid, with the field."""
    _check(plan, season)
    fixtures = berger(plan.entrants, double=plan.double)
    if isinstance(fixtures, Refusal):
        raise refused(fixtures, names)
    dated = calendar(fixtures, plan.days(season))
    if isinstance(dated, Refusal):
        raise refused(dated, names)
    # Without tables, each sitting has as many as it needs, and none has a name.
    places = range(len(plan.tables) or len(plan.entrants))
    found = seated(dated, tuple(places))
    if isinstance(found, Refusal):
        raise refused(found, names)
    ordered = sorted(
        found,
        key=lambda one: (one.dated.fixture.round, one.dated.fixture.away is None, one.dated.slot),
    )
    rounds = []
    for number, some in groupby(ordered, key=lambda one: one.dated.fixture.round):
        together = list(some)
        days = {one.dated.slot.day for one in together if not one.dated.moved}
        made = tuple(
            PlannedFixture(
                at,
                one.dated.fixture.home,
                one.dated.fixture.away,
                one.dated.slot.day,
                "" if one.table is None or not plan.tables else plan.tables[one.table],
                one.dated.slot.day not in days,
                plan.sitting_of(one.dated.slot),
            )
            for at, one in enumerate(together, start=1)
        )
        days = days or {made[0].day}
        rounds.append(PlannedRound(number, min(days), max(days), made))
    return tuple(rounds)


def rounds_with_names(season: Season, rounds: Sequence[PlannedRound]) -> list[dict[str, Any]]:
    """`home` and `away`, None in a bye, with the names of players or teams."""
    ids = {pk for row in rounds for one in row.fixtures for pk in (one.home, one.away) if pk}
    entrants = _entrants(season, ids)
    return [
        {
            "number": row.number,
            "day": row.day,
            "last_day": row.last_day,
            "fixtures": [
                {
                    "home": entrants[one.home],
                    "away": None if one.away is None else entrants[one.away],
                    "day": one.day,
                    "sitting": one.sitting,
                    "table": one.table,
                    "moved": one.moved,
                }
                for one in row.fixtures
            ],
        }
        for row in rounds
    ]


def fixtures_with_names(season: Season, rows: Sequence[Dated]) -> list[dict[str, Any]]:
    """Fixtures or meetings that are not made yet, or just were."""
    entrants = _entrants(season, {pk for row in rows for pk in row.fixture.entrants})
    plan = plan_of(season)
    return [
        {
            "round": row.fixture.round,
            "day": row.slot.day,
            "sitting": plan.sitting_of(row.slot),
            "home": entrants[row.fixture.home],
            "away": entrants[row.fixture.entrants[-1]],
        }
        for row in rows
    ]


def _entrants(season: Season, ids: Iterable[int]) -> dict[int, NamedEntrant]:
    names = competitors_of(season).names(ids)
    return {pk: NamedEntrant(pk, name) for pk, name in names.items()}


def _tables_refusal(tables: Sequence[str]) -> str:
    if any(not name or len(name) > TABLE_NAME_MOST for name in tables):
        return _("Must be names of 1 to %(most)s characters.") % {"most": TABLE_NAME_MOST}
    if len(set(tables)) < len(tables):
        return _("Must name each table once.")
    if len(tables) > TABLES_MOST:
        return _("At most %(most)s are allowed.") % {"most": TABLES_MOST}
    return next(filter(None, map(unseen_refusal, tables)), "")


def _check(plan: Plan, season: Season) -> None:
    """What is a matter of size, or of what this site can keep, and not of any rule."""
    errors: dict[str, str] = {}
    if len(plan.entrants) > ENTRANTS_MOST:
        errors["entrants"] = _("At most %(most)s are allowed.") % {"most": ENTRANTS_MOST}
    if text := _tables_refusal(plan.tables):
        errors["tables"] = text
    if len(plan.closed) > SPANS_MOST:
        errors["closed"] = _("At most %(most)s are allowed.") % {"most": SPANS_MOST}
    if sum(map(len, plan.away.values())) > SPANS_MOST:
        errors["away"] = _("At most %(most)s are allowed.") % {"most": SPANS_MOST}
    if not set(plan.away) <= set(plan.entrants):
        errors["away"] = _("Choose from the entrants.")
    if 0 < plan.table_count < season.boards:
        text = _("Enter at least %(least)s: a meeting takes a table for each of its boards.")
        errors["tables"] = text % {"least": season.boards}
    if not 1 <= plan.sittings <= SITTINGS_MOST:
        errors["sittings"] = _("Must be from 1 to %(most)s.") % {"most": SITTINGS_MOST}
    if (season.ends_on - plan.first).days > DAYS_MOST:
        text = _("Choose a day at most %(most)s days before the last day.")
        errors["first"] = text % {"most": DAYS_MOST}
    if errors:
        raise Invalid("invalid_plan", _("The fixtures were not made."), errors=errors)
