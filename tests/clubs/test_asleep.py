"""An office that sleeps for want of a second factor: lists show no more than the single pages.

The club asks its committee and directors for a second factor; nobody has one yet.
"""

from collections.abc import Iterator

import pytest
from pytest_django import DjangoDbBlocker

from ecarte_club.clubs.authentication import Actor
from ecarte_club.clubs.models import Club
from ecarte_club.clubs.permissions import Scope
from ecarte_club.core.exceptions import Absent, Denied
from games.evenings import selectors as evenings
from games.matches.selectors import matches as games
from scoring.leagues.selectors import seasons as scoring
from tests.site.pages import Browser, goes, page
from tests.support.clubhouse import Api, House, open_house, problem, read
from tests.support.nights import evening
from tests.support.standing import as_built, built_once

from .second_factor import give_second_factor

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.slow, pytest.mark.any_database, pytest.mark.django_db]

# What the lists answer, and the single thing that must answer alike.
THINGS = ("match", "season", "evening")
GUARDED = ("committee", "director")


def _asleep() -> House:
    """A private club with one thing of each kind, none of them for strangers."""
    house = open_house("rivage", public=False)
    house.match(house.season(public=False))
    evening(house)
    for who in (*GUARDED, "scorer", "ann"):
        house.secret(who)
    Club.objects.update(second_factor=True)
    return house


@pytest.fixture(scope="module")
def _standing_house(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[House]:
    with built_once(django_db_blocker, _asleep) as found:
        yield found


@pytest.fixture
def secret(_standing_house: House) -> Iterator[House]:
    with as_built(_standing_house) as found:
        yield found


def _ids(api: Api, thing: str) -> list[int]:
    """From the list that the API has of this."""
    if thing == "season":
        leagues = read(api.get("leagues"))["results"]
        return [season["id"] for league in leagues for season in league["seasons"]]
    if thing == "match":
        return [match["id"] for match in read(api.get("matches"))["results"]]
    answer = api.get("clubs/rivage/evenings")
    return [one["id"] for one in read(answer)["results"]] if answer.status_code == 200 else []


def _single(house: House, thing: str) -> tuple[str, int]:
    match = house.club.matches.get()
    night = house.club.evenings.get()
    found = {"match": ("matches", match.pk), "season": ("seasons", match.event_id or 0)}
    return {**found, "evening": ("evenings", night.pk)}[thing]


@pytest.mark.parametrize("thing", THINGS)
@pytest.mark.parametrize("who", GUARDED)
def test_what_a_sleeper_may_not_open_no_list_shows_him(who: str, thing: str, secret: House) -> None:
    api = secret.api(who)
    path, pk = _single(secret, thing)
    said = problem(api.get(f"{path}/{pk}"), 403)
    assert "two-step sign-in" in said["detail"]
    assert _ids(api, thing) == []
    give_second_factor(secret.users[who])
    assert read(api.get(f"{path}/{pk}"))["id"] == pk
    assert _ids(api, thing) == [pk]


@pytest.mark.parametrize("thing", THINGS)
@pytest.mark.parametrize("who", ["scorer", "ann"])
def test_who_needs_no_second_factor_sees_what_he_saw(who: str, thing: str, secret: House) -> None:
    assert _ids(secret.api(who), thing) == [_single(secret, thing)[1]]


def test_a_sleeping_director_who_plays_too_sees_what_players_see(secret: House) -> None:
    secret.players["ann"].user = secret.users["director"]
    secret.players["ann"].save()
    api = secret.api("director")
    for thing in THINGS:
        assert _ids(api, thing) == [_single(secret, thing)[1]]


def test_a_second_factor_of_somebody_else_wakes_nobody(secret: House) -> None:
    give_second_factor(secret.users["committee"])
    assert _ids(secret.api("director"), "match") == []
    assert _ids(secret.api("committee"), "match") != []


def test_of_a_public_club_a_sleeper_is_shown_what_strangers_are(secret: House) -> None:
    """Its page is open to him; what is private of it is not listed there either."""
    Club.objects.update(public=True)
    secret.club.refresh_from_db()
    director = Browser(secret, "director")
    for path in ("matches/", "evenings/", ""):
        mine, theirs = page(director.get(path)), page(Browser(secret).get(path))
        assert ("Ann" in mine, "November 2026" in mine) == (False, False), path
        assert ("Ann" in theirs, "November 2026" in theirs) == (False, False), path
    give_second_factor(secret.users["director"])
    assert "Ann" in page(director.get("matches/"))
    assert "November 2026" in page(director.get("evenings/"))


def test_he_finds_his_club_and_in_it_the_way_to_wake(secret: House) -> None:
    browser = Browser(secret, "director")
    assert goes(browser.get("/")) == "/clubs/rivage/"
    home = page(browser.get("/clubs/"))
    assert "Your clubs" in home
    assert 'href="/clubs/rivage/"' in home
    assert "on your account page" in page(browser.get("/clubs/rivage/"), 403)
    assert "Rivage" in page(browser.get("/account/"))
    listed = read(secret.api("director").get("clubs"))["results"]
    assert [club["slug"] for club in listed] == ["rivage"]


def test_a_token_that_may_not_read_is_shown_nothing_of_it(secret: House) -> None:
    give_second_factor(secret.users["director"])
    assert _ids(secret.api("director", [Scope.ENTER]), "match") == []


@pytest.mark.parametrize("wanted", [True, False], ids=["asked", "not asked"])
@pytest.mark.parametrize("has", [True, False], ids=["has one", "has none"])
@pytest.mark.parametrize("who", ["committee", "director", "scorer", "ann", "cyd"])
def test_lists_and_single_things_agree(who: str, has: bool, wanted: bool, secret: House) -> None:
    """In every case: a list has what may be opened, and nothing else."""
    Club.objects.update(second_factor=wanted)
    if has:
        give_second_factor(secret.users[who])
    actor = Actor(secret.users[who])
    lists = {
        "match": games.visible_matches(actor),
        "season": scoring.visible_seasons(actor),
        "evening": evenings.visible_evenings(actor),
    }
    opens = {"match": games.match, "season": scoring.season, "evening": evenings.evening}
    for thing, found in lists.items():
        pk = _single(secret, thing)[1]
        try:
            opens[thing](actor, pk)
            may = True
        except (Absent, Denied):
            may = False
        assert [one.pk for one in found] == ([pk] if may else []), thing
