"""A planned season, written straight into its tables: for tests of what is read of it."""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import TYPE_CHECKING

from django.utils import timezone

from ecarte_club.clubs.models import Player
from games.matches.models import Match
from games.matches.services.matches import match_start
from scoring.leagues.models import Entrant, Fixture, Round, Season
from scoring.leagues.services.adjustments import adjustment_give

from .clubhouse import House

if TYPE_CHECKING:
    from .scene import Scene

FIRST = date(2026, 9, 7)


def entered(season: Season, players: Sequence[Player]) -> None:
    for place, player in enumerate(players, start=1):
        Entrant.objects.create(event=season.event, player=player, place=place)


def planned(
    season: Season, rounds: Sequence[Sequence[tuple[Player, Player | None]]]
) -> list[Fixture]:
    """A week apart, published; without an adversary somebody has a bye."""
    made = []
    for number, pairs in enumerate(rounds, start=1):
        day = FIRST + timedelta(weeks=number - 1)
        round_ = Round.objects.create(
            event=season.event, number=number, day=day, published_at=timezone.now()
        )
        for place, (home, away) in enumerate(pairs, start=1):
            fixture = Fixture.objects.create(
                event=season.event,
                round=round_,
                number=place,
                home=home,
                away=away,
                day=day,
                award="" if away else Fixture.Award.BYE,
            )
            made.append(fixture)
    return made


def played(house: House, fixture: Fixture, a: int, b: int) -> Match:
    """Its match, by games; the fixture is its own from the beginning."""
    assert fixture.away_id is not None
    match = match_start(
        by=house.person("scorer"),
        player_a=fixture.home_id,
        player_b=fixture.away_id,
        event_id=fixture.event_id,
    )
    Fixture.objects.filter(pk=fixture.pk).update(match=match)
    house.api("scorer").enter(match.pk, {"games": {"a": a, "b": b}}, kind="rubber")
    return match


def moved(season: Season) -> None:
    """As every write of an entrant or a fixture moves it."""
    Season.objects.filter(pk=season.pk).update(version=season.version + 1000)


def ruled(here: "Scene") -> None:
    """Ann has lost two points in the scene's season."""
    made = adjustment_give(
        by=here.house.person("director"),
        season=here.season,
        player=here.house.players["ann"].pk,
        points=-2,
        reason="came late",
    )
    here.ids["ruling"] = made.pk
