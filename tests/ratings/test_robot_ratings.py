"""Robots have ratings of their own; those of people hear of them where the club wants it."""

from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone

from ecarte_club.clubs.models import Club
from games.adviser.models import AdviceRequest
from games.matches.models import Match
from scoring.ratings.models import Rating, RatingPoint
from scoring.ratings.selectors.recount import recount
from scoring.ratings.selectors.robots import robot_ratings
from scoring.ratings.services import ratings_synchronise
from tests.online.robots import with_robots
from tests.site.pages import Browser, page
from tests.support.clubhouse import House, problem, read

pytestmark = [pytest.mark.slow, pytest.mark.django_db]
WON_BY_A, WON_BY_B = {"a": 5, "b": 3}, {"a": 2, "b": 5}


def enter(house: House, match: int, score: dict[str, int]) -> None:
    house.api("scorer").enter(match, {"score": score}, kind="games")


def sits_down(house: House, level: str) -> dict[str, Any]:
    """Ann at A against a robot."""
    sent = {"robot": level, "terms": {"code": "london", "format": "one_game", "games": 1}}
    state: dict[str, Any] = read(house.api("ann").post("clubs/cercle/online-tables", sent), 201)
    return state


def robot_match(house: House, level: str, score: dict[str, int]) -> None:
    """A game by its score alone."""
    enter(house, sits_down(house, level)["match"], score)


@pytest.mark.any_database
def test_a_robot_is_rated_as_a_newcomer_with_its_result_is(house: House) -> None:
    with_robots(house)
    robot_match(house, "strong", WON_BY_B)
    assert not RatingPoint.objects.exists()
    found = read(house.api("ann").get("clubs/cercle/ratings/robots"))
    match = house.match()
    enter(house, match.pk, WON_BY_B)
    people = read(house.api("ann").get("clubs/cercle/ratings"))["results"]
    winner = next(one for one in people if one["player"]["name"] == "Bob")
    (robot,) = found
    assert robot["player"]["name"] == "Strong robot"
    for name in ("rating", "low", "high", "matches", "games", "provisional"):
        assert robot[name] == winner[name], name


@pytest.mark.any_database
def test_who_beats_a_good_player_is_rated_higher(house: House) -> None:
    with_robots(house)
    robot_match(house, "beginner", WON_BY_A)
    robot_match(house, "strong", WON_BY_B)
    names = [line.player.robot for line in robot_ratings(Club.objects.get(pk=house.club.pk))]
    assert names == ["strong", "beginner"]
    assert not Rating.objects.exists()
    text = page(Browser(house, "ann").get("ratings/"))
    assert text.index("Strong robot") < text.index("Beginner robot")


def test_a_match_in_which_the_adviser_helped_rates_no_robot(house: House) -> None:
    with_robots(house)
    robot_match(house, "strong", WON_BY_A)
    assert len(robot_ratings(Club.objects.get(pk=house.club.pk))) == 1
    match = Match.objects.get(player_b__robot="strong")
    AdviceRequest.objects.create(match=match, seat="a", draw=1, place=1, at=timezone.now())
    assert robot_ratings(Club.objects.get(pk=house.club.pk)) == []


@pytest.mark.any_database
def test_the_recount_finds_nothing_to_rate(house: House) -> None:
    with_robots(house)
    robot_match(house, "club", WON_BY_A)
    call_command("recount_ratings")
    assert not RatingPoint.objects.exists()


def let_count(house: House, *, wanted: bool) -> None:
    api = house.api("committee")
    version = read(api.get("clubs/cercle/settings"))["version"]
    sent = {"version": version, "robots_rated": wanted}
    assert read(api.post("clubs/cercle/settings", sent))["robots_rated"] is wanted
    assert read(api.get("clubs/cercle"))["robots_rated"] is wanted
    ratings_synchronise(house.club.pk)


def people(house: House) -> dict[str, tuple[str, int]]:
    rows = read(house.api("ann").get("clubs/cercle/ratings"))["results"]
    return {row["player"]["name"]: (row["rating"], row["matches"]) for row in rows}


def test_matches_with_robots_count_from_when_the_club_says_so_until_it_says_otherwise(
    house: House,
) -> None:
    with_robots(house)
    robot_match(house, "strong", WON_BY_B)
    let_count(house, wanted=True)
    assert people(house) == {}, "what was played before does not count"
    state = sits_down(house, "club")
    asked = house.api("ann").post(
        f"online-tables/{state['id']}/advice", {"version": state["version"]}
    )
    problem(asked, 422, "rated")
    enter(house, state["match"], WON_BY_A)
    counted = people(house)
    assert set(counted) == {"Ann"}, "robots have a list of their own"
    assert (float(counted["Ann"][0]) > 50, counted["Ann"][1]) == (True, 1)
    assert recount(house.club.pk) == []
    assert "counts in your rating" in page(Browser(house, "ann").get("online/robot/"))
    enter(house, house.match().pk, WON_BY_B)
    with_robot = people(house)
    let_count(house, wanted=False)
    without = people(house)
    assert (with_robot["Ann"][1], without["Ann"][1]) == (2, 1)
    assert float(with_robot["Ann"][0]) > float(without["Ann"][0]), "what she won is gone"
    assert not RatingPoint.objects.exclude(player__robot="").exists()
    assert not Rating.objects.exclude(player__robot="").exists()
    assert recount(house.club.pk) == []
    robot_match(house, "club", WON_BY_A)
    assert people(house) == without


def test_without_robots_there_is_no_list(house: House) -> None:
    assert read(house.api("ann").get("clubs/cercle/ratings/robots")) == []
    assert "robots" not in page(Browser(house, "ann").get("ratings/"))
