"""The board of a contest, read as text, says what the API says of the same contest: to a stranger,
a member, the scorer and a phone at its table, in English and in French."""

import re
from dataclasses import dataclass
from typing import Any

import pytest

from ecarte_club.clubs.models import NameVisibility
from games.evenings.authentication import SESSION_KEY
from games.evenings.services.phones import phone_open
from tests.site.pages import Browser, page
from tests.support.clubhouse import Api, House, read
from tests.support.depth import each

from .api.contesting import Program, program

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.any_database]

FOUR = ("ann", "bob", "cyd", "dora")
WHO = ("stranger", "member", "scorer", "phone")
LANGUAGES = ("en", "fr")


@pytest.fixture
def club(house: House) -> Program:
    """At an evening that strangers may watch, and see initials."""
    house.club.names_shown = NameVisibility.INITIALS
    house.club.save()
    return program(house, "dora", "eve", public=True)


@dataclass(frozen=True, slots=True)
class Reader:
    """The same person, with a browser and with a program."""

    browser: Browser
    api: Api
    sees_sums: bool = True

    def board(self, club: Program, language: str) -> str:
        path = f"contests/{club.now['id']}/"
        text = page(self.browser.get(path, **{"Accept-Language": language}))
        assert f'<html lang="{language}"' in text
        return text

    def contest(self, club: Program) -> dict[str, Any]:
        found: dict[str, Any] = read(self.api.get(club.path()))
        return found


def reader(club: Program, who: str) -> Reader:
    house = club.house
    if who == "stranger":
        return Reader(Browser(house), Api(), sees_sums=False)
    if who == "member":
        return Reader(Browser(house, "cyd"), house.api("cyd"))
    if who == "scorer":
        return Reader(Browser(house, "scorer"), house.api("scorer"))
    phone, secret = phone_open(code=club.night.tables.order_by("pk")[0].code)
    browser = Browser(house)
    session = browser.client.session
    session[SESSION_KEY] = phone.pk
    session.save()
    return Reader(browser, Api(secret, scheme="Table"))


# what the page says, found by its marks and not by its words


def between(text: str, start: str, end: str) -> str:
    return text.partition(start)[2].partition(end)[0]


def named(text: str) -> list[str]:
    return re.findall(r'class="name">([^<]*)<', text)


def figures(text: str) -> list[int]:
    return [signed(found) for found in re.findall(r'figure">([^<]*)</(?:dd|td)>', text)]


def signed(text: str) -> int:
    """A sum, with or without its unit."""
    return int(text.replace("−", "-").split()[0])


def seats(text: str) -> list[str]:
    return named(between(text, '<ol class="seats">', "</ol>"))


def queue(text: str) -> list[str]:
    return named(between(text, '<ol class="waiters">', "</ol>"))


def sides(text: str) -> list[tuple[int, int]]:
    """What is laid and what of it is covered on each side."""
    found = [figures(one) for one in re.findall(r'<dl class="laid">.*?</dl>', text, re.DOTALL)]
    return [(laid, covered) for laid, covered in found]


def bets(text: str) -> list[tuple[str, int, int]]:
    """Name, amount and the covered part, which is told where it is not the whole."""
    note = r'(?:<span\s+class="note">[^<\d]*(\d+))?'
    row = rf'<li[^>]*>\s*<span>([^<]*)</span><span\s+class="figure">(\d+) \w+</span>{note}'
    found = []
    for part in re.findall(r'<ul class="bets">(.*?)</ul>', text, re.DOTALL):
        for name, amount, covered in re.findall(row, part):
            found.append((name, int(amount), int(covered or amount)))
    return found


def held(text: str) -> list[int]:
    return figures(between(text, "contest-held", "</dl>"))


def sums(text: str) -> dict[str, int]:
    table = between(text, 'id="sums"', "</table>")
    rows = re.findall(r'class="name">([^<]*)</span></th>\s*<td[^>]*>([^<]*)<', table)
    return {name: signed(amount) for name, amount in rows if signed(amount)}


def agrees(text: str, told: dict[str, Any], *, sees_sums: bool) -> None:
    sitting = told["seats"]
    assert seats(text) == ([sitting[side]["name"] for side in "ab"] if sitting else [])
    if not told["over"]:
        assert queue(text) == [one["name"] for one in told["queue"]]
    boxes = [told["held"][name] for name in ("pot", "bank", "levy")]
    assert sorted(held(text)) == sorted(amount for amount in boxes if amount)
    assert told["held"]["mass"] in (0, sum(laid for laid, _covered in sides(text)))
    if told["bets"] and sitting:
        laid, covered = told["bets"]["laid"], told["bets"]["covered"]
        assert sides(text) == [(laid["a"], covered), (laid["b"], covered)]
        mine = sorted(
            (one["player"]["name"], one["amount"], one["covered"]) for one in told["bets"]["bets"]
        )
        assert sorted(bets(text)) == mine
    theirs = {one["player"]["name"]: one["won"] for one in told["balances"] if one["won"]}
    assert sums(text) == theirs
    assert bool(theirs) <= sees_sums
    assert ('id="sums"' in text) <= sees_sums
    assert 'id="history"' in text


def is_the_same_for_all(club: Program) -> None:
    """Each reads it in both languages where tests are thorough, else in one of them by turns."""
    for number, who in enumerate(WHO):
        one = reader(club, who)
        told = one.contest(club)
        for language in each(2, LANGUAGES, first=(number + club.now["version"]) % 2):
            text = one.board(club, language)
            agrees(text, told, sees_sums=one.sees_sums)
            if not one.sees_sums:
                seen = between(text, 'id="contest"', "</main>")
                assert not re.search(r"\b(Ann|Bob|Cyd|Dora|Eve|Scorer)\b", seen)


def test_a_pool(club: Program) -> None:
    """Before places, after a game, and when it is won."""
    club.opens("pool", *FOUR, agreed={"stake": 2, "to_win": 2})
    is_the_same_for_all(club)
    club.tells("seated", order=[club.pk(name) for name in FOUR])
    club.game("bob")
    is_the_same_for_all(club)


def test_a_pool_that_is_won(club: Program) -> None:
    club.opens("pool", *FOUR[:3], agreed={"stake": 2}, places="cut")
    club.game("bob")
    club.game("bob")
    is_the_same_for_all(club)


def test_a_cul_leve_with_bets(club: Program) -> None:
    """Laid, cut at the deal, and shared."""
    club.opens("cul_leve", *FOUR[:3], agreed={"stake": 3}, gallery={"levy": 20})
    club.tells("bet_laid", "dora", side="a", amount=9)
    club.tells("bet_laid", "ann", side="a", amount=2)
    club.tells("bet_laid", "eve", side="b", amount=7)
    is_the_same_for_all(club)
    club.acts("deal")
    is_the_same_for_all(club)


def test_a_cul_leve_of_which_a_game_was_won(club: Program) -> None:
    club.opens("cul_leve", *FOUR[:3], agreed={"stake": 3}, gallery={"levy": 20})
    club.tells("bet_laid", "dora", side="a", amount=9)
    club.tells("bet_laid", "eve", side="b", amount=7)
    club.game("ann")
    is_the_same_for_all(club)


def test_a_bank_in_its_auction_and_in_a_game(club: Program) -> None:
    club.opens("bank", *FOUR, agreed={"levy": 10})
    club.tells("bid", "dora", amount=6)
    is_the_same_for_all(club)
    club.tells("adjudged")
    club.tells("punted", "ann", amount=8)
    club.tells("backed", "cyd", amount=1)
    club.acts("deal")
    is_the_same_for_all(club)


def test_a_social_chouette(club: Program) -> None:
    club.opens("box", *FOUR, agreed={"stake": 1, "most": 4}, gallery={})
    club.tells("stake_set", "cyd", amount=4)
    club.tells("partnered", "dora")
    club.tells("bet_laid", "eve", side="b", amount=2)
    club.game("bob")
    is_the_same_for_all(club)


@pytest.mark.parametrize("who", ["", "neighbour"])
def test_a_private_evening_shows_nothing_of_its_contest(
    who: str, house: House, neighbour: House
) -> None:
    """Neither page nor fragment nor API, nor the list of the club's contests."""
    club = program(house)
    club.opens("cul_leve", "ann", "bob")
    browser = Browser(neighbour, "committee") if who else Browser(house)
    api = neighbour.api("committee") if who else Api()
    where = f"/clubs/{house.club.slug}/contests/{club.now['id']}/"
    for path in (where, f"{where}now/?have=0"):
        answer = browser.get(path)
        assert answer.status_code in (302, 404)
        assert b"Ann" not in answer.content
    for path in (club.path(), club.path("entries")):
        assert api.get(path).status_code == 404
    listed = api.get(f"clubs/{house.club.slug}/contests")
    assert str(club.night.pk) not in str(read(listed).get("results"))
