"""An e-mail says whose turn it is by correspondence, to players who want it, once for each turn."""

from random import Random

import pytest
from django.core.cache import cache
from django.core.mail import EmailMessage
from pytest_django import DjangoCaptureOnCommitCallbacks

from ecarte_club.clubs.models import Player
from games.engine.seats import Seat
from games.online.models import OnlineTable
from games.online.selectors.presence import presence_key
from games.online.tasks import send_turn_email
from tests.site.pages import Browser, goes
from tests.support.clubhouse import House, read

from .devices import Device, seated, step

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
Players = tuple[Device, Device]


def until_proposal(players: Players) -> str:
    """The seat that is to propose."""
    for _ in range(40):
        state = step(players)
        if state["hand"] and state["hand"]["phase"] == "proposal":
            return str(state["hand"]["to_act"])
    raise AssertionError


def wanted(house: House) -> None:
    for who in ("ann", "bob"):
        read(house.api(who).post("clubs/cercle/me", {"wants_turns": True}))


def leave(table: int) -> None:
    for seat in Seat:
        cache.delete(presence_key(table, seat))


def proposes(
    players: Players, capture: DjangoCaptureOnCommitCallbacks, *, there: bool = False
) -> tuple[str, str]:
    """Who proposes, and who is to answer; nobody else is at the table, unless `there`."""
    turn = until_proposal(players)
    player, other = players if turn == "a" else players[::-1]
    state = player.state()
    leave(player.table)
    if there:
        other.state()
    with capture(execute=True):
        player.act(state, "propose")
    names = {"a": "ann", "b": "bob"}
    return names[player.seat], names[other.seat]


@pytest.mark.any_database
def test_whoever_is_to_answer_gets_one_email(
    house: House,
    mailoutbox: list[EmailMessage],
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    wanted(house)
    players = seated(house, Random(1), {"clock": "days"})
    player, other = proposes(players, django_capture_on_commit_callbacks)
    (email,) = mailoutbox
    assert email.to == [f"{other}@cercle.example"]
    assert player.title() in email.subject
    assert f"/clubs/cercle/online/{players[0].table}/" in email.body
    assert "/clubs/cercle/me/" in email.body
    deadline = OnlineTable.objects.get().deadline
    assert deadline is not None
    assert str(deadline.year) in email.body
    seat = "a" if other == "ann" else "b"
    assert send_turn_email(players[0].table, seat) is False, "once for each turn"
    assert send_turn_email(players[0].table, "b" if seat == "a" else "a") is False, "not their turn"
    assert len(mailoutbox) == 1


@pytest.mark.any_database
@pytest.mark.parametrize("why", ["not wanted", "at the table", "with a clock"])
def test_nobody_gets_one_without_need(
    house: House,
    mailoutbox: list[EmailMessage],
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
    why: str,
) -> None:
    if why != "not wanted":
        wanted(house)
    players = seated(house, Random(1), {"clock": "calm" if why == "with a clock" else "days"})
    proposes(players, django_capture_on_commit_callbacks, there=why == "at the table")
    assert mailoutbox == []


@pytest.mark.any_database
def test_an_email_that_comes_late_is_not_sent(house: House, mailoutbox: list[EmailMessage]) -> None:
    """The worker was away, and whoever was to answer has done so: they refused, and the other is to
    lead."""
    wanted(house)
    players = seated(house, Random(1), {"clock": "days"})
    turn = until_proposal(players)
    player, other = players if turn == "a" else players[::-1]
    player.act(player.state(), "propose")
    other.act(other.state(), "refuse")
    leave(player.table)
    assert send_turn_email(player.table, other.seat) is False
    assert mailoutbox == []
    assert send_turn_email(player.table, player.seat) is True
    assert len(mailoutbox) == 1


def test_the_choice_is_made_on_the_page(house: House) -> None:
    ann = Browser(house, "ann")
    for chosen in ({}, {"wants_turns": "on"}):
        sent = {"name_shown": "name", "language": "en", **chosen}
        goes(ann.post("me/", {**ann.hidden("me/"), **sent}))
        player = Player.objects.get(pk=house.players["ann"].pk)
        assert player.wants_turns is bool(chosen)
        assert player.wants_results is False
