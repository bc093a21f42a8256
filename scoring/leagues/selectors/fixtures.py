"""Fixtures of players as pages, programs and spreadsheets read them; what is due, of teams too."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple, TypeVar

from django.db.models import Q, QuerySet
from django.utils.dateparse import parse_date
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ecarte_club.clubs.authentication import Actor
from ecarte_club.clubs.permissions import Person
from ecarte_club.clubs.selectors import player_names
from ecarte_club.clubs.selectors.clubs import current_player_id
from ecarte_club.core.composed import Composed
from ecarte_club.core.exceptions import Invalid
from ecarte_club.core.parsing import whole_number
from games.matches.models import Match
from games.matches.selectors.statuses import Status, of_status, status_of
from scoring.leagues.models import Entrant, Fixture, Meeting, Round, Season

from . import seasons


class State(StrEnum):
    """None is ever renamed."""

    TO_PLAY = "to_play"
    IN_PLAY = "in_play"
    UNFINISHED = "unfinished"
    PLAYED = "played"
    WALK_OVER = "walk_over"
    BOTH_ABSENT = "both_absent"
    VOID = "void"
    BYE = "bye"


WORDS: Mapping[State, str | Promise] = {
    State.TO_PLAY: gettext_lazy("To play"),
    State.IN_PLAY: gettext_lazy("In play"),
    State.UNFINISHED: gettext_lazy("Unfinished"),
    State.PLAYED: gettext_lazy("Finished"),
    State.WALK_OVER: gettext_lazy("Walkover"),
    State.BOTH_ABSENT: gettext_lazy("Neither came"),
    State.VOID: gettext_lazy("Not played"),
    State.BYE: gettext_lazy("Bye"),
}
UNDECIDED = (State.TO_PLAY, State.IN_PLAY, State.UNFINISHED)
AWARDED: Mapping[str, State] = {
    Fixture.Award.HOME.value: State.WALK_OVER,
    Fixture.Award.AWAY.value: State.WALK_OVER,
    Fixture.Award.BOTH_ABSENT.value: State.BOTH_ABSENT,
    Fixture.Award.VOID.value: State.VOID,
}


def state_of(fixture: Fixture) -> State:
    """`fixture.match` must have been read, and its evening."""
    if fixture.away_id is None:
        return State.BYE
    if fixture.award:
        return AWARDED[fixture.award]
    if fixture.match is None:
        return State.TO_PLAY
    return match_state(fixture.match)


def match_state(match: Match) -> State:
    """Of a fixture or board that has begun."""
    if match.over:
        return State.PLAYED
    return State.IN_PLAY if status_of(match) is Status.IN_PLAY else State.UNFINISHED


Row = TypeVar("Row", Fixture, Meeting)
COLUMNS = (
    *("id", "round", "day", "postponed_from", "table", "home_id", "home", "away_id", "away"),
    *("state", "games_home", "games_away", "winner_id", "reason", "match", "sitting"),
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
    def round(self) -> Round:
        return self.fixture.round

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


class RoundLines(NamedTuple):
    """`lines`: of fixtures or of meetings."""

    round: Round
    lines: tuple[Any, ...]

    @property
    def has_open(self) -> bool:
        return any(line.is_open for line in self.lines)

    @property
    def goes_on(self) -> bool:
        return any(line.state in UNDECIDED for line in self.lines)


def by_round(lines: Iterable[Any]) -> list[RoundLines]:
    groups = groupby(lines, key=attrgetter("round"))
    return [RoundLines(round_, tuple(group)) for round_, group in groups]


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

    def fixtures(self, season: Season) -> QuerySet[Fixture]:
        return self.filter(fixtures_of(season))

    def filter(self, rows: QuerySet[Fixture]) -> QuerySet[Fixture]:
        rows = self.in_rounds(rows, None if self.player is None else current_player_id(self.player))
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
    in_play = Q(match__in=Match.objects.filter(of_status(Status.IN_PLAY)))
    return {
        State.TO_PLAY: undecided & Q(match=None),
        State.IN_PLAY: undecided & in_play,
        State.UNFINISHED: undecided & Q(match__over=False) & ~in_play,
        State.PLAYED: undecided & Q(match__over=True),
        State.WALK_OVER: Q(award__in=("home", "away")),
        State.BOTH_ABSENT: Q(award="both_absent"),
        State.VOID: Q(award="void"),
        State.BYE: Q(away=None),
    }[state]


def _number(query: Mapping[str, str], name: str, errors: dict[str, str]) -> int | None:
    text = query.get(name, "")
    if text and whole_number(text) is None:
        errors[name] = _("Must be a whole number.")
    return whole_number(text)


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
    return found.select_related(
        "event__club", "round", "home", "away", "match__evening_table__evening"
    )


def lines(found: Iterable[Fixture], person: Person) -> list[Line]:
    """With the names that `person` may know."""
    rows = list(found)
    if not player_names.sees_names(person):
        for row in rows:
            player_names.veil([one for one in (row.home, row.away) if one], row.event.club)
    return [_line(row) for row in rows]


def _line(fixture: Fixture) -> Line:
    state = state_of(fixture)
    if state is State.WALK_OVER:
        at_home = fixture.award == Fixture.Award.HOME
        return Line(fixture, state, winner=fixture.home_id if at_home else fixture.away_id)
    match = fixture.match
    if match is None or state is State.VOID:
        return Line(fixture, state)
    return Line(fixture, state, *result_of(match, fixture.home_id))


def result_of(
    match: Match, home: int | None
) -> tuple[tuple[int, int], int | None, tuple[int, int]]:
    """Games won at home and away, the winner's id, and the result as it is shown."""
    games, shown = (match.games_a, match.games_b), match.won_units
    if match.player_a_id != home:
        games, shown = games[::-1], shown[::-1]
    return games, {"a": match.player_a_id, "b": match.player_b_id}.get(match.winner), shown


_fixture = Composed(
    lambda pk: with_related(Fixture.objects.filter(pk=pk, event__season__isnull=False)).order_by(),
    pk=int,
)


def fixture(actor: Actor, fixture_id: int) -> tuple[Fixture, Season, Person]:
    """Raises: Absent when there is none, or they may not see its season."""
    found = _fixture.get(pk=fixture_id)
    season, person = seasons.season(actor, found.event_id)
    return found, season, person


def entrants_of(season: Season, person: Person) -> list[Entrant]:
    """In the order of their places."""
    found = Entrant.objects.filter(event=season.pk).select_related("player").order_by("place")
    rows = list(found)
    if not player_names.sees_names(person):
        player_names.veil((one.player for one in rows), season.event.club)
    return rows


def csv_rows(found: Iterable[Line]) -> Iterator[tuple[object, ...]]:
    for line in found:
        one = line.fixture
        games: Sequence[Any] = line.games or ("", "")
        away = (one.away.pk, one.away.name) if one.away else ("", "")
        yield (
            *(one.pk, one.round.number, one.day or "", one.moved_from or "", one.table),
            *(one.home_id, one.home.name, *away, line.state.value, *games),
            *(line.winner or "", one.reason, one.match_id or "", one.sitting or ""),
        )
