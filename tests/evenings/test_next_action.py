"""The one button of an evening's page: what its director does next, and the rest a tap away."""

import re
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.utils import timezone

from ecarte_club.clubs.models import Player
from games.engine.terms import GameEntry, Score
from games.evenings.models import Evening
from games.evenings.services.evenings import evening_open, evening_sign_off, player_arrive
from games.matches.models import Flag, Match
from games.matches.services.entries import play_record
from games.matches.services.matches import match_start
from tests.site.pages import Browser, page
from tests.support.clubhouse import ONE_GAME, House
from tests.support.markup import tight
from tests.support.planned import plan, season_of

pytestmark = [pytest.mark.django_db, pytest.mark.any_database, pytest.mark.slow]
NAMES = ("Alice", "Robert", "Chloé", "David")


@pytest.fixture
def tonight(house: House) -> Evening:
    """Of today, with two tables."""
    by = house.person("director")
    return evening_open(by=by, held_on=timezone.localdate(), tables=("1", "Window"))


@pytest.fixture
def people(house: House) -> list[Player]:
    return [Player.objects.create(club=house.club, name=name) for name in NAMES]


def primary(house: House, night: Evening, who: str = "director") -> str:
    """Its label; there is no other."""
    text = tight(page(Browser(house, who).get(f"evenings/{night.pk}/")))
    main = text.split("<main")[1].split("</main>")[0]
    (found,) = re.findall(r'<(?:a|button) class="button"[^>]*>([^<]+)<', main)
    return str(found).strip()


def links(house: House, night: Evening, who: str) -> Iterator[str]:
    text = tight(page(Browser(house, who).get(f"evenings/{night.pk}/")))
    more = text.split('id="more"')[1].split("</details>")[0]
    yield from re.findall(r'<a class="row-link"[^>]*>([^<]+)<', more)


def come(house: House, night: Evening, people: list[Player]) -> None:
    for player in people:
        player_arrive(by=house.person("director"), evening=night, player_id=player.pk)


def start(house: House, night: Evening, table: int, a: Player, b: Player) -> Match:
    return match_start(
        by=house.person("director"),
        player_a=a.pk,
        player_b=b.pk,
        terms=ONE_GAME,
        evening_table=night.tables.all()[table].pk,
    )


def finish(house: House, match: Match) -> None:
    by = house.person("scorer")
    play_record(by=by, match=match, what=GameEntry(1, Score(5, 2)), version=match.version)


def grow_late(night: Evening) -> None:
    Evening.objects.filter(pk=night.pk).update(opened_at=timezone.now() - timedelta(hours=5))


def test_a_night_from_the_door_to_the_signature(
    house: House, tonight: Evening, people: list[Player]
) -> None:
    assert primary(house, tonight) == "Attendance"
    come(house, tonight, people[:1])
    assert primary(house, tonight) == "Results so far"
    come(house, tonight, people)
    assert primary(house, tonight) == "Propose pairings"
    first = start(house, tonight, 0, *people[:2])
    assert primary(house, tonight) == "Propose pairings"
    second = start(house, tonight, 1, *people[2:])
    assert primary(house, tonight) == "Results so far"
    finish(house, first)
    finish(house, second)
    assert primary(house, tonight) == "Propose pairings"
    grow_late(tonight)
    assert primary(house, tonight) == "Sign off the evening"
    tonight.refresh_from_db()
    evening_sign_off(by=house.person("director"), evening=tonight, version=tonight.version)
    assert primary(house, tonight) == "Results"


def test_nobody_signs_off_while_a_match_is_in_play(
    house: House, tonight: Evening, people: list[Player]
) -> None:
    come(house, tonight, people)
    finish(house, start(house, tonight, 0, *people[:2]))
    start(house, tonight, 1, *people[2:])
    grow_late(tonight)
    assert primary(house, tonight) == "Propose pairings"


def test_without_tables_one_is_added_first(house: House, people: list[Player]) -> None:
    night = evening_open(by=house.person("director"), held_on=timezone.localdate())
    come(house, night, people)
    assert primary(house, night) == "Tables and codes"
    assert "No tables yet. Add the first below." in page(
        Browser(house, "director").get(f"evenings/{night.pk}/tables/")
    )


def test_a_fixture_of_two_who_are_free_comes_before_pairings(
    house: House, tonight: Evening, people: list[Player]
) -> None:
    plan(house, season_of(house), people[:2])
    come(house, tonight, people[1:])
    assert primary(house, tonight) == "Propose pairings"
    come(house, tonight, people[:1])
    assert primary(house, tonight) == "Start 1 fixture that is due"


def test_flags_come_first(house: House, tonight: Evening, people: list[Player]) -> None:
    match = start(house, tonight, 0, *people[:2])
    Flag.objects.create(match=match, text="It was my king", at=timezone.now())
    assert primary(house, tonight) == "Review the flags"
    assert primary(house, tonight, "ann") == "Results so far"


def test_everybody_has_the_links_that_they_may_use(
    house: House, tonight: Evening, people: list[Player]
) -> None:
    come(house, tonight, people)
    assert list(links(house, tonight, "director")) == [
        "Attendance",
        "Enter results",
        "Start a pool, a cul-levé or a chouette",
        "Results so far",
        "Wall screen",
        "Tables and codes",
        "Print score sheets",
        "Enter score sheets",
        "Change the evening",
        "Sign off the evening",
    ]
    assert list(links(house, tonight, "ann")) == ["Wall screen"]
