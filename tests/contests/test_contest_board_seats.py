"""Who sits where, as the board of a contest has it: joining, places, the bank and the box."""

import re

import pytest

from ecarte_club.clubs.models import Player
from scoring.tables.ranking import drawn, lot
from tests.site.pages import Browser, goes, page
from tests.support.clubhouse import House
from tests.support.contests import opened

from .test_contest_board import board, offered, sends

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.slow, pytest.mark.any_database]


def test_one_joins_with_a_yes_to_what_is_agreed(house: House) -> None:
    club = opened(house, "cul_leve", "ann", "bob", agreed={"stake": 2, "loser_inscribes": True})
    text = page(Browser(house, "cyd").get(board(club)))
    assert "Stake per game: 2 counters." in text
    assert "I accept the terms" in text
    text = sends(club, "cyd", "joined", 422, form="joined")
    assert "Terms not accepted yet by: Cyd." in text
    sends(club, "cyd", "joined", accepts="yes")
    assert club.queue() == ("cyd",)
    club.game("ann")
    assert (club.seats(), club.queue()) == (("ann", "cyd"), ("bob",))
    sends(club, "ann", "stepped_down")
    assert club.seats() == ("cyd", "bob")


def test_a_backer_of_the_loser_takes_the_seat(house: House) -> None:
    agreed, gallery = {"backer_sits": True}, {"levy": 0, "most": 0}
    club = opened(house, "cul_leve", "ann", "bob", "cyd", agreed=agreed, gallery=gallery)
    dora = house.players["dora"] = Player.objects.create(
        club=house.club, name="Dora", user=house.users["scorer"]
    )
    club.bets("dora", "b", 1)
    club.bets("ann", "a", 1)
    club.game("ann")
    assert club.seats() == ("ann", "cyd")
    assert "backer_sat" in offered(page(Browser(house, "scorer").get(board(club))))
    sends(club, "scorer", "backer_sat", accepts="yes")
    assert club.seats() == ("ann", "dora")
    assert dora.pk in club.course().state.contest.holding


def test_the_site_draws_and_publishes_its_seed(house: House) -> None:
    """Whoever has the seed draws the same places."""
    club = opened(house, "pool", "ann", "bob", "cyd")
    sent = {"key": "draw", "version": str(club.contest.version)}
    goes(Browser(house, "scorer").post(f"{board(club)}draw/", sent))
    seed = re.search(r"draw key (\w{8}):", page(Browser(house, "ann").get(board(club))))
    assert seed is not None
    places = [club.pk(name) for name in (*club.seats(), *club.queue())]
    assert places == sorted(places, key=lambda one: lot(one, seed[1]))


def test_every_place_is_drawn_as_often() -> None:
    """600 seeds, three players, six orders: each about a hundred times."""
    orders = [drawn((1, 2, 3), f"seed {number}") for number in range(600)]
    counts = [orders.count(order) for order in sorted(set(orders))]
    assert len(counts) == 6
    assert all(70 < count < 130 for count in counts)


def test_places_are_entered_as_cut(house: House) -> None:
    club = opened(house, "pool", "ann", "bob", "cyd")
    given = {
        f"place-{club.pk(name)}": at for name, at in zip(("ann", "bob", "cyd"), "311", strict=True)
    }
    version = str(club.contest.version)
    text = sends(club, "scorer", "seated", 422, version=version, form="seated", **given)
    assert "Give each place once." in text
    given[f"place-{club.pk('cyd')}"] = "2"
    sends(club, "scorer", "seated", version=version, form="seated", **given)
    assert (club.seats(), club.queue()) == (("bob", "cyd"), ("ann",))


def test_the_bank_is_taken_up_by_who_keeps_it(house: House) -> None:
    """The chouetteur or staff. What goes back is said first; and nobody else is offered it."""
    club = opened(house, "bank", "ann", "bob", "cyd")
    sends(club, "ann", "bid", step="10", form="bid")
    assert "Bids 10 counters" in page(Browser(house, "bob").get(board(club)))
    text = sends(club, "bob", "bid", 422, step="10", form="bid")
    assert "The bid is too low." in text
    sends(club, "scorer", "adjudged")
    for who in ("scorer", "ann"):
        text = page(Browser(house, who).get(board(club)))
        assert "Ann gets back the 10 counters in the bank" in text
    assert "in the bank" not in page(Browser(house, "bob").get(board(club)))
    sends(club, "bob", "gave_up", 403)
    sends(club, "ann", "gave_up")
    assert club.amounts() == {}
    text = page(Browser(house, "ann").get(board(club)))
    assert "The bank is up for auction" in text
    assert [line for line in offered(text) if line == "bid"]


def test_the_box_names_stakes_and_a_partner(house: House) -> None:
    """Three of the team for 5, 1 and 1; the partner bears half of what the box wins."""
    club = opened(house, "box", "ann", "bob", "cyd", agreed={"stake": 1, "most": 10})
    assert "stake_set" in offered(page(Browser(house, "bob").get(board(club))))
    sends(club, "bob", "stake_set", step="5")
    assert "Captain, for 5 counters" in page(Browser(house, "ann").get(board(club)))
    sends(club, "cyd", "partnered")
    assert "Chouetteur’s partner" in page(Browser(house, "ann").get(board(club)))
    club.game("ann")
    assert club.amounts() == {"ann": 3, "bob": -5, "cyd": 2}
    sends(club, "cyd", "unpartnered")
    assert "sat_out" in offered(page(Browser(house, "cyd").get(board(club))))
    sends(club, "cyd", "sat_out")
    assert {"came_back", "left"} <= {*offered(page(Browser(house, "cyd").get(board(club))))}
    assert "Sitting out: Cyd" in re.sub(r"\s+", " ", page(Browser(house, "ann").get(board(club))))
    sends(club, "cyd", "came_back")
    sends(club, "cyd", "left")
    assert club.queue() == ()
