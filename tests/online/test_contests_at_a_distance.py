"""Pools, cul-levé and la chouette among people who are not at the club.

Whoever is to lose a game abandons each hand, so that every result is known beforehand; the sums are
worked out by hand.
"""

from random import Random

import pytest

from ecarte_club.clubs.models import Player, User
from games.engine.transcripts.checks import is_right, verify
from games.matches.models import Match
from games.matches.services.matches import MatchTerms
from games.online.models import OnlineTable
from scoring.contests.rules.pool import Seated
from scoring.contests.rules.social import StakeSet
from tests.site.pages import Browser, goes, page, tight
from tests.support.clubhouse import House, problem, read
from tests.support.contests import Club, opened

from .devices import Device, loses, play_out, step

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def dora(house: House) -> Player:
    """A fourth member, abroad tonight."""
    user = User.objects.create_user("dora@cercle.example", "one-two-three-five", name="Dora")
    house.users["dora"] = user
    house.players["dora"] = Player.objects.create(club=house.club, name="Dora", user=user)
    return house.players["dora"]


@pytest.fixture
def pool(house: House, dora: Player) -> Club:
    """Of Ann, Bob and Cyd, who put in two each, as does whoever loses a game; the gallery bets."""
    agreed = {"stake": 2, "paying": "deposit"}
    club = opened(house, "pool", "ann", "bob", "cyd", agreed=agreed, gallery={})
    club.tell(Seated((club.pk("ann"), club.pk("bob"), club.pk("cyd"))))
    return club


def plays_online(club: Club, who: str) -> OnlineTable:
    """*Play online* on the board of the contest, tapped by one of the two."""
    browser = Browser(club.house, who)
    board = f"contests/{club.contest.pk}/"
    club.contest.refresh_from_db()
    sent = {"key": browser.hidden(board)["key"] + "-deal", "online": "yes", "first_dealer": ""}
    form = goes(browser.post(f"{board}deal/", {**sent, "version": str(club.contest.version)}))
    if not OnlineTable.objects.filter(match__over=False, status="playing").exists():
        chosen = {**browser.hidden(form), "clock": "calm", "spectators": "on"}
        goes(browser.post(form, chosen))
    return OnlineTable.objects.latest("pk")


def devices(club: Club, table: OnlineTable) -> tuple[Device, Device]:
    assert table.match is not None
    names = [player.name.lower() for player in (table.match.player_a, table.match.player_b)]
    random = Random(table.pk)
    a, b = (
        Device(club.house.api(who), table.pk, seat, random)
        for seat, who in zip("ab", names, strict=True)
    )
    for one in (a, b):
        one.open()
    return a, b


def wins(club: Club, name: str, table: OnlineTable) -> None:
    assert table.match is not None
    loser = "b" if table.match.player_a_id == club.pk(name) else "a"
    play_out(devices(club, table), loses(loser))
    match = Match.objects.get(online_table=table)
    assert (match.over, match.winner) == (True, "b" if loser == "a" else "a")


@pytest.mark.any_database
def test_a_pool_is_played_and_undone_at_a_distance(pool: Club) -> None:
    """Two in succession win it. Ann beats Bob; her game against Cyd is undone while its first hand
    is in play, and again once she has won it and five stakes. Cyd wins the next two, and six."""
    first = plays_online(pool, "ann")
    assert first.clock == "calm"
    wins(pool, "ann", first)
    assert pool.seats() == ("ann", "cyd")

    second = plays_online(pool, "cyd")
    assert second.pk != first.pk
    assert (second.clock, second.spectators) == ("calm", True), "agreed once for the pool"
    pair = devices(pool, second)
    while not (state := step(pair))["hand"]:
        pass
    assert state["hand"]["phase"] != "over"
    pool.undo()
    second.refresh_from_db()
    assert second.status == "closed"
    assert second.match is not None
    assert second.match.annulled_at is not None
    transcript = pool.house.api("cyd").get(f"online-tables/{second.pk}/transcript")
    assert is_right(verify(transcript.content))
    assert pool.seats() == ("ann", "cyd")

    third = plays_online(pool, "ann")
    wins(pool, "ann", third)
    assert pool.course().state.over
    assert pool.amounts() == {"ann": 10 - 2, "bob": -2 - 2, "cyd": -2 - 2}
    pool.undo()
    assert pool.amounts() == {"ann": -2, "bob": -2 - 2, "cyd": -2, "pot": 8}
    pool.undo()
    assert pool.seats() == ("ann", "cyd")

    wins(pool, "cyd", plays_online(pool, "cyd"))
    assert pool.seats() == ("cyd", "bob")
    wins(pool, "cyd", plays_online(pool, "bob"))
    assert pool.course().state.over
    assert pool.amounts() == {"ann": -2 - 2, "bob": -2 - 2 - 2, "cyd": 12 - 2}


@pytest.mark.any_database
def test_somebody_abroad_bets_until_the_game_is_dealt(pool: Club) -> None:
    """Dora lays five on Ann, Cyd three on Bob: three are covered, two go back at the deal. Ann
    wins: Dora has won three. Bets after the deal are refused."""
    dora = pool.house.api("dora")
    address = f"contests/{pool.contest.pk}/events"

    def body(player: str, side: str, amount: int) -> dict[str, object]:
        pool.contest.refresh_from_db()
        laid = {"event": "bet_laid", "player": pool.pk(player), "side": side, "amount": amount}
        return {**laid, "version": pool.contest.version}

    read(dora.post(address, body("dora", "a", 5)), 201)
    read(pool.house.api("cyd").post(address, body("cyd", "b", 3)), 201)
    table = plays_online(pool, "bob")
    late = problem(dora.post(address, body("dora", "a", 1)), 422)
    assert "dealt" in late["detail"] or "dealt" in str(late["errors"])
    link = f"/clubs/cercle/online/{table.pk}/"
    assert link in page(Browser(pool.house, "dora").get(f"contests/{pool.contest.pk}/"))
    seen = read(dora.get(f"online-tables/{table.pk}"))
    assert seen["audience"] == "public"
    wins(pool, "ann", table)
    assert pool.amounts() == {"ann": -2, "bob": -2 - 2, "cyd": -2 - 3, "dora": 3, "pot": 8}


def test_a_chouette_is_played_at_a_distance(house: House, dora: Player) -> None:
    """Ann has the box and beats Bob: each of the team pays her two. A director cannot annul the
    game as a match. Dora then plays for five; Cyd beats Ann, who pays two, two and five, and the
    box passes to Cyd."""
    club = opened(house, "box", "ann", "bob", "cyd", "dora", agreed={"stake": 2, "most": 10})
    assert club.seats() == ("ann", "bob")
    table = plays_online(club, "bob")
    body = {"reason": "It was late.", "version": 0}
    answer = house.api("director").post(f"matches/{table.match_id}/annulment", body)
    problem(answer, 422, "of_contest")
    wins(club, "ann", table)
    assert club.amounts() == {"ann": 6, "bob": -2, "cyd": -2, "dora": -2}
    assert club.seats() == ("ann", "cyd")
    club.tell(StakeSet(dora.pk, 5), "dora")
    wins(club, "cyd", plays_online(club, "ann"))
    assert club.amounts() == {"ann": 6 - 9, "dora": -2 + 5}
    assert club.seats() == ("cyd", "dora")


@pytest.mark.any_database
def test_nobody_sees_a_hand_or_points_at_a_chouette(house: House, dora: Player) -> None:
    """Neither Cyd of the team nor Dora, who has bet on Ann: though by these laws whoever backs a
    player may otherwise."""
    terms, stakes = MatchTerms("britannica", "one_game", 1), {"stake": 2, "most": 10}
    club = opened(house, "box", "ann", "bob", "cyd", agreed=stakes, gallery={}, terms=terms)
    house.players["eve"] = Player.objects.create(club=house.club, name="Eve")
    for name, side in (("dora", "a"), ("eve", "b")):
        club.bets(name, side, 1)
    table = plays_online(club, "bob")
    for name in ("cyd", "dora"):
        api, path = house.api(name), f"online-tables/{table.pk}"
        seen = read(api.get(path))
        assert seen["audience"] == "public"
        problem(api.post(f"{path}/pointing", {"version": seen["version"], "at": "propose"}), 403)


@pytest.mark.any_database
def test_the_board_leads_to_the_table_online(pool: Club) -> None:
    table = plays_online(pool, "ann")
    link = f'href="/clubs/cercle/online/{table.pk}/">'
    board = f"contests/{pool.contest.pk}/"
    assert f"{link}Play online</a>" in tight(page(Browser(pool.house, "bob").get(board)))
    assert f"{link}Watch the game</a>" in tight(page(Browser(pool.house, "cyd").get(board)))
