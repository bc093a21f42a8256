"""Every refusal of the rules that a program can meet: what it says, of which field and by which
source; and that nothing at all is changed by it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from scoring.contests.rules.events import Why
from tests.support.clubhouse import House, problem
from tests.support.everything import everything

from .contesting import Program, program

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.any_database]

FOUR = ("ann", "bob", "cyd", "dora")


@pytest.fixture
def club(house: House) -> Program:
    return program(house, "dora", "eve")


# how a contest stands when somebody asks for what it does not take


def cul_leve(club: Program) -> None:
    agreed = {"stake": 2, "backer_sits": True}
    club.opens("cul_leve", *FOUR[:3], agreed=agreed, gallery={"most": 5})


def without_gallery(club: Program) -> None:
    club.opens("cul_leve", *FOUR[:3])


def alone(club: Program) -> None:
    club.opens("cul_leve", "ann")


def bet_alone(club: Program) -> None:
    """Nobody sits against Ann, and so there is nothing to bet on."""
    club.opens("cul_leve", "ann", gallery={})


def bet_on(club: Program) -> None:
    cul_leve(club)
    club.tells("bet_laid", "dora", side="a", amount=3)


def in_play(club: Program) -> None:
    bet_on(club)
    club.tells("bet_laid", "eve", side="b", amount=3)
    club.acts("deal")


def after_a_game(club: Program) -> None:
    in_play(club)
    club.wins("ann")


def pool(club: Program) -> None:
    club.opens("pool", *FOUR[:3])


def pool_of_two(club: Program) -> None:
    club.opens("pool", *FOUR[:2])


def seated(club: Program) -> None:
    club.opens("pool", *FOUR[:3], places="cut")


def auction(club: Program) -> None:
    club.opens("bank", *FOUR, agreed={"minimum": 5, "step": 2})


def bid(club: Program) -> None:
    auction(club)
    club.tells("bid", "ann", amount=10)


def banked(club: Program) -> None:
    bid(club)
    club.tells("adjudged")


def broken(club: Program) -> None:
    banked(club)
    club.tells("punted", "bob", amount=10)
    club.game("bob")


def renewed(club: Program) -> None:
    broken(club)
    club.tells("renewed")


def box(club: Program) -> None:
    club.opens("box", *FOUR, agreed={"stake": 1, "most": 3})


def partnered(club: Program) -> None:
    box(club)
    club.tells("partnered", "dora")


def closed(club: Program) -> None:
    cul_leve(club)
    club.tells("closed")


@dataclass(frozen=True, slots=True)
class Asked:
    """`players`: names, for what the event has a list of; `source` is part of what is cited."""

    why: str
    stands: Callable[[Program], None]
    event: str
    name: str
    told_of: str
    source: str
    words: str
    more: dict[str, Any] = field(default_factory=dict)
    players: tuple[str, ...] = ()


def asked(*row: Any, players: tuple[str, ...] = (), **more: Any) -> Asked:
    why, stands, event, name, told_of, source, words = row
    return Asked(why, stands, event, name, told_of, source, words, more, players)


TOO_FEW = "There are too few players. Add players first."
NOT_HERE = "This player is not taking part."
HERE = "This player is already taking part."
NO_SEAT = "This player is not sitting at the table."
SITS = "This player sits at the table."
NO_RIGHT = "This player cannot do that now."
NOT_OPEN = "This is not possible at this point."
PLAYING = "A game is being played: wait until it is over."
TOO_LOW = "The bid is too low. Bid more."
NO_GAME = "No game is being played. Deal the cards first."
AMOUNT = "This amount is not possible. Choose another."
TOO_MUCH = "This is more than may be risked here. Choose a lower amount."
DEALT = "The cards are dealt: bets are closed."
BOTH = "Players cannot bet against themselves or on both sides."
NO_SUCH_BET = "This player has no such bet."
AUCTION = "Close the auction of the bank first."
RENEWAL = "The bank is broken: say whether it is renewed."
NOT_OF_CUL_LEVE = "This cannot be entered in this cul-levé."
NOT_OF_POOL = "This cannot be entered in this pool."
ON_A: dict[str, Any] = {"side": "a", "amount": 1}

ASKED = [
    # who sits
    asked(
        "players_too_few", pool_of_two, "seated", "", "event", "Foster", TOO_FEW, players=FOUR[:2]
    ),
    asked("players_too_few", alone, "deal", "", "event", "art. 63", TOO_FEW),
    asked(
        "player_twice",
        pool,
        "seated",
        "",
        "order",
        "Foster",
        "A player is named twice. Name each player once.",
        players=("ann", "bob", "ann"),
    ),
    asked("not_here", cul_leve, "left", "dora", "player", "agreement", NOT_HERE),
    asked("not_here", pool, "seated", "", "order", "Foster", NOT_HERE, players=FOUR),
    asked("not_here", banked, "punted", "eve", "player", "agreement", NOT_HERE, amount=1),
    asked("already_here", cul_leve, "joined", "ann", "player", "art. 63", HERE, accepts=True),
    asked("already_here", box, "came_back", "bob", "player", "modern", HERE),
    asked("not_playing", cul_leve, "stepped_down", "cyd", "player", "art. 64", NO_SEAT),
    asked("is_playing", banked, "left", "ann", "player", "art. 65", SITS),
    asked("is_playing", box, "partnered", "ann", "player", "modern", SITS),
    asked("is_playing", in_play, "forfeited", "ann", "player", "Hoyle", SITS),
    asked(
        "not_entitled",
        after_a_game,
        "backer_sat",
        "dora",
        "player",
        "Foster",
        NO_RIGHT,
        players=("eve",),
    ),
    asked(
        "not_entitled",
        after_a_game,
        "backer_sat",
        "dora",
        "backers",
        "Foster",
        NO_RIGHT,
        players=("dora",),
    ),
    asked(
        "partner_already",
        partnered,
        "partnered",
        "cyd",
        "player",
        "modern",
        "The chouetteur already has a partner.",
    ),
    asked(
        "not_partner",
        partnered,
        "unpartnered",
        "cyd",
        "player",
        "modern",
        "This player is not the chouetteur’s partner.",
    ),
    asked(
        "player_missing",
        pool,
        "seated",
        "",
        "order",
        "Foster",
        "Name every player on the list, each once.",
        players=FOUR[:2],
    ),
    asked("places_due", pool, "deal", "", "event", "Foster", "The places have to be taken first."),
    asked(
        "places_taken",
        seated,
        "joined",
        "dora",
        "event",
        "agreement",
        "The places are taken.",
        accepts=True,
    ),
    # what goes on
    asked("not_open", bet_alone, "bet_laid", "eve", "event", "art. 63", NOT_OPEN, **ON_A),
    asked("not_open", banked, "bid", "bob", "event", "art. 65", NOT_OPEN, amount=20),
    asked("not_open", banked, "renewed", "", "event", "art. 66", NOT_OPEN),
    asked(
        "not_open", cul_leve, "backer_sat", "dora", "event", "Foster", NOT_OPEN, players=("dora",)
    ),
    asked(
        "not_an_event",
        without_gallery,
        "bet_laid",
        "eve",
        "event",
        "agreement",
        NOT_OF_CUL_LEVE,
        **ON_A,
    ),
    asked("game_in_play", in_play, "left", "bob", "player", "agreement", PLAYING),
    asked("game_in_play", in_play, "stepped_down", "ann", "event", "art. 64", PLAYING),
    asked("no_game_in_play", cul_leve, "game_won", "", "event", "art. 63", NO_GAME),
    asked("no_game_in_play", bet_on, "short", "", "event", "art. 63", NO_GAME, amount=1),
    asked(
        "contest_over",
        closed,
        "left",
        "ann",
        "event",
        "agreement",
        "The cul-levé is over.",
    ),
    asked("auction_due", auction, "punted", "bob", "event", "art. 65", AUCTION, amount=1),
    asked("renewal_due", broken, "punted", "bob", "event", "art. 66", RENEWAL, amount=1),
    asked("renewal_due", broken, "deal", "", "event", "art. 66", RENEWAL),
    asked(
        "renewed_once",
        renewed,
        "renewed",
        "",
        "event",
        "art. 66",
        "The bank has already been renewed once, so it goes back to auction.",
    ),
    asked("no_bid", auction, "adjudged", "", "event", "art. 65", "Nobody has made a bid yet."),
    # amounts
    asked(
        "amount_impossible",
        cul_leve,
        "bet_laid",
        "eve",
        "amount",
        "art. 6",
        AMOUNT,
        side="a",
        amount=0,
    ),
    asked(
        "amount_impossible", bet_on, "bet_taken_back", "dora", "amount", "art. 6", AMOUNT, amount=4
    ),
    asked("amount_impossible", in_play, "short", "", "amount", "Hoyle", AMOUNT, amount=4),
    asked("amount_impossible", box, "stake_set", "bob", "amount", "agreement", AMOUNT, amount=0),
    asked(
        "bid_too_low",
        bid,
        "bid",
        "bob",
        "amount",
        "art. 65",
        TOO_LOW,
        amount=11,
    ),
    asked(
        "over_limit",
        bet_on,
        "bet_laid",
        "dora",
        "amount",
        "agreement",
        TOO_MUCH,
        side="a",
        amount=3,
    ),
    asked("over_limit", box, "stake_set", "bob", "amount", "agreement", TOO_MUCH, amount=4),
    asked("bets_closed", in_play, "bet_laid", "eve", "event", "art. 6", DEALT, side="b", amount=1),
    asked("bets_closed", in_play, "bet_taken_back", "eve", "event", "art. 6", DEALT, amount=1),
    asked("both_sides", bet_on, "bet_laid", "dora", "side", "art. 6", BOTH, side="b", amount=1),
    asked("both_sides", cul_leve, "bet_laid", "ann", "side", "art. 6", BOTH, side="b", amount=1),
    asked("both_sides", banked, "backed", "bob", "player", "art. 6", BOTH, amount=1),
    asked("no_bet", cul_leve, "bet_taken_back", "dora", "player", "art. 6", NO_SUCH_BET, amount=1),
    asked("no_bet", in_play, "forfeited", "cyd", "player", "Hoyle", NO_SUCH_BET),
    asked("no_bet", banked, "took_back", "bob", "player", "art. 6", NO_SUCH_BET),
    asked(
        "bank_covers",
        banked,
        "backed",
        "dora",
        "amount",
        "art. 65",
        "The bank already covers everything staked against it.",
        amount=1,
    ),
    asked("not_an_event", pool, "sat_out", "ann", "event", "agreement", NOT_OF_POOL),
    asked("not_an_event", cul_leve, "adjudged", "", "event", "agreement", NOT_OF_CUL_LEVE),
]


def answered(club: Program, one: Asked) -> Any:
    if one.event == "deal":
        return club.api.post(club.path("deal"), {"version": club.now["version"]})
    body = club.event(one.event, one.name, **one.more)
    if one.event == "game_won":
        body["winner"] = club.pk("ann")
    if one.players:
        body[{"seated": "order"}.get(one.event, "backers")] = list(map(club.pk, one.players))
    return club.api.post(club.path("events"), body)


def test_no_refusal_of_the_rules_is_left_out() -> None:
    assert {one.why for one in ASKED} == set(Why)


@pytest.mark.parametrize("stands", dict.fromkeys(one.stands for one in ASKED))
def test_a_refusal_has_its_words_its_field_and_its_source(
    stands: Callable[[Program], None], club: Program
) -> None:
    """All that is asked of a contest as it stands; together they have changed nothing."""
    stands(club)
    before, now = everything(), club.now
    for one in (one for one in ASKED if one.stands is stands):
        found = problem(answered(club, one), 422, one.why, one.told_of)
        assert found["detail"].startswith(one.words), one
        assert one.source in found["source"], one
        assert [error["field"] for error in found["errors"]] == [one.told_of]
        is_cited = found["detail"] != one.words
        assert is_cited == (one.source != "agreement"), one
    assert everything() == before
    assert club.reads() == now
