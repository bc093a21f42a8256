"""A contest on a phone of one's own: bets at any table of the evening, and the bank one holds."""

import pytest
from django.db import transaction

from ecarte_club.core.exceptions import Denied
from games.evenings.authentication import SESSION_KEY
from games.evenings.services.phones import phone_open
from scoring.contests.models import Contest
from scoring.contests.rules import bank
from scoring.contests.services.events import event_tell
from tests.site.pages import Browser, page
from tests.support.clubhouse import Api, House, problem, read

from .api.contesting import Program, program

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.slow, pytest.mark.any_database]


@pytest.fixture
def match(house: House) -> Program:
    """Bob against Dan at the first table, where the gallery may bet."""
    here = program(house, "dan")
    here.opens("match", "bob", "dan", gallery={"levy": 0, "most": 0})
    return here


def phone(here: Program, table: int, name: str) -> tuple[Browser, Api]:
    code = here.night.tables.order_by("pk")[table].code
    made, secret = phone_open(code=code, player_id=here.pk(name))
    browser = Browser(here.house)
    session = browser.client.session
    session[SESSION_KEY] = made.pk
    session.save()
    return browser, Api(secret, scheme="Table")


def bet(here: Program, amount: int = 2) -> dict[str, object]:
    return here.event("bet_laid", "cyd", side="a", amount=amount)


# bets at another table


def test_a_member_who_signed_in_bets_at_any_table(match: Program) -> None:
    cyd = Browser(match.house, "cyd")
    address = f"contests/{match.now['id']}/"
    text = page(cyd.get(address))
    assert "Bet on Bob" in text
    sent = {"key": "k", "what": "bet_laid", "side": "a", "step": "5", "form": "bet_laida"}
    assert cyd.post(f"{address}tell/", sent).status_code == 302
    read(match.house.api("cyd").post(match.path("events"), bet(match)), 201)
    assert match.reads()["bets"]["laid"] == {"a": 7, "b": 0}


def test_also_when_the_same_phone_came_by_another_table(match: Program) -> None:
    """His sign-in counts, whichever table's card he has scanned besides."""
    cyd = Browser(match.house, "cyd")
    code = match.night.tables.order_by("pk")[1].code
    session = cyd.client.session
    session[SESSION_KEY] = phone_open(code=code, player_id=match.pk("cyd"))[0].pk
    session.save()
    address = f"contests/{match.now['id']}/"
    assert "Bet on Bob" in page(cyd.get(address))
    sent = {"key": "k", "what": "bet_laid", "side": "b", "step": "1", "form": "bet_laidb"}
    assert cyd.post(f"{address}tell/", sent).status_code == 302


def test_a_phone_by_a_code_bets_at_its_table_alone(match: Program) -> None:
    """It is not known who holds it, but who sits there sees it."""
    browser, api = phone(match, 0, "cyd")
    read(api.post(match.path("events"), bet(match)), 201)
    browser, api = phone(match, 1, "cyd")
    problem(api.post(match.path("events"), bet(match)), 403)
    assert "Bet on Bob" not in page(browser.get(f"contests/{match.now['id']}/"))
    assert match.reads()["bets"]["laid"] == {"a": 2, "b": 0}


def test_the_evening_tells_what_is_laid_at_each_table(match: Program) -> None:
    where = f"evenings/{match.night.pk}/"
    cyd = Browser(match.house, "cyd")
    assert "Bob against Dan. Bets are open." in page(cyd.get(where))
    match.tells("bet_laid", "cyd", side="a", amount=5)
    match.tells("bet_laid", "ann", side="b", amount=3)
    told = (
        "Bob against Dan. "
        "Bets: 5 counters on Bob, 3 counters on Dan; covered on each side: 3 counters."
    )
    for address in (where, f"{where}now/", f"{where}wall/", ""):
        assert told in page(cyd.get(address))
    match.acts("deal")
    assert "Bets: 3 counters on Bob, 3 counters on Dan; covered on each side: 3 counters." in page(
        cyd.get(where)
    )
    match.wins("bob")
    assert "Bets are open." in page(cyd.get(where))


def test_the_evening_tells_what_is_laid_at_a_bank(house: House) -> None:
    here = program(house)
    here.opens("bank", "ann", "bob", "cyd")
    here.tells("bid", "ann", amount=9)
    here.tells("adjudged")
    here.tells("punted", "bob", amount=12)
    here.tells("backed", "cyd", amount=2)
    text = page(Browser(house, "cyd").get(f"evenings/{here.night.pk}/"))
    assert (
        "Bank: 9 counters. Staked against the bank: 12 counters; with the bank: 2 counters." in text
    )


# the bank of one's own


@pytest.fixture
def broken(house: House) -> Program:
    """Ann's bank of four, which Bob has won."""
    here = program(house)
    here.opens("bank", "ann", "bob", "cyd")
    here.tells("bid", "ann", amount=4)
    here.tells("adjudged")
    here.tells("punted", "bob", amount=4)
    here.game("bob")
    return here


@pytest.mark.parametrize("event", ["renewed", "not_renewed"])
def test_the_chouetteur_says_himself_whether_the_bank_is_renewed(
    event: str, broken: Program
) -> None:
    broken.api = broken.house.api("ann")
    now = broken.tells(event)["bank"]
    assert now["renewed"] == (event == "renewed")
    assert now["phase"] == ("stakes" if event == "renewed" else "auction")


def test_he_does_so_on_his_own_phone(broken: Program) -> None:
    address = f"contests/{broken.now['id']}/"
    ann, _api = phone(broken, 0, "ann")
    text = page(ann.get(address))
    assert (
        text.count("Renew the bank</button>") == text.count("Do not renew the bank</button>") == 1
    )
    sent = {"key": "k", "what": "renewed", "form": "renewed"}
    assert ann.post(f"{address}tell/", sent).status_code == 302
    assert broken.reads()["held"]["bank"] == 4
    text = page(ann.get(address))
    assert "Ann gets back the 4 counters in the bank, and the bank goes back to auction." in text
    sent = {"key": "l", "what": "gave_up", "version": str(broken.now["version"])}
    assert ann.post(f"{address}tell/", sent).status_code == 302
    assert broken.reads()["bank"]["phase"] == "auction"


def test_nobody_else_renews_it_but_who_runs_the_contest(broken: Program) -> None:
    bob = Browser(broken.house, "bob")
    text = page(bob.get(f"contests/{broken.now['id']}/"))
    assert "Renew the bank" not in text
    assert "Give up the bank" not in text
    for event in ("renewed", "not_renewed", "gave_up"):
        problem(broken.house.api("bob").post(broken.path("events"), {"event": event}), 403)
    _browser, api = phone(broken, 1, "ann")
    problem(api.post(broken.path("events"), {"event": "renewed"}), 403)
    broken.tells("renewed")


def test_who_runs_it_and_is_the_chouetteur_has_one_button(broken: Program) -> None:
    house = broken.house
    scorer = house.users["scorer"]
    house.players["ann"].user = scorer
    house.players["ann"].save()
    text = page(Browser(house, "scorer").get(f"contests/{broken.now['id']}/"))
    assert (
        text.count("Renew the bank</button>") == text.count("Do not renew the bank</button>") == 1
    )


def test_a_bank_that_has_changed_hands_is_not_his_any_more(broken: Program) -> None:
    contest = Contest.objects.get(pk=broken.now["id"])
    broken.tells("not_renewed")
    broken.tells("bid", "bob", amount=5)
    broken.tells("adjudged")
    with pytest.raises(Denied), transaction.atomic():
        event_tell(by=broken.house.person("ann"), contest=contest, event=bank.GaveUp())
    event_tell(by=broken.house.person("bob"), contest=contest, event=bank.GaveUp())
