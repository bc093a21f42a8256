"""Robots have ratings of their own, and those of people do not hear of them."""

import pytest
from django.core.management import call_command
from django.utils import timezone

from ecarte_club.clubs.models import Club
from games.adviser.models import AdviceRequest
from games.matches.models import Match
from scoring.ratings.models import Rating, RatingPoint
from scoring.ratings.selectors.robots import robot_ratings
from tests.online.robots import with_robots
from tests.site.pages import Browser, page
from tests.support.clubhouse import House, read

pytestmark = pytest.mark.django_db
WON_BY_A, WON_BY_B = {"a": 5, "b": 3}, {"a": 2, "b": 5}


def enter(house: House, match: int, score: dict[str, int]) -> None:
    house.api("scorer").enter(match, {"score": score}, kind="games")


def robot_match(house: House, level: str, score: dict[str, int]) -> None:
    """Ann at A against a robot: a game by its score alone."""
    sent = {"robot": level, "terms": {"code": "london", "format": "one_game", "games": 1}}
    state = read(house.api("ann").post("clubs/cercle/online-tables", sent), 201)
    enter(house, state["match"], score)


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


def test_the_recount_finds_nothing_to_rate(house: House) -> None:
    with_robots(house)
    robot_match(house, "club", WON_BY_A)
    call_command("recount_ratings")
    assert not RatingPoint.objects.exists()


def test_without_robots_there_is_no_list(house: House) -> None:
    assert read(house.api("ann").get("clubs/cercle/ratings/robots")) == []
    assert "robots" not in page(Browser(house, "ann").get("ratings/"))
