"""Whatever a program tells a contest, in whatever order: it is taken or refused, and the books add
up to nothing."""

from random import Random
from typing import Any, get_type_hints

import pytest

from scoring.contests.rules import bets
from scoring.contests.rules.events import Closed, Dealt, GameWon, name_of
from scoring.contests.rules.machine import CONTESTS, Kind
from tests.support.clubhouse import House, problem, read
from tests.support.depth import times

from .contesting import Program, program

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.any_database]

NAMES = ("ann", "bob", "cyd", "dora", "eve")
STEPS = times(12, thorough=40)


@pytest.mark.parametrize("kind", Kind)
def test_anything_in_any_order(kind: Kind, house: House) -> None:
    club, random = program(house, "dora", "eve"), Random(f"contest {kind}")
    club.api = house.api("director")
    gallery = {"levy": 5} if CONTESTS[kind].has_gallery else None
    club.opens(kind.value, *NAMES[: 2 if kind is Kind.MATCH else 3], gallery=gallery)
    taken = 0
    for _step in range(STEPS):
        if club.now["over"]:
            club.opens(kind.value, *NAMES[: 2 if kind is Kind.MATCH else 4], gallery=gallery)
        taken += _try(club, random, kind)
    assert taken > STEPS // 8


def _try(club: Program, random: Random, kind: Kind) -> bool:
    act, body = _act(club, random, kind)
    before = club.now
    answer = club.api.post(club.path(act), body)
    # Who kept the seat is said in corrections alone.
    assert "stays" not in body or answer.status_code == 422
    if answer.status_code != 201:
        problem(answer, 422)
        assert club.reads() == before
        return False
    club.now = read(answer, 201)
    assert club.now == read(club.api.get(club.path()))
    moved = club.moved()
    assert sum(moved.values()) == 0
    assert {who: amount for who, amount in moved.items() if who in before["held"]} == {
        who: amount for who, amount in club.now["held"].items() if amount
    }
    if club.now["match"] and random.random() < 0.8:
        club.wins(random.choice(_seated(club)))
    return True


def _act(club: Program, random: Random, kind: Kind) -> tuple[str, dict[str, Any]]:
    version = {"version": club.now["version"]}
    chosen = random.random()
    if chosen < 0.3:
        return "deal", {**version, "first_dealer": random.choice(["a", "b", None])}
    if chosen < 0.36:
        return "undo", version
    if chosen < 0.4:
        return "draw", version
    return "events", _event(club, random, kind)


def _event(club: Program, random: Random, kind: Kind) -> dict[str, Any]:
    own = [one for one in CONTESTS[kind].events if one is not Dealt]
    event = random.choice([*own, bets.BetLaid, bets.BetLaid, bets.BetTakenBack, bets.Forfeited])
    if event is Closed and random.random() < 0.8:
        event = bets.BetLaid
    everybody = [club.pk(name) for name in NAMES]
    values = {
        "player": random.choice(everybody),
        "winner": random.choice(everybody),
        "side": random.choice("ab"),
        "amount": random.randint(0, 9),
        "order": random.sample(everybody, random.randint(2, 5)),
        "backers": random.sample(everybody, random.randint(1, 2)),
    }
    accepts = {"accepts": True} if name_of(event) == "joined" else {}
    fields = {name: values[name] for name in get_type_hints(event) if name in values}
    if event is GameWon and random.random() < 0.2:
        fields["stays"] = random.choice(everybody)
    return {"event": name_of(event), **fields, **accepts}


def _seated(club: Program) -> list[str]:
    return [name.lower() for name in club.seats()]
