"""Who sees what of a match told by cards: from a seat, from outside, and beside other hands."""

import re

import pytest

from games.engine.cards import cards
from games.matches.labels.hands import card_name
from games.matches.models import Match
from tests.site.pages import Browser, page
from tests.support.clubhouse import House
from tests.support.told_hands import LOST, VOLE

from .naive_replay import pictures

RANKS, SUITS = "seven|eight|nine|ten|ace|knave|queen|king", "clubs|diamonds|hearts|spades"

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.slow, pytest.mark.any_database]

NAMED = re.compile(f"(?:{RANKS}) of (?:{SUITS})")
FACTS = {"opening": "exchanged", "tricks": {"a": 3, "b": 2}}


def words(signs: list[str]) -> set[str]:
    return {card_name(one) for one in cards(" ".join(signs))}


@pytest.mark.parametrize(("seat", "other"), [("A", "B"), ("B", "A")])
def test_from_a_seat_only_what_he_saw_is_on_the_table(house: House, seat: str, other: str) -> None:
    """His own cards and discards, the card turned, and what has been played; both see all."""
    match = house.match()
    house.api("scorer").enter(match.pk, {"notation": VOLE.text})
    ann = Browser(house, "ann")
    played: list[str] = []
    for step, picture in enumerate(pictures(VOLE.text)):
        played += [one for _who, one in picture.trick if one not in played]
        own = picture.hands[seat] + picture.thrown[seat]
        hidden = picture.hands[other] + picture.thrown[other]
        for view, expected in ((seat.lower(), own), ("both", own + hidden)):
            text = page(ann.get(f"matches/{match.pk}/hands/1/?step={step}&view={view}"))
            table = text.split('id="replay"')[1].split('<nav class="views"')[0]
            assert set(NAMED.findall(table)) == words(["KS", *played, *expected]), (step, view)


@pytest.mark.parametrize(
    ("asked", "step"),
    [("11", 11), ("12", 11), ("9" * 18, 11), ("9" * 40, 0), ("-3", 0), ("\u0663", 0), ("%00", 0)],
)
def test_a_step_out_of_range_is_shown_as_one_within(house: House, asked: str, step: int) -> None:
    match = house.match()
    house.api("scorer").enter(match.pk, {"notation": LOST.text})
    text = page(Browser(house, "ann").get(f"matches/{match.pk}/hands/1/?step={asked}&view=a"))
    assert f"Step {step} of 11" in text


def mixed(house: House, match: Match) -> None:
    """Ann marks three by cards, one by a summary, and by cards the two of which one is enough."""
    api = house.api("scorer")
    api.enter(match.pk, {"notation": VOLE.text})
    api.enter(match.pk, FACTS)
    api.enter(match.pk, {"notation": LOST.text})


def test_hands_by_cards_and_by_summaries_stand_side_by_side(house: House) -> None:
    match = house.match()
    mixed(house, match)
    ann = Browser(house, "ann")
    shown = page(ann.get(f"matches/{match.pk}/"))
    assert sorted(re.findall(r'/hands/(\d+)/"', shown)) == ["1", "3"]
    page(ann.get(f"matches/{match.pk}/hands/2/"), 404)
    third = page(ann.get(f"matches/{match.pk}/hands/3/?step=11"))
    assert "Hand 3 of game 1" in third
    trail = third.split('class="trail"')[1]
    assert re.findall(r">(\d–\d)<", trail)[:2] == ["4–0", "5–0"]


def test_the_text_of_a_match_entered_again_has_the_same_score(house: House) -> None:
    """Hand by hand, as somebody would copy it out."""
    match, copy = house.match(), house.match()
    mixed(house, match)
    ann = Browser(house, "ann")
    text = ann.get(f"matches/{match.pk}/notation.txt").content.decode()
    for hand in re.split(r"\s(?=deal:)", text)[1:]:
        house.api("scorer").enter(copy.pk, {"notation": hand})
    again = ann.get(f"matches/{copy.pk}/notation.txt").content.decode()
    assert again.split() == text.split()
    assert re.findall(r"=(\d-\d)", text) == ["3-0", "4-0", "5-0"]


def test_a_hand_and_its_text_are_open_to_whom_the_match_is(house: House, neighbour: House) -> None:
    for home in (house, neighbour):
        for season in (home.season(), None):
            match = home.match(season)
            home.api("scorer").enter(match.pk, {"notation": VOLE.text})
            other = Browser(home)
            other.client.force_login((neighbour if home is house else house).users["ann"])
            is_open = home is house and season is not None
            for visitor, is_ours in (
                (Browser(home), False),
                (other, False),
                (Browser(home, "cyd"), True),
            ):
                ways = [
                    visitor.get(f"matches/{match.pk}/{way}").status_code
                    for way in ("", "hands/1/", "notation.txt")
                ]
                assert len(set(ways)) == 1, ways
                assert (ways[0] == 200) is (is_open or is_ours)
