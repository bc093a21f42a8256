"""A player and a robot at a table online, over the API."""

from collections.abc import Mapping
from datetime import timedelta
from random import Random
from typing import Any

from django.utils import timezone

from ecarte_club.clubs.services.clubs import Settings, club_set
from games.online.models import OnlineTable
from games.online.services.sweeping import robots_act, sweep
from tests.support.clubhouse import House, read

from .devices import Chosen, Device, State, any_act, may_act

ROUNDS_MOST = 2000
LATER = timedelta(seconds=3)


def with_robots(house: House, *, wanted: bool = True) -> House:
    committee = house.person("committee")
    house.club.refresh_from_db()
    house.club = club_set(
        by=committee, version=house.club.version, settings=Settings(robots=wanted)
    )
    return house


def against(
    house: House, level: str, random: Random, body: Mapping[str, Any] | None = None
) -> Device:
    """Ann, who has opened a table with a robot; her chain is published."""
    terms = {"code": "london", "format": "one_game", "games": 1}
    sent = {"robot": level, "terms": terms, **(body or {})}
    where = f"clubs/{house.club.slug}/online-tables"
    state = read(house.api("ann").post(where, sent), 201)
    ann = Device(house.api("ann"), state["id"], "a", random)
    ann.open()
    return ann


def due(table: int) -> None:
    """The robot's moment has come."""
    at = timezone.now() - timedelta(seconds=1)
    OnlineTable.objects.filter(pk=table, robot_due__isnull=False).update(robot_due=at)


def turn(ann: Device, chosen: Chosen = any_act, known: State | None = None) -> State:
    """Ann or the robot does what is to be done next. `known`: how Ann sees the table now."""
    state = known or ann.state()
    if state["status"] != "playing":
        return state
    if state["draw"] and "a" in state["draw"]["missing"]:
        return ann.serve(state)
    if may_act(state):
        act, king = chosen(state, ann.random)
        return ann.act(state, act, king=king)
    assert state["look_in"] is not None, "nobody can do anything"
    due(ann.table)
    return ann.state()


def play_out(ann: Device, chosen: Chosen = any_act) -> State:
    state = None
    for _ in range(ROUNDS_MOST):
        state = turn(ann, chosen, state)
        if state["status"] != "playing":
            return state
    raise AssertionError("the match has no end")


def swept() -> None:
    """The workers look, three seconds later."""
    sweep(timezone.now() + LATER)
    robots_act(timezone.now() + LATER)
