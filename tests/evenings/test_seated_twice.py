"""Nobody is seated twice unasked: the page says who is not free, and offers to seat them."""

import pytest

from ecarte_club.clubs.models import Player
from games.evenings.models import Evening
from games.evenings.services.evenings import player_arrive
from games.matches.models import Match
from games.matches.services.matches import MatchTerms
from scoring.contests.models import Contest
from scoring.contests.services.opening import Plan, contest_open
from scoring.tournaments.selectors.progress import progress_of
from scoring.tournaments.services.meetings import Seated, round_start
from tests.evenings.test_round_page import form
from tests.site.pages import Browser, goes, page
from tests.support.clubhouse import House, problem, read
from tests.support.planned import plan, season_of
from tests.support.tourneys import draw, opened, publish

from .club_night import start

pytestmark = [pytest.mark.django_db, pytest.mark.any_database, pytest.mark.slow]
NAMES = ("Alice", "Robert", "Chloé", "David")
ANYWAY = "Seat them anyway"


@pytest.fixture
def people(house: House, night: Evening) -> dict[str, Player]:
    made = {name: Player.objects.create(club=house.club, name=name) for name in NAMES}
    for player in made.values():
        player_arrive(by=house.person("director"), evening=night, player_id=player.pk)
    return made


def pair(people: dict[str, Player], a: str, b: str) -> dict[str, str]:
    return {"player_a": str(people[a].pk), "player_b": str(people[b].pk)}


def tables(night: Evening) -> list[int]:
    return [table.pk for table in night.tables.order_by("pk")]


def cul_leve(house: House, night: Evening, *players: Player) -> Contest:
    """At the second table."""
    terms, ids = MatchTerms("london", "one_game", 1), [player.pk for player in players]
    asked = Plan("cul_leve", tables(night)[1], terms, agreed={"stake": 1}, players=ids)
    return contest_open(by=house.person("director"), evening=night, plan=asked)


def test_a_table_asks_before_it_seats_somebody_who_plays(
    night: Evening, people: dict[str, Player], director: Browser
) -> None:
    one, two = tables(night)
    start(director, night, one, **pair(people, "Alice", "Robert"))
    where = f"evenings/{night.pk}/tables/{two}/start/"
    sent = {
        "key": "a",
        **pair(people, "Chloé", "Alice"),
        "first_dealer": "",
        "format": "one_game",
        "games": "1",
        "code": "london",
    }
    text = page(director.post(where, sent), 422)
    assert "Still playing at another table." in text
    assert ANYWAY in text
    assert f'value="{people["Chloé"].pk}" selected' in text
    assert Match.objects.count() == 1
    goes(director.post(where, {**sent, "key": "b", "seat_anyway": "on"}))
    assert Match.objects.count() == 2


def test_nothing_is_asked_of_two_who_are_free(
    night: Evening, people: dict[str, Player], director: Browser
) -> None:
    one, two = tables(night)
    start(director, night, one, **pair(people, "Alice", "Robert"))
    start(director, night, two, **pair(people, "Chloé", "David"))
    assert Match.objects.count() == 2


def test_a_round_asks_before_it_seats_somebody_of_a_contest(
    house: House, night: Evening, people: dict[str, Player], director: Browser
) -> None:
    """Robert waits in a cul-levé, in which no game is in play."""
    where = f"evenings/{night.pk}/pairings/"
    sent = form(page(director.get(where)))
    sent |= {"player_a_0": str(people["Alice"].pk), "player_b_0": str(people["Robert"].pk)}
    sent |= {"table_0": str(tables(night)[0])}
    del sent["use_1"]
    cul_leve(house, night, people["Robert"], people["Chloé"])
    text = page(director.post(where, sent), 422)
    assert "Not free yet: Cul-levé." in text
    assert ANYWAY in text
    again = {**form(text), "seat_anyway": "on"}
    goes(director.post(where, again))
    assert set(Match.objects.get().player_ids) == {people["Alice"].pk, people["Robert"].pk}


def test_a_table_of_a_contest_is_taken(
    house: House, night: Evening, people: dict[str, Player], director: Browser
) -> None:
    """That is no question: another table is there."""
    cul_leve(house, night, people["Robert"], people["Chloé"])
    one, two = tables(night)
    body = {"table": two, "player_a": people["Alice"].pk, "player_b": people["David"].pk}
    sent = {"matches": [body], "seat_anyway": True}
    api, where = house.api("director"), f"evenings/{night.pk}/matches"
    found = problem(api.post(where, sent), 422, "cannot_start", "matches.0.table")
    assert found["errors"][0]["detail"] == "This table is taken: Cul-levé. Choose another."
    text = page(director.get(f"evenings/{night.pk}/tables/{two}/start/"))
    assert "This table is taken: Cul-levé" in text
    read(api.post(where, {"matches": [{**body, "table": one}]}), 201)


def test_programs_are_told_who_is_not_free_and_may_seat_them(
    house: House, night: Evening, people: dict[str, Player], director: Browser
) -> None:
    one, two = tables(night)
    start(director, night, one, **pair(people, "Alice", "Robert"))
    body = {"table": two, "player_a": people["Alice"].pk, "player_b": people["Chloé"].pk}
    api, where = house.api("director"), f"evenings/{night.pk}/matches"
    found = problem(api.post(where, {"matches": [body]}), 409, "already_seated")
    assert [one["field"] for one in found["errors"]] == ["matches.0.player_a"]
    assert "seat them anyway" in found["detail"]
    twice = {"matches": [body, {**body, "table": one}], "seat_anyway": True}
    problem(api.post(where, twice), 422, "cannot_start", "matches.1.player_a")
    read(api.post(where, {"matches": [body], "seat_anyway": True}), 201)
    assert Match.objects.count() == 2


def test_a_fixture_that_is_due_asks_too(
    house: House, night: Evening, people: dict[str, Player], director: Browser
) -> None:
    one, two = tables(night)
    made = plan(house, season_of(house), [people["Alice"], people["David"]])
    (fixture,) = made.values()
    start(director, night, one, **pair(people, "Alice", "Robert"))
    sent = {f"use_{fixture.pk}": "on", f"table_{fixture.pk}": str(two)}
    where = f"evenings/{night.pk}/fixtures/"
    text = page(director.post(where, {"key": "a", **sent}), 422)
    assert "Still playing at another table." in text
    assert ANYWAY in text
    api, body = house.api("director"), {"fixtures": [{"fixture": fixture.pk, "table": two}]}
    refused = api.post(f"evenings/{night.pk}/fixtures", body)
    problem(refused, 409, "already_seated", "fixtures.0.fixture")
    goes(director.post(where, {"key": "b", **sent, "seat_anyway": "on"}))
    fixture.refresh_from_db()
    assert fixture.match is not None


def test_a_tournament_does_not_stand_in_its_own_way(
    house: House, night: Evening, people: dict[str, Player], director: Browser
) -> None:
    """Two wait for their match of the round: it starts unasked, any other asks."""
    cup = opened(house, [player.pk for player in people.values()], kind="swiss", rounds=2)
    draw(house, cup)
    publish(house, cup, 1)
    first, second = progress_of(cup).of_round(1)
    one, two = tables(night)
    by = house.person("director")
    round_start(by=by, tournament=cup, evening=night, seated=[Seated(first.pk, one)])
    body = {"table": two, "player_a": second.home_id, "player_b": house.players["ann"].pk}
    api = house.api("director")
    found = problem(api.post(f"evenings/{night.pk}/matches", {"matches": [body]}), 409)
    assert found["errors"][0]["detail"] == "Not free yet: Cup, round 1."
    sent = {"evening": night.pk, "matches": [{"fixture": second.pk, "table": two}]}
    read(api.post(f"tournaments/{cup.pk}/start", sent), 201)
    assert Match.objects.count() == 2
