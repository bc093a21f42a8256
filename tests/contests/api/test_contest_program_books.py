"""A program that knows the API and the printed rules runs whole contests, and keeps a book of its
own: after every act the site has the same seats, the same queue and the same sums."""

import pytest

from tests.support.clubhouse import House

from .contest_sheet import Sheet, lower
from .contesting import Program, amounts, program

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.any_database]

FIVE = ("ann", "bob", "cyd", "dora", "eve")


@pytest.fixture
def club(house: House) -> Program:
    return program(house, "dora", "eve")


@pytest.fixture
def sheet(club: Program) -> Sheet:
    return Sheet(club)


# the pool: who keeps the seat, whom he beats or is beaten by, and who wins (Foster)
POOL_OF_FIVE = [
    ("ann bob", "cyd dora eve", "bob"),
    ("bob cyd", "dora eve ann", "bob"),
    ("bob dora", "eve ann cyd", "bob"),
    ("bob eve", "ann cyd dora", "eve"),
    ("eve ann", "cyd dora bob", "eve"),
    ("eve cyd", "dora bob ann", "eve"),
    ("eve dora", "bob ann cyd", "eve"),
]


def test_a_pool_of_five_where_the_loser_adds_a_stake(club: Program, sheet: Sheet) -> None:
    """Four games in succession, stakes of three; won at the seventh game it holds 5 + 7 of them."""
    club.opens("pool", *FIVE, agreed={"stake": 3})
    sheet.agrees(queue="ann bob cyd dora eve")
    club.tells("seated", order=[club.pk(name) for name in FIVE])
    sheet.moves(**dict.fromkeys(FIVE, -3), pot=15)
    assert club.now["pool"]["to_win"] == 4
    for seats, queue, winner in POOL_OF_FIVE:
        sheet.agrees(seats, queue)
        club.game(winner)
        sheet.moves(**{seats.replace(winner, "").strip(): -3}, pot=3)
        if not club.now["over"]:
            assert club.now["held"]["pot"] == 3 * (5 + club.now["games_won"])
    sheet.moves(eve=36, pot=-36)
    sheet.agrees()
    assert club.now["games_won"] == 7
    assert sheet.book == {"ann": -9, "bob": -6, "cyd": -9, "dora": -9, "eve": 33, "pot": 0}


def test_a_pool_of_five_where_the_rentrant_pays(club: Program, sheet: Sheet) -> None:
    """The same games: 2 stakes at first and one for each who sits down, so 1 + 7 at the end."""
    club.opens("pool", *FIVE, agreed={"stake": 3, "paying": "seated"}, places="cut")
    sheet.moves(ann=-3, bob=-3, pot=6)
    for at, (seats, queue, winner) in enumerate(POOL_OF_FIVE):
        sheet.agrees(seats, queue)
        club.acts("deal")
        club.tells("game_won", winner=club.pk(winner))
        if at + 1 < len(POOL_OF_FIVE):
            sheet.moves(**{POOL_OF_FIVE[at + 1][0].split()[1]: -3}, pot=3)
    sheet.moves(eve=24, pot=-24)
    sheet.agrees()


def test_a_pool_that_is_left_and_closed(club: Program, sheet: Sheet) -> None:
    """Bob has put in two stakes and leaves them; six stakes of seven go by 2, 1, 1 and 1.

    Pot 42: Cyd 2/5, the others 1/5 each: 16, 8, 8, 8, and two over to the first by place.
    """
    club.opens("pool", *FIVE, agreed={"stake": 6}, places="cut")
    sheet.moves(**dict.fromkeys(FIVE, -6), pot=30)
    club.game("ann")
    sheet.moves(bob=-6, pot=6)
    sheet.agrees("ann cyd", "dora eve bob")
    club.game("ann")
    sheet.moves(cyd=-6, pot=6)
    sheet.agrees("ann dora", "eve bob cyd")
    club.tells("left", "bob")
    sheet.agrees("ann dora", "eve cyd")
    club.acts("deal")
    club.tells("closed")
    sheet.moves(ann=9, cyd=17, dora=8, eve=8, pot=-42)
    sheet.agrees()
    assert (club.now["over"], club.now["match"]) == (True, None)


def test_a_cul_leve_with_its_gallery(club: Program, sheet: Sheet) -> None:
    """Two counters a game, five per cent of levy, the loser at the foot by himself.

    Game 1, Ann - Bob. Ann lays 4 on herself, Dora 20 and Eve 6 on her: 30; on Bob he himself 10
    and Cyd 15: 25. Ann's side is cut by 5, from Eve, who laid last: 4, 20 and 1 against 25.
    Bob wins 25, of which the box takes 1; 24 go by 10 to 15: 9.6 and 14.4, and the one over to
    Bob, the player. Game 2, Bob - Cyd: Ann's 5 on Cyd find nothing against them, and go back.
    Game 3, Cyd - Dora: Eve lays 7 on Cyd, takes back 2; Ann 5 on Dora; Dora steps up and wins:
    of 5 the levy is nothing.
    """
    terms = {"stake": 2, "loser_inscribes": True}
    club.opens("cul_leve", *FIVE[:3], agreed=terms, gallery={"levy": 5})
    sheet.agrees("ann bob", "cyd")
    for name, side, amount in (
        ("dora", "a", 20),
        ("cyd", "b", 15),
        ("ann", "a", 4),
        ("bob", "b", 10),
        ("eve", "a", 6),
    ):
        club.tells("bet_laid", name, side=side, amount=amount)
        sheet.moves(**{name: -amount}, mass=amount)
        sheet.agrees("ann bob", "cyd")
    assert {one["player"]["name"]: one["covered"] for one in club.now["bets"]["bets"]} == {
        "Ann": 4,
        "Dora": 20,
        "Eve": 1,
        "Bob": 10,
        "Cyd": 15,
    }
    club.acts("deal")
    sheet.moves(eve=5, mass=-5)
    sheet.agrees("ann bob", "cyd")
    club.wins("bob")
    sheet.moves(ann=-2, bob=2 + 10 + 10, cyd=15 + 14, levy=1, mass=-50)
    sheet.agrees("bob cyd", "ann")

    club.tells("joined", "dora", accepts=True)
    club.tells("bet_laid", "ann", side="b", amount=5)
    sheet.moves(ann=-5, mass=5)
    sheet.agrees("bob cyd", "ann dora")
    club.acts("deal")
    sheet.moves(ann=5, mass=-5)
    sheet.agrees("bob cyd", "ann dora")
    club.wins("cyd")
    sheet.moves(bob=-2, cyd=2)
    sheet.agrees("cyd ann", "dora bob")

    club.tells("left", "ann")
    sheet.agrees("cyd dora", "bob")
    club.tells("bet_laid", "eve", side="a", amount=7)
    club.tells("bet_taken_back", "eve", amount=2)
    club.tells("bet_laid", "ann", side="b", amount=5)
    sheet.moves(eve=-5, ann=-5, mass=10)
    sheet.agrees("cyd dora", "bob")
    club.game("dora")
    sheet.moves(cyd=-2, dora=2, ann=10, mass=-10)
    sheet.agrees("dora bob", "cyd")
    club.tells("stepped_down", "dora")
    sheet.agrees("bob cyd")
    assert sheet.book == {
        "ann": -1,
        "bob": 10,
        "cyd": 14,
        "dora": -18,
        "eve": -6,
        "levy": 1,
        "mass": 0,
    }


def test_who_overlooks_and_what_is_short(club: Program, sheet: Sheet) -> None:
    """Dora lays 6 and Eve 4 on Ann, Cyd 10 on Bob. Dora looks at Bob's cards and loses her 6 to
    him; of Cyd's ten 6 have nothing against them. Ann wins, and 1 of Cyd's 4 is not there: Eve
    has 3, and on the books the missing one is Cyd's again."""
    club.opens("match", "ann", "bob", gallery={"levy": 10})
    for name, side, amount in (("dora", "a", 6), ("eve", "a", 4), ("cyd", "b", 10)):
        club.tells("bet_laid", name, side=side, amount=amount)
        sheet.moves(**{name: -amount}, mass=amount)
    club.acts("deal")
    sheet.agrees("ann bob")
    club.tells("forfeited", "dora")
    sheet.moves(bob=6, cyd=6, mass=-12)
    sheet.agrees("ann bob")
    club.tells("short", amount=3)
    club.tells("short", amount=1)
    sheet.agrees("ann bob")
    assert club.now["bets"]["short"] == 1
    club.wins("ann")
    sheet.moves(eve=4 + 3, cyd=1, mass=-8)
    sheet.agrees("ann bob")


def test_a_bank_is_broken_renewed_and_broken_again(club: Program, sheet: Sheet) -> None:
    """Ann puts up 10, and beside it a levy of ten per cent, 1.

    Game 1: Bob, who faces her, 6 and Cyd 8 against; Dora 4 behind. All is covered, and each wins
    as much.
    Game 2, renewed, with 1 of levy again: Bob 12 and Cyd 3 against 10, of which Bob alone is
    covered. Ann wins 10: her bank is 20, and Bob goes to the foot.
    Game 3: Bob lays 8, Dora 5, and Cyd, who faces her, 9: of 20 Cyd has 9, Bob 8, Dora 3.
    """
    club.opens("bank", *FIVE[:4], agreed={"minimum": 5, "levy": 10})
    club.tells("bid", "cyd", amount=7)
    club.tells("bid", "ann", amount=10)
    sheet.agrees(queue="ann bob cyd dora")
    club.tells("adjudged")
    sheet.moves(ann=-11, bank=10, levy=1)
    club.tells("punted", "cyd", amount=8)
    club.tells("punted", "bob", amount=6)
    club.tells("backed", "dora", amount=4)
    sheet.agrees("ann bob", "cyd dora")
    club.acts("deal")
    sheet.moves(bank=-10, bob=-6, cyd=-8, dora=-4, mass=28)
    sheet.agrees("ann bob", "cyd dora")
    club.wins("bob")
    sheet.moves(bob=6 + 6, cyd=8 + 8, mass=-28)
    sheet.agrees(queue="bob cyd dora")
    assert club.now["bank"]["phase"] == "renewal"

    club.tells("renewed")
    sheet.moves(ann=-11, bank=10, levy=1)
    club.tells("punted", "bob", amount=12)
    club.tells("punted", "cyd", amount=3)
    sheet.agrees("ann bob", "cyd dora")
    club.acts("deal")
    sheet.moves(bank=-10, bob=-10, mass=20)
    sheet.agrees("ann bob", "cyd dora")
    club.wins("ann")
    sheet.moves(bank=20, mass=-20)
    sheet.agrees("ann cyd", "dora bob")

    club.tells("punted", "bob", amount=8)
    club.tells("punted", "dora", amount=5)
    club.tells("punted", "cyd", amount=9)
    club.acts("deal")
    sheet.moves(bank=-20, cyd=-9, bob=-8, dora=-3, mass=40)
    sheet.agrees("ann cyd", "dora bob")
    club.wins("cyd")
    sheet.moves(cyd=9 + 9, bob=8 + 8, dora=3 + 3, mass=-40)
    sheet.agrees(queue="cyd dora bob ann")
    assert (club.now["bank"]["phase"], club.now["bank"]["renewed"]) == ("auction", False)
    assert {name: one for name, one in sheet.book.items() if one} == {
        "ann": -22,
        "bob": 4,
        "cyd": 17,
        "dora": -1,
        "levy": 2,
    }

    club.tells("bid", "bob", amount=5)
    club.tells("adjudged")
    sheet.moves(bob=-5, bank=5)
    sheet.agrees("bob cyd", "dora ann")
    club.tells("gave_up")
    sheet.moves(bob=5, bank=-5)
    sheet.agrees(queue="cyd dora ann bob")
    club.tells("closed")
    sheet.agrees()


def test_a_bank_that_is_closed_in_a_game(club: Program, sheet: Sheet) -> None:
    club.opens("bank", *FIVE[:3], agreed={"levy": 5})
    club.tells("bid", "cyd", amount=9)
    club.tells("adjudged")
    sheet.moves(cyd=-9, bank=9)
    club.tells("punted", "bob", amount=4)
    club.acts("deal")
    sheet.moves(bob=-4, bank=-4, mass=8)
    sheet.agrees("cyd ann", "bob")
    club.tells("closed")
    sheet.moves(cyd=9, bob=4, bank=-5, mass=-8)
    sheet.agrees()


def test_a_social_chouette_with_a_partner(club: Program, sheet: Sheet) -> None:
    """Two a game for who names nothing, Bob plays for three and Eve for four.

    Game 1: Ann, the box, wins 3 + 2 + 4, of which Dora has half, 4 of 9. Bob goes to the foot.
    Game 2: Cyd beats her: she pays 9, Dora bears 4, and Cyd has the box. Game 3: Dora beats Cyd,
    who pays 2 + 4 + 3 + 2. Game 4, without Bob: Dora wins 4 + 2 + 2.
    """
    club.opens("box", *FIVE, agreed={"stake": 2, "most": 5})
    club.tells("stake_set", "bob", amount=3)
    club.tells("stake_set", "eve", amount=4)
    club.tells("partnered", "dora")
    sheet.agrees("ann bob", "cyd dora eve")
    club.game("ann")
    sheet.moves(ann=5, dora=4, bob=-3, cyd=-2, eve=-4)
    sheet.agrees("ann cyd", "dora eve bob")
    club.game("cyd")
    sheet.moves(ann=-5, dora=-4, bob=3, cyd=2, eve=4)
    sheet.agrees("cyd dora", "eve bob ann")
    assert club.now["box"]["partner"] is None
    assert list(amounts(club.now["box"]["team"]).items()) == [
        ("Dora", 2),
        ("Eve", 4),
        ("Bob", 3),
        ("Ann", 2),
    ]
    club.game("dora")
    sheet.moves(cyd=-11, dora=2, eve=4, bob=3, ann=2)
    sheet.agrees("dora eve", "bob ann cyd")
    club.tells("sat_out", "bob")
    assert lower(club.now["box"]["out"]) == ["bob"]
    club.game("dora")
    sheet.moves(dora=8, eve=-4, ann=-2, cyd=-2)
    sheet.agrees("dora ann", "cyd eve")
    club.tells("came_back", "bob")
    sheet.agrees("dora ann", "cyd eve bob")
    club.tells("closed")
    sheet.agrees()
    assert {name: one for name, one in sheet.book.items() if one} == {
        "bob": 3,
        "cyd": -13,
        "dora": 10,
    }


def test_two_contests_of_one_evening_have_one_account(club: Program, sheet: Sheet) -> None:
    """A pool at one table and a cul-levé at the other: balances are of both, `moved` of one."""
    club.opens("pool", *FIVE[:3], agreed={"stake": 1}, places="cut")
    club.game("ann")
    club.game("ann")
    pool = club.now["id"]
    sheet.moves(ann=4, bob=-2, cyd=-2)
    sheet.agrees()
    club.opens("cul_leve", "bob", "ann", agreed={"stake": 5}, table=1)
    club.game("bob")
    both = {"Ann": -1, "Bob": 3}
    assert amounts(club.now["balances"]) == both
    assert club.moved() == {"Ann": -5, "Bob": 5}
    club.now["id"] = pool
    assert amounts(club.reads()["balances"]) == {**both, "Cyd": -2}
