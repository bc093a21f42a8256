"""Nobody is seated twice unasked in a pool or chouette, nor in a match without a table."""

import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from ecarte_club.clubs.models import Player
from games.evenings.models import Evening
from games.evenings.services.evenings import evening_open
from games.matches.models import Match
from games.matches.services.matches import match_start
from scoring.contests.models import Contest
from scoring.contests.rules.pool import Seated
from scoring.contests.services.events import event_tell
from scoring.contests.services.opening import Plan, contest_open
from tests.site.pages import Browser, goes, page
from tests.support.clubhouse import House, problem, read
from tests.support.contests import ONE_GAME, Club
from tests.support.nights import evening

pytestmark = [pytest.mark.django_db, pytest.mark.any_database, pytest.mark.slow]
ANYWAY = 'name="seat_anyway" value="on"'
PLAYING = "Still playing at another table."


@pytest.fixture
def night(house: House) -> Evening:
    made = Player.objects.create(club=house.club, name="Chloé")
    house.players["chloe"] = made
    return evening(house, "ann", "bob", "chloe")


def pk(house: House, name: str) -> int:
    return house.players[name].pk


def tables(night: Evening) -> list[int]:
    return [table.pk for table in night.tables.order_by("pk")]


def match_at(house: House, table: int | None) -> Match:
    """Ann against Bob, in play."""
    ann, bob = pk(house, "ann"), pk(house, "bob")
    return match_start(by=house.person("scorer"), player_a=ann, player_b=bob, evening_table=table)


def opened(house: House, night: Evening, kind: str, table: int, *names: str) -> Contest:
    players = [pk(house, name) for name in names]
    plan = Plan(kind, table, ONE_GAME, agreed={}, players=players)
    return contest_open(by=house.person("scorer"), evening=night, plan=plan)


def test_the_page_that_opens_a_contest_asks_and_loses_nothing(house: House, night: Evening) -> None:
    one, two = tables(night)
    match = match_at(house, one)
    scorer, where = Browser(house, "scorer"), f"evenings/{night.pk}/contests/new/?kind=cul_leve"
    sent = {
        "key": uuid4().hex,
        "code": "london",
        "table": str(two),
        "places": "drawn",
        "agreed_stake": "7",
        f"plays_{pk(house, 'ann')}": "on",
        f"plays_{pk(house, 'chloe')}": "on",
    }
    text = page(scorer.post(where, sent), 422)
    assert not Contest.objects.exists()
    notice = text[text.index('role="alert"') :].split("</form>")[0]
    assert re.search(r'class="name">Ann</span>', notice)
    assert f'/matches/{match.pk}/">{PLAYING}</a>' in notice
    assert "Chloé</span>:" not in notice.split("</ul>")[0]
    assert ANYWAY in notice
    assert 'name="agreed_stake" value="7"' in text
    assert re.search(rf'name="plays_{pk(house, "chloe")}"[^>]* checked', text)
    goes(scorer.post(where, {**sent, "key": uuid4().hex, "seat_anyway": "on"}))
    assert Contest.objects.get().agreed["stake"] == 7


def test_free_players_are_seated_unasked(house: House, night: Evening) -> None:
    """Bets and looking on keep nobody: Chloé bets on Ann, and opens a pool of her own."""
    one, two = tables(night)
    terms = Plan("match", one, ONE_GAME, gallery={}, players=[pk(house, "ann"), pk(house, "bob")])
    duel = contest_open(by=house.person("scorer"), evening=night, plan=terms)
    Club(house, night, duel).bets("chloe", "a", 1)
    assert opened(house, night, "pool", two, "chloe").pk


def test_programs_are_asked_too(house: House, night: Evening) -> None:
    one, two = tables(night)
    opened(house, night, "cul_leve", one, "ann", "bob")
    api, where = house.api("scorer"), f"evenings/{night.pk}/contests"
    players = [pk(house, "chloe"), pk(house, "bob")]
    sent = {"kind": "pool", "table": two, "players": players, "accepted": True}
    found = problem(api.post(where, sent), 409, "already_seated", "players.1")
    assert found["errors"][0]["detail"] == "Not free yet: Cul-levé."
    read(api.post(where, {**sent, "seat_anyway": True}), 201)
    assert Contest.objects.count() == 2


def test_a_question_comes_when_nothing_else_is_wrong(house: House, night: Evening) -> None:
    """Whoever says yes to it has no other answer to expect."""
    one, two = tables(night)
    opened(house, night, "cul_leve", one, "ann", "bob")
    api, where = house.api("scorer"), f"evenings/{night.pk}/contests"
    sent = {"kind": "pool", "table": one, "players": [pk(house, "bob")], "accepted": True}
    problem(api.post(where, sent), 422, "invalid_contest", "table")
    problem(api.post(where, {**sent, "table": two}), 409, "already_seated", "players.0")


@pytest.mark.parametrize("places", ["cut", "drawn"])
def test_the_places_of_a_pool_that_is_opened_are_no_second_question(
    places: str, house: House, night: Evening
) -> None:
    """Two of the three who were seated anyway play first, and still play elsewhere."""
    one, two = tables(night)
    match_at(house, one)
    players = [pk(house, name) for name in ("ann", "bob", "chloe")]
    sent = {"kind": "pool", "table": two, "players": players, "accepted": True, "places": places}
    api, where = house.api("scorer"), f"evenings/{night.pk}/contests"
    problem(api.post(where, sent), 409, "already_seated", "players.0")
    pool = read(api.post(where, {**sent, "seat_anyway": True}), 201)
    assert {seat["id"] for seat in pool["seats"].values()} <= set(players)


def test_joining_asks_only_where_it_seats_at_once(house: House, night: Evening) -> None:
    """Ann still plays. In a cul-levé of one she would sit down; behind two she waits."""
    one, two = tables(night)
    match_at(house, one)
    found = opened(house, night, "cul_leve", two, "chloe")
    scorer, where = Browser(house, "scorer"), f"contests/{found.pk}/tell/"
    sent = {"key": uuid4().hex, "what": "joined", "player": str(pk(house, "ann")), "accepts": "yes"}
    text = page(scorer.post(where, sent), 409)
    assert PLAYING in text
    assert f'name="player" value="{pk(house, "ann")}"' in text
    assert f"/{where}" in text[text.index('role="alert"') - 200 :]
    club = Club(house, night, found)
    assert club.seats() == ()
    goes(scorer.post(where, {**sent, "key": uuid4().hex, "seat_anyway": "on"}))
    assert club.seats() == ("chloe", "ann")
    asks = {"event": "joined", "player": pk(house, "bob"), "accepts": True}
    club.contest.refresh_from_db()
    read(house.api("scorer").post(f"contests/{found.pk}/events", asks), 201)
    assert club.queue() == ("bob",)


def test_a_program_that_seats_somebody_who_plays_is_asked(house: House, night: Evening) -> None:
    one, two = tables(night)
    match_at(house, one)
    found = opened(house, night, "cul_leve", two, "chloe")
    api, where = house.api("scorer"), f"contests/{found.pk}/events"
    sent = {"event": "joined", "player": pk(house, "ann"), "accepts": True}
    problem(api.post(where, sent), 409, "already_seated")
    read(api.post(where, {**sent, "seat_anyway": True}), 201)


def test_places_of_a_pool_ask_about_the_two_who_play_first(house: House, night: Evening) -> None:
    """All three are inscribed before Ann and Bob start a match elsewhere."""
    one, two = tables(night)
    pool = opened(house, night, "pool", two, "ann", "bob", "chloe")
    match_at(house, one)
    api, where = house.api("scorer"), f"contests/{pool.pk}/draw"
    pool.refresh_from_db()
    problem(api.post(where, {"version": pool.version}), 409, "already_seated")
    read(api.post(where, {"version": pool.version, "seat_anyway": True}), 201)


def test_a_contest_does_not_stand_in_its_own_way(house: House, night: Evening) -> None:
    """Its own game is in play when its places or seats are taken."""
    table = tables(night)[0]
    pool = opened(house, night, "pool", table, "ann", "bob", "chloe")
    order = tuple(pk(house, name) for name in ("ann", "bob", "chloe"))
    event_tell(by=house.person("scorer"), contest=pool, event=Seated(order))
    assert Club(house, night, pool).seats() == ("ann", "bob")


def test_a_match_without_a_table_asks(house: House, night: Evening) -> None:
    one, two = tables(night)
    Evening.objects.update(held_on=timezone.localdate())
    match = match_at(house, one)
    opened(house, night, "cul_leve", two, "chloe")
    scorer, where = Browser(house, "scorer"), "matches/new/"
    sent = {
        "key": uuid4().hex,
        "player_a": str(pk(house, "ann")),
        "player_b": str(pk(house, "chloe")),
        "first_dealer": "b",
        "format": "one_game",
        "games": "1",
        "code": "britannica",
        "table": "7",
    }
    text = page(scorer.post(where, sent), 422)
    assert f'/matches/{match.pk}/">Still playing another match.</a>' in text
    assert "Not free yet: Cul-levé." in text
    assert ANYWAY in text
    assert 'name="table" value="7"' in text
    assert 'value="britannica" selected' in text
    assert Match.objects.count() == 1
    goes(scorer.post(where, {**sent, "key": uuid4().hex, "seat_anyway": "on"}))
    assert Match.objects.count() == 2


def test_evenings_to_come_cost_no_query(house: House) -> None:
    """Nobody sits there yet, however many are planned."""
    costs = []
    for _time in range(2):
        with CaptureQueriesContext(connection) as queries:
            ann, bob = pk(house, "ann"), pk(house, "bob")
            by = house.person("scorer")
            match = match_start(by=by, player_a=ann, player_b=bob, only_free=True)
        Match.objects.filter(pk=match.pk).update(over=True)
        costs.append(len(queries))
        for days in range(1, 9):
            day = timezone.localdate() + timedelta(days=days)
            evening_open(by=house.person("director"), held_on=day)
    assert costs[0] == costs[1]


def test_programs_that_start_a_match_are_asked(house: House) -> None:
    """A match that was begun elsewhere keeps its two from the next one, and nobody else."""
    match = match_at(house, None)
    terms = {"format": "one_game"}
    sent = {"player_a": pk(house, "ann"), "player_b": pk(house, "cyd"), "terms": terms}
    api = house.api("scorer")
    problem(api.post("clubs/cercle/matches", sent), 409, "already_seated", "player_a")
    read(api.post("clubs/cercle/matches", {**sent, "seat_anyway": True}), 201)
    Match.objects.filter(pk=match.pk).update(over=True)
    assert Match.objects.count() == 2


def test_who_sits_down_with_the_one_who_comes_is_asked_about(house: House, night: Evening) -> None:
    """Ann waited for an opponent, and began a match at another table before Chloé comes."""
    one, two = tables(night)
    found = opened(house, night, "cul_leve", two, "ann")
    match_at(house, one)
    sent = {"event": "joined", "player": pk(house, "chloe"), "accepts": True}
    refused = house.api("scorer").post(f"contests/{found.pk}/events", sent)
    assert problem(refused, 409, "already_seated")["errors"][0]["detail"] == PLAYING
    assert Club(house, night, found).queue() == ("ann",)
