"""A season of teams in a club's archive: a team that left comes back as if it had never left."""

import io
from typing import Any, NamedTuple

import pytest
from django.db import connection, transaction

from ecarte_club.clubs.authentication import Actor
from ecarte_club.clubs.models import AuditLogEntry, User
from ecarte_club.clubs.selectors.clubs import person
from scoring.archive.restoring import restore
from scoring.leagues.models import Season, Team, TeamAdjustment
from scoring.leagues.selectors import team_standings as standing
from scoring.leagues.services.adjustments import adjustment_end, adjustment_give
from scoring.leagues.services.withdrawing import competitor_return, competitor_withdraw
from tests.support.archives import archived
from tests.support.clubhouse import House, open_house
from tests.support.planned import free_day, season_version
from tests.support.teamed import lined_up, planned, played, teamed, teams

pytestmark = [pytest.mark.django_db, pytest.mark.any_database, pytest.mark.slow]


class Taken(NamedTuple):
    data: bytes
    season: int
    table: list[tuple[str, int]]
    rest: int


def table(season: int) -> list[tuple[str, int]]:
    found = standing.team_table_now(season)
    return [(one.name, one.share.points) for one in standing.team_lines(found, found.table)]


def ruled(house: House, season: Season, team: Team, points: int) -> TeamAdjustment:
    asked: dict[str, Any] = {"team": team.pk, "points": points, "reason": "Too late."}
    given = adjustment_give(by=house.person("director"), season=season, **asked)
    assert isinstance(given, TeamAdjustment)
    return given


@pytest.fixture
def taken(db: None) -> Taken:
    """Reds have left; Blues beat Greens and lost a point; what Greens were given was ended."""
    with transaction.atomic():
        house = open_house()
        season = teamed(house, boards=1)
        made = teams(house, season, {"Reds": "Ann", "Blues": "Bob", "Greens": "Cyd"})
        met = planned(house, season, first=free_day())
        (board,) = lined_up(house, met["Blues", "Greens"], "Bob", "Cyd")
        played(house, board, (5, 0))
        by = house.person("director")
        ruled(house, season, made["Blues"], -1)
        one = ruled(house, season, made["Greens"], 9).pk
        adjustment_end(of_teams=True, by=by, season=season, adjustment=one, reason="A mistake.")
        left: dict[str, Any] = {"competitor": made["Reds"].pk, "reason": "Too few."}
        found = competitor_withdraw(by=by, season=season, **left, version=season_version(season.pk))
        data = archived(house.club.pk)
        told = Taken(data, season.pk, table(season.pk), len(found.rest))
        transaction.set_rollback(True)
    return told


def test_what_comes_back_is_run_on(taken: Taken) -> None:
    club = restore(io.BytesIO(taken.data)).club
    AuditLogEntry.objects.filter(act="club_restore")._raw_delete(connection.alias)
    assert archived(club.pk) == taken.data
    assert table(taken.season) == taken.table == [("Blues", 1), ("Greens", 0)]
    user = User.objects.get(email="director@cercle.example")
    season = Season.objects.get(pk=taken.season)
    reds = Team.objects.get(season=season, name="Reds").pk
    asked: dict[str, Any] = {"by": person(Actor(user), club.pk), "season": season}
    back = competitor_return(**asked, competitor=reds, version=season.version)
    assert len(back.rest) == taken.rest > 0
    # Greens have lost a game, and Reds none.
    assert table(season.pk) == [("Blues", 1), ("Reds", 0), ("Greens", 0)]
