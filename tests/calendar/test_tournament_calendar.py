"""Rounds of tournaments in the club's calendars."""

from datetime import date, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from ecarte_club.clubs.models import NameVisibility
from scoring.calendar.selectors import Month
from scoring.tournaments.models import Tournament
from scoring.tournaments.selectors.progress import progress_of
from scoring.tournaments.services.rounds import round_take_back
from tests.site.pages import Browser, page
from tests.support.clubhouse import Api, House, read
from tests.support.feeds import feed, summaries
from tests.support.tourneys import award, draw, fresh, opened, play_round, players, publish

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.any_database]


def today() -> date:
    return timezone.localdate()


def month(house: House, who: str = "") -> str:
    return page(Browser(house, who).get(f"calendar/?month={Month.of(today())}"))


def rounds(api: Api, query: str = "") -> list[tuple[str, int, str]]:
    found = read(api.get(f"clubs/cercle/calendar?{query}"))["rounds"]
    return [(one["tournament"]["name"], one["number"], one["day"]) for one in found]


def swiss(house: House, *, public: bool = True) -> Tournament:
    """Ann and Bob and somebody else, who waits in the first round."""
    pair = [house.players[name].pk for name in ("ann", "bob")]
    cup = opened(house, [*pair, *players(house, 1)], rounds=2, public=public)
    draw(house, cup)
    return cup


def test_a_round_is_there_once_it_is_published_until_it_is_taken_back(house: House) -> None:
    cup = swiss(house)
    assert rounds(Api()) == []
    assert "Cup" not in month(house, "director")
    publish(house, cup, 1)
    assert rounds(Api()) == [("Cup", 1, str(today()))]
    assert summaries(feed(Api())) == {"Cup, round 1": today()}
    (event,) = feed(Api()).walk("VEVENT")
    assert str(event["URL"]).endswith(f"/tournaments/{cup.pk}/rounds/1/")
    text = month(house)
    day = text[text.index(f'datetime="{today()}"') :]
    assert f'/tournaments/{cup.pk}/rounds/1/">Cup</a>' in day
    assert rounds(Api(), f"from={today() + timedelta(1)}") == []
    round_take_back(
        by=house.person("director"), tournament=cup, number=1, version=fresh(cup).version
    )
    assert rounds(Api()) == []
    assert summaries(feed(Api())) == {}
    assert "Cup" not in month(house)


def test_what_is_not_public_is_for_the_club_alone(house: House) -> None:
    publish(house, swiss(house, public=False), 1)
    assert rounds(Api()) == []
    assert summaries(feed(Api())) == {}
    assert "Cup" not in month(house)
    assert len(rounds(house.api("ann"))) == 1
    assert "Cup" in month(house, "ann")


def test_a_players_own_has_his_adversary_and_nothing_where_he_waits(house: House) -> None:
    cup = swiss(house)
    publish(house, cup, 1)
    (met,) = (one for one in progress_of(cup).of_round(1) if one.away is not None)
    (waits,) = (one for one in progress_of(cup).of_round(1) if one.away is None)
    path = f"clubs/cercle/calendar.ics?player={met.home_id}"
    assert met.away is not None
    assert summaries(feed(Api(), path)) == {f"{met.home.name} – {met.away.name}": today()}
    (event,) = feed(Api(), path).walk("VEVENT")
    assert str(event["URL"]).endswith(f"/tournaments/{cup.pk}/rounds/1/")
    assert "Cup, round 1" in str(event["DESCRIPTION"])
    (told,) = read(Api().get(f"clubs/cercle/calendar?player={met.away_id}"))["rounds"]
    assert (told["pairing"], told["home"]["id"], told["away"]["id"]) == (
        met.pk,
        met.home_id,
        met.away_id,
    )
    assert rounds(Api(), f"player={waits.home_id}") == []
    assert summaries(feed(Api(), f"clubs/cercle/calendar.ics?player={waits.home_id}")) == {}
    house.club.names_shown = NameVisibility.HIDDEN
    house.club.save()
    strangers = Api().get(path).content.decode()
    assert met.away.name not in strangers
    assert f"Nº\u00a0{met.away_id}" in strangers
    assert met.away.name in house.api("ann").get(path).content.decode()


def test_rounds_that_are_published_at_once_are_one_line_of_the_month(house: House) -> None:
    cup = opened(house, players(house, 4), kind="round_robin", public=True)
    publish(house, cup, draw(house, cup).number)
    assert [number for _name, number, _day in rounds(Api())] == [1, 2, 3]
    text = month(house)
    assert "Rounds 1 to 3" in text
    assert text.count(f"/tournaments/{cup.pk}/") == 1


def test_in_a_pool_one_meets_several(house: House) -> None:
    ids = players(house, 4)
    cup = opened(house, ids, kind="pools", size=3, public=True)
    publish(house, cup, draw(house, cup).number)
    (told,) = read(Api().get(f"clubs/cercle/calendar?player={ids[0]}"))["rounds"]
    assert (told["number"], told["pairing"], told["home"]) == (1, None, None)
    other = house.players["ann"].pk
    assert rounds(Api(), f"player={other}") == []


def test_more_rounds_and_pairings_ask_no_more(house: House) -> None:
    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert month(house)
            assert feed(Api(), f"clubs/cercle/calendar.ics?player={ids[0]}")
        return len(queries)

    ids = players(house, 8)
    play_round(house, opened(house, ids[:2], rounds=1, public=True), 1)
    before = asked()
    for size in (4, 8):
        cup = opened(house, ids[:size], kind="round_robin", public=True)
        publish(house, cup, draw(house, cup).number)
        award(house, cup, progress_of(fresh(cup)).of_round(1)[0].pk)
    assert asked() == before
