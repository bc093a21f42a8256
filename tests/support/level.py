"""Players and teams who are level, for tests."""

from typing import TYPE_CHECKING, Any

from scoring.leagues.models import Fixture, Meeting, Season
from scoring.leagues.services.manual_orders import manual_order_decide
from scoring.tournaments.services.manual_orders import manual_order_decide as cup_order

from . import tourneys
from .clubhouse import House

if TYPE_CHECKING:
    from .scene import Scene


def each_has_won(house: House, season: Season) -> None:
    """Ann and Bob, against each other: they are level by everything."""
    for games in ({"a": 1, "b": 0}, {"a": 0, "b": 1}):
        match = house.match(season).pk
        house.api("scorer").enter(match, {"games": games}, kind="rubber")


def decided(house: House, season: Season, *entrants: int, of_teams: bool = False) -> int:
    """The committee has ranked them."""
    season.refresh_from_db()
    by, reason = house.person("committee"), "They came to every evening."
    more: dict[str, Any] = {"version": season.version, "of_teams": of_teams}
    return manual_order_decide(by=by, season=season, entrants=entrants, reason=reason, **more).pk


def players_level(here: "Scene") -> None:
    each_has_won(here.house, here.season)


def teams_level(here: "Scene") -> None:
    """Neither came to their meeting."""
    meetings = Meeting.objects.filter(pk=here.ids["meeting"])
    meetings.update(award=Fixture.Award.BOTH_ABSENT)


def team_ids(here: "Scene") -> list[int]:
    teams = Season.objects.get(pk=here.ids["teamed"]).teams
    return list(teams.order_by("name").values_list("pk", flat=True))


def players_ranked(here: "Scene") -> None:
    players_level(here)
    ranked = (here.house.players[name].pk for name in ("bob", "ann"))
    here.ids["order"] = decided(here.house, here.season, *ranked)


def teams_ranked(here: "Scene") -> None:
    teams_level(here)
    season = Season.objects.get(pk=here.ids["teamed"])
    here.ids["team_order"] = decided(here.house, season, *team_ids(here), of_teams=True)


def swiss_level(here: "Scene") -> None:
    """Ann and Bob, who both stayed away."""
    tourneys.published(here)
    tourneys.award(here.house, tourneys.of(here), here.ids["meeting"], "both_absent")


def swiss_ranked(here: "Scene") -> None:
    swiss_level(here)
    cup = tourneys.of(here)
    ranked = [here.house.players[name].pk for name in ("bob", "ann")]
    made = cup_order(
        by=here.house.person("director"),
        tournament=cup,
        entrants=ranked,
        reason="Bob sent a letter.",
        version=cup.version,
    )
    here.ids["swiss_order"] = made.pk
