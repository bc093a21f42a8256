"""The filters of the list of matches: each, all together, and what they tell the public."""

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from itertools import combinations
from random import Random
from typing import Any

import pytest
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from games.engine.terms import GameEntry, Score
from games.evenings.models import Evening
from games.evenings.services.evenings import evening_open
from games.matches.models import Match
from games.matches.services.entries import play_record
from games.matches.services.matches import match_start
from games.matches.services.stopping import match_abandon, match_adjourn
from tests.support.clubhouse import ONE_GAME, Api, House, open_house, problem, read
from tests.support.depth import each
from tests.support.standing import as_built, built_once

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.slow, pytest.mark.any_database, pytest.mark.django_db]

NOVEMBER = [date(2026, 11, day) for day in (5, 12, 19)]


def ids(api: Api, query: str) -> list[int]:
    return [one["id"] for one in read(api.get(f"matches?{query}"))["results"]]


def _finish(house: House, match: Match) -> None:
    by = house.person("scorer")
    play_record(by=by, match=match, what=GameEntry(1, Score(5, 3)), version=match.version)


def _furnished() -> House:
    """Three evenings of two tables, a season, friendly matches, and every status."""
    house = open_house()
    random, season = Random(15), house.season()
    for day in NOVEMBER:
        evening = evening_open(
            by=house.person("director"), held_on=day, public=True, tables=("1", "2")
        )
        for table in evening.tables.order_by("pk"):
            for number in range(3):
                a, b = random.sample(["ann", "bob", "cyd"], 2)
                match = match_start(
                    by=house.person("scorer"),
                    player_a=house.players[a].pk,
                    player_b=house.players[b].pk,
                    event_id=season.pk if number == 0 else None,
                    terms=None if number == 0 else ONE_GAME,
                    evening_table=table.pk,
                )
                noon = timezone.make_aware(datetime.combine(day, datetime.min.time()))
                Match.objects.filter(pk=match.pk).update(
                    started_at=noon + timedelta(hours=random.choice([0, 12, 23]), minutes=59)
                )
                if number == 1:
                    _finish(house, match)
    alone = house.match()
    annulled = house.match()
    answer = house.api("director").post(
        f"matches/{annulled.pk}/annulment", {"reason": "A trial.", "version": 0}
    )
    read(answer, 201)
    by = house.person("director")
    stopped = Match.objects.filter(over=False, annulled_at=None).exclude(pk=alone.pk)
    one, other, idle = stopped.order_by("pk")[:3]
    match_abandon(by=by, match=one, version=one.version, reason="Bob was taken ill.")
    match_adjourn(by=by, match=other, version=other.version, reason="")
    Match.objects.filter(pk=idle.pk).update(changed_at=timezone.now() - timedelta(hours=7))
    return house


@pytest.fixture(scope="module")
def _standing_club(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[House]:
    with built_once(django_db_blocker, _furnished) as found:
        yield found


@pytest.fixture
def club(_standing_club: House) -> Iterator[House]:
    with as_built(_standing_club) as found:
        yield found


def _all(api: Api) -> list[dict[str, Any]]:
    every: list[dict[str, Any]] = read(api.get("matches?page_size=200"))["results"]
    every += read(api.get("matches?page_size=200&annulled=true"))["results"]
    return every


def _day(match: dict[str, Any]) -> date:
    return timezone.localtime(datetime.fromisoformat(match["started_at"])).date()


def _filters(every: list[dict[str, Any]]) -> Iterator[tuple[str, Any]]:
    """A query, and by hand whether it finds a match as the list shows it."""
    evenings = sorted({one["evening"]["id"] for one in every if one["evening"]})
    tables = sorted({one["evening"]["table"]["id"] for one in every if one["evening"]})
    for pk in evenings[:2]:
        yield f"evening={pk}", lambda one, pk=pk: (one["evening"] or {}).get("id") == pk
    for pk in tables[1:3]:
        yield (
            f"table={pk}",
            lambda one, pk=pk: one["evening"] is not None and one["evening"]["table"]["id"] == pk,
        )
    season = next(one["event"]["id"] for one in every if one["event"])
    yield f"season={season}", lambda one: (one["event"] or {}).get("id") == season
    yield "season=999999999", lambda _one: False
    player = every[0]["players"]["a"]["id"]
    yield (
        f"player={player}",
        lambda one: player in (one["players"]["a"]["id"], one["players"]["b"]["id"]),
    )
    for statuses in ("in_play", "finished", "abandoned,adjourned", "unfinished,in_play,finished"):
        yield f"status={statuses}", lambda one, of=statuses: one["status"] in of.split(",")
    yield f"from={NOVEMBER[1]}", lambda one: _day(one) >= NOVEMBER[1]
    yield f"to={NOVEMBER[1]}", lambda one: _day(one) <= NOVEMBER[1]
    yield "over=false", lambda one: not one["over"]


def test_each_filter_and_each_two_of_them(club: House) -> None:
    api = club.api("cyd")
    every = _all(api)
    assert len(every) == 20
    assert {one["status"] for one in every} == {
        *("in_play", "unfinished", "adjourned", "abandoned", "finished", "annulled")
    }
    filters, found = list(_filters(every)), 0
    for several in [*([one] for one in filters), *each(4, [*combinations(filters, 2)])]:
        names = [query.partition("=")[0] for query, _finds in several]
        if len(set(names)) < len(names):
            continue
        query = "&".join(query for query, _finds in several)
        wanted = {
            one["id"]
            for one in every
            if one["status"] != "annulled" and all(finds(one) for _query, finds in several)
        }
        assert set(ids(api, f"page_size=200&{query}")) == wanted, query
        found += bool(wanted)
    assert found > len(filters)


def test_the_annulled_are_found_by_their_status(club: House) -> None:
    api = club.api("cyd")
    annulled = Match.objects.get(annulled_at__isnull=False)
    assert ids(api, "status=annulled") == ids(api, "annulled=true") == [annulled.pk]
    assert annulled.pk in ids(api, "status=annulled,in_play")
    assert ids(api, "status=finished&annulled=true") == []


def test_a_match_says_its_evening_and_table(club: House) -> None:
    table = Evening.objects.get(held_on=NOVEMBER[0]).tables.order_by("pk")[1]
    match = table.matches.order_by("pk")[0]
    for answer in (
        read(club.api("cyd").get(f"matches/{match.pk}")),
        read(club.api("cyd").get(f"matches?table={table.pk}"))["results"][-1],
    ):
        assert answer["evening"] == {
            "id": table.evening_id,
            "name": "",
            "held_on": "2026-11-05",
            "table": {"id": table.pk, "name": "2"},
        }
    alone = Match.objects.filter(evening_table=None, annulled_at=None).get()
    assert read(club.api("cyd").get(f"matches/{alone.pk}"))["evening"] is None


def test_the_public_learns_nothing_of_an_evening_that_is_not_public(club: House) -> None:
    """The match of a public season is public, and where it was played is not."""
    evening = Evening.objects.get(held_on=NOVEMBER[0])
    table = evening.tables.order_by("pk")[0]
    match = table.matches.get(event__isnull=False)
    by_evening, by_table = f"evening={evening.pk}", f"table={table.pk}"
    assert ids(Api(), by_table) == [match.pk]
    Evening.objects.filter(pk=evening.pk).update(public=False)
    assert match.pk in ids(Api(), "")
    assert ids(Api(), by_evening) == ids(Api(), by_table) == []
    assert read(Api().get(f"matches/{match.pk}"))["evening"] is None
    assert {one["evening"] and one["evening"]["id"] for one in _all(Api())}.isdisjoint({evening.pk})
    assert match.pk in ids(club.api("cyd"), by_evening)
    assert read(club.api("cyd").get(f"matches/{match.pk}"))["evening"]["id"] == evening.pk


def test_the_tag_of_a_match_changes_with_its_evening(club: House) -> None:
    evening = Evening.objects.get(held_on=NOVEMBER[0])
    match = Match.objects.filter(evening_table__evening=evening).order_by("pk")[0]
    api = club.api("cyd")
    first = api.get(f"matches/{match.pk}")["ETag"]
    change = {"held_on": "2026-11-06"}
    read(club.api("director").post(f"evenings/{evening.pk}/changes", change), 201)
    answer = api.get(f"matches/{match.pk}", **{"If-None-Match": first})
    assert read(answer)["evening"]["held_on"] == "2026-11-06"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("evening", value) for value in ("x", "-1", "1.5")),
        *(("table", value) for value in ("x", "%00")),
        *(("season", value) for value in ("x", "Autumn")),
        *(("status", value) for value in ("over", "finished;annulled", "in%20play", "Finished")),
        *(("from", value) for value in ("today", "2026-13-01", "24/12/2026", "0001-01-01")),
        *(("to", value) for value in ("%00", "9999-12-31")),
    ],
)
def test_a_value_that_cannot_be_is_refused_by_the_name_of_its_filter(
    name: str, value: str, club: House
) -> None:
    problem(club.api("cyd").get(f"matches?{name}={value}"), 422, "invalid", name)
