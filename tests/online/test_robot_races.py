"""Two who look at a table at the moment of its robot, on both databases; and without the guards."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from random import Random
from threading import Barrier

import pytest
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from games.engine.hand.state import Action as Doing
from games.online.models import Action, OnlineTable
from games.online.selectors.robots import robot_action
from games.online.selectors.tables import Play, tables
from games.online.services import robots
from games.online.services.robots import robot_act
from tests.support.clubhouse import open_house
from tests.support.depth import times
from tests.support.elsewhere import at_once, django_on

from .devices import Device, loses
from .robots import LATER, against, play_out, turn, with_robots
from .test_race_controls import take_the_guards_away

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("unsent")]
LOOKS = 4


@contextmanager
def robots_turn(url: str, blocker: DjangoDbBlocker, slug: str) -> Iterator[Device]:
    with django_on(url, blocker):
        ann = against(with_robots(open_house(slug)), "beginner", Random(slug))
        until_turn(ann)
        yield ann


def until_turn(ann: Device) -> None:
    for _ in range(60):
        hand = ann.state()["hand"]
        if hand and hand["to_act"] == "b":
            return
        turn(ann)
    raise AssertionError


def acts(ann: Device) -> int:
    return Action.objects.filter(table=ann.table, seat="b").count()


def look(tables_seen: list[OnlineTable], number: int) -> bool:
    return robot_act(tables_seen[number], timezone.now() + LATER)


def test_of_many_looks_one_lets_the_robot_act(
    arena: str, django_db_blocker: DjangoDbBlocker
) -> None:
    with robots_turn(arena, django_db_blocker, "looks") as ann:
        for _ in range(times(1, thorough=5)):
            until_turn(ann)
            before, seen = acts(ann), [tables().get(pk=ann.table)] * LOOKS
            found = at_once(LOOKS, partial(look, seen))
            assert sorted(map(bool, found)) == [False] * (LOOKS - 1) + [True], found
            assert acts(ann) == before + 1
        assert play_out(ann, loses("a"))["status"] == "over"


def test_without_the_guards_it_acts_twice(
    database_url: str, django_db_blocker: DjangoDbBlocker, monkeypatch: pytest.MonkeyPatch
) -> None:
    with robots_turn(database_url, django_db_blocker, "twice") as ann:
        before, ready, decide = acts(ann), Barrier(2, timeout=30), robot_action
        take_the_guards_away(monkeypatch)

        def decided(play: Play) -> Doing | None:
            action = decide(play)
            ready.wait()
            return action

        def as_it_was(table: OnlineTable) -> Play:
            play = known[table.pk, id(table)]
            play.table.play = play
            return play

        known: dict[tuple[int, int], Play] = {}
        monkeypatch.setattr(robots, "robot_action", decided)
        monkeypatch.setattr(robots, "locked", as_it_was)

        def both(_number: int) -> bool:
            table = tables().get(pk=ann.table)
            play = known[table.pk, id(table)] = Play(table)
            assert play.last_action
            assert play.current_hand
            return look([table], 0)

        assert at_once(2, both) == [True, True]
        assert acts(ann) == before + 2
