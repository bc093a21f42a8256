"""What a pairing goes by, counted by hand: who met how long ago, and who waited how long."""

from datetime import date, timedelta

import pytest

from games.evenings.live_state import evening_now
from games.evenings.models import Attendance, Evening
from games.evenings.services.evenings import evening_open
from games.matches.models import Match
from games.matches.services.matches import match_start
from scoring.leagues.rules.pairing import Met
from scoring.leagues.selectors.pairings import meetings, proposal, waiting
from tests.support.clubhouse import ONE_GAME, House

pytestmark = pytest.mark.django_db


def opened(house: House, day: int) -> Evening:
    return evening_open(by=house.person("director"), held_on=date(2026, 11, day), tables=("1",))


def met(house: House, evening: Evening, one: str, other: str) -> Match:
    return match_start(
        by=house.person("director"),
        player_a=house.players[one].pk,
        player_b=house.players[other].pk,
        terms=ONE_GAME,
        evening_table=evening.tables.get().pk,
    )


def test_meetings_are_counted_in_evenings(house: House) -> None:
    first, second, third, tonight = (opened(house, day) for day in (1, 8, 15, 22))
    met(house, first, "ann", "bob")
    met(house, second, "bob", "ann")
    met(house, first, "ann", "cyd")
    met(house, tonight, "ann", "cyd")
    met(house, tonight, "cyd", "ann")
    assert third.held_on < tonight.held_on
    ids = {name: player.pk for name, player in house.players.items()}
    found = meetings(tonight, ids.values())
    assert found == {
        frozenset((ids["ann"], ids["bob"])): Met(tonight=0, evenings_ago=2),
        frozenset((ids["ann"], ids["cyd"])): Met(tonight=2, evenings_ago=3),
    }
    assert meetings(tonight, [ids["bob"], ids["cyd"]]) == {}


def test_waiting_is_being_here_without_playing(house: House) -> None:
    tonight = opened(house, 22)
    match = met(house, tonight, "ann", "bob")
    came = tonight.opened_at - timedelta(minutes=30)
    Match.objects.filter(pk=match.pk).update(
        over=True, started_at=came, changed_at=came + timedelta(minutes=20)
    )
    cyd = house.players["cyd"]
    Attendance.objects.create(
        evening=tonight, player=cyd, came_at=came + timedelta(minutes=25, seconds=1)
    )
    tonight.attendances.exclude(player=cyd).update(came_at=came)
    now = evening_now(tonight)
    waited = waiting(now, came + timedelta(minutes=30))
    assert waited == {
        house.players["ann"].pk: 10,
        house.players["bob"].pk: 10,
        cyd.pk: 4,
    }
    assert proposal(now).out == cyd
