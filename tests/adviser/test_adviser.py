"""The adviser at a table online: in practice against a robot, by what its player sees alone."""

from random import Random

import pytest
from django.core.cache import cache
from django.db import transaction

from ecarte_club.clubs.services.clubs import Settings, club_set
from ecarte_club.core.models import IdempotencyRecord
from games.adviser.models import AdviceRequest
from games.adviser.selectors.advice import advice_of
from games.engine.seats import Seat
from games.matches.models import Match
from games.online.models import OnlineTable
from games.online.selectors.tables import Play, tables
from tests.online.devices import Device, State, may_act
from tests.online.robots import against, play_out, turn, with_robots
from tests.online.worlds import another, dealt_as
from tests.site.pages import Browser, page, tight
from tests.support.clubhouse import House, problem, read
from tests.support.depth import times

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.any_database]
MOMENTS = 60
OTHERS = times(5, thorough=MOMENTS)


def until(ann: Device, *, own: bool, forced: bool = False) -> State:
    """A hand is in play, and it is Ann's turn or the robot's. `forced`: there is one card that she
    may play."""
    for _ in range(MOMENTS):
        state = ann.state()
        hand = state["hand"]
        if hand and may_act(state) is own and hand["to_act"]:
            is_forced = len({*hand["legal"]} - {"abandon"}) == 1 and not hand["discard"]
            if not own or is_forced is forced:
                return state
        turn(ann)
    raise AssertionError


def words_of(answer: State) -> list[str]:
    return [text for text in answer["advice"]["words"].values() if text]


def test_advice_in_practice_is_on_record_and_in_the_post_mortem(house: House) -> None:
    """Ann asks at one decision, twice by one key, and plays as she is told."""
    cache.clear()
    ann = against(with_robots(house), "beginner", Random(5))
    where = f"online-tables/{ann.table}/advice"
    assert "What would you do?" in page(Browser(house, "ann").get(f"online/{ann.table}/"))
    assert "What would you do?" not in page(Browser(house, "bob").get(f"online/{ann.table}/"))
    state = until(ann, own=True)
    body = {"version": state["version"]}
    answer = read(ann.api.post(where, body, key="first"), 201)
    assert answer["requests"] == 1
    best, *others = answer["advice"]["options"]
    assert all(best["chance"] >= other["chance"] for other in others)
    offered = {*state["hand"]["legal"]} - {"abandon"}
    if not state["hand"]["discard"]:
        assert best["action"] in offered
    assert words_of(answer)[0].endswith("times in a hundred.")
    assert read(ann.api.post(where, body, key="first"), 201) == answer
    assert read(ann.api.post(where, body), 201) == answer
    assert AdviceRequest.objects.count() == 1
    stored = "".join(IdempotencyRecord.objects.values_list("body", flat=True))
    assert "chance" not in stored
    assert best["action"] not in stored or best["action"].isalpha()

    problem(ann.api.post(where, {"version": state["version"] - 1}), 409, "stale_version")
    problem(house.api("bob").post(where, body), 403)
    ann.act(state, best["action"])
    repeated = read(ann.api.post(where, body, key="first"), 201)
    assert (repeated["requests"], repeated["advice"]) == (1, None)
    later = until(ann, own=False)
    problem(ann.api.post(where, {"version": later["version"]}), 422, "nothing_to_decide")

    state = until(ann, own=True, forced=True)
    answer = read(ann.api.post(where, {"version": state["version"]}), 201)
    assert {answer["advice"]["options"][0]["action"]} <= {*state["hand"]["legal"]}
    assert answer["requests"] == 1, "nothing is decided where one card alone may be played"

    assert play_out(ann)["status"] == "over"
    match = Match.objects.get(online_table=ann.table)
    review = read(house.api("bob").get(f"matches/{match.pk}/review"))
    while review["waiting"]:
        review = read(house.api("bob").get(f"matches/{match.pk}/review"))
    advised = [one for hand in review["hands"] for one in hand["decisions"] if one["advised"]]
    assert [(one["seat"], one["done"]["action"]) for one in advised] == [("a", best["action"])]
    assert (review["players"]["a"]["advised"], review["players"]["b"]["advised"]) == (1, 0)
    text = tight(page(Browser(house, "bob").get(f"matches/{match.pk}/post-mortem/")))
    assert "Ann sought advice on 1 decision." in text
    assert text.count("Advice was sought.") >= 1
    assert "Ann sought advice on 1 decision." in page(
        Browser(house, "bob").get(f"matches/{match.pk}/")
    )
    problem(ann.api.post(where, body), 422, "not_playing")


def test_between_people_the_adviser_says_nothing(house: House) -> None:
    body = {"guest": house.players["bob"].pk, "terms": {"format": "one_game"}}
    table = read(house.api("ann").post("clubs/cercle/online-tables", body), 201)["id"]
    state = read(house.api("bob").post(f"online-tables/{table}/accept", {}), 201)
    asked = house.api("ann").post(f"online-tables/{table}/advice", {"version": state["version"]})
    refused = problem(asked, 422, "no_practice")
    assert "post-mortem" in refused["detail"]
    assert not AdviceRequest.objects.exists()
    assert "What would you do?" not in page(Browser(house, "ann").get(f"online/{table}/"))


def test_where_robots_count_in_ratings_the_adviser_says_nothing(house: House) -> None:
    """From the next match on: one that began before counts for nothing still."""
    with_robots(house)
    before = against(house, "beginner", Random(3))
    house.club = club_set(
        by=house.person("committee"),
        version=house.club.version,
        settings=Settings(robots=True, robots_rated=True),
    )
    after = against(house, "beginner", Random(3))
    for ann, code in ((before, "nothing_to_decide"), (after, "rated")):
        state = until(ann, own=False)
        where = f"online-tables/{ann.table}/advice"
        refused = problem(ann.api.post(where, {"version": state["version"]}), 422, code)
        text = page(Browser(house, "ann").get(f"online/{ann.table}/"))
        assert ("What would you do?" in text) is (code != "rated")
    assert "post-mortem" in refused["detail"]


def test_unseen_cards_never_change_the_advice(house: House) -> None:
    ann, random, others = against(with_robots(house), "beginner", Random(4)), Random(4), 0
    for _ in range(MOMENTS):
        state = ann.state()
        if state["status"] != "playing" or others > OTHERS:
            break
        if state["hand"] and may_act(state):
            others += _in_another_world(tables().get(pk=ann.table), random)
        turn(ann)
    assert others > 5


def _in_another_world(table: OnlineTable, random: Random) -> bool:
    """Whether there is one, in which the advice is the same."""
    true, world = advice_of(Play(table), Seat.A), another(table, Seat.A, random)
    assert true is not None
    with transaction.atomic():
        with dealt_as(world):
            assert advice_of(Play(tables().get(pk=table.pk)), Seat.A) == true
        transaction.set_rollback(True)
    return world.is_other
