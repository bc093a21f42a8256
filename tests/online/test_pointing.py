"""A backer points, where the code of laws lets the gallery; the player alone sees it."""

from collections.abc import Collection
from random import Random
from typing import Any

import pytest
from pytest_django import DjangoCaptureOnCommitCallbacks

from ecarte_club.core import live
from games.matches.models import Match
from games.online import live as news
from games.online.selectors import tables
from games.online.selectors.tables import Backing
from tests.support.clubhouse import House, problem, read

from .devices import Device, loses, play_out, seated, step

pytestmark = [pytest.mark.any_database, pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def players(house: House) -> tuple[Device, Device]:
    pair = seated(house, Random(3), {"terms": {"code": "britannica", "format": "one_game"}})
    for _ in range(40):
        state = step(pair)
        if state["hand"] and state["hand"]["to_act"] == "a":
            return pair
    raise AssertionError


def backs(monkeypatch: pytest.MonkeyPatch, house: House, *, sees: bool) -> None:
    """Cyd has a stake on Ann."""
    stake = {house.players["cyd"].pk: Backing("a", sees=sees)}
    monkeypatch.setattr(tables, "backers_of", lambda _match: stake)


def test_a_backer_sees_the_hand_and_points(
    house: House, players: tuple[Device, Device], monkeypatch: pytest.MonkeyPatch
) -> None:
    backs(monkeypatch, house, sees=True)
    ann, bob = players
    cyd = house.api("cyd")
    state = read(cyd.get(f"online-tables/{ann.table}"))
    assert state["audience"] == "backer_a"
    assert state["hand"]["own"] == ann.state()["hand"]["own"]
    at = state["hand"]["legal"][0]
    read(
        cyd.post(f"online-tables/{ann.table}/pointing", {"version": state["version"], "at": at}),
        201,
    )
    assert ann.state()["points"] == [at]
    assert bob.state()["points"] == []
    assert read(cyd.get(f"online-tables/{ann.table}"))["points"] == []
    wrong = {"version": state["version"], "at": "abandon"}
    problem(cyd.post(f"online-tables/{ann.table}/pointing", wrong), 422, "cannot_point")


def test_without_a_stake_or_where_the_laws_forbid_it_nobody_points(
    house: House, players: tuple[Device, Device], monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, _bob = players
    body = {"version": ann.state()["version"], "at": "propose"}
    problem(house.api("cyd").post(f"online-tables/{ann.table}/pointing", body), 403)
    backs(monkeypatch, house, sees=False)
    state = read(house.api("cyd").get(f"online-tables/{ann.table}"))
    assert state["audience"] == "public"
    assert state["hand"]["own"] is None
    problem(house.api("cyd").post(f"online-tables/{ann.table}/pointing", body), 403)


def test_backers_hear_how_the_match_ended(
    house: House,
    players: tuple[Device, Device],
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    """Their bets are settled in the same transaction, so that they are backers no longer."""

    def stakes(match: Match) -> dict[int, Backing]:
        is_over = Match.objects.get(pk=match.pk).over
        return {} if is_over else {house.players["cyd"].pk: Backing("a", sees=True)}

    sent: dict[str, Any] = {}
    monkeypatch.setattr(news, "backers_of", stakes)
    monkeypatch.setattr(live, "send", lambda topic, **what: sent.update({topic: what}))
    with django_capture_on_commit_callbacks(execute=True):
        over = play_out(players, loses("a"))
    heard = sent[f"online:{players[0].table}:backer_a"]["state"]
    assert heard["result"] == over["result"]
    assert heard["version"] == over["version"]


def test_who_takes_a_bet_back_hears_of_the_hand_no_more(
    house: House,
    players: tuple[Device, Device],
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    """Though the ticket that Cyd got is still good, and somebody else backs Ann."""
    ann, bob = players
    cyd, dan = house.players["cyd"].pk, 1_000_000
    stakes = {cyd: Backing("a", sees=True), dan: Backing("a", sees=True)}
    monkeypatch.setattr(tables, "backers_of", lambda _match: stakes)
    monkeypatch.setattr(news, "backers_of", lambda _match: stakes)
    answer = house.api("cyd").get(f"online-tables/{ann.table}")
    own = live.topics_of(answer["Live-Ticket"])
    heard: list[tuple[str, Any]] = []
    monkeypatch.setattr(live, "send", lambda topic, **what: heard.append((topic, what)))

    def hands_heard(topics: Collection[str]) -> list[Any]:
        told = [what["state"] for topic, what in heard if topic in topics and "state" in what]
        heard.clear()
        return [state["hand"]["own"] for state in told if state["hand"]]

    with django_capture_on_commit_callbacks(execute=True):
        step(players)
    assert hands_heard(own) == [ann.state()["hand"]["own"]]
    del stakes[cyd]
    with django_capture_on_commit_callbacks(execute=True):
        step(players)
    assert hands_heard(own) == []
    with django_capture_on_commit_callbacks(execute=True):
        step(players)
    assert hands_heard([f"online:{ann.table}:backer:{dan}"]) == [ann.state()["hand"]["own"]]
    assert bob.state()["hand"]["own"] != ann.state()["hand"]["own"]
