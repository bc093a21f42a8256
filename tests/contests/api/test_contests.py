"""Whole contests run by a program: who sits, who waits, what is covered, and what everybody has."""

from hashlib import sha256

import pytest

from tests.support.clubhouse import Api, House, problem, read
from tests.support.everything import everything
from tests.support.teamed import built_once

from .contesting import Program, amounts, names, program

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.any_database]


def two_more(house: House) -> Program:
    return program(house, "dora", "eve")


_built, built, house, club = built_once(two_more)


def test_a_pool_of_three_as_foster_pays_it(club: Program) -> None:
    """Won at the third game: plus five, minus three, minus two."""
    opened = club.opens("pool", "ann", "bob", "cyd", agreed={"stake": 1})
    assert opened["agreed"] == {"stake": 1, "paying": "deposit", "to_win": 0}
    assert (opened["terms"]["format"], opened["terms"]["games"]) == ("one_game", 1)
    assert names(opened["pool"]["inscribed"]) == ["Ann", "Bob", "Cyd"]
    assert names(opened["accepted"]) == ["Ann", "Bob", "Cyd"]
    club.tells("seated", order=[club.pk(name) for name in ("ann", "bob", "cyd")])
    assert (club.seats(), club.queue(), club.now["held"]["pot"]) == (["Ann", "Bob"], ["Cyd"], 3)
    assert club.now["pool"]["to_win"] == 2
    club.game("ann")
    assert (club.seats(), club.queue(), club.now["held"]["pot"]) == (["Ann", "Cyd"], ["Bob"], 4)
    assert amounts(club.now["pool"]["paid"]) == {"Ann": 1, "Bob": 2, "Cyd": 1}
    club.game("cyd")
    club.game("cyd")
    assert (club.now["over"], club.now["games_won"], club.now["seats"]) == (True, 3, None)
    assert club.everything() == club.moved() == {"Cyd": 5, "Ann": -2, "Bob": -3}


def test_the_gallery_bets_and_is_covered(club: Program) -> None:
    """Dora lays five on Ann, Eve three on Bob, Ann two on herself, who is covered first."""
    club.opens("match", "ann", "bob", gallery={"levy": 0})
    club.tells("bet_laid", "dora", side="a", amount=5)
    club.tells("bet_laid", "eve", side="b", amount=3)
    laid = club.tells("bet_laid", "ann", side="a", amount=2)["bets"]
    assert (laid["laid"], laid["covered"], laid["open"]) == ({"a": 7, "b": 3}, 3, True)
    assert [(one["player"]["name"], one["covered"]) for one in laid["bets"]] == [
        ("Dora", 1),
        ("Eve", 3),
        ("Ann", 2),
    ]
    dealt = club.acts("deal")
    assert (dealt["bets"]["laid"], dealt["bets"]["open"]) == ({"a": 3, "b": 3}, False)
    late = club.api.post(club.path("events"), club.event("bet_laid", "eve", side="b", amount=1))
    assert problem(late, 422, "bets_closed", "event")["source"]
    club.wins("ann")
    assert club.everything() == club.moved() == {"Ann": 2, "Dora": 1, "Eve": -3}


def test_a_backer_of_the_loser_takes_his_seat(club: Program) -> None:
    club.opens(
        "cul_leve", "ann", "bob", "cyd", agreed={"stake": 2, "backer_sits": True}, gallery={}
    )
    club.tells("bet_laid", "dora", side="b", amount=1)
    club.tells("bet_laid", "eve", side="a", amount=1)
    club.game("ann")
    free = club.now["cul_leve"]
    assert (free["loser"]["name"], names(free["backers"])) == ("Bob", ["Dora"])
    assert club.seats() == ["Ann", "Cyd"]
    both = [club.pk("dora"), club.pk("eve")]
    wrong = club.event("backer_sat", "dora", backers=both)
    problem(club.api.post(club.path("events"), wrong), 422, "not_entitled", "backers")
    read(club.api.post(club.path("accept"), {"player": club.pk("dora")}), 201)
    club.tells("backer_sat", "dora", backers=[club.pk("dora")])
    assert (club.seats(), club.queue()) == (["Ann", "Dora"], ["Cyd"])
    club.game("dora")
    assert club.everything() == club.moved() == {"Bob": -2, "Dora": 1, "Eve": 1}


def test_the_bank_of_the_regulation(club: Program) -> None:
    """Ann's bank of ten against Bob's eight and Cyd's four, of which Dora holds what is over."""
    club.opens("bank", "ann", "bob", "cyd", "dora", agreed={"minimum": 5})
    club.tells("bid", "bob", amount=6)
    low = club.api.post(club.path("events"), club.event("bid", "ann", amount=6))
    problem(low, 422, "bid_too_low", "amount")
    bids = club.tells("bid", "ann", amount=10)["bank"]["bids"]
    assert amounts(bids) == {"Bob": 6, "Ann": 10}
    bank = club.tells("adjudged")["bank"]
    assert (bank["phase"], bank["chouetteur"]["name"], bank["adjudged"]) == ("stakes", "Ann", 10)
    assert (club.seats(), club.queue(), club.now["held"]["bank"]) == (
        ["Ann", "Bob"],
        ["Cyd", "Dora"],
        10,
    )
    club.tells("punted", "cyd", amount=4)
    club.tells("punted", "bob", amount=8)
    bank = club.tells("backed", "dora", amount=2)["bank"]
    assert (bank["covered"], bank["bank_covered"]) == (12, 10)
    assert [(s["player"]["name"], s["on"], s["amount"], s["covered"]) for s in bank["stakes"]] == [
        ("Cyd", "against", 4, 4),
        ("Bob", "against", 8, 8),
        ("Dora", "behind", 2, 2),
    ]
    assert club.acts("deal")["held"] == {"pot": 0, "bank": 0, "mass": 24, "levy": 0}
    club.wins("bob")
    assert club.now["bank"]["phase"] == "renewal"
    club.tells("not_renewed")
    club.tells("closed")
    assert club.everything() == club.moved() == {"Ann": -10, "Bob": 8, "Cyd": 4, "Dora": -2}


def test_the_social_chouette(club: Program) -> None:
    """The box plays Bob for three and Cyd for one; Dora bears half with it, the odd one is his."""
    club.opens("box", "ann", "bob", "cyd", "dora", agreed={"stake": 1, "most": 3})
    over = club.api.post(club.path("events"), club.event("stake_set", "bob", amount=4))
    problem(over, 422, "over_limit", "amount")
    club.tells("stake_set", "bob", amount=3)
    box = club.tells("partnered", "dora")["box"]
    assert (box["partner"]["name"], amounts(box["team"])) == ("Dora", {"Bob": 3, "Cyd": 1})
    club.tells("joined", "eve", accepts=True)
    assert names(club.tells("sat_out", "eve")["box"]["out"]) == ["Eve"]
    club.game("ann")
    assert (club.seats(), club.queue()) == (["Ann", "Cyd"], ["Dora", "Bob"])
    assert club.everything() == club.moved() == {"Ann": 2, "Dora": 2, "Bob": -3, "Cyd": -1}


def test_a_rubber_is_won_as_one(club: Program) -> None:
    """Bets on it stay until its second game."""
    terms = {"format": "rubber", "games": 3}
    club.opens("match", "ann", "bob", gallery={"levy": 10}, terms=terms)
    club.tells("bet_laid", "dora", side="a", amount=10)
    club.tells("bet_laid", "eve", side="b", amount=10)
    club.acts("deal")
    club.wins("ann")
    assert (club.now["games_won"], club.now["held"]["mass"]) == (0, 20)
    club.wins("ann")
    assert (club.now["games_won"], club.now["match"]) == (1, None)
    assert club.everything() == club.moved() == {"Dora": 9, "Eve": -10, "levy": 1}


def test_the_log_tells_who_what_and_when(club: Program) -> None:
    club.opens("cul_leve", "ann", "bob", agreed={"stake": 2})
    club.tells("joined", "cyd", accepts=True)
    match = club.acts("deal")["match"]
    club.wins("ann")
    entries = club.entries()
    assert [(one["number"], one["place"], one["event"]["event"]) for one in entries] == [
        (1, 1, "joined"),
        (1, 2, "joined"),
        (2, 3, "joined"),
        (3, 4, "dealt"),
        (4, 5, "game_won"),
    ]
    assert {one["by"] for one in entries} == {"Scorer"}
    assert [one["match"] for one in entries] == [None, None, None, match, match]
    assert [names(one["players"]) for one in entries] == [["Ann"], ["Bob"], ["Cyd"], [], ["Ann"]]
    assert entries[-1]["moved"] == [
        {
            "giver": {"holder": "member", "player": {"id": club.pk("bob"), "name": "Bob"}},
            "taker": {"holder": "member", "player": {"id": club.pk("ann"), "name": "Ann"}},
            "amount": 2,
            "cause": "game_won",
        }
    ]
    assert sorted(one["at"] for one in entries) == [one["at"] for one in entries]


def test_the_log_says_it_in_words(club: Program) -> None:
    club.opens("cul_leve", "ann", "bob", "cyd", agreed={"stake": 2}, gallery={})
    club.tells("bet_laid", "dora", side="b", amount=3)
    club.tells("bet_taken_back", "dora", amount=1)
    club.game("ann")
    said = [one["text"] for one in club.entries()]
    assert said[:6] == [
        "Ann joins.",
        "Bob joins.",
        "Cyd joins.",
        "Dora bets 3 counters on Bob.",
        "Dora withdraws a bet of 1 counter.",
        "Game 1 is dealt: Ann against Bob.",
    ]
    assert said[6].startswith("Ann wins game 1 and takes 2 counters.")


def test_places_are_drawn_so_that_anybody_can_draw_them_again(club: Program) -> None:
    """At the opening, or of those inscribed; the order comes from the seed that is told."""
    players = ["ann", "bob", "cyd", "dora", "eve"]
    opened = club.opens("pool", *players, places="drawn")
    assert drawn(club, players) == [*club.seats(), *club.queue()]
    assert names(opened["accepted"]) == drawn(club, players)
    club.tells("closed")
    listed = club.opens("pool", *players)
    assert (listed["seed"], listed["seats"]) == ("", None)
    club.acts("draw")
    assert drawn(club, players) == [*club.seats(), *club.queue()]
    problem(club.api.post(club.path("draw"), {"version": 3}), 409, "stale_version", "version")
    again = {"version": club.now["version"]}
    problem(club.api.post(club.path("draw"), again), 422, "places_taken", "event")
    club.tells("closed")
    cut = club.opens("pool", *players, places="cut")
    assert (cut["seed"], club.seats(), club.queue()) == (
        "",
        ["Ann", "Bob"],
        ["Cyd", "Dora", "Eve"],
    )


def drawn(club: Program, players: list[str]) -> list[str]:
    """By hand, as the schema says how."""
    seed = club.now["seed"]
    assert seed
    lots = {sha256(f"{seed}:{club.pk(name)}".encode()).hexdigest(): name for name in players}
    return [lots[lot].title() for lot in sorted(lots)]


def test_who_won_is_told_where_the_pad_was_not_used(club: Program) -> None:
    club.opens("cul_leve", "ann", "bob", "cyd", agreed={"stake": 2})
    match = club.acts("deal")["match"]
    bob = club.house.api("bob")
    won = {"event": "game_won", "winner": club.pk("bob"), "version": club.now["version"]}
    problem(club.house.api("cyd").post(club.path("events"), won), 403, "not_allowed")
    read(bob.post(club.path("events"), won), 201)
    assert (club.reads()["match"], club.seats()) == (None, ["Bob", "Cyd"])
    problem(club.api.get(f"matches/{match}"), 404)
    assert club.everything() == club.moved() == {"Ann": -2, "Bob": 2}
    second = club.acts("deal")["match"]
    hand = {"version": 0, "dealer": "a", "opening": "stood", "tricks": {"a": 3, "b": 2}}
    read(club.api.post(f"matches/{second}/hands", hand), 201)
    problem(club.api.post(club.path("events"), {**won, "version": None}), 422, "game_in_play")


def test_a_write_that_is_sent_twice_is_done_once(club: Program) -> None:
    club.opens("match", "ann", "bob", gallery={})
    bet = club.event("bet_laid", "dora", side="a", amount=5)
    first = read(club.api.post(club.path("events"), bet, key="bet"), 201)
    again = club.api.post(club.path("events"), bet, key="bet")
    assert (read(again, 201), again["Idempotency-Replayed"]) == (first, "true")
    other = {**bet, "amount": 6}
    problem(club.api.post(club.path("events"), other, key="bet"), 422, "key_reused")
    assert club.reads()["bets"]["laid"] == {"a": 5, "b": 0}
    deal = {"version": club.now["version"]}
    dealt = read(club.api.post(club.path("deal"), deal, key="deal"), 201)
    assert read(club.api.post(club.path("deal"), deal, key="deal"), 201) == dealt


def test_a_version_holds_where_it_is_sent(club: Program) -> None:
    """A bet needs none; who sends one has seen which game he bets on, whoever else has bet."""
    seen = club.opens("match", "ann", "bob", gallery={})["version"]
    club.tells("bet_laid", "dora", side="a", amount=5)
    stale = club.api.post(club.path("events"), {"event": "closed", "version": seen})
    assert problem(stale, 409, "stale_version", "version")["current_version"] == seen + 1
    for act in ("undo", "undo/preview"):
        problem(club.api.post(club.path(act), {"version": seen}), 409, "stale_version", "version")
    assert club.tells("bet_laid", "eve", side="b", amount=1, version=seen)["version"] == seen + 2
    assert club.tells("bet_taken_back", "eve", amount=1, version=None)["version"] == seen + 3
    club.tells("left", "bob")
    bet = club.event("bet_laid", "eve", side="b", amount=1)
    gone = club.api.post(club.path("events"), {**bet, "version": seen})
    problem(gone, 409, "stale_version", "version")
    deal = club.api.post(club.path("deal"), {"version": seen})
    problem(deal, 409, "stale_version", "version")


def test_a_deal_holds_for_the_game_that_was_seen(club: Program) -> None:
    """Whoever has bet meanwhile; but it is dealt once."""
    seen = club.opens("match", "ann", "bob", gallery={})["version"]
    club.tells("bet_laid", "dora", side="a", amount=5)
    assert read(club.api.post(club.path("deal"), {"version": seen}), 201)["version"] == seen + 2
    for version in (seen, seen + 1):
        again = club.api.post(club.path("deal"), {"version": version})
        problem(again, 409, "stale_version", "version")


def test_everybody_speaks_for_himself(club: Program) -> None:
    """By his sign-in, or by his phone at the table; staff for all."""
    club.opens("cul_leve", "bob", "cyd")
    house, ann, bob = club.house, club.pk("ann"), club.pk("bob")
    code = club.night.tables.order_by("pk")[0].code
    phone = read(Api().post("table-codes", {"code": code, "player": bob}), 201)
    joins = {"event": "joined", "player": ann, "accepts": True}
    for api, status in ((Api(phone["secret"], scheme="Table"), 403), (house.api("cyd"), 403)):
        problem(api.post(club.path("events"), joins), status, "not_allowed")
    problem(house.api("ann").post(club.path("events"), {"event": "closed"}), 403, "not_allowed")
    read(house.api("ann").post(club.path("accept"), {"player": ann}), 201)
    read(house.api("ann").post(club.path("events"), {"event": "joined", "player": ann}), 201)
    his = Api(phone["secret"], scheme="Table")
    read(his.post(club.path("events"), {"event": "left", "player": bob}), 201)
    assert names(read(his.get(club.path()))["queue"]) == []
    by = [one["by"] for one in read(house.api("director").get(club.path("entries")))]
    assert by == ["Scorer", "Scorer", "Ann", "Bob’s phone at table 1"]


def test_nobody_is_in_before_he_has_accepted(club: Program) -> None:
    club.opens("cul_leve", "ann", "bob")
    before = everything()
    joins = club.event("joined", "dora")
    found = problem(club.api.post(club.path("events"), joins), 422, "terms_not_accepted", "accepts")
    assert "Dora" in found["detail"]
    for said in (False, None):
        answer = club.api.post(club.path("events"), {**joins, "accepts": said})
        problem(answer, 422, field="accepts")
    assert everything() == before


def test_what_cannot_be_opened(club: Program) -> None:
    club.opens("cul_leve", "ann", "bob")
    where, before = f"evenings/{club.night.pk}/contests", everything()
    free = club.night.tables.order_by("pk")[1].pk
    good = {"kind": "pool", "table": free, "players": [club.pk("ann")], "accepted": True}
    nobody = {"players": [], "accepted": False}
    for field, status, wrong in (
        ("accepted", 422, {"accepted": False}),
        ("players", 422, {"players": [10**9]}),
        ("players", 422, {"players": [club.pk("ann")] * 2}),
        ("table", 422, {"table": club.now["table"]["id"]}),
        ("places", 422, {"players": [], "places": "cut"}),
        ("players", 422, {"places": "drawn"}),
        ("table", 422, {"table": 10**9}),
        ("table", 422, {"table": 10**9, **nobody}),
        ("agreed.most_bank", 422, {"agreed": {"most_bank": 5}}),
        ("agreed.to_win", 422, {"agreed": {"to_win": 1}}),
        ("agreed.levy", 422, {"kind": "bank", "agreed": {"levy": 101}}),
        ("gallery", 422, {"kind": "bank", "gallery": {}}),
        ("gallery.levy", 422, {"gallery": {"levy": 101}}),
        ("terms.games", 422, {"terms": {"format": "rubber", "games": 2}}),
        ("terms.format", 422, {"terms": {"format": "games", "games": 2}}),
    ):
        problem(club.api.post(where, {**good, **wrong}), status, field=field)
    assert everything() == before
