"""A cup of two small divisions with its fixtures: played, awarded, put off, and due."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from ecarte_club.clubs.models import Player
from ecarte_club.clubs.permissions import Person
from games.matches.models import Match
from games.matches.services.matches import MatchTerms
from scoring.leagues.models import Fixture, Season
from scoring.leagues.selectors.plans import Plan
from scoring.leagues.services.decisions import fixture_award, fixture_postpone
from scoring.leagues.services.divisions import Division, division_add, division_set
from scoring.leagues.services.planning import season_plan
from scoring.leagues.services.seasons import SeasonPlan, season_open

from .calendar import thursday

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
                    asked: dict[str, Any] = {
                        "award": "home",
                        "reason": WALK_OVER,
                        "version": fixture.version,
                    }
                    fixture_award(by=by, fixture=fixture, **asked)
                elif (at, number) == (0, 3):
                    self._postpone(by, fixture)
                else:
                    self._enter(season, fixture, enter)

    def _postpone(self, by: Person, fixture: Fixture) -> None:
        day = thursday(self.today, 1) + timedelta(weeks=3)
        asked: dict[str, Any] = {"reason": POSTPONED, "version": fixture.version}
        fixture_postpone(by=by, fixture=fixture, day=day, **asked)

    @staticmethod
    def _enter(season: Season, fixture: Fixture, enter: Enter) -> None:
        if fixture.day is not None and fixture.away is not None:
            enter(season, fixture.day, int(fixture.table), (fixture.home, fixture.away))


def _version(season: Season) -> int:
    season.refresh_from_db(fields=["version"])
    return season.version
