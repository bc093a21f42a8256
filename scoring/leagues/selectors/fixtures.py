"""Fixtures of players, as pages, programs and spreadsheets read them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from typing import Any, TypeVar

from django.db.models import Q, QuerySet
from django.utils.dateparse import parse_date
from django.utils.translation import gettext as _

from ecarte_club.clubs.actors import Actor
from ecarte_club.clubs.permissions import Person
from ecarte_club.clubs.selectors import public_names
from ecarte_club.clubs.selectors.clubs import kept_id
from ecarte_club.core.exceptions import Absent, Invalid
from ecarte_club.core.parsing import whole
from scoring.leagues.models import Entrant, Fixture, Meeting, Round, Season

from . import seasons
from .fixture_states import State, state_of

Row = TypeVar("Row", Fixture, Meeting)
COLUMNS = (
    *("id", "round", "day", "postponed_from", "table", "home_id", "home", "away_id", "away"),
    *("state", "games_home", "games_away", "winner_id", "reason", "match"),
)


@dataclass(frozen=True, slots=True)
class Line:
    """A fixture as it stands. `games`: won at home and away, once begun; `result`: the units that
    are shown, rubbers where there are several; `winner`: the player's id, by play or not."""

    fixture: Fixture
    state: State
    games: tuple[int, int] | None = None
    winner: int | None = None
    result: tuple[int, int] | None = None

    @property
    def is_open(self) -> bool:
        return self.state is State.TO_PLAY

    @property
    def sides(self) -> list[dict[str, Any]]:
        """Both of them, with what each has won."""
        games: Sequence[Any] = self.result or ("", "")
        people = (self.fixture.home, self.fixture.away)
        return [
            {"player": player, "games": won, "won": player.pk == self.winner}
            for player, won in zip(people, games, strict=True)
            if player is not None
        ]


@dataclass(frozen=True, slots=True)
class RoundLines:
    round: Round
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class FixtureFilters:
    """What the address of a list asks for; `team`: in a season of teams."""

    player: int | None = None
    team: int | None = None
    round: int | None = None
    since: date | None = None
    until: date | None = None
    state: str = ""

    @classmethod
    def of(cls, query: Mapping[str, str]) -> "FixtureFilters":
        """Raises: Invalid, naming each parameter that is wrong."""
        errors: dict[str, str] = {}
        filters = cls(
            player=_number(query, "player", errors),
            team=_number(query, "team", errors),
            round=_number(query, "round", errors),
            since=_day(query, "from", errors),
            until=_day(query, "to", errors),
            state=query.get("state", ""),
        )
        if filters.state and filters.state not in list(State):
            text = _("Must be one of: %(allowed)s.")
            errors["state"] = text % {"allowed": ", ".join(State)}
        if errors:
            raise Invalid("invalid", _("This search is not possible."), errors=errors)
        return filters

    def filter(self, rows: QuerySet[Fixture]) -> QuerySet[Fixture]:
        rows = self.in_rounds(rows, None if self.player is None else kept_id(self.player))
        return rows.filter(_of_state(State(self.state))) if self.state else rows

    def in_rounds(self, rows: QuerySet[Row], competitor: int | None) -> QuerySet[Row]:
        """Of fixtures or meetings: of that player or team, in the round and between the days."""
        if competitor is not None:
            rows = rows.filter(Q(home=competitor) | Q(away=competitor))
        if self.round is not None:
            rows = rows.filter(round__number=self.round)
        if self.since is not None:
            rows = rows.filter(day__gte=self.since)
        if self.until is not None:
            rows = rows.filter(day__lte=self.until)
        return rows


def _of_state(state: State) -> Q:
    undecided = Q(award="", away__isnull=False)
    return {
        State.TO_PLAY: undecided & Q(match=None),
        State.IN_PLAY: undecided & Q(match__over=False),
        State.PLAYED: undecided & Q(match__over=True),
        State.WALK_OVER: Q(award__in=("home", "away")),
        State.BOTH_ABSENT: Q(award="both_absent"),
        State.VOID: Q(award="void"),
        State.BYE: Q(away=None),
    }[state]


def _number(query: Mapping[str, str], name: str, errors: dict[str, str]) -> int | None:
    text = query.get(name, "")
    if text and whole(text) is None:
        errors[name] = _("Must be a whole number.")
    return whole(text)


def _day(query: Mapping[str, str], name: str, errors: dict[str, str]) -> date | None:
    text = query.get(name, "")
    try:
        day = parse_date(text) if text else None
    except ValueError:
        day = None
    if text and day is None:
        errors[name] = _("Must be a date, such as 2026-03-14.")
    return day


def fixtures_of(season: Season) -> QuerySet[Fixture]:
    """In the order of rounds, as they are printed."""
    return with_related(Fixture.objects.filter(event=season.pk)).order_by("round__number", "number")


def with_related(found: QuerySet[Fixture]) -> QuerySet[Fixture]:
    return found.select_related("event__club", "round", "home", "away", "match")


def lines(found: Iterable[Fixture], person: Person) -> list[Line]:
    """With the names that `person` may know."""
    rows = list(found)
    if not public_names.sees_names(person):
        for row in rows:
            public_names.veil([one for one in (row.home, row.away) if one], row.event.club)
    return [_line(row) for row in rows]


def _line(fixture: Fixture) -> Line:
    state = state_of(fixture)
    if state is State.WALK_OVER:
        at_home = fixture.award == Fixture.Award.HOME
        return Line(fixture, state, winner=fixture.home_id if at_home else fixture.away_id)
    match = fixture.match
    if match is None or state is State.VOID:
        return Line(fixture, state)
    games, result = (match.games_a, match.games_b), match.won_units
    if match.player_a_id != fixture.home_id:
        games, result = games[::-1], result[::-1]
    won = {"a": match.player_a_id, "b": match.player_b_id}.get(match.winner)
    return Line(fixture, state, games, won, result)


def by_round(found: Iterable[Line]) -> list[RoundLines]:
    return [
        RoundLines(round_, tuple(some))
        for round_, some in groupby(found, key=lambda line: line.fixture.round)
    ]


def fixture(actor: Actor, fixture_id: int) -> tuple[Fixture, Season, Person]:
    """Raises: Absent when there is none, or they may not see its season."""
    ids = Fixture.objects.filter(pk=fixture_id, event__season__isnull=False)
    found = with_related(ids).first() if fixture_id <= seasons.ID_MOST else None
    if found is None:
        raise Absent
    season, person = seasons.season(actor, found.event_id)
    return found, season, person


def entrants_of(season: Season, person: Person) -> list[Entrant]:
    """In the order of their places."""
    found = Entrant.objects.filter(event=season.pk).select_related("player").order_by("place")
    rows = list(found)
    if not public_names.sees_names(person):
        public_names.veil((one.player for one in rows), season.event.club)
    return rows


def csv_rows(found: Iterable[Line]) -> Iterator[tuple[object, ...]]:
    for line in found:
        one = line.fixture
        games: Sequence[Any] = line.games or ("", "")
        away = (one.away.pk, one.away.name) if one.away else ("", "")
        yield (
            *(one.pk, one.round.number, one.day or "", one.moved_from or "", one.table),
            *(one.home_id, one.home.name, *away, line.state.value, *games),
            *(line.winner or "", one.reason, one.match_id or ""),
        )
