"""Matches with robots, over the API as a phone plays them."""

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from ecarte_club.clubs.models import Robot
from games.engine.seats import Seat
from games.engine.transcripts.checks import is_right, verify
from games.matches.models import Match
from games.online.models import Action, Draw, OnlineTable
from games.online.selectors import robots as selectors
from games.online.selectors.tables import Play, tables
from games.online.services import robots
from games.online.services.sweeping import robots_act, sweep
from scoring.ratings.models import RatingPoint
from tests.site.pages import Browser, goes, page
from tests.support.clubhouse import Api, House, problem, read
from tests.support.depth import times

from .devices import Device, State, loses
from .robots import LATER, against, due, play_out, swept, turn, with_robots
from .worlds import another, dealt_as

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
MOMENTS = 60
SENT = times(2, thorough=3)
OTHERS = times(5, thorough=MOMENTS)
"""Moments that were compared with another deal, when it is enough."""
LEVELS = [
    level if level == Robot.STRONG else pytest.param(level, marks=pytest.mark.thorough)
    for level in Robot.values
]


class LosesAnswers(Device):
    """Each write is sent again under its key, as if the answers were lost."""

    def post(self, way: str, body: Mapping[str, Any], **more: Any) -> State:
        key = f"{way}-{len(self.sent)}"
        self.sent.append((way, body))
        where = f"online-tables/{self.table}/{way}"
        answers = [read(self.api.post(where, body, key=key), 201) for _time in range(SENT)]
        assert len({answer["version"] for answer in answers}) == 1
        found: State = answers[-1]
        return found


@pytest.mark.any_database
@pytest.mark.parametrize("level", LEVELS)
def test_a_match_is_played_to_its_end_whatever_answers_are_lost(house: House, level: str) -> None:
    begun = against(with_robots(house), level, Random(3))
    ann = LosesAnswers(begun.api, begun.table, "a", begun.random, begun.seed)
    state = play_out(ann)
    assert state["status"] == "over"
    assert [state["players"][seat]["robot"] for seat in ("a", "b")] == ["", level]
    match = Match.objects.get(online_table=ann.table)
    assert match.winner == state["result"]["winner"]
    assert not RatingPoint.objects.exists(), "matches with robots are not rated"
    content = ann.api.get(f"online-tables/{ann.table}/transcript").content
    checks = verify(content)
    assert is_right(checks), [check for check in checks if not check.passed]


def until_due(ann: Device) -> State:
    """It is the robot's turn in a hand, and its moment has not come."""
    for _ in range(MOMENTS):
        state = ann.state()
        if state["hand"] and state["hand"]["to_act"] == "b":
            return state
        turn(ann)
    raise AssertionError


def test_it_acts_though_nobody_looks(house: House) -> None:
    ann = against(with_robots(house), "beginner", Random(1))
    state = until_due(ann)
    assert 0 < state["look_in"] <= 2500
    before = Action.objects.filter(table=ann.table).count()
    robots_act(timezone.now())
    assert Action.objects.filter(table=ann.table).count() == before, "not before its moment"
    sweep(timezone.now() + LATER)
    assert Action.objects.filter(table=ann.table).count() == before, "deadlines wait for no robot"
    swept()
    last = Action.objects.filter(table=ann.table).latest("number")
    assert (last.number, last.seat) == (before + 1, "b")


class KilledError(BaseException):
    """As a signal ends a worker: nothing on the way catches it."""


@pytest.mark.any_database
@pytest.mark.parametrize("moment", ["robot_action", "go_on"])
def test_a_killed_worker_leaves_its_act_to_the_next(
    house: House, moment: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the robot thinks, and between the act and its commit: done once, by who looks next."""
    ann = against(with_robots(house), "strong", Random(1))
    until_due(ann)
    before = Action.objects.filter(table=ann.table).count()
    version = OnlineTable.objects.get(pk=ann.table).version

    def killed(*_arguments: object, **_more: object) -> None:
        raise KilledError

    with monkeypatch.context() as patch:
        patch.setattr(robots, moment, killed)
        with pytest.raises(KilledError):
            swept()
    table = OnlineTable.objects.get(pk=ann.table)
    assert (table.version, table.robot_due is None) == (version, False)
    assert Action.objects.filter(table=ann.table).count() == before
    swept()
    last = Action.objects.filter(table=ann.table).latest("number")
    assert (last.number, last.seat) == (before + 1, "b")


@pytest.mark.any_database
def test_a_moment_is_the_same_whatever_the_robot_holds(house: House) -> None:
    """When it looks, and that it does, is of what everybody sees."""
    ann, random, others = against(with_robots(house), "strong", Random(4)), Random(4), 0
    for _ in range(MOMENTS):
        table = tables().get(pk=ann.table)
        if table.status != "playing" or others > OTHERS:
            break
        if Play(table).has_hand_in_play:
            others += in_another_world(table, None, random, of_moments)
        turn(ann)
    assert others > 5


@pytest.mark.any_database
@pytest.mark.parametrize("level", Robot.values)
def test_what_it_does_is_of_what_it_sees(house: House, level: str) -> None:
    """Its opponent's cards and the stock are dealt otherwise: it does the same."""
    ann, random, others = against(with_robots(house), level, Random(2)), Random(2), 0
    for _ in range(MOMENTS):
        table = tables().get(pk=ann.table)
        if table.status != "playing" or others > OTHERS:
            break
        if Play(table).to_act is Seat.B and Play(table).has_hand_in_play:
            others += in_another_world(table, Seat.B, random, selectors.robot_action)
        turn(ann)
    assert others > 5


def of_moments(play: Play) -> tuple[object, ...]:
    return selectors.robot_may_act(play), selectors.robot_wait(play)


def in_another_world(table: OnlineTable, seat: Seat | None, random: Random, figure: Any) -> bool:
    """Whether there is one, in which the figure is the same."""
    true, world = figure(Play(table)), another(table, seat, random)
    assert figure(Play(tables().get(pk=table.pk))) == true, "looked at again"
    with transaction.atomic():
        with dealt_as(world):
            assert figure(Play(tables().get(pk=table.pk))) == true
        transaction.set_rollback(True)
    return world.is_other


@pytest.mark.any_database
def test_a_rematch_is_accepted_at_once(house: House) -> None:
    ann = against(with_robots(house), "beginner", Random(3))
    assert play_out(ann, loses("a"))["status"] == "over"
    again = ann.post("rematch", {})
    assert (again["status"], again["players"]["b"]["robot"]) == ("playing", "beginner")
    assert ann.post("rematch", {})["id"] == again["id"]


def test_a_robot_goes_to_no_table_of_the_club(house: House) -> None:
    ann = against(with_robots(house), "beginner", Random(3))
    refused = problem(ann.api.post(f"online-tables/{ann.table}/close", {}), 422, "robot")
    assert "waits here" in refused["detail"]
    assert ann.state()["status"] == "playing"


def opening(house: House) -> str:
    return f"clubs/{house.club.slug}/online-tables"


def test_a_club_without_robots_refuses(house: House) -> None:
    refused = problem(house.api("ann").post(opening(house), {"robot": "club"}), 422, "no_robots")
    assert "committee" in refused["detail"]


def test_a_robot_plays_in_no_season_and_beside_no_guest(house: House) -> None:
    season, api = with_robots(house).season(), house.api("ann")
    sent = {"robot": "club", "event": season.pk}
    assert "friendly" in problem(api.post(opening(house), sent), 422, "robot")["detail"]
    sent = {"robot": "club", "guest": house.players["bob"].pk}
    problem(api.post(opening(house), sent), 422, "robot")
    problem(api.post(opening(house), {"robot": "grand"}), 422)
    assert Api().post(opening(house), {"robot": "club"}).status_code in (401, 403)
    assert not OnlineTable.objects.exists()


def test_where_robots_play_no_longer_their_matches_are_abandoned(house: House) -> None:
    ann = against(with_robots(house), "club", Random(1))
    until_due(ann)
    with_robots(house, wanted=False)
    table = OnlineTable.objects.get(pk=ann.table)
    assert (table.status, table.robot_due) == ("closed", None)
    match = Match.objects.get(online_table=table)
    assert match.stopped == "abandoned"
    assert not Draw.objects.filter(table=table, ended_at=None, kind="hand").exists()
    due(ann.table)
    swept()
    assert OnlineTable.objects.get(pk=ann.table).version == table.version


@pytest.mark.any_database
def test_played_in_two_clicks_from_the_page_of_tables(house: House) -> None:
    with_robots(house)
    ann = Browser(house, "ann")
    assert f"/clubs/{house.club.slug}/online/robot/" in page(ann.get("online/"))
    chosen = {**ann.hidden("online/robot/"), "level": "strong", "format": "one_game"}
    goes(ann.post("online/robot/", chosen))
    goes(ann.post("online/robot/", chosen))
    table = OnlineTable.objects.get()
    assert (table.status, table.match and table.match.format) == ("playing", "one_game")
    assert "Strong robot" in page(ann.get(f"online/{table.pk}/"))
    assert "Ann against Strong robot" in page(Browser(house, "bob").get("online/"))


def test_the_page_says_where_a_club_has_none(house: House) -> None:
    assert "/online/robot/" not in page(Browser(house, "ann").get("online/"))
    assert "Robots do not play in this club" in page(Browser(house, "ann").get("online/robot/"))
