"""All pools and chouettes of an evening on one page, with what each is waiting for."""

from typing import Any

import pytest

from scoring.contests.rules import bank, machine, pool
from scoring.contests.rules.bank import Adjudged, Bid, Punted
from scoring.contests.rules.events import Closed, Dealt, GameWon, Joined
from scoring.contests.rules.machine import ContestState, Kind, Terms
from scoring.contests.rules.pool import Seated
from scoring.contests.selectors.waiting import WaitsFor, waits_for
from tests.contests.api.contesting import program
from tests.site.pages import Browser, page
from tests.support.clubhouse import House, read

pytestmark = [pytest.mark.slow, pytest.mark.any_database]
ALICE, BOB, CHLOE = range(1, 4)
TERMS = {Kind.POOL: pool.Terms(), Kind.BANK: bank.Terms()}


def after(kind: Kind, *events: Any) -> ContestState:
    joined = [Joined(player) for player in (ALICE, BOB, CHLOE)]
    return machine.replay(kind, Terms(TERMS[kind]), [*joined, *events])[0]


SAT = Seated((ALICE, BOB, CHLOE))
PUT_UP = (Bid(ALICE, 5), Adjudged())
BROKEN = (*PUT_UP, Punted(BOB, 5), Dealt(), GameWon(BOB))


@pytest.mark.parametrize(
    ("kind", "events", "wanted"),
    [
        (Kind.POOL, (), WaitsFor.PLACES),
        (Kind.POOL, (SAT,), WaitsFor.DEAL),
        (Kind.POOL, (SAT, Dealt()), WaitsFor.RESULT),
        (Kind.POOL, (SAT, Closed()), WaitsFor.NOTHING),
        (Kind.BANK, (), WaitsFor.BIDS),
        (Kind.BANK, (Bid(BOB, 4),), WaitsFor.AUCTION),
        (Kind.BANK, PUT_UP, WaitsFor.DEAL),
        (Kind.BANK, BROKEN, WaitsFor.RENEWAL),
    ],
)
def test_what_a_contest_waits_for(kind: Kind, events: tuple[Any, ...], wanted: WaitsFor) -> None:
    assert waits_for(after(kind, *events)) is wanted


def test_nobody_to_play_against() -> None:
    state = machine.replay(Kind.BANK, Terms(bank.Terms()), [Joined(ALICE), *PUT_UP])[0]
    assert waits_for(state) is WaitsFor.PLAYERS


def test_the_director_sees_them_all_the_longest_wait_first(house: House) -> None:
    club = program(house, "dora", "eve", "fay")
    club.opens("pool", "ann", "bob", "cyd")
    first = club.now["id"]
    club.opens("cul_leve", "dora", "eve", "fay", table=1)
    club.game("eve")
    browser, address = Browser(house, "director"), f"evenings/{club.night.pk}/contests/"
    text = " ".join(page(browser.get(address)).split())
    assert text.index("The players have to take their places.") < text.index(
        "Eve and Fay have to deal game 2."
    )
    found = read(house.api("director").get(f"evenings/{club.night.pk}/contests"))
    assert [(one["contest"]["id"], one["waits_for"]) for one in found] == [
        (first, "places"),
        (club.now["id"], "deal"),
    ]
    club.acts("deal")
    text = " ".join(page(browser.get(address)).split())
    assert "Eve and Fay play game 2." in text
    found = read(house.api("director").get(f"evenings/{club.night.pk}/contests"))
    assert found[1]["match"] == club.now["match"] is not None
    assert Browser(house, "ann").get(address).status_code == 403
    assert f'href="/clubs/cercle/{address}"' in page(browser.get(f"evenings/{club.night.pk}/"))
