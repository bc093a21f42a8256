"""Lists page by page: each line once, in order, whatever is added or taken away meanwhile."""

import time
from datetime import date
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ecarte_club.clubs.models import Player
from games.evenings.services.evenings import evening_open
from tests.support.clubhouse import Api, House, problem, read
from tests.support.clubrooms import undone
from tests.support.depth import each, examples

pytestmark = pytest.mark.slow

NAMES = ("Émile", "emile", "Zoé", "Ann B.", "ann b.", "Œdipe", "Ölaf", "A", "Łucja", "Ann", "Bob")
SORTS = ("name", "-name", "added", "-added", "matches", "-matches", "played", "-played")


def _players(house: House, names: tuple[str, ...] = NAMES) -> None:
    for name in names:
        Player.objects.create(club=house.club, name=name)


def _pages(api: Api, path: str, way: str = "next") -> list[list[Any]]:
    """All pages from there on, each in its own order."""
    address: str | None = f"/api/v1/{path}"
    pages = []
    while address:
        page = read(api.client.get(address, headers=api.headers))
        pages.append([line["id"] for line in page["results"]])
        address = page[way]
    return pages


@pytest.mark.parametrize("sort", SORTS)
def test_every_line_comes_once_and_in_order(sort: str, house: House) -> None:
    _players(house)
    house.match()
    api, path = house.api("ann"), f"clubs/cercle/players?sort={sort}"
    whole = [line["id"] for line in read(api.get(f"{path}&page_size=200"))["results"]]
    assert len(whole) == len(NAMES) + 3
    for size in each(3, (1, 3, 5), first=SORTS.index(sort) % 3):
        pages = _pages(api, f"{path}&page_size={size}")
        assert [pk for page in pages for pk in page] == whole
        assert {len(page) for page in pages[:-1]} == {size}


@pytest.mark.any_database
def test_the_way_back_is_the_way_there(house: House) -> None:
    _players(house)
    api, path = house.api("ann"), "clubs/cercle/players?sort=matches&page_size=3"
    there = _pages(api, path)
    address = f"/api/v1/{path}"
    while following := read(api.client.get(address, headers=api.headers))["next"]:
        address = following
    back = _pages(api, address.partition("/api/v1/")[2], "previous")
    assert back[::-1] == there


@pytest.mark.any_database
@settings(
    max_examples=examples(8),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    acts=st.lists(
        st.tuples(st.integers(1, 4), st.sampled_from(["add", "take"]), st.sampled_from(NAMES)),
        max_size=6,
    ),
    sort=st.sampled_from(["name", "-name", "-added"]),
)
def test_what_happens_meanwhile_repeats_nothing_and_hides_nothing(
    acts: list[tuple[int, str, str]], sort: str, house: House
) -> None:
    """Who is there from the first page to the last is told exactly once."""
    api = house.api("committee")
    with undone("one walk"):
        _players(house)
        always = set(Player.objects.values_list("pk", flat=True))
        seen, turn = list[int](), 0
        address: str | None = f"/api/v1/clubs/cercle/players?page_size=3&sort={sort}"
        while address:
            page = read(api.client.get(address, headers=api.headers))
            seen += [line["id"] for line in page["results"]]
            address, turn = page["next"], turn + 1
            for when, act, name in acts:
                if when != turn:
                    continue
                if act == "add":
                    Player.objects.create(club=house.club, name=f"New {name}")
                else:
                    gone = Player.objects.filter(club=house.club, name=name).first()
                    if gone:
                        always.discard(gone.pk)
                        gone.delete()
        assert len(seen) == len(set(seen))
        assert always <= set(seen)


@pytest.mark.any_database
def test_evenings_of_one_day_are_kept_apart(house: House) -> None:
    for _time in range(5):
        evening_open(by=house.person("director"), held_on=date(2026, 11, 20), tables=("1",))
    for sort in ("day", "-day", "name", "came", "-matches"):
        pages = _pages(house.api("ann"), f"clubs/cercle/evenings?sort={sort}&page_size=2")
        assert len({pk for page in pages for pk in page}) == 5
        assert [len(page) for page in pages] == [2, 2, 1]


@pytest.mark.any_database
def test_the_same_page_is_the_same_an_hour_later(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    _players(house)
    api = house.api("ann")
    first = api.get("clubs/cercle/players?page_size=2")
    assert read(first)["next"]
    later = time.time() + 3600
    monkeypatch.setattr("django.core.signing.time.time", lambda: later)
    again = api.get("clubs/cercle/players?page_size=2", **{"If-None-Match": first["ETag"]})
    assert again.status_code == 304


@pytest.mark.any_database
def test_a_cursor_of_another_order_is_refused(house: House) -> None:
    _players(house)
    api = house.api("ann")
    link = read(api.get("clubs/cercle/players?sort=name&page_size=2"))["next"]
    other = link.replace("sort=name", "sort=-name").partition("/api/v1/")[2]
    problem(api.get(other), 422, "invalid", "cursor")


@pytest.mark.any_database
def test_a_page_that_has_gone_leads_to_the_beginning(house: House) -> None:
    _players(house)
    api = house.api("ann")
    first = read(api.get("clubs/cercle/players?page_size=200&sort=name"))
    last = read(api.get(f"clubs/cercle/players?page_size={len(first['results']) - 1}&sort=name"))
    Player.objects.filter(pk=first["results"][-1]["id"]).delete()
    page = read(api.client.get(last["next"], headers=api.headers))
    assert (page["results"], page["next"]) == ([], None)
    assert page["previous"] is not None
