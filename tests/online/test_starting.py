"""How a match comes to be played online: by invitation, by a link, or from a physical table."""

from random import Random

import pytest

from games.matches.models import Match
from games.online.models import OnlineTable
from tests.site.pages import Browser, goes, page
from tests.support.clubhouse import House, problem, read

from .devices import seated

pytestmark = pytest.mark.django_db
TERMS = {"format": "one_game", "games": "1", "code": "london"}


def key(browser: Browser, path: str) -> dict[str, str]:
    return browser.hidden(path)


def opens(browser: Browser, **more: str) -> OnlineTable:
    sent = {**key(browser, "online/new/"), **TERMS, "clock": "none", "spectators": "on", **more}
    goes(browser.post("online/new/", sent))
    table = OnlineTable.objects.order_by("pk").last()
    assert table is not None
    return table


@pytest.mark.any_database
def test_ann_invites_bob_by_name_and_he_accepts_on_his_phone(house: House) -> None:
    ann, bob = Browser(house, "ann"), Browser(house, "bob")
    table = opens(ann, guest=str(house.players["bob"].pk))
    assert "Ann invites Bob" in page(bob.get("online/"))
    address = f"/o/{table.code_word}/"
    assert "Ann invites you to play" in page(bob.get(address))
    goes(bob.post(address, {**key(bob, address), "act": "accept"}))
    match = Match.objects.get()
    assert match.player_ids == (house.players["ann"].pk, house.players["bob"].pk)
    assert 'id="online"' in page(bob.get(f"online/{table.pk}/"))


@pytest.mark.slow
def test_a_match_by_correspondence_keeps_nobody(house: House) -> None:
    """Ann has three days for an action and sits down with Cyd meanwhile; with a clock she is asked
    about."""
    ann, bob = Browser(house, "ann"), Browser(house, "bob")
    players = {
        f"player_{seat}": house.players[who].pk for seat, who in (("a", "ann"), ("b", "cyd"))
    }
    for clock, status in (("days", 201), ("calm", 409)):
        address = f"/o/{opens(ann, guest=str(house.players['bob'].pk), clock=clock).code_word}/"
        goes(bob.post(address, {**key(bob, address), "act": "accept"}))
        answer = house.api("scorer").post("clubs/cercle/matches", players)
        assert answer.status_code == status
        Match.objects.filter(online_table=None).update(over=True)


@pytest.mark.any_database
def test_whoever_has_the_link_may_sit_down_and_only_the_first_does(house: House) -> None:
    table = opens(Browser(house, "ann"))
    address = f"/o/{table.code_word}/"
    bob, cyd = Browser(house, "bob"), Browser(house, "cyd")
    late = key(cyd, address)
    goes(bob.post(address, {**key(bob, address), "act": "accept"}))
    goes(cyd.post(address, {**late, "act": "accept"}))
    assert Match.objects.count() == 1
    answer = house.api("cyd").post(f"online-tables/{table.pk}/accept", {})
    problem(answer, 403, "not_allowed")


@pytest.mark.slow
def test_an_invitation_is_declined_and_withdrawn(house: House) -> None:
    bob = house.players["bob"].pk
    for who in ("bob", "ann"):
        table = opens(Browser(house, "ann"), guest=str(bob))
        state = read(house.api(who).post(f"online-tables/{table.pk}/withdraw", {}), 201)
        assert state["status"] == "closed"
        problem(house.api("bob").post(f"online-tables/{table.pk}/accept", {}), 422, "not_open")
    assert not Match.objects.exists()


@pytest.mark.any_database
def test_who_is_not_of_the_club_is_asked_to_sign_in(house: House, neighbour: House) -> None:
    table = opens(Browser(house, "ann"))
    address = f"/o/{table.code_word}/"
    assert goes(Browser(house).get(address)).startswith("/account/login/")
    other = Browser(neighbour, "ann")
    assert "players of the club" in page(other.get(address), 403)


@pytest.mark.any_database
@pytest.mark.slow
def test_a_match_at_a_table_goes_on_online_and_back(house: House) -> None:
    match = house.match()
    house.api("scorer").enter(
        match.pk, {"dealer": "a", "opening": "exchanged", "tricks": {"a": 5, "b": 0}}
    )
    ann = Browser(house, "ann")
    assert "Play online" in page(ann.get(f"matches/{match.pk}/"))
    path = f"matches/{match.pk}/online/"
    table_page = goes(ann.post(path, {**key(ann, path), "clock": "calm", "spectators": "on"}))
    state = read(house.api("bob").get(f"online-tables/{table_page.rstrip('/').split('/')[-1]}"))
    assert state["score"] == {"a": 2, "b": 0}
    assert state["clock"]["seconds"] == 45
    # Once is as twice.
    again = read(house.api("ann").post(f"matches/{match.pk}/online-table", {}), 201)
    assert again["id"] == state["id"]
    closed = read(house.api("ann").post(f"online-tables/{state['id']}/close", {}), 201)
    assert closed["status"] == "closed"
    house.api("scorer").enter(
        match.pk, {"dealer": "b", "opening": "exchanged", "tricks": {"a": 5, "b": 0}}
    )
    back = read(house.api("bob").post(f"matches/{match.pk}/online-table", {}), 201)
    assert (back["status"], back["score"]) == ("playing", {"a": 4, "b": 0})


@pytest.mark.slow
def test_a_program_finds_the_table_of_a_match(house: House) -> None:
    played = seated(house, Random(4))[0].state()
    waiting = read(house.api("cyd").post("clubs/cercle/online-tables", {}), 201)
    tables = {played["id"]: "playing", waiting["id"]: "open"}

    def ids(query: str) -> list[int]:
        rows = read(house.api("cyd").get(f"clubs/cercle/online-tables{query}"))["results"]
        return [row["id"] for row in rows]

    assert sorted(ids("")) == sorted(tables)
    for pk, status in tables.items():
        assert ids(f"?status={status}") == [pk]
    assert ids(f"?match={played['match']}") == [played["id"]]
    assert ids(f"?match={played['match']}&status=open") == []
    problem(house.api("cyd").get("clubs/cercle/online-tables?status=won"), 422)
    problem(house.api("cyd").get("clubs/cercle/online-tables?match=first"), 422)
