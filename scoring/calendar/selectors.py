"""What is when, day by day: a club's evenings, fixtures, and rounds of tournaments."""

from calendar import Calendar
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
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
from scoring.tournaments.selectors.reading import (
    RoundLine,
    RoundSpan,
    round_lines,
    rounds_between,
    spans,
)


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
class Events:
    """What somebody may see of a club from a day to a day, in order."""

    evenings: Sequence[Evening] = ()
    fixtures: Sequence[Line] = ()
    meetings: Sequence[MeetingLine] = ()
    rounds: Sequence[RoundLine] = ()


def events_between(
    actor: Actor, person: Person, club: Club, first: date, last: date, player: int | None = None
) -> Events:
    """Of one player, no evenings."""
    return Events(
        [] if player else _evenings(actor, club, first, last),
        lines(_fixtures(actor, club, first, last, player), person),
        meeting_lines(_meetings(actor, club, first, last, player), person),
        round_lines(rounds_between(actor, club, first, last), person, player),
    )


@dataclass(frozen=True, slots=True)
class Group:
    """Fixtures, or meetings of teams, of one round of a season that are on the same day."""

    season: Season
    round: int
    lines: Sequence[Line | MeetingLine]


@dataclass(frozen=True, slots=True)
class Day:
    day: date
    is_within: bool
    evenings: Sequence[Evening]
    groups: Sequence[Group]
    of_teams: Sequence[Group]
    rounds: Sequence[RoundSpan]

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
    """Whole weeks from Monday, with what the actor may see."""
    events = events_between(actor, person, club, month.first, month.last)
    seasons = {one.pk: one for one in queries.seasons_of(club, actor)}
    fixtures = ((one.fixture, one.fixture.event_id, one) for one in events.fixtures)
    meetings = ((one.meeting, one.meeting.season_id, one) for one in events.meetings)
    groups, of_teams = _groups(fixtures, seasons), _groups(meetings, seasons)
    rounds: dict[date | None, list[RoundSpan]] = defaultdict(list)
    for on, span in spans([one.round for one in events.rounds]):
        rounds[on].append(span)
    return [
        Day(
            day,
            day.month == month.number,
            [one for one in events.evenings if one.held_on == day],
            groups.get(day, ()),
            of_teams.get(day, ()),
            rounds.get(day, ()),
        )
        for day in Calendar().itermonthdates(month.year, month.number)
    ]


def _groups(
    found: Iterable[tuple[Fixture | Meeting, int, Line | MeetingLine]],
    seasons: Mapping[int, Season],
) -> Mapping[date | None, Sequence[Group]]:
    """By their days. They come in the order of days, seasons and rounds."""
    groups: dict[date | None, list[Group]] = defaultdict(list)
    by_round = groupby(found, key=lambda row: (row[0].day, row[1], row[0].round.number))
    for (day, season, number), rows in by_round:
        groups[day].append(Group(seasons[season], number, [line for _row, _season, line in rows]))
    return groups


def _evenings(actor: Actor, club: Club, first: date, last: date) -> list[Evening]:
    seen = visible_evenings(actor).filter(club=club, held_on__range=(first, last))
    return list(seen.order_by("held_on", "pk"))


def _fixtures(
    actor: Actor, club: Club, first: date, last: date, player: int | None = None
) -> QuerySet[Fixture]:
    """Of the seasons of the club that the actor may see, without byes and what is not played."""
    seen = queries.seasons_of(club, actor).order_by().values_list("pk", flat=True)
    found = with_related(Fixture.objects.filter(event__in=list(seen), day__range=(first, last)))
    found = found.exclude(away=None).exclude(award=Fixture.Award.VOID)
    if player is not None:
        found = found.filter(Q(home=player) | Q(away=player))
    return found.order_by("day", "event_id", "round__number", "sitting", "number")


def _meetings(
    actor: Actor, club: Club, first: date, last: date, player: int | None = None
) -> QuerySet[Meeting]:
    """Of teams, the same; those of `player` are of their team."""
    seen = queries.seasons_of(club, actor).order_by().filter(boards__gt=0)
    rows = Meeting.objects.filter(season__in=list(seen.values_list("pk", flat=True)))
    found = meetings_with_related(rows.filter(day__range=(first, last)))
    found = found.exclude(away=None).exclude(award=Fixture.Award.VOID)
    if player is not None:
        own = list(TeamPlayer.objects.filter(player=player).values_list("team", flat=True))
        found = found.filter(Q(home__in=own) | Q(away__in=own))
    return found.order_by("day", "season_id", "round__number", "sitting", "number")
