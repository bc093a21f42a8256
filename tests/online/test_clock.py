"""Time, absence and what a director does: Ann at A, Bob at B."""

from datetime import datetime, timedelta
from random import Random
from typing import Any

import pytest
from django.core.cache import cache
from django.utils import timezone

from games.matches.models import Entry, Match
from games.online.models import Draw, OnlineTable, Sweep
from games.online.services import sweeping
from games.online.services.sweeping import (
    BY_REQUESTS,
    BY_WORKER,
    FRESH,
    sweep,
    sweep_table,
)
from tests.support.clubhouse import House, problem, read

from .devices import Device, loses, may_act, play_out, seated, step

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
SECOND = timedelta(seconds=1)


def until_dealt(players: tuple[Device, Device]) -> dict[str, Any]:
    for _ in range(40):
        state = step(players)
        if state["hand"] and state["hand"]["phase"] == "proposal":
            return state
    raise AssertionError


def asked(now: datetime) -> None:
    """A request was served just now."""
    for row in (BY_REQUESTS, BY_WORKER):
        Sweep.objects.update_or_create(pk=row, defaults={"at": now})
    cache.delete(FRESH)


def out_of_time(table: int) -> OnlineTable:
    """As it is when the time of whoever is waited for is over."""
    now = timezone.now()
    asked(now)
    OnlineTable.objects.filter(pk=table).update(deadline=now - SECOND)
    assert sweep(now) == 1
    return OnlineTable.objects.get(pk=table)


@pytest.mark.any_database
def test_out_of_time_the_hand_is_abandoned(house: House) -> None:
    """Law 42: no trick was made, so the adversary marks the vole."""
    players = seated(house, Random(1), {"clock": "quick"})
    state = until_dealt(players)
    slow = state["hand"]["to_act"]
    table = out_of_time(players[0].table)
    match = Match.objects.get(online_table=table)
    score = {"a": match.score_a, "b": match.score_b}
    king = sum(mark["points"] for mark in state["hand"]["marks"] if mark["seat"] != slow)
    assert score["b" if slow == "a" else "a"] == 2 + king
    entry = Entry.objects.get(match=match)
    assert entry.data is not None
    assert entry.data["abandoned_by"] == slow
    assert (table.timed_out, table.timeouts) == (slow, 1)


def test_twice_running_the_other_may_claim_the_match(house: House) -> None:
    players = seated(house, Random(1), {"clock": "quick", "terms": {"format": "one_game"}})
    state = until_dealt(players)
    slow, quick = state["hand"]["to_act"], players[state["hand"]["to_act"] == "a"]
    problem(quick.api.post(f"online-tables/{quick.table}/claim", {}), 422, "no_claim")
    out_of_time(quick.table)
    # The next deal: only the slow one's link is missing, and does not come.
    read(quick.api.get(f"online-tables/{quick.table}"))
    quick.serve(quick.state())
    table = out_of_time(quick.table)
    assert table.timeouts == 2
    dead = Draw.objects.get(table=table, missing=slow)
    state = quick.state()
    assert state["claim"] is True
    assert state["draw"]["number"] == dead.number + 1, "a number is never used twice"
    state = quick.post("claim", {})
    assert state["result"]["winner"] == quick.seat
    assert Match.objects.get(online_table=table).over


def deadline_of(table: int) -> datetime:
    deadline = OnlineTable.objects.get(pk=table).deadline
    assert deadline is not None
    return deadline


@pytest.mark.any_database
@pytest.mark.parametrize("clock", ["quick", "days"])
def test_a_site_that_was_down_costs_nobody_their_time(house: House, clock: str) -> None:
    players = seated(house, Random(1), {"clock": clock})
    until_dealt(players)
    table, now, week = players[0].table, timezone.now(), timedelta(days=7)
    before = OnlineTable.objects.get(pk=table)
    asked(now)
    assert sweep(now + week) == 0
    after = OnlineTable.objects.get(pk=table)
    assert week - 9 * SECOND < deadline_of(table) - (before.deadline or now) <= week
    assert after.version > before.version
    # Requests are served again, and the time is not made up for twice.
    deadline = deadline_of(table)
    sweep_table(after, now + week + SECOND)
    assert deadline_of(table) == deadline


@pytest.mark.any_database
def test_nobody_loses_while_the_worker_alone_is_up(house: House) -> None:
    """The server of pages and API is away as the time runs out; the worker looks all the while."""
    players = seated(house, Random(1), {"clock": "quick"})
    until_dealt(players)
    table, now = players[0].table, timezone.now()
    asked(now)
    OnlineTable.objects.filter(pk=table).update(deadline=now + 5 * SECOND, waiting_since=now)
    for seconds in range(2, 60, 2):
        assert sweep(now + seconds * SECOND) == 0
    back = now + 60 * SECOND
    sweep_table(OnlineTable.objects.get(pk=table), back)
    assert deadline_of(table) == back + 5 * SECOND
    sweep_table(OnlineTable.objects.get(pk=table), back + 6 * SECOND)
    assert OnlineTable.objects.get(pk=table).timeouts == 1


@pytest.mark.any_database
def test_a_process_that_begins_makes_up_for_a_short_time_without_any(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    players = seated(house, Random(1), {"clock": "quick"})
    until_dealt(players)
    table, now = players[0].table, timezone.now()
    for patience, timeouts in ((sweeping.GAP, 1), (sweeping.RESTART, 0)):
        asked(now)
        OnlineTable.objects.filter(pk=table).update(
            deadline=now + 2 * SECOND, waiting_since=now, timeouts=0
        )
        monkeypatch.setattr(sweeping, "_patience", patience)
        sweep_table(OnlineTable.objects.get(pk=table), now + 8 * SECOND)
        assert OnlineTable.objects.get(pk=table).timeouts == timeouts


def test_a_table_is_not_made_up_for_what_was_before_it(house: House) -> None:
    """Nobody had looked for a day, as nothing was played on a clock."""
    players = seated(house, Random(1), {"clock": "quick"})
    until_dealt(players)
    table, now = players[0].table, timezone.now()
    asked(now - timedelta(days=1))
    OnlineTable.objects.filter(pk=table).update(deadline=now + 20 * SECOND, waiting_since=now)
    sweep_table(OnlineTable.objects.get(pk=table), now + 2 * SECOND)
    assert deadline_of(table) == now + 22 * SECOND


@pytest.mark.any_database
def test_who_is_waited_for_by_nobody_is_out_of_time_too(house: House) -> None:
    players = seated(house, Random(1), {"clock": "quick"})
    until_dealt(players)
    table, now = players[0].table, timezone.now()
    asked(now)
    OnlineTable.objects.filter(pk=table).update(deadline=now + 20 * SECOND)
    ended = [sweep(now + timedelta(seconds=seconds)) for seconds in range(10, 700, 10)]
    assert sum(ended) == 1


@pytest.mark.any_database
def test_a_new_device_goes_on_and_an_old_link_lets_the_draw_die(house: House) -> None:
    """Bob's battery is empty when the next deal waits for his link alone."""
    ann, bob = seated(house, Random(2), {"terms": {"format": "one_game"}})
    first = ann.serve(ann.state())
    assert first["draw"]["missing"] == ["b"]
    state = bob.open()
    assert bob.holds_from == first["draw"]["number"] + 1
    assert state["draw"]["number"] == bob.holds_from
    table = OnlineTable.objects.get(pk=ann.table)
    assert Draw.objects.get(table=table).missing == "b"
    assert play_out((ann, bob), loses("a"))["status"] == "over"
    check = ann.api.get(f"online-tables/{ann.table}/transcript")
    assert check.status_code == 200


@pytest.mark.any_database
def test_while_a_hand_is_in_play_nothing_else_is_entered(house: House) -> None:
    players = seated(house, Random(1))
    state = until_dealt(players)
    body = {"dealer": "a", "opening": "exchanged", "tricks": {"a": 5, "b": 0}, "version": 0}
    answer = house.api("scorer").post(f"matches/{state['match']}/hands", body)
    refused = problem(answer, 422, "online_hand")
    assert "Play it to its end" in refused["detail"]


@pytest.mark.any_database
def test_hands_played_online_are_taken_back_by_a_director_alone(house: House) -> None:
    players = seated(house, Random(1))
    until_dealt(players)
    match = None
    for _ in range(60):
        state = step(players)
        match = Match.objects.get(pk=state["match"])
        if match.hands:
            break
    assert match is not None
    body = {"version": match.version}
    problem(house.api("ann").post(f"matches/{match.pk}/undo", body), 422, "played_online")
    read(house.api("director").post(f"matches/{match.pk}/undo", body), 201)


@pytest.mark.any_database
def test_a_director_annuls_a_hand_and_its_dealer_deals_again(house: House) -> None:
    players = seated(house, Random(1))
    state = until_dealt(players)
    dealer = state["hand"]["dealer"]
    director = house.api("director")
    seen = read(director.get(f"online-tables/{players[0].table}"))
    assert seen["hand"]["own"] is None, "nor does a director see a hand in play"
    address = f"online-tables/{players[0].table}/hand-annulment"
    problem(director.post(address, {"reason": " "}), 422)
    read(director.post(address, {"reason": "Somebody looked over a shoulder."}), 201)
    for player in players:
        after = player.state()
        assert (after["hand"], after["legal"]) == (None, []), "nothing can be done in it any more"
    assert until_dealt(players)["hand"]["dealer"] == dealer


def test_an_annulled_match_is_over_here_too_and_its_deals_are_open(house: House) -> None:
    players = seated(house, Random(1))
    state = until_dealt(players)
    body = {"reason": "It was to be played on Friday.", "version": 0}
    read(house.api("director").post(f"matches/{state['match']}/annulment", body), 201)
    state = players[0].state()
    assert state["status"] == "closed"
    assert not may_act(state)
    transcript = read(players[0].api.get(f"online-tables/{players[0].table}/transcript"))
    assert transcript["results"]["end"] == "annulled"


@pytest.mark.any_database
def test_an_action_on_an_older_state_is_refused_and_one_sent_twice_is_once(house: House) -> None:
    players = seated(house, Random(1))
    state = until_dealt(players)
    player = players[state["hand"]["to_act"] == "b"]
    state = player.state()
    address = f"online-tables/{player.table}/acts"
    stale = {"version": state["version"] - 1, "act": "propose"}
    problem(player.api.post(address, stale), 409, "stale_version")
    body = {"version": state["version"], "act": "propose"}
    first = read(player.api.post(address, body, key="once"), 201)
    again = read(player.api.post(address, body, key="once"), 201)
    assert first["version"] == again["version"] == state["version"] + 1
    other = players[player.seat == "a"]
    refused = {"version": first["version"], "act": "propose"}
    problem(player.api.post(address, refused), 422)
    assert "answer" in other.state()["hand"]["phase"]


@pytest.mark.any_database
def test_the_clock_runs_where_only_pages_look_at_it(house: House) -> None:
    """Without a worker: pages ask every five seconds while a clock runs, so nothing was down."""
    players = seated(house, Random(1), {"clock": "quick"})
    until_dealt(players)
    table, now = players[0].table, timezone.now()
    asked(now)
    deadline = deadline_of(table)
    while not (found := OnlineTable.objects.get(pk=table)).timeouts and now < deadline + 9 * SECOND:
        now += 5 * SECOND
        cache.delete(FRESH)
        sweep_table(found, now)
    assert found.timeouts == 1
    assert now - deadline < 6 * SECOND
