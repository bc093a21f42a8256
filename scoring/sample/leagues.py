"""A cup of two small divisions and four teams in the middle of their season."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

from ecarte_club.clubs.models import Player
from ecarte_club.clubs.permissions import Person
from games.engine.seats import Seat
from games.evenings.models import Table
from games.matches.models import Match
from games.matches.services.matches import MatchTerms, match_enter_at_once
from scoring.leagues.models import Board, Fixture, Meeting, Season
from scoring.leagues.selectors.plans import Plan, plan_of
from scoring.leagues.services.decisions import board_award, fixture_award, fixture_postpone
from scoring.leagues.services.divisions import Division, division_add, division_set
from scoring.leagues.services.planning import season_plan
from scoring.leagues.services.seasons import SeasonPlan, TeamTerms, season_open
from scoring.leagues.services.teams import lineup_give, team_add

from .contests import Slips
from .evenings import OPENED, clock_at, hand_times, quarter, thursday
from .hands import game_by_score, played_match

CUP_LEAGUE, CUP = "Coupe du Cercle", "Coupe d’automne"
DIVISIONS = (Division("Première série", goes_down=1), Division("Deuxième série", goes_up=1))
# Four a division, in the order of their places; the two members with a sign-in in the first.
PLAYERS = (
    ("Éloïse Perrachon", "Arthur Pemberley", "Imogen Larkspur", "Noël Pétrequin"),
    ("Zoé Carrouge", "Margery Quill", "Lionel Brackenbury", "Océane Villedieu"),
)
TABLES = (("12", "13"), ("14", "15"))
WEEKS_OF_FIXTURES = 2
WALK_OVER = "Bloquée par la neige."
POSTPONED = "Concert à l’Opéra."

# Enters a match of a season that was played on a day at a table.
Enter = Callable[[Season, date, int, tuple[Player, Player]], Match]


@dataclass(frozen=True, slots=True)
class Cup:
    """`starts` and `ends`: of the season."""

    today: date
    starts: date
    ends: date
    terms: MatchTerms

    def open(self, by: Person, players: Mapping[str, Player]) -> Sequence[Season]:
        plan = SeasonPlan(CUP, self.starts, self.ends, self.terms)
        first = season_open(by=by, league=CUP_LEAGUE, plan=plan)
        division_set(by=by, season=first, division=DIVISIONS[0], version=_version(first))
        second = division_add(by=by, season=first, division=DIVISIONS[1], version=_version(first))
        for season, names, tables in zip((first, second), PLAYERS, TABLES, strict=True):
            made = Plan(
                entrants=tuple(players[name].pk for name in names),
                first=thursday(self.today, WEEKS_OF_FIXTURES),
                tables=tables,
            )
            season_plan(by=by, season=season, plan=made, version=_version(season))
        return first, second

    def play(self, by: Person, seasons: Sequence[Season], enter: Enter) -> None:
        """Two rounds of three, but for one that was awarded and one that is put off."""
        for at, season in enumerate(seasons):
            past = Fixture.objects.filter(event=season.pk, day__lt=self.today)
            for number, fixture in enumerate(past.order_by("round__number", "number")):
                if (at, number) == (1, 1):
                    version = fixture.version
                    fixture_award(
                        by=by, fixture=fixture, award="home", reason=WALK_OVER, version=version
                    )
                elif (at, number) == (0, 3):
                    self._postpone(by, fixture)
                else:
                    self._enter(season, fixture, enter)

    def _postpone(self, by: Person, fixture: Fixture) -> None:
        day = thursday(self.today, 1) + timedelta(weeks=3)
        version = fixture.version
        fixture_postpone(by=by, fixture=fixture, day=day, reason=POSTPONED, version=version)

    @staticmethod
    def _enter(season: Season, fixture: Fixture, enter: Enter) -> None:
        if fixture.day is not None and fixture.away is not None:
            enter(season, fixture.day, int(fixture.table), (fixture.home, fixture.away))


def _version(season: Season) -> int:
    season.refresh_from_db(fields=["version"])
    return season.version


LEAGUE = "Championnat par équipes"
BOARDS = 3
# The first of each is its captain: two of them are the members with a sign-in.
TEAMS: Mapping[str, Sequence[str]] = {
    "Les Rois": ("Éloïse Perrachon", "Cédric Lavorel", "Imogen Larkspur", "Noël Pétrequin"),
    "Les Atouts": ("Arthur Pemberley", "Hélène Corbassière", "Margery Quill", "Kévin Dargnat"),
    "La Retourne": ("Zoé Carrouge", "Jasper Wetherby", "Inès Malaterre"),
    "La Vole": ("Lionel Brackenbury", "Océane Villedieu", "Cecil Thornbury", "Ursule Gourdon"),
}
STARTS, ENDS = 10, -8
# The first meetings were so many weeks ago, and they meet every other week: never today, to which
# one of them is put off.
WEEKS, EVERY, ROUNDS = 5, 14, 3
PAIRS = len(TEAMS) // 2
# By round and number: what of them was not played as it was planned.
AWARDED, PUT_OFF = (1, 2), (3, 2)
SNOW = "Route de la Croix-Rousse barrée."
LATE = "Trois joueurs en voyage."
ABSENT = "Parti avant la fin."
# A board that one of the line-ups leaves empty, and one that was awarded.
SHORT, GIVEN = (2, 1), (2, 2)
# Behind those of the divisions of the cup.
TABLES_BEFORE = 15
RANDOM = 1851

# A table of the evening of a day, by its number.
Tables = Callable[[date, int], Table]


@dataclass(frozen=True, slots=True)
class Teams:
    today: date
    terms: MatchTerms
    by: Person
    slips: Slips
    table: Tables
    zone: ZoneInfo

    def play(self, opener: Person, players: Mapping[str, Player]) -> None:
        """To be played before the evenings are signed off."""
        season = self._season(opener)
        for name, names in TEAMS.items():
            ids = [players[one].pk for one in names]
            asked: dict[str, Any] = {"players": ids, "captain": ids[0]}
            team_add(by=self.by, season=season, name=name, version=_version(season), **asked)
        plan = plan_of(season)
        plan = Plan(plan.entrants, thursday(self.today, WEEKS), double=True, every=EVERY)
        season_plan(by=self.by, season=season, plan=plan, version=_version(season))
        self._meet(season)

    def _season(self, opener: Person) -> Season:
        starts = self.today - timedelta(weeks=STARTS)
        ends = self.today - timedelta(weeks=ENDS)
        teams = TeamTerms(BOARDS)
        name = f"Équipes, {quarter(starts).lower()}"
        plan = SeasonPlan(name, starts, ends, self.terms, seed=LEAGUE, teams=teams)
        return season_open(by=opener, league=LEAGUE, plan=plan)

    def _meet(self, season: Season) -> None:
        random = Random(RANDOM)  # noqa: S311  (the same sample for everybody)
        meetings = Meeting.objects.filter(season=season).select_related("round", "home", "away")
        *past, due = meetings.order_by("round__number", "number")[: ROUNDS * PAIRS + 1]
        for meeting in past:
            place = (meeting.round.number, meeting.number)
            if place == AWARDED:
                asked: dict[str, Any] = {"award": "home", "reason": SNOW}
                fixture_award(by=self.by, fixture=meeting, version=meeting.version, **asked)
                continue
            self._lined_up(meeting, "home")
            self._lined_up(meeting, "away", short=place == SHORT)
            if place == PUT_OFF:
                self._put_off(meeting)
            else:
                self._played(meeting, random, given=place == GIVEN)
        # Of the next one a captain has said who plays.
        self._lined_up(due, "home")

    def _lined_up(self, meeting: Meeting, side: str, *, short: bool = False) -> None:
        """Somebody else sits out in each round; short of one, the last board stays empty."""
        team = getattr(meeting, side)
        ids = list(team.members.order_by("pk").values_list("player", flat=True))
        left = meeting.round.number % len(ids) if len(ids) > BOARDS else len(ids)
        players = [one for at, one in enumerate(ids) if at != left][: BOARDS - short]
        meeting.refresh_from_db(fields=["version"])
        asked: dict[str, Any] = {"team": team.pk, "players": players}
        with clock_at(self._entered_at(meeting)):
            lineup_give(by=self.by, meeting=meeting, version=meeting.version, **asked)

    def _entered_at(self, meeting: Meeting) -> datetime:
        """When the doors opened on its day, or on the last one before today."""
        day = min(_day(meeting), thursday(self.today, 1))
        return datetime.combine(day, OPENED, self.zone)

    def _put_off(self, meeting: Meeting) -> None:
        meeting.refresh_from_db()
        asked: dict[str, Any] = {"day": self.today, "reason": LATE}
        with clock_at(self._entered_at(meeting)):
            fixture_postpone(by=self.by, fixture=meeting, version=meeting.version, **asked)

    def _played(self, meeting: Meeting, random: Random, *, given: bool) -> None:
        for board in meeting.boards.filter(home__isnull=False, away__isnull=False):
            if given and board.number == BOARDS:
                meeting.refresh_from_db()
                asked: dict[str, Any] = {"award": "away", "reason": ABSENT}
                board_award(by=self.by, board=board, version=meeting.version, **asked)
            else:
                self._match(meeting, board, random)

    def _match(self, meeting: Meeting, board: Board, random: Random) -> None:
        """Kept by its score, who is at home dealing first."""
        day = _day(meeting)
        pair = (board.home_id or 0, board.away_id or 0)
        slips = dict(zip(Seat, map(self.slips, pair), strict=True))
        terms = self.terms.engine()
        hands = played_match(random, terms, Seat.A, slips)
        plays = game_by_score(terms, Seat.A, hands)
        number = TABLES_BEFORE + BOARDS * (meeting.number - 1) + board.number
        match_enter_at_once(
            by=self.by,
            player_a=pair[0],
            player_b=pair[1],
            plays=list(zip(plays, hand_times(day, number, self.zone), strict=False)),
            event_id=meeting.season_id,
            evening_table=self.table(day, number).pk,
            first_dealer=Seat.A,
        )


def _day(meeting: Meeting) -> date:
    if meeting.day is None:
        raise ValueError("a meeting has its day from the beginning")
    return meeting.day
