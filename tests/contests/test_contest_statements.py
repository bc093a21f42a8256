"""What is said of money while games run: in play beside won, and what a bettor laid and may win."""

import re

import pytest

from scoring.contests.rules.bank import Adjudged, Bid, Punted
from scoring.contests.rules.bets import Forfeited
from scoring.contests.rules.pool import Seated
from scoring.contests.selectors.courses import read
from scoring.contests.selectors.in_play import in_play
from scoring.contests.selectors.stakes import stakes_on_game
from scoring.ledger.models import Payment
from scoring.ledger.selectors.owing import owing
from scoring.ledger.selectors.statements import Period, books_of
from scoring.ledger.services.cash import payment_record
from scoring.ledger.services.settling import payment_mark
from tests.site.pages import Browser, page
from tests.support.clubhouse import House
from tests.support.clubhouse import read as answered
from tests.support.contests import Club, opened
from tests.support.settlings import settled

pytestmark = [pytest.mark.slow, pytest.mark.any_database]


def tonight(club: Club, who: str = "ann") -> dict[str, tuple[str, str]]:
    """Of each on the board: won, and in play."""
    text = page(Browser(club.house, who).get(f"contests/{club.contest.pk}/"))
    table = text[text.index('id="sums"') :].partition("</table>")[0]
    cells = r'class="name">(\w+)<.*?figure">([^<]*)<.*?figure">([^<]*)<'
    return {who: (won, playing) for who, won, playing in re.findall(cells, table, re.DOTALL)}


def stakes(club: Club) -> dict[str, tuple[int, int, int, int]]:
    names = {player.pk: name for name, player in club.house.players.items()}
    return {
        names[one.player]: (one.laid, one.covered, one.returned, one.wins)
        for one in stakes_on_game(club.course())
    }


def test_a_chouetteur_with_forty_in_the_bank_has_not_lost_twenty(house: House) -> None:
    """Ann put up 20 and has won 20 of Bob: 40 lie in the bank, and her account is 20 below zero."""
    club = opened(house, "bank", "ann", "bob", "cyd")
    for event in (Bid(club.pk("ann"), 20), Adjudged(), Punted(club.pk("bob"), 20)):
        club.tell(event)
    club.game("ann")
    assert club.amounts() == {"ann": -20, "bob": -20, "bank": 40}
    assert tonight(club) == {"Ann": ("+20", "40"), "Bob": ("−20", "")}
    board = answered(house.api("ann").get(f"contests/{club.contest.pk}"))
    found = {one["player"]["name"]: one for one in board["balances"]}
    assert (found["Ann"]["amount"], found["Ann"]["won"], found["Ann"]["in_play"]) == (-20, 20, 40)


def test_a_bettor_sees_what_was_returned_and_what_there_is_to_win(house: House) -> None:
    """Cyd lays 10 on Ann and Dora 2 on Bob, and a tenth is levied: 2 are covered, 8 go back."""
    club = opened(house, "match", "ann", "bob", gallery={"levy": 50})
    for name in ("dora",):
        house.players[name] = type(house.players["ann"]).objects.create(
            club=house.club, name="Dora"
        )
    club.bets("cyd", "a", 10)
    club.bets("dora", "b", 2)
    assert stakes(club) == {"cyd": (10, 2, 8, 1), "dora": (2, 2, 0, 1)}
    assert "If the cards were dealt now, you would get back 8 counters." in own(club)
    club.deals()
    assert stakes(club) == {"cyd": (10, 2, 8, 1), "dora": (2, 2, 0, 1)}
    text = own(club)
    assert "You staked 10 counters; covered: 2 counters." in text
    assert "Returned to you at the deal: 8 counters." in text
    assert "You can win 1 counter." in text
    found = answered(house.api("cyd").get(f"contests/{club.contest.pk}"))["stakes"]
    assert found[0]["on"]["name"] == "Ann"
    assert [found[0][name] for name in ("laid", "covered", "returned", "wins")] == [10, 2, 8, 1]


def own(club: Club) -> str:
    text = page(Browser(club.house, "cyd").get(f"contests/{club.contest.pk}/"))
    return " ".join(text.partition('id="own-stake">')[2].partition("</p>")[0].split())


def test_a_forfeited_bet_wins_nothing(house: House) -> None:
    club = opened(house, "match", "ann", "bob", gallery={"levy": 0})
    club.bets("cyd", "a", 3)
    club.bets("bob", "b", 3)
    club.deals()
    club.tell(Forfeited(club.pk("cyd")))
    assert stakes(club) == {"bob": (3, 0, 3, 0)}


def test_stakes_at_a_bank_are_said_alike(house: House) -> None:
    """Bank 4: Bob, who faces it, lays 3 and Cyd 5. Of Cyd's 1 is covered."""
    club = opened(house, "bank", "ann", "bob", "cyd")
    for event in (Bid(club.pk("ann"), 4), Adjudged(), Punted(club.pk("bob"), 3)):
        club.tell(event)
    club.tell(Punted(club.pk("cyd"), 5))
    wanted = {"bob": (3, 3, 0, 3), "cyd": (5, 1, 4, 1)}
    assert stakes(club) == wanted
    club.deals()
    assert stakes(club) == wanted


def owed(club: Club, name: str) -> tuple[int, int, int, int, int]:
    player = club.house.players[name]
    found = owing(player, books_of(player, Period()))
    return found.won, found.in_play, found.cash, found.unpaid, found.amount


def test_what_somebody_owes_is_without_what_is_in_play_or_paid(house: House) -> None:
    """Three put in 6 each: nobody owes anything yet. Bob loses the first game and adds 6, and pays
    the club 5: of the 24 in the pot 12 would be his if it were given back. Ann wins the pool, of
    30: +24, Bob −12, Cyd −12. Bob owes 7 of that; once that is settled and paid, nothing."""
    club = opened(house, "pool", "ann", "bob", "cyd", agreed={"stake": 6})
    club.tell(Seated((club.pk("ann"), club.pk("bob"), club.pk("cyd"))))
    assert owed(club, "bob") == (0, 6, 0, 0, 0)
    club.game("ann")
    director = house.person("director")
    payment_record(by=director, evening=club.night, payer=club.pk("bob"), payee=None, amount=5)
    assert in_play([club.night.pk]) == {club.pk("ann"): 6, club.pk("bob"): 12, club.pk("cyd"): 6}
    assert owed(club, "bob") == (0, 12, 5, 0, 5)
    club.game("ann")
    assert owed(club, "bob") == (-12, 0, 5, 0, -7)
    assert owed(club, "ann") == (24, 0, 0, 0, 24)
    book = club.night.book
    book.refresh_from_db()
    made = settled(house, book)
    assert owed(club, "bob") == (-12, 0, 5, -7, -7)
    for payment in Payment.objects.filter(settlement=made):
        payment_mark(by=director, payment=payment, made=True)
    assert [owed(club, name)[3:] for name in ("ann", "bob", "cyd")] == [(0, 0)] * 3
    text = page(Browser(house, "bob").get(f"players/{club.pk('bob')}/statement/"))
    assert "Balance: zero" in text
    assert "−12" in text
    found = answered(house.api("bob").get(f"players/{club.pk('bob')}/statement"))
    assert found["owing"] == {"won": -12, "in_play": 0, "cash": 5, "unpaid": 0, "amount": 0}


def test_the_accounts_of_the_evening_say_what_is_in_play(house: House) -> None:
    club = opened(house, "pool", "ann", "bob", "cyd", agreed={"stake": 6})
    club.tell(Seated((club.pk("ann"), club.pk("bob"), club.pk("cyd"))))
    found = answered(house.api("director").get(f"evenings/{club.night.pk}/accounts"))
    assert [(one["amount"], one["in_play"], one["due"]) for one in found["balances"]] == [
        (-6, 6, 0)
    ] * 3
    director = Browser(house, "director")
    text = page(director.get(f"evenings/{club.night.pk}/accounts/"))
    assert "In play" in text
    # Nobody has lost what lies in the pot, and it belongs to somebody.
    assert "−6" not in text.partition("</table>")[0]
    assert "Still in pots, banks and bets" not in text
    rows = director.get(f"evenings/{club.night.pk}/accounts.csv").content.decode().splitlines()
    assert [row.rpartition(",")[2] for row in rows[1:]] == ["0", "0", "0"]
    assert read(club.contest).state.contest.pot == 18
