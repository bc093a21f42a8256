"""Five teams at one board, of which one leaves, comes back or comes late."""

from datetime import UTC, datetime, timedelta
from typing import Any

from django.utils import timezone

from scoring.leagues.models import Board, Meeting, Season, Team
from scoring.leagues.selectors import team_standings as standing
from scoring.leagues.services.planning import competitor_join, joining_preview
from scoring.leagues.services.withdrawing import (
    Return,
    Withdrawal,
    competitor_return,
    competitor_withdraw,
    return_preview,
    withdrawal_preview,
)
from tests.support.clubhouse import House
from tests.support.everything import everything
from tests.support.planned import season_version
from tests.support.teamed import lined_up, meetings, planned, played, teamed, teams

from .test_teams import refused

FIVE = {"Reds": "Ann", "Blues": "Bob", "Greens": "Cyd", "Whites": "Dora", "Blacks": "Emil"}
NOW = datetime(2026, 11, 1, tzinfo=UTC)
Asked = dict[str, Any]


def five_teams(house: House) -> Season:
    """At one board: each meets four, and sits one round out."""
    season = teamed(house, boards=1)
    teams(house, season, FIVE)
    planned(house, season, first=timezone.localdate() + timedelta(days=3))
    return season


def of(season: Season, team: str) -> list[Meeting]:
    """Its meetings, byes left out, round by round."""
    return [one for pair, one in meetings(season).items() if team in pair and all(pair)]


def other(meeting: Meeting, team: str) -> str:
    (name,) = {meeting.home.name, str(meeting.away)} - {team}
    return name


def won(house: House, meeting: Meeting, winner: str) -> None:
    """At its one board."""
    (board,) = lined_up(house, meeting, FIVE[meeting.home.name], FIVE[str(meeting.away)])
    played(house, board, (5, 0) if meeting.home.name == winner else (0, 5))


def rows(season: Season) -> dict[str, tuple[int, int, int]]:
    """Meetings played, match points and board points of each that has a line."""
    found = standing.team_table_now(season.pk)
    return {
        one.name: (one.share.played, one.share.points, one.share.games_for)
        for one in standing.team_lines(found, found.table)
    }


def kept(season: Season) -> list[Any]:
    """All that is kept of it but versions, times and ids of matches, by value."""
    met = Meeting.objects.filter(season=season).order_by("round__number", "number")
    columns = ("round__number", "number", "home__name", "away__name", "day", "moved_from")
    boards = Board.objects.filter(meeting__season=season).order_by("meeting__round", "number")
    entered = Team.objects.filter(season=season).order_by("place")
    return [
        list(met.values_list(*columns, "award", "reason")),
        list(boards.values_list("number", "home", "away", "match__winner", "award")),
        list(entered.values_list("name", "place", "left_round", "struck", "before_left")),
        rows(season),
    ]


def asked(house: House, season: Season, team: str) -> Asked:
    pk = Team.objects.get(season=season, name=team).pk
    return {"by": house.person("director"), "season": season, "competitor": pk}


def leave(house: House, season: Season, team: str, reason: str = "Too few.") -> Withdrawal:
    """First as it is foreseen, which changes nothing."""
    before, told = everything(), asked(house, season, team)
    foreseen = withdrawal_preview(**told)
    assert everything() == before
    version = season_version(season.pk)
    done = competitor_withdraw(**told, reason=reason, version=version)
    assert (done.struck, done.played, done.of) == (foreseen.struck, foreseen.played, foreseen.of)
    assert [one.pk for one in done.rest] == [one.pk for one in foreseen.rest]
    return done


def comes_back(house: House, season: Season, team: str) -> Return:
    before, told = everything(), asked(house, season, team)
    foreseen = return_preview(**told)
    assert everything() == before
    done = competitor_return(**told, version=season_version(season.pk))
    assert [one.pk for one in done.rest] == [one.pk for one in foreseen.rest]
    assert (done.byes, done.struck, done.matches) == (
        *(foreseen.byes, foreseen.struck, foreseen.matches),
    )
    return done


def stays_away(house: House, season: Season, team: str, code: str) -> None:
    told = asked(house, season, team)
    refused(code, "team", return_preview, **told)
    refused(code, "team", competitor_return, **told, version=season_version(season.pk))


def awards(season: Season, team: str) -> dict[str, tuple[bool, str]]:
    """By the other of the two: whether that one is at home, and the award."""
    return {other(one, team): (one.home.name != team, one.award) for one in of(season, team)}


def late(house: House, season: Season, team: str) -> None:
    """First as it is foreseen, which changes nothing."""
    before, told = everything(), asked(house, season, team)
    foreseen = joining_preview(**told)
    assert everything() == before
    done = competitor_join(**told, version=season_version(season.pk))
    assert list(done) == list(foreseen)
