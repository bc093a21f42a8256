"""Seasons with fixtures, for tests."""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

from django.utils import timezone

from ecarte_club.clubs.models import Player
from ecarte_club.clubs.services.members import player_add
from scoring.leagues.models import Fixture, Season
from scoring.leagues.selectors.plans import Plan
from scoring.leagues.services.planning import season_plan
from scoring.leagues.services.seasons import SeasonPlan, season_open

from .clubhouse import ONE_GAME, House

STARTS, FIRST = date(2026, 9, 1), date(2026, 11, 12)
OTHERS = ("Dora", "Emil", "Flora", "Georg", "Hilda")


def season_of(
    house: House, name: str = "Planned", *, starts: date = STARTS, public: bool = True
) -> Season:
    """Without fixtures yet; it goes on for long."""
    ends = timezone.localdate() + timedelta(days=400)
    plan = SeasonPlan(name, starts, ends, ONE_GAME, public=public)
    return season_open(by=house.person("committee"), league="League", plan=plan)


def others(house: House, number: int) -> list[Player]:
    """Who is there already is found."""
    by, known = house.person("director"), members(house)
    return [known.get(name) or player_add(by=by, name=name) for name in OTHERS[:number]]


def members(house: House) -> dict[str, Player]:
    """All players of the club, by their names."""
    return {one.name: one for one in Player.objects.filter(club=house.club)}


def plan(
    house: House, season: Season, players: Sequence[Player], **more: Any
) -> dict[tuple[str, str], Fixture]:
    """The fixtures made, by the names of the two; a bye has no second."""
    asked: dict[str, Any] = {"first": FIRST, "tables": ("1", "2"), **more}
    made = Plan(tuple(one.pk for one in players), **asked)
    season.refresh_from_db()
    season_plan(by=house.person("director"), season=season, plan=made, version=season.version)
    season.refresh_from_db()
    return fixtures(season)


def fixtures(season: Season) -> dict[tuple[str, str], Fixture]:
    """The earliest of each pair, in the order of who is at home."""
    found: dict[tuple[str, str], Fixture] = {}
    rows = Fixture.objects.filter(event=season.pk).select_related("round", "home", "away", "match")
    for one in rows.order_by("round__number", "number"):
        found.setdefault((one.home.name, one.away.name if one.away else ""), one)
    return found


def planned(house: House, spare: Player, *, public: bool = True) -> dict[str, int]:
    """Two who are free meet twice; the ids by which a scene names it."""
    season = season_of(house, public=public)
    made = plan(house, season, [house.players["cyd"], spare], double=True)
    return {"planned": season.pk, "fixture": made["Cyd", spare.name].pk}


def season_version(season: int) -> int:
    return Season.objects.values_list("version", flat=True).get(pk=season)


def free_day() -> date:
    """On which nothing is planned, and which is not past."""
    return timezone.localdate() + timedelta(days=200)
