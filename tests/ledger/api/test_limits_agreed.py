"""Limits where nothing is put on the table: what is agreed for a game is asked of whoever takes a
place, before he is in."""

from typing import Any

import pytest

from scoring.contests.models import Contest, ContestEntry
from tests.contests.api.contesting import Body, Program, program
from tests.site.pages import Browser, page
from tests.support.clubhouse import House, problem, read

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.slow, pytest.mark.any_database]


def sets_own(house: House, name: str, staked: int | None, owed: int | None = None) -> None:
    body = {"most_staked": staked, "most_owed": owed}
    read(house.api(name).post("clubs/cercle/me/limits", body))


def refused(here: Program, event: str, name: str, **fields: object) -> Body:
    """With nothing entered."""
    before = ContestEntry.objects.count()
    body = here.event(event, name, **fields)
    found = problem(here.api.post(here.path("events"), body), 422, "over_limit", "amount")
    assert ContestEntry.objects.count() == before
    return found


KINDS = {"cul_leve": {"stake": 6}, "box": {"stake": 6, "most": 6}}


@pytest.mark.parametrize("kind", KINDS)
def test_who_joins_is_asked_and_told_the_figure(kind: str, house: House) -> None:
    here = program(house)
    here.opens(kind, "ann", "bob", agreed=KINDS[kind])
    sets_own(house, "cyd", 5)
    found = refused(here, "joined", "cyd", accepts=True)
    assert (found["limit"], found["most"]) == ("most_staked", 5)
    assert found["detail"] == "At most 5 counters may be risked at once."
    sets_own(house, "cyd", 0)
    refused(here, "joined", "cyd", accepts=True)


@pytest.mark.parametrize("kind", KINDS)
def test_a_limit_as_high_as_the_stake_lets_in(kind: str, house: House) -> None:
    here = program(house)
    here.opens(kind, "ann", "bob", agreed=KINDS[kind])
    sets_own(house, "cyd", 6, 6)
    here.tells("joined", "cyd", accepts=True)
    assert "Cyd" in here.queue()


@pytest.mark.parametrize("kind", KINDS)
def test_who_has_lost_as_much_as_he_may_does_not_join_anew(kind: str, house: House) -> None:
    """Of ten that Bob may owe six are lost, and four are less than a game."""
    here = program(house)
    here.opens(kind, "ann", "bob", "cyd", agreed=KINDS[kind])
    here.game("ann")
    sets_own(house, "bob", None, 10)
    if kind == "box":
        here.tells("sat_out", "bob")
    found = refused(here, "joined" if kind == "cul_leve" else "came_back", "bob")
    assert (
        found["detail"] == "At most 10 counters may be lost here, which leaves 4 counters to risk."
    )


def test_a_backer_who_sits_down_plays_for_the_stake(house: House) -> None:
    """Foster: one of the loser's backers takes his seat. Cyd bet two, and may not stake six."""
    here = program(house, "dan")
    agreed = {"stake": 6, "backer_sits": True}
    here.opens("cul_leve", "ann", "bob", "dan", agreed=agreed, gallery={"levy": 0, "most": 0})
    here.tells("bet_laid", "cyd", side="b", amount=2)
    here.tells("bet_laid", "dan", side="a", amount=2)
    sets_own(house, "cyd", 5)
    here.game("ann")
    accepts: dict[str, Any] = {"player": here.pk("cyd")}
    read(here.api.post(here.path("accept"), accepts), 201)
    refused(here, "backer_sat", "cyd", backers=[here.pk("cyd")])
    assert here.seats() == ["Ann", "Dan"]


@pytest.mark.parametrize("kind", KINDS)
def test_nobody_is_inscribed_over_his_limit_when_it_is_opened(kind: str, house: House) -> None:
    here = program(house)
    sets_own(house, "bob", 5)
    sent = {
        "kind": kind,
        "table": here.night.tables.order_by("pk")[0].pk,
        "agreed": KINDS[kind],
        "players": [here.pk("ann"), here.pk("bob")],
        "accepted": True,
    }
    answer = here.api.post(f"evenings/{here.night.pk}/contests", sent)
    found = problem(answer, 422, "over_limit", "players")
    assert found["detail"] == "Bob: At most 5 counters may be risked at once."
    assert not Contest.objects.exists()


def test_the_board_says_it_beside_the_button(house: House) -> None:
    here = program(house)
    here.opens("cul_leve", "ann", "bob", agreed=KINDS["cul_leve"])
    sets_own(house, "cyd", 5)
    cyd, address = Browser(house, "cyd"), f"contests/{here.now['id']}/"
    sent = {"key": cyd.hidden(address)["key"], "what": "joined", "form": "joined", "accepts": "yes"}
    text = page(cyd.post(f"{address}tell/", sent), 422)
    assert '<p class="error" role="alert">At most 5 counters may be risked at once.</p>' in text
