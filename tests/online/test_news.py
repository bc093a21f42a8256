"""What the stream tells each audience is what it would be answered, and nothing hidden is in it."""

import json
from collections.abc import Callable
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks

from ecarte_club.clubs.models import Club
from ecarte_club.clubs.permissions import Person
from ecarte_club.core import live
from games.engine.cards import NAMES
from games.engine.seats import Seat
from games.online.models import OnlineTable, Sweep
from games.online.selectors import tables as tables_module
from games.online.selectors.states import EVERYBODY, Audience, state_of
from games.online.selectors.tables import Play, tables
from games.online.services.sweeping import BY_REQUESTS
from tests.site.pages import Browser
from tests.support.clubhouse import Api, House, read
from tests.support.depth import times

from .devices import Device, seated, step
from .test_clock import until_dealt

pytestmark = [pytest.mark.any_database, pytest.mark.django_db, pytest.mark.slow]
STEPS = times(20, thorough=60)


@pytest.fixture
def news(monkeypatch: pytest.MonkeyPatch) -> dict[str, dict[str, Any]]:
    """The newest state that each topic was sent."""
    newest: dict[str, dict[str, Any]] = {}

    def send(topic: str, **what: Any) -> None:
        if "state" in what:
            newest[topic] = json.loads(json.dumps(what["state"]))

    monkeypatch.setattr(live, "send", send)
    return newest


def timeless(state: dict[str, Any]) -> dict[str, Any]:
    clock = {**(state["clock"] or {}), "now": ""}
    players = {seat: {**one, "here": None} for seat, one in state["players"].items()}
    return {**state, "clock": clock, "players": players}


def test_an_event_is_what_a_request_would_be_answered(
    house: House,
    news: dict[str, dict[str, Any]],
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        players = seated(house, Random(3), {"clock": "calm"})
    for _ in range(STEPS):
        for device in players:
            topic = f"online:{device.table}:{device.seat}"
            assert timeless(news[topic]) == timeless(device.state())
        with django_capture_on_commit_callbacks(execute=True):
            step(players)


def test_whoever_watches_is_sent_what_happened_before_a_player_can_go_on(
    house: House,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    """Else the next deal, which two players make at once, overtakes how a hand ended."""
    heard: dict[str, int] = {}
    late: list[tuple[str, int]] = []

    def send(topic: str, **what: Any) -> None:
        if "state" not in what:
            return
        audience, version = topic.rpartition(":")[2], what["state"]["version"]
        heard[audience] = version
        if audience in ("a", "b"):
            late.extend((one, version) for one in ("club", "public") if heard.get(one) != version)

    with django_capture_on_commit_callbacks(execute=True):
        players = seated(house, Random(3))
    monkeypatch.setattr(live, "send", send)
    for _ in range(6):
        with django_capture_on_commit_callbacks(execute=True):
            step(players)
    assert heard.keys() == {"a", "b", "club", "public"}
    assert late == []


def test_the_club_is_sent_names_when_a_stranger_finds_that_time_is_over(
    house: House,
    news: dict[str, dict[str, Any]],
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    """What is done by their request is not of what they may see."""
    Club.objects.filter(pk=house.club.pk).update(names_shown="hidden")
    season = house.season()
    players = seated(house, Random(1), {"clock": "quick", "event": season.pk})
    until_dealt(players)
    now = timezone.now()
    Sweep.objects.update_or_create(pk=BY_REQUESTS, defaults={"at": now})
    table = players[0].table
    OnlineTable.objects.filter(pk=table).update(deadline=now - timedelta(seconds=1))
    with django_capture_on_commit_callbacks(execute=True):
        theirs = read(Api().get(f"online-tables/{table}"))
    names = {
        audience: [one["name"] for one in news[f"online:{table}:{audience}"]["players"].values()]
        for audience in ("a", "club", "public")
    }
    assert names["a"] == names["club"] == ["Ann", "Bob"]
    assert names["public"] == [one["name"] for one in theirs["players"].values()]
    assert not {"Ann", "Bob"} & set(names["public"])


@pytest.mark.parametrize("looks_again", [True, False])
def test_what_is_read_in_the_middle_of_a_change_is_of_one_version(
    house: House, monkeypatch: pytest.MonkeyPatch, looks_again: bool
) -> None:
    """The row is read, then a player acts, then the hand is read. Without a second look the answer
    is of the old version and shows what was done after it."""
    players = seated(house, Random(3))
    until_dealt(players)
    table, actions = players[0].table, 0
    of = Audience.of

    def overtaken(row: OnlineTable, somebody: Person) -> Audience:
        nonlocal actions
        if actions:
            actions -= 1
            step(players)
        return of(row, somebody)

    if not looks_again:
        monkeypatch.setattr(tables_module, "is_current", lambda _table: True)
    onlooker = house.api("cyd")
    readers: tuple[Callable[[], Any], ...] = (
        lambda: read(onlooker.get(f"online-tables/{table}")),
        lambda: in_page(Browser(house, "cyd").get(f"online/{table}/").content.decode()),
    )
    for read_state in readers:
        actions = 1
        with monkeypatch.context() as patched:
            patched.setattr(Audience, "of", overtaken)
            found = read_state()
        now = read(onlooker.get(f"online-tables/{table}"))
        assert found["hand"] == now["hand"]
        assert (found["version"] == now["version"]) is looks_again


def in_page(text: str) -> Any:
    return json.loads(text.partition('<script id="state"')[2].partition(">")[2].partition("<")[0])


def cards_in(state: object) -> set[str]:
    """Wherever they are, in whatever field."""
    if isinstance(state, dict):
        return set().union(*map(cards_in, state.values())) if state else set()
    if isinstance(state, list):
        return set().union(*map(cards_in, state)) if state else set()
    return {state} & set(NAMES) if isinstance(state, str) else set()


def seen_by(play: Play, audience: Audience) -> set[str]:
    """What lies open, and the hand that this audience may see."""
    view = play.current_hand.view(audience.viewer)
    seen = [card for _seat, card in view.played] + list(view.hand or ())
    if view.turn_up is not None:
        seen.append(view.turn_up)
    cuts = {name for draw in play.cuts for name in draw.cards.split(",")}
    return {NAMES[card] for card in seen} | cuts


def test_no_card_that_an_audience_does_not_see_is_in_its_state(house: House) -> None:
    """Nor in what is chained: the other hand is dealt otherwise and the state stays the same but
    for what was drawn."""
    players = seated(house, Random(4))
    checked = 0
    for _ in range(STEPS):
        state = step(players)
        table: OnlineTable = tables().get(pk=players[0].table)
        play = Play(table)
        if not play.has_hand_in_play:
            continue
        for audience in EVERYBODY:
            shown = cards_in(state_of(table, audience, Play(table)))
            assert shown <= seen_by(play, audience), (audience, state["version"])
            checked += 1
    assert checked > STEPS


def test_the_test_would_find_a_leak(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    players: tuple[Device, Device] = seated(house, Random(4))
    for _ in range(6):
        step(players)
    table = tables().get(pk=players[0].table)
    play = Play(table)
    leak = [NAMES[card] for card in play.current_hand.view(Seat.B).hand or ()]
    state = {**state_of(table, Audience("a"), play), "leak": {"deep": [leak]}}
    assert not cards_in(state) <= seen_by(play, Audience("a"))
