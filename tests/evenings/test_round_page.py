"""The next round on its page: what is proposed, what is changed, and what cannot begin."""

import re
from collections.abc import Iterator
from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from ecarte_club.clubs.models import Player
from games.evenings.models import Evening
from games.evenings.services.evenings import evening_open, player_arrive
from games.matches.models import Match
from games.matches.services.matches import match_start
from scoring.leagues.models import Season
from tests.site.pages import Browser, goes, page
from tests.support.clubhouse import House

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.any_database]
QUERIES_MOST = 19


@pytest.fixture
def season(house: House) -> Season:
    return house.season()


@pytest.fixture
def night(house: House, season: Season) -> Evening:
    """Five are here, and two tables free."""
    evening = evening_open(
        by=house.person("director"), held_on=date(2026, 11, 20), tables=("1", "2")
    )
    for number in range(5):
        player = Player.objects.create(club=house.club, name=f"Guest {number}")
        player_arrive(by=house.person("director"), evening=evening, player_id=player.pk)
    return evening


@pytest.fixture
def director(house: House) -> Browser:
    return Browser(house, "director")


def form(text: str) -> dict[str, str]:
    """What the proposal would send as it stands."""
    sent = {"key": re.findall(r'name="key" value="(\w+)"', text)[0]}
    sent["rows"] = re.findall(r'name="rows" value="(\d+)"', text)[0]
    sent |= dict.fromkeys(re.findall(r'name="((?:use|due)_\d+)"[^>]*checked', text), "on")
    sent |= dict(re.findall(r'name="(offered_\d+)" value="([^"]*)"', text))
    sent |= dict(re.findall(r'type="radio" name="(format)" value="(\w+)"[^>]*checked', text))
    sent |= dict(re.findall(r'type="number" name="(\w+)" value="(\d+)"', text))
    return sent | dict(_chosen(text))


def _chosen(text: str) -> Iterator[tuple[str, str]]:
    for name, options in re.findall(r'<select name="(\w+)"[^>]*>(.*?)</select>', text, re.S):
        found = re.findall(r'<option value="([^"]*)" selected', options)
        if found:
            yield name, found[0]


def test_a_proposal_is_started_as_it_stands(
    night: Evening, season: Season, director: Browser
) -> None:
    text = page(director.get(f"evenings/{night.pk}/pairings/"))
    assert "has the bye" in text
    sent = form(text)
    assert sent["rows"] == "2"
    assert sent.get("event", "") == ""
    goes(director.post(f"evenings/{night.pk}/pairings/", sent))
    goes(director.post(f"evenings/{night.pk}/pairings/", sent))
    matches = Match.objects.order_by("pk")
    assert [match.table for match in matches] == ["1", "2"]
    assert {match.event_id for match in matches} == {None}
    assert len({pk for match in matches for pk in match.player_ids}) == 4


def test_pairs_are_swapped_left_out_and_the_cut_is_told(night: Evening, director: Browser) -> None:
    sent = form(page(director.get(f"evenings/{night.pk}/pairings/?mode=level")))
    first, second = sent["player_a_0"], sent["player_a_1"]
    sent |= {"player_a_0": second, "first_0": "b"}
    del sent["use_1"]
    goes(director.post(f"evenings/{night.pk}/pairings/", sent))
    match = Match.objects.get()
    assert (match.player_a_id, match.first_dealer) == (int(second), "b")
    assert int(first) not in match.player_ids


def test_what_cannot_begin_is_said_at_its_row_and_kept(night: Evening, director: Browser) -> None:
    sent = form(page(director.get(f"evenings/{night.pk}/pairings/")))
    twice = {**sent, "player_a_1": sent["player_a_0"], "first_1": "b"}
    text = page(director.post(f"evenings/{night.pk}/pairings/", twice), 422)
    assert "A player cannot play twice in a round" in text
    assert 'href="#id_table_1"' in text
    assert form(text)["player_a_1"] == sent["player_a_0"]
    assert form(text)["first_1"] == "b"
    one_table = {**sent, "table_1": sent["table_0"]}
    text = page(director.post(f"evenings/{night.pk}/pairings/", one_table), 422)
    assert "Only one match can start at a table" in text
    none = {name: value for name, value in sent.items() if not name.startswith("use")}
    text = page(director.post(f"evenings/{night.pk}/pairings/", none), 422)
    assert "Must be from 1 to" in text
    nobody = {**sent, "player_a_0": ""}
    text = page(director.post(f"evenings/{night.pk}/pairings/", nobody), 422)
    assert "Choose one, or leave this match out" in text
    assert not Match.objects.exists()


def test_a_row_that_is_left_out_does_not_shift_what_is_said(
    night: Evening, director: Browser
) -> None:
    sent = form(page(director.get(f"evenings/{night.pk}/pairings/")))
    del sent["use_0"]
    sent["player_b_1"] = sent["player_a_1"]
    text = page(director.post(f"evenings/{night.pk}/pairings/", sent), 422)
    assert 'href="#id_table_1"' in text
    assert 'href="#id_table_0"' not in text


def test_a_round_of_friendly_matches_says_what_is_played(night: Evening, director: Browser) -> None:
    sent = form(page(director.get(f"evenings/{night.pk}/pairings/")))
    sent |= {"event": "", "format": "games", "games": "4", "code": "modern"}
    goes(director.post(f"evenings/{night.pk}/pairings/", sent))
    assert {(one.code, one.games, one.event) for one in Match.objects.all()} == {
        ("modern", 4, None)
    }


def test_two_directors_do_not_start_the_same_round(house: House, night: Evening) -> None:
    one, other = Browser(house, "director"), Browser(house, "committee")
    where = f"evenings/{night.pk}/pairings/"
    sent, same = form(page(one.get(where))), form(page(other.get(where)))
    goes(one.post(where, sent))
    assert "Still playing" in page(other.post(where, same), 422)
    assert Match.objects.count() == 2


def test_nothing_is_proposed_to_one_alone(house: House, director: Browser) -> None:
    empty = evening_open(by=house.person("director"), held_on=date(2026, 11, 27))
    text = page(director.get(f"evenings/{empty.pk}/pairings/?mode=nonsense&season=x"))
    assert "At least two players" in text


def test_a_large_evening_asks_no_more_than_a_small_one(
    house: House, season: Season, director: Browser
) -> None:
    """Twelve tables in play, forty here; and the club asks for confirmations."""
    house.club.confirms = True
    house.club.save()
    who = house.person("director")
    names = [str(number) for number in range(1, 13)]
    evening = evening_open(by=who, held_on=date(2026, 11, 20), tables=names)
    players = [
        Player.objects.create(club=house.club, name=f"Guest {number:02}") for number in range(40)
    ]
    for number, table in enumerate(evening.tables.all()):
        match_start(
            by=who,
            player_a=players[2 * number].pk,
            player_b=players[2 * number + 1].pk,
            event_id=season.pk,
            evening_table=table.pk,
        )
    for player in players[24:]:
        player_arrive(by=who, evening=evening, player_id=player.pk)
    for where in ("", "now/", "wall/", "wall/now/", "pairings/", "sign-off/"):
        director.get(f"evenings/{evening.pk}/{where}")
        with CaptureQueriesContext(connection) as queries:
            page(director.get(f"evenings/{evening.pk}/{where}"))
        assert len(queries) <= QUERIES_MOST, (where, [one["sql"][:90] for one in queries])
