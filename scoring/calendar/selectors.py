"""What is when, day by day: a club's evenings, fixtures, and rounds of tournaments."""

from calendar import Calendar
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from itertools import groupby

from django.db.models import Q, QuerySet

from ecarte_club.clubs.authentication import Actor
from ecarte_club.clubs.models import Club
from ecarte_club.clubs.permissions import Person
from games.evenings.models import Evening
from games.evenings.selectors import visible_evenings
from scoring.leagues.models import Fixture, Meeting, Season, TeamPlayer
from scoring.leagues.selectors import seasons as queries
from scoring.leagues.selectors.fixtures import Line, lines, with_related
from scoring.leagues.selectors.meetings import Line as MeetingLine
from scoring.leagues.selectors.meetings import lines as meeting_lines
from scoring.leagues.selectors.meetings import with_related as meetings_with_related
from scoring.tournaments.selectors.reading import RoundSpan, rounds_between, spans


@dataclass(frozen=True, slots=True)
class Month:
    year: int
    number: int

    @classmethod
    def of(cls, day: date) -> "Month":
        return cls(day.year, day.month)

    @property
    def first(self) -> date:
        return date(self.year, self.number, 1)

    @property
    def last(self) -> date:
        return self.after.first - timedelta(1)

    @property
    def after(self) -> "Month":
        return Month.of(self.first + timedelta(31))

    @property
    def before(self) -> "Month":
        return Month.of(self.first - timedelta(1))

    def __str__(self) -> str:
        return f"{self.year:04}-{self.number:02}"


@dataclass(frozen=True, slots=True)
class Group:
    """Fixtures of one round of a season that are on the same day."""

    season: Season
    round: int
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class TeamGroup:
    """Meetings of one round of a season of teams that are on the same day."""

    season: Season
    round: int
    lines: tuple[MeetingLine, ...]


@dataclass(frozen=True, slots=True)
class Day:
    day: date
    is_within: bool
    evenings: tuple[Evening, ...] = ()
    groups: tuple[Group, ...] = field(default=())
    of_teams: tuple[TeamGroup, ...] = ()
    rounds: tuple[RoundSpan, ...] = ()

    @property
    def is_empty(self) -> bool:
        return not (self.evenings or self.groups or self.of_teams or self.rounds)


def month_of(text: str, today: date) -> Month:
    """`2026-11`; this month for what is none."""
    year, _dash, number = text.partition("-")
    digits = year.isascii() and year.isdigit() and number.isascii() and number.isdigit()
    if digits and len(text) == len("2026-11") and 1 <= int(number) <= 12 and int(year) > 1900:
        return Month(int(year), int(number))
    return Month.of(today)


def days(actor: Actor, person: Person, club: Club, month: Month) -> list[Day]:
    """Whole weeks from Monday, with what he may see."""
    weeks = Calendar().itermonthdates(month.year, month.number)
    evenings = evenings_between(actor, club, month.first, month.last)
    found = fixtures_between(actor, club, month.first, month.last)
    seasons = {one.pk: one for one in queries.seasons_of(club, actor)}
    groups: dict[date | None, list[Group]] = {}
    for group in _groups(lines(found, person), seasons):
        groups.setdefault(group.lines[0].fixture.day, []).append(group)
    of_teams: dict[date | None, list[TeamGroup]] = {}
    met = meetings_between(actor, club, month.first, month.last)
    for group_ in _team_groups(meeting_lines(met, person), seasons):
        of_teams.setdefault(group_.lines[0].meeting.day, []).append(group_)
    rounds: dict[date | None, list[RoundSpan]] = {}
    for on, span in spans(rounds_between(actor, club, month.first, month.last)):
        rounds.setdefault(on, []).append(span)
    return [
        Day(
            day,
            day.month == month.number,
            tuple(one for one in evenings if one.held_on == day),
            tuple(groups.get(day, ())),
            tuple(of_teams.get(day, ())),
            tuple(rounds.get(day, ())),
        )
        for day in weeks
    ]


def _groups(found: Sequence[Line], seasons: dict[int, Season]) -> Iterator[Group]:
    """They come in the order of days, seasons and rounds."""

    def of(line: Line) -> tuple[date | None, int, int]:
        fixture = line.fixture
        return fixture.day, fixture.event_id, fixture.round.number

    for (_day, event_id, number), some in groupby(found, key=of):
        yield Group(seasons[event_id], number, tuple(some))


def _team_groups(found: Sequence[MeetingLine], seasons: dict[int, Season]) -> Iterator[TeamGroup]:
    """In the same order."""

    def of(line: MeetingLine) -> tuple[date | None, int, int]:
        meeting = line.meeting
        return meeting.day, meeting.season_id, meeting.round.number

    for (_day, season_id, number), some in groupby(found, key=of):
        yield TeamGroup(seasons[season_id], number, tuple(some))


def evenings_between(actor: Actor, club: Club, first: date, last: date) -> list[Evening]:
    seen = visible_evenings(actor).filter(club=club, held_on__range=(first, last))
    return list(seen.order_by("held_on", "pk"))


def fixtures_between(
    actor: Actor, club: Club, first: date, last: date, player: int | None = None
) -> QuerySet[Fixture]:
    """Of the seasons of the club that he may see, without byes and what is not played."""
    seen = queries.seasons_of(club, actor).order_by().values_list("pk", flat=True)
    found = with_related(Fixture.objects.filter(event__in=list(seen), day__range=(first, last)))
    found = found.exclude(away=None).exclude(award=Fixture.Award.VOID)
    if player is not None:
        found = found.filter(Q(home=player) | Q(away=player))
    return found.order_by("day", "event_id", "round__number", "number")


def meetings_between(
    actor: Actor, club: Club, first: date, last: date, player: int | None = None
) -> QuerySet[Meeting]:
    """Of teams, the same; those of `player` are of the team he plays for."""
    seen = queries.seasons_of(club, actor).order_by().filter(boards__gt=0)
    rows = Meeting.objects.filter(season__in=list(seen.values_list("pk", flat=True)))
    found = meetings_with_related(rows.filter(day__range=(first, last)))
    found = found.exclude(away=None).exclude(award=Fixture.Award.VOID)
    if player is not None:
        his = list(TeamPlayer.objects.filter(player=player).values_list("team", flat=True))
        found = found.filter(Q(home__in=his) | Q(away__in=his))
    return found.order_by("day", "season_id", "round__number", "number")
