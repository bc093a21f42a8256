"""Evenings drawn at random, told by a program, beside a second book that it keeps by hand: sums,
the fewest payments, who owes whom and how come are the same by the API, on the page and as CSV."""

import csv
import io
import re
from collections import Counter
from random import Random
from typing import Any

import pytest

from scoring.ledger.models import Book
from tests.contests.api.contesting import Program, program
from tests.site.pages import Browser, page, tight
from tests.support import second_book
from tests.support.clubhouse import House, read
from tests.support.second_book import Night, Sums

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.slow, pytest.mark.any_database]

NAMES = ["ann", "bob", "cyd", "dan", "eve", "fay"]


def plays(here: Program, night: Night) -> None:
    for act, said in night.told:
        if act == "game":
            here.game(str(said[0]))
        elif act == "bet":
            name, side, amount = said
            here.tells("bet_laid", str(name), side=side, amount=amount)
        else:
            here.tells("seated", order=[here.pk(str(name)) for name in said])
    night.told.clear()


def drawn(here: Program, seed: int) -> Night:
    """Two contests after each other at one table and two at the other, all of them closed."""
    dice, night = Random(seed), Night()
    kinds = dice.sample(["cul_leve", "match", "pool", "box"], 3)
    for kind in kinds:
        names = dice.sample(NAMES, dice.randint(3, 5))
        stake, games = dice.randint(1, 4), dice.randint(1, 3)
        if kind == "cul_leve":
            here.opens(kind, *names, agreed={"stake": stake, "loser_inscribes": True})
            second_book.cul_leve(night, names, stake, games, dice)
        elif kind == "match":
            here.opens(kind, *names[:2], gallery={"levy": 30, "most": 0})
            second_book.match(night, names, 30, games, dice)
        elif kind == "pool":
            here.opens(kind, *names, agreed={"stake": stake, "to_win": 2})
            second_book.pool(night, names, stake, 2, dice)
        else:
            here.opens(kind, *names, agreed={"stake": stake, "most": stake})
            second_book.box(night, names, stake, games, dice)
        plays(here, night)
        if not here.now["over"]:
            here.tells("closed")
    return night


def who(party: Any) -> str:
    """Lower case; a pot, a bank or the levy box by its kind."""
    player = party if party is None or "name" in party else party["player"]
    return "levy" if party is None else str(player["name"] if player else party["holder"]).lower()


def is_told_everywhere(house: House, here: Program, sums: Sums) -> dict[str, Any]:
    """The sums, by API, page and CSV."""
    path = f"evenings/{here.night.pk}/accounts"
    found: dict[str, Any] = read(house.api("director").get(path))
    said = Counter({who(line["player"]): line["amount"] for line in found["balances"]})
    assert {n: a for n, a in said.items() if a} == {
        n: a for n, a in sums.items() if a and n != "levy"
    }
    assert (found["levy"], found["held"], found["running"]) == (sums["levy"], 0, 0)
    assert sum(said.values()) + found["levy"] == 0
    lines = house.api("director").get(f"{path}.csv").content.decode("utf-8-sig")
    on_site = Browser(house, "director").get(f"{path}.csv").content.decode("utf-8-sig")
    assert lines == on_site
    rows = {row["player"].lower(): int(row["amount"]) for row in csv.DictReader(io.StringIO(lines))}
    assert rows == {**said, **({"levy": sums["levy"]} if sums["levy"] else {})}
    text = tight(page(Browser(house, "director").get(f"{path}/")))
    shown = re.findall(r'class="row-link name"[^>]*>(\w+)</a></th><td[^>]*>([^<]*)<', text)
    assert {name.lower(): int(amount.replace("−", "-")) for name, amount in shown} == said
    for one in found["payments"]:
        payee = one["payee"]["name"] if one["payee"] else None
        head, tail = f"{one['payer']['name']} pays ", f"{one['amount']} counter"
        assert head + f"{payee or 'the club'} {tail}" in text
    return found


def check_payments(found: dict[str, Any], sums: Sums) -> None:
    left = Counter(sums)
    for one in found["payments"]:
        assert one["amount"] > 0
        left[who(one["payer"])] += one["amount"]
        left[who(one["payee"])] -= one["amount"]
    assert not any(left.values())
    assert len(found["payments"]) == second_book.fewest(sums)
    assert len(found["payments"]) <= max(0, sum(bool(amount) for amount in sums.values()) - 1)


def check_debts(found: dict[str, Any], sums: Sums) -> None:
    """Who owes whom comes to the sums; each figure is what its transfers add up to."""
    net, pairs = Counter[str](), set()
    for debt in found["debts"]:
        debtor, creditor = who(debt["debtor"]), who(debt["creditor"])
        assert debt["amount"] > 0
        assert (debtor, creditor) not in pairs
        assert (creditor, debtor) not in pairs
        pairs.add((debtor, creditor))
        net[creditor] += debt["amount"]
        net[debtor] -= debt["amount"]
        assert sum(part["amount"] for part in debt["behind"]) == debt["amount"]
        for part in debt["behind"]:
            assert abs(part["amount"]) <= part["transfer"]["amount"]
    assert {n: a for n, a in net.items() if a} == {n: a for n, a in sums.items() if a}


def check_statements(house: House, night: Night) -> None:
    """Everybody's own lines come to what he has; what he gave and got is what the book has."""
    for name in NAMES:
        path = f"players/{house.players[name].pk}/statement"
        found = read(house.api("director").get(path))
        assert found["total"] == sum(line["amount"] for line in found["results"])
        assert found["total"] == night.sums[name]
        # Bets that come back with what they won are one line or two: it is the sums that count.
        lost = -sum(line["amount"] for line in found["results"] if line["amount"] < 0)
        assert lost == -sum(amount for who, amount in night.lines if who == name and amount < 0)


# The kinds of contest that the evening worked by hand has not.
@pytest.mark.parametrize(
    "seed", [5, *(pytest.param(seed, marks=pytest.mark.thorough) for seed in (1, 2, 4))]
)
def test_an_evening_beside_a_second_book(seed: int, house: House) -> None:
    here = program(house, "dan", "eve", "fay")
    night = drawn(here, seed)
    found = is_told_everywhere(house, here, night.sums)
    check_payments(found, night.sums)
    check_debts(found, night.sums)
    check_statements(house, night)
    assert Book.objects.get().pk == found["book"]


def test_an_evening_worked_by_hand(house: House) -> None:
    """A cul-levé for two between Ann, Bob and Cyd: Ann beats Bob, then Cyd, then Bob beats Ann.

    Ann +2, +2, -2; Bob -2, +2; Cyd -2. Then a match of Ann and Bob on which Cyd lays five on Ann
    and Dan three on Bob: two of Cyd's go back, Bob wins, and of Cyd's three the club has 5 %, that
    is nothing. Dan +3, Cyd -3. In all Ann +2, Bob 0, Cyd -5, Dan +3: Cyd pays them both.
    """
    here = program(house, "dan")
    here.opens("cul_leve", "ann", "bob", "cyd", agreed={"stake": 2, "loser_inscribes": True})
    for winner in ("ann", "ann", "bob"):
        here.game(winner)
    here.tells("closed")
    here.opens("match", "ann", "bob", gallery={"levy": 5, "most": 0})
    here.tells("bet_laid", "cyd", side="a", amount=5)
    here.tells("bet_laid", "dan", side="b", amount=3)
    here.game("bob")
    here.tells("closed")
    found = is_told_everywhere(house, here, Counter({"ann": 2, "bob": 0, "cyd": -5, "dan": 3}))
    assert [(who(one["payer"]), who(one["payee"]), one["amount"]) for one in found["payments"]] == [
        ("cyd", "ann", 2),
        ("cyd", "dan", 3),
    ]
    owed = [(who(debt["debtor"]), who(debt["creditor"]), debt["amount"]) for debt in found["debts"]]
    assert owed == [("cyd", "ann", 2), ("cyd", "dan", 3)]


def test_what_was_undone_leaves_no_trace_in_the_sums(house: House) -> None:
    """Ann beat Bob for three, which was undone; Bob then beat her. The statement shows all of it,
    who owes whom but what stands."""
    here = program(house)
    here.opens("cul_leve", "ann", "bob", "cyd", agreed={"stake": 3})
    here.game("ann")
    here.acts("undo")
    here.wins("bob") if here.now["match"] else here.game("bob")
    here.tells("closed")
    found = is_told_everywhere(house, here, Counter({"ann": -3, "bob": 3}))
    assert [one["amount"] for one in found["debts"][0]["behind"]] == [3]
    path = f"players/{here.pk('ann')}/statement"
    lines = read(house.api("ann").get(path))["results"]
    assert [line["amount"] for line in lines] == [-3, -3, 3]
    assert [line["transfer"]["taken_back"] for line in lines] == [False, True, False]
