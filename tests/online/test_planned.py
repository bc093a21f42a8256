"""What two have to play, a fixture or a pairing, is played online."""

import re
from random import Random

import pytest

from games.matches.models import Match
from games.online.models import Draw, OnlineTable
from scoring.leagues.models import Fixture, Standing
from scoring.tournaments.models import Tournament
from scoring.tournaments.selectors.progress import progress_of
from tests.site.pages import Browser, goes, page, tight
from tests.support import tourneys
from tests.support.clubhouse import Api, House, problem, read
from tests.support.fixed import entered, planned

from .devices import Device, loses, play_out

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def fixture(house: House) -> Fixture:
    """Bob is at home to Ann."""
    season = house.season()
    pair = (house.players["bob"], house.players["ann"])
    entered(season, pair)
    (fixture,) = planned(season, [[pair]])
    return fixture


@pytest.fixture
def cup(house: House) -> Tournament:
    """A Swiss of Ann and Bob, whose only round is published."""
    pair = [house.players[name].pk for name in ("ann", "bob")]
    cup = tourneys.opened(house, pair, rounds=1)
    tourneys.publish(house, cup, tourneys.draw(house, cup).number)
    return cup


def link(house: House, who: str, path: str) -> str:
    """Of *Play online* on this page."""
    text = tight(page(Browser(house, who).get(path)))
    (found,) = re.findall(r'href="([^"]*/online/new/[^"]*)"', text)
    return str(found).replace("&amp;", "&")


def invited(house: House, who: str, address: str) -> OnlineTable:
    browser = Browser(house, who)
    goes(browser.post(address, {**browser.hidden(address), "clock": "none", "spectators": "on"}))
    return OnlineTable.objects.latest("pk")


@pytest.mark.any_database
@pytest.mark.slow
def test_a_fixture_is_played_online_from_its_page(house: House, fixture: Fixture) -> None:
    address = link(house, "ann", f"fixtures/{fixture.pk}/")
    text = tight(page(Browser(house, "ann").get(address)))
    assert "Bob gets an invitation" in text
    assert "Season, Round 1" in text
    assert read(house.api("bob").get(f"fixtures/{fixture.pk}"))["invitation"] is None
    table = invited(house, "ann", address)
    assert (table.guest, table.fixture) == (house.players["bob"], fixture.pk)
    is_invited_to(house, fixture, table)
    read(house.api("bob").post(f"online-tables/{table.pk}/accept", {}), 201)
    fixture.refresh_from_db()
    assert fixture.match == Match.objects.get()
    random = Random(2)
    ann, bob = (
        Device(house.api(who), table.pk, seat, random) for seat, who in (("a", "ann"), ("b", "bob"))
    )
    ann.open()
    bob.open()
    winner = play_out((ann, bob), loses("a"))["result"]["winner"]
    rows = Standing.objects.filter(season=fixture.event_id)
    won = {one.player.name: one.won for one in rows.select_related("player")}
    assert won == {"Ann": int(winner == "a"), "Bob": int(winner == "b")}
    assert "/online/new/" not in page(Browser(house, "ann").get(f"fixtures/{fixture.pk}/"))
    assert read(house.api("bob").get(f"fixtures/{fixture.pk}"))["invitation"] is None


def is_invited_to(house: House, fixture: Fixture, table: OnlineTable) -> None:
    """As the club reads it, and nobody else; nobody is asked to invite again."""
    path, link = f"fixtures/{fixture.pk}/", f'href="/clubs/cercle/online/{table.pk}/"'
    for who in ("ann", "bob", "cyd"):
        text = tight(page(Browser(house, who).get(path)))
        assert link in text
        assert "Ann invites Bob" in text
        assert "/online/new/" not in text
        assert read(house.api(who).get(f"fixtures/{fixture.pk}"))["invitation"] == table.pk
    assert "invites" not in page(Browser(house, "").get(path))
    assert read(Api().get(f"fixtures/{fixture.pk}"))["invitation"] is None
    (row,) = read(house.api("bob").get(f"clubs/cercle/online-tables?fixture={fixture.pk}"))[
        "results"
    ]
    assert (row["id"], row["fixture"], row["status"]) == (table.pk, fixture.pk, "open")
    assert read(house.api("bob").get("clubs/cercle/online-tables?fixture=1000"))["results"] == []


def test_nobody_is_invited_to_what_would_not_count(house: House, fixture: Fixture) -> None:
    """Once Bob has played Ann nothing is left between them; the first invitation says so, and not
    the player who accepts it."""
    body = {"event": fixture.event_id, "guest": house.players["bob"].pk}
    ann, path = house.api("ann"), "clubs/cercle/online-tables"
    problem(ann.post(path, {**body, "fixture": fixture.pk + 1}), 422, "fixture_not_open", "fixture")
    tourneys.win(house, tourneys.begin(house, fixture), fixture.home_id)
    problem(ann.post(path, {**body, "fixture": fixture.pk}), 422, "fixture_not_open", "fixture")
    answer = ann.post(path, body)
    assert "friendly match" in str(problem(answer, 422, "no_fixture", "event"))
    assert not OnlineTable.objects.exists()


def test_only_the_two_are_offered_it(house: House, fixture: Fixture) -> None:
    for who in ("cyd", "director", ""):
        assert "/online/new/" not in page(Browser(house, who).get(f"fixtures/{fixture.pk}/"))


@pytest.mark.any_database
def test_a_pairing_is_played_online_as_it_was_drawn(house: House, cup: Tournament) -> None:
    """Whoever is at home sits first and deals first: nothing is cut for."""
    drawn = Fixture.objects.get(event=cup.pk)
    address = link(house, "ann", f"tournaments/{cup.pk}/rounds/1/")
    assert "Cup, round 1" in page(Browser(house, "ann").get(address))
    table = invited(house, "ann", address)
    read(house.api("bob").post(f"online-tables/{table.pk}/accept", {}), 201)
    drawn.refresh_from_db()
    match = Match.objects.get()
    assert drawn.match == match
    assert match.player_ids == (drawn.home_id, drawn.away_id)
    names = [player.name.lower() for player in (match.player_a, match.player_b)]
    random = Random(1)
    pair = [
        Device(house.api(who), table.pk, seat, random)
        for seat, who in zip("ab", names, strict=True)
    ]
    for device in pair:
        device.open()
    for device in pair:
        state = device.serve(device.state())
    assert state["hand"]["dealer"] == "a"
    assert not Draw.objects.filter(kind="cut").exists()


def test_of_two_who_meet_twice_the_pairing_is_played_of_whose_round_the_page_is(
    house: House,
) -> None:
    pair = [house.players[name].pk for name in ("ann", "bob")]
    cup = tourneys.opened(house, pair, kind="round_robin", double=True)
    tourneys.publish(house, cup, tourneys.draw(house, cup).number)
    first, second = Fixture.objects.filter(event=cup.pk).order_by("round__number")
    address = link(house, "ann", f"tournaments/{cup.pk}/rounds/2/")
    assert "Cup, round 2" in page(Browser(house, "ann").get(address))
    table = invited(house, "ann", address)
    assert table.fixture == second.pk
    read(house.api("bob").post(f"online-tables/{table.pk}/accept", {}), 201)
    match = Match.objects.get()
    assert match.player_ids == (second.home_id, second.away_id)
    assert list(Fixture.objects.order_by("round__number").values_list("match", flat=True)) == [
        None,
        match.pk,
    ]
    body = {"event": cup.pk, "guest": house.players["bob"].pk, "fixture": second.pk}
    problem(house.api("ann").post("clubs/cercle/online-tables", body), 422, "not_drawn")
    body["fixture"] = first.pk
    assert read(house.api("ann").post("clubs/cercle/online-tables", body), 201)["id"]


@pytest.mark.any_database
def test_nobody_is_invited_to_what_is_not_drawn(house: House, cup: Tournament) -> None:
    """Cyd is no entrant; and once the round is played, Ann and Bob have nothing left to play."""
    body = {"event": cup.pk, "guest": house.players["cyd"].pk}
    answer = house.api("ann").post("clubs/cercle/online-tables", body)
    assert "friendly match" in str(problem(answer, 422, "not_drawn", "guest"))
    (fixture,) = tourneys.open_in(progress_of(cup), 1)
    match = tourneys.begin(house, fixture)
    tourneys.win(house, match, match.player_a_id)
    body["guest"] = house.players["bob"].pk
    problem(house.api("ann").post("clubs/cercle/online-tables", body), 422, "not_drawn")


def test_of_two_invitations_to_a_pairing_one_is_accepted(house: House, cup: Tournament) -> None:
    pair = ("ann", "bob"), ("bob", "ann")
    tables = []
    for who, guest in pair:
        body = {"event": cup.pk, "guest": house.players[guest].pk}
        tables.append(read(house.api(who).post("clubs/cercle/online-tables", body), 201)["id"])
    read(house.api("bob").post(f"online-tables/{tables[0]}/accept", {}), 201)
    problem(house.api("ann").post(f"online-tables/{tables[1]}/accept", {}), 422, "not_drawn")
    assert Match.objects.count() == 1


def test_the_start_of_a_pairing_at_a_table_online_stays(house: House, cup: Tournament) -> None:
    """What was drawn there is never deleted: the director annuls the match instead."""
    body = {"event": cup.pk, "guest": house.players["bob"].pk}
    table = read(house.api("ann").post("clubs/cercle/online-tables", body), 201)["id"]
    read(house.api("bob").post(f"online-tables/{table}/accept", {}), 201)
    fixture = Fixture.objects.get(event=cup.pk)
    address = f"tournaments/{cup.pk}/meetings/{fixture.pk}/start-back"
    problem(house.api("director").post(address, {}), 422, "match_begun")
    match = Match.objects.get().pk
    annulled = {"reason": "They play at the club.", "version": 0}
    read(house.api("director").post(f"matches/{match}/annulment", annulled), 201)
    fixture.refresh_from_db()
    assert fixture.match is None
