"""A director at a table online: who is there, the clock, what is decided; and no hand in play."""

from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.core.cache import cache
from django.utils import timezone

from games.engine.cards import NAMES
from games.engine.seats import Seat
from games.matches.models import Entry, Match
from games.online.models import Draw, OnlineTable
from games.online.selectors.presence import presence_key
from games.online.selectors.tables import Play, tables
from tests.site.pages import Browser, goes, page, tight
from tests.support.clubhouse import House, problem, read

from .devices import Device, loses, play_out, seated, step

pytestmark = [pytest.mark.slow, pytest.mark.django_db]
Players = tuple[Device, Device]
RUBBER = {"terms": {"format": "rubber", "games": 3}}


def until_dealt(players: Players) -> dict[str, Any]:
    for _ in range(40):
        state = step(players)
        if state["hand"] and state["hand"]["phase"] == "proposal":
            return state
    raise AssertionError


def table_of(players: Players) -> OnlineTable:
    return OnlineTable.objects.get(pk=players[0].table)


def sent(browser: Browser, path: str, **more: str) -> str:
    key = browser.hidden(path)["key"].rpartition("-")[0]
    return goes(browser.post(path, {"key": f"{key}-{more['act']}", **more}))


@pytest.mark.any_database
def test_a_director_sees_who_is_away_and_whose_clock_runs(house: House) -> None:
    players = seated(house, Random(1), {"clock": "calm"})
    state = until_dealt(players)
    slow = "Ann" if state["hand"]["to_act"] == "a" else "Bob"
    seen = timezone.now() - timedelta(minutes=9)
    cache.set(presence_key(players[0].table, Seat.B), seen.timestamp(), 3600)
    text = tight(page(Browser(house, "director").get(f"online/{players[0].table}/direct/")))
    at = timezone.localtime(seen).strftime("%H:%M")
    assert f"{at}" in text.split("Away since")[1][:40]
    row = text.split(f'<dt class="name">{slow}</dt>')[1].split("</dd>")[0]
    assert "To act, until" in row
    here = read(house.api("director").get(f"online-tables/{players[0].table}"))["players"]
    assert here["a"] == {**here["a"], "here": True, "away_since": None}
    assert here["b"]["here"] is False
    assert here["b"]["away_since"][:16] == seen.isoformat()[:16]
    for who in ("ann", "cyd", "scorer"):
        assert Browser(house, who).get(f"online/{players[0].table}/direct/").status_code == 403


@pytest.mark.any_database
def test_no_hand_in_play_is_on_a_page_of_the_director(house: House) -> None:
    players = seated(house, Random(1), {"clock": "calm"})
    until_dealt(players)
    hand = Play(tables().get(pk=players[0].table)).current_hand
    hidden = {NAMES[card] for seat in Seat for card in hand.view(seat).hand or ()}
    browser = Browser(house, "director")
    for path in (f"online/{players[0].table}/direct/", f"matches/{table_of(players).match_id}/"):
        text = page(browser.get(path))
        assert not {name for name in hidden if f'"{name}"' in text or f">{name}<" in text}
    state = read(house.api("director").get(f"online-tables/{players[0].table}"))
    assert (state["audience"], state["hand"]["own"]) == ("public", None)


def test_a_stopped_clock_waits_for_the_player_and_costs_no_reserve(house: House) -> None:
    players = seated(house, Random(1), {"clock": "quick"})
    state = until_dealt(players)
    turn = state["hand"]["to_act"]
    browser = Browser(house, "director")
    path = f"online/{players[0].table}/direct/"
    sent(browser, path, act="stop")
    table = table_of(players)
    assert table.deadline is None
    assert "the clock is stopped" in page(browser.get(path))
    OnlineTable.objects.update(waiting_since=timezone.now() - timedelta(hours=2))
    other = players[0 if turn == "b" else 1]
    assert other.state()["clock"]["stopped"] is True
    other.open()
    assert table_of(players).deadline is None, "nor does a new device start it again"
    player = players[turn == "b"]
    player.act(player.state(), "propose")
    table = table_of(players)
    assert table.deadline is not None
    assert (table.reserve_a, table.reserve_b) == (180_000, 180_000)


@pytest.mark.any_database
def test_more_time_moves_the_deadline_and_leaves_the_reserve(house: House) -> None:
    players = seated(house, Random(1), {"clock": "quick"})
    turn = until_dealt(players)["hand"]["to_act"]
    before = table_of(players).deadline
    director = house.api("director")
    address = f"online-tables/{players[0].table}/clock-extension"
    problem(director.post(address, {"minutes": 0}), 422, field="minutes")
    problem(house.api("ann").post(address, {"minutes": 5}), 403)
    read(director.post(address, {"minutes": 60}), 201)
    sent(
        Browser(house, "director"), f"online/{players[0].table}/direct/", act="extend", minutes="5"
    )
    after = table_of(players)
    assert before is not None
    assert after.deadline is not None
    assert after.deadline - before == timedelta(minutes=65)
    player = players[turn == "b"]
    player.act(player.state(), "propose")
    assert table_of(players).reserve_a == table_of(players).reserve_b == 180_000


@pytest.mark.any_database
def test_without_a_clock_there_is_nothing_to_stop(house: House) -> None:
    players = seated(house, Random(1))
    until_dealt(players)
    address = f"online-tables/{players[0].table}/clock-stop"
    problem(house.api("director").post(address, {}), 422, "no_clock")


@pytest.mark.any_database
def test_a_hand_is_annulled_on_the_page_with_a_reason(house: House) -> None:
    players = seated(house, Random(1))
    state = until_dealt(players)
    browser, path = Browser(house, "director"), f"online/{players[0].table}/direct/"
    text = tight(page(browser.get(path)))
    number = state["hand"]["draw"]
    assert f'name="draw" value="{number}"' in text
    assert "the score is 0–0 again" in text
    key = browser.hidden(path)["key"].rpartition("-")[0]
    empty = {"key": f"{key}-annul", "act": "annul", "draw": str(number), "reason": ""}
    assert "The hand was not annulled." in page(browser.post(path, empty), 422)
    old = {**empty, "draw": str(number - 1), "reason": "A card was seen."}
    assert "another one is in play" in page(browser.post(path, old), 422)
    sent(browser, path, act="annul", draw=str(number), reason="A card was seen.")
    assert Draw.objects.get(table=players[0].table, number=number).ended_at is not None
    assert until_dealt(players)["hand"]["dealer"] == state["hand"]["dealer"]


def test_a_match_is_decided_as_hands_that_one_abandons(house: House) -> None:
    """Ann has left in the first hand of a rubber: Bob wins it two to nothing. Law 42 gives him the
    vole each time, so a game takes three hands, and the match six."""
    players = seated(house, Random(1), RUBBER)
    until_dealt(players)
    path = f"online/{players[0].table}/direct/"
    browser = Browser(house, "director")
    text = page(browser.get(path))
    assert "Ann wins, 2–0 in games" in text
    assert "Bob wins, 2–0 in games" in text
    director = house.api("director")
    address = f"online-tables/{players[0].table}/adjudication"
    foreseen = read(director.post(f"{address}/preview", {"winner": "b"}))
    assert foreseen == {"games_a": 0, "games_b": 2, "hands": 6}
    assert not Entry.objects.exists()
    problem(director.post(address, {"winner": "b", "reason": " "}), 422, field="reason")
    problem(house.api("bob").post(address, {"winner": "b", "reason": "Gone."}), 403)
    sent(browser, path, act="decide", winner="b", reason="Ann left.")
    match = Match.objects.get()
    assert (match.over, match.winner, match.games_a, match.games_b) == (True, "b", 0, 2)
    assert match.hands == 6
    state = players[1].state()
    assert (state["status"], state["result"]["winner"]) == ("over", "b")
    transcript = read(players[1].api.get(f"online-tables/{players[0].table}/transcript"))
    assert transcript["results"]["end"] == "stopped"
    log = page(browser.get("log/"))
    assert "Ann left." in log


@pytest.mark.any_database
def test_a_match_goes_to_a_club_table_and_back_between_two_hands(house: House) -> None:
    """Ann and Bob meet at the club after their first hand online, play one there, and finish from
    home: the score goes with them, and the deals can be verified."""
    players = seated(house, Random(3), {"terms": {"format": "one_game"}})
    until_dealt(players)
    ann, table = Browser(house, "ann"), players[0].table
    close = f"online/{table}/close/"
    match_page = f"matches/{Match.objects.get().pk}/"
    assert f'href="/clubs/cercle/{close}"' in page(ann.get(match_page))
    assert "Play it to its end first" in page(ann.get(close))
    key = ann.hidden(close)
    assert "A hand is in play" in page(ann.post(close, key), 422)
    while not Match.objects.get().hands:
        step(players)
    match = Match.objects.get()
    while Play(tables().get(pk=table)).has_hand_in_play:
        step(players)
    online = (match.score_a, match.score_b)
    goes(ann.post(close, ann.hidden(close)))
    assert table_of(players).status == "closed"
    assert "Score this match" in page(ann.get(match_page))
    body = {"opening": "exchanged", "tricks": {"a": 3, "b": 2}}
    house.api("scorer").enter(match.pk, body)
    match.refresh_from_db()
    assert (match.score_a, match.score_b) == (online[0] + 1, online[1])
    again = f"{match_page}online/"
    goes(ann.post(again, {**ann.hidden(again), "clock": "none", "spectators": "on"}))
    state = play_out(players, loses("a"))
    assert state["status"] == "over"
    transcript = players[0].api.get(f"online-tables/{table}/transcript")
    assert b" score:" in transcript.content
