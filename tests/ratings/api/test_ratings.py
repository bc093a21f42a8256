"""Ratings for programs."""

import csv
import io
from datetime import datetime
from typing import Any

import pytest

from ecarte_club.clubs.models import Club, Player
from scoring.ratings.models import RatingBook
from tests.support.clubhouse import Api, House, problem, read
from tests.support.rated import after, brought, correct, rubber

pytestmark = pytest.mark.any_database


@pytest.fixture
def club(house: House) -> House:
    brought(house)
    rubber(house, "ann", "bob", (2, 0), after(0))
    rubber(house, "ann", "cyd", (2, 1), after(7))
    return house


def _list(api: Api, query: str = "") -> list[dict[str, Any]]:
    return list(read(api.get(f"clubs/cercle/ratings{query}"))["results"])


def test_the_list_and_its_order(club: House) -> None:
    found = _list(club.api("bob"))
    assert [one["player"]["name"] for one in found] == ["Ann", "Cyd", "Bob"]
    ann = found[0]
    assert ann["low"] < 50 < ann["rating"] < ann["high"]
    assert (ann["provisional"], ann["matches"], ann["games"]) == (True, 2, 5)
    assert datetime.fromisoformat(ann["last_at"]) == after(7)
    by_name = _list(club.api("bob"), "?sort=name&page_size=1")
    assert [one["player"]["name"] for one in by_name] == ["Ann"]


def test_strangers_know_the_names_that_they_may(club: House) -> None:
    Club.objects.filter(pk=club.club.pk).update(names_shown="initials")
    Player.objects.filter(pk=club.players["bob"].pk).update(name_shown="hidden")
    names = [one["player"]["name"] for one in _list(Api())]
    assert names == ["A.", "C.", f"Nº\u00a0{club.players['bob'].pk}"]
    problem(Api().get("clubs/cercle/ratings?name=a"), 422, "invalid", "name")
    problem(Api().get("clubs/cercle/ratings?sort=name"), 422, "invalid", "sort")
    answer = Api().get("clubs/cercle/ratings.csv")
    assert "Bob" not in answer.content.decode()
    for path in ("rating", "rating/history"):
        problem(Api().get(f"players/{club.players['bob'].pk}/{path}"), 404)


@pytest.mark.parametrize("field", ["sure", "status", "sort"])
def test_what_is_not_there_is_refused_by_name(club: House, field: str) -> None:
    problem(club.api("bob").get(f"clubs/cercle/ratings?{field}=x"), 422, "invalid", field)


def test_how_far_players_lie_apart(club: House) -> None:
    """Until there are results enough, as is usual: 1 / (1 + e^±0.16)."""
    usual = {"low": 46.0, "high": 54.0, "games_to_establish": 40}
    spread = read(Api().get("clubs/cercle/ratings/spread"))
    assert spread == {**usual, "is_learnt": False, "up_to_date": True}
    book = RatingBook.objects.filter(pk=club.club.pk)
    book.update(spread=500_000, drift=40_000, middle=90_000, widest=500_000)
    spread = read(Api().get("clubs/cercle/ratings/spread"))
    assert (spread["low"], spread["high"], spread["is_learnt"]) == (37.8, 62.2, True)


@pytest.mark.slow
def test_the_table_has_the_figures_of_the_list(club: House) -> None:
    answer = club.api("bob").get("clubs/cercle/ratings.csv")
    rows = list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))
    for row, one in zip(rows, _list(club.api("bob")), strict=True):
        assert int(row["player_id"]) == one["player"]["id"]
        assert float(row["rating"]) == one["rating"]


@pytest.mark.slow
def test_a_players_history_ends_at_his_rating(club: House) -> None:
    ann = club.players["ann"].pk
    now = read(club.api("bob").get(f"players/{ann}/rating"))
    assert now["up_to_date"] is True
    points = read(club.api("bob").get(f"players/{ann}/rating/history"))["results"]
    assert [(one["adversary"]["name"], one["won"], one["lost"]) for one in points] == [
        ("Cyd", 2, 1),
        ("Bob", 2, 0),
    ]
    assert points[0]["after"].items() <= now["rating"].items()
    assert points[0]["before"] == points[1]["after"]
    assert points[1]["before"] == {"rating": 50, "low": 38, "high": 62, "provisional": True}


@pytest.mark.slow
def test_who_has_none_and_who_waits_for_one(club: House) -> None:
    Player.objects.create(club=club.club, name="Dan")
    dan = Player.objects.get(name="Dan").pk
    assert read(club.api("bob").get(f"players/{dan}/rating"))["rating"] is None
    first = club.club.matches.order_by("pk")[0]
    correct(club, first, (0, 2))
    assert read(club.api("bob").get(f"players/{dan}/rating"))["up_to_date"] is False
    brought(club)
    assert [one["player"]["name"] for one in _list(club.api("bob"))][-1] == "Cyd"
