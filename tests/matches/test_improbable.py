"""Warnings about hands that hardly ever happen, and about one hand entered by two people."""

import json
import re
from datetime import timedelta
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from hypothesis import given
from hypothesis import strategies as st

from ecarte_club.clubs.models import User
from games.engine.cards import KING, PACK, rank
from games.engine.terms import HandEntry
from games.matches.models import Entry, Match
from games.matches.rules.improbable import Improbable, streaks
from games.matches.selectors.improbable import warnings_about
from games.matches.services.matches import MatchTerms
from tests.sheets.paper import Paper, game, hand, paper
from tests.site.pages import HTMX, Browser, chosen, goes, page
from tests.support.clubhouse import House, read

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.any_database]
GAMES = MatchTerms(format="games", games=9)
POINT = {"king": "nobody", "opening": "exchanged", "tricks": "3-2"}
COUNTS = Path(settings.BASE_DIR) / "scoring" / "contests" / "odds_counts.json"
PAGE = (Path(settings.BASE_DIR) / "docs" / "rules.md").read_text(encoding="utf-8")


def long_match() -> Paper:
    return paper(format="games", games=9)


def texts(sheet: Paper) -> list[str]:
    return [one.text for one in warnings_about(sheet.written[-1], sheet.reading)]


def test_the_third_king_in_a_row_and_the_fourth() -> None:
    """Ann turns it, holds it, turns it: the deal alternates. A mark that was not made ends it."""
    sheet = long_match()
    sheet.enter(hand("a", "exchanged", (2, 3), "a turned"))
    sheet.enter(hand("b", "exchanged", (2, 3), "a held"))
    assert texts(sheet) == []
    # Ann has two, Bob two: the game goes on.
    sheet.enter(hand("a", "exchanged", (3, 2), "a turned"))
    assert texts(sheet) == ["Ann Archer marks the king in 3 hands in a row."]
    # The fourth ends the game with five.
    sheet.enter(hand("b", "exchanged", (3, 2), "a held"))
    assert texts(sheet) == ["Ann Archer marks the king in 4 hands in a row."]
    sheet.enter(hand("a", "exchanged", (3, 2), "b held", game=2))
    sheet.enter(hand("b", "exchanged", (3, 2), "a held", game=2))
    assert texts(sheet) == []


def test_the_third_vole_in_a_row_goes_on_from_game_to_game() -> None:
    sheet = long_match()
    sheet.enter(hand("a", "", (0, 5)), hand("b", "", (0, 5)))
    assert texts(sheet) == []
    sheet.enter(hand("a", "", (0, 5)))
    assert texts(sheet) == ["Bob Baker makes the vole in 3 hands in a row."]
    sheet.enter(hand("b", "", (0, 5), game=2))
    assert texts(sheet) == ["Bob Baker makes the vole in 4 hands in a row."]
    sheet.enter(hand("a", "", (5, 0), game=2))
    assert texts(sheet) == []


def test_a_king_turned_three_times_whoever_dealt() -> None:
    sheet = long_match()
    sheet.enter(hand("a", "exchanged", (3, 2), "a turned"))
    sheet.enter(hand("b", "exchanged", (2, 3), "b turned"))
    sheet.enter(hand("a", "exchanged", (2, 3), "a turned"))
    assert texts(sheet) == ["The king is turned in 3 hands in a row."]


def test_a_score_without_its_hands_ends_a_row() -> None:
    sheet = long_match()
    sheet.enter(hand("a", "", (5, 0)), hand("b", "", (5, 0)))
    sheet.undo()
    sheet.undo()
    sheet.enter(game(1, 5, 3))
    sheet.enter(hand("a", "", (5, 0), game=2), hand("b", "", (5, 0), game=2))
    assert texts(sheet) == []
    sheet.enter(hand("a", "", (5, 0), game=2))
    assert len(texts(sheet)) == 1
    # A hand that was undone is not warned of, nor its undoing.
    sheet.undo()
    assert texts(sheet) == []
    assert warnings_about(sheet.written[-2], sheet.reading) == []


@pytest.mark.slow
@given(st.lists(st.tuples(st.sampled_from("-ab"), st.booleans()), max_size=12))
def test_a_second_count_finds_the_same_rows(played: list[tuple[str, bool]]) -> None:
    """Each hand: who marks the king, and whether Ann makes the vole. Counted from the end, letter
    by letter."""
    sheet = paper(format="games", games=25)
    dealer = "a"
    for king, vole in played:
        tricks = (5, 0) if vole else (2, 3)
        what = hand(dealer, "exchanged", tricks, "" if king == "-" else f"{king} held")
        sheet.enter(HandEntry(sheet.reading.state.game, what.record))
        dealer = "b" if dealer == "a" else "a"
    lines = sheet.reading.state.lines
    expected = set()
    for seat in "ab":
        # What makes five ends the game before a trick is played.
        kings = "".join("y" if king == seat else "n" for king, _vole in played)
        if kings.endswith("yyy"):
            expected.add((Improbable.KINGS_IN_A_ROW, len(kings) - len(kings.rstrip("y")), seat))
    voles = "".join("y" if any(m.kind == "vole" for m in line.marks) else "n" for line in lines)
    if voles.endswith("yyy"):
        expected.add((Improbable.VOLES_IN_A_ROW, len(voles) - len(voles.rstrip("y")), "a"))
    assert {(one.what, one.hands, one.seat) for one in streaks(lines)} == expected


@pytest.mark.parametrize(
    ("seconds", "by", "tricks", "warns"),
    [
        (12, 2, (3, 2), True),
        (59, 2, (3, 2), True),
        (60, 2, (3, 2), False),
        (12, 1, (3, 2), False),
        (12, 2, (4, 1), False),
    ],
)
def test_one_hand_entered_by_two(
    seconds: int, by: int, tricks: tuple[int, int], *, warns: bool
) -> None:
    """`by`: 1 is who entered the hand before."""
    sheet = long_match()
    sheet.enter(hand("a", "stood", (3, 2)), hand("b", "stood", tricks))
    first, second = sheet.written
    second.by = User(pk=by, name="Ben")
    second.at = first.at + timedelta(seconds=seconds)
    text = f"The same hand was entered on another phone {seconds} seconds ago."
    assert texts(sheet) == ([text] if warns else [])


# --- on the pad, and for programs ---


def voles(house: House, browser: Browser, match: Match, count: int) -> None:
    for _time in range(count):
        goes(browser.mark(match, {**browser.pad(match), **POINT, "dealer": "a", "tricks": "5-0"}))


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_the_pad_asks_once_and_one_more_tap_marks_it(house: House, headers: dict[str, str]) -> None:
    match, bob = house.match(terms=GAMES), Browser(house, "bob")
    voles(house, bob, match, 2)
    sent = {**bob.pad(match), **POINT, "tricks": "5-0"}
    text = page(bob.mark(match, sent, **headers), 422)
    assert "Check this hand. If it is right, mark it." in text
    assert "Ann makes the vole in 3 hands in a row." in text
    assert '<p class="notice-title">Nothing was marked.' not in text
    assert chosen(text) == {**POINT, "tricks": "5-0"}
    assert Entry.objects.filter(match=match).count() == 2
    form = dict(
        re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', text.split('id="hand"')[1])
    )
    assert form["sure"].split() == ["voles_in_a_row"]
    # Another hand than the one that was warned of is warned of in its turn.
    answer = bob.mark(match, {**form, **chosen(text)}, **headers)
    assert answer.status_code == (200 if headers else 302)
    match.refresh_from_db()
    assert (match.games_a, match.voles_a, match.hands) == (1, 3, 3)
    # One tap more for this hand alone.
    other = {"king": "b-held", "opening": "stood", "tricks": "2-3"}
    goes(bob.mark(match, {**bob.pad(match), **other}))


def test_a_wrong_tap_is_put_right_before_it_counts(house: House) -> None:
    match, bob = house.match(terms=GAMES), Browser(house, "bob")
    voles(house, bob, match, 2)
    page(bob.mark(match, {**bob.pad(match), **POINT, "tricks": "5-0"}), 422)
    goes(bob.mark(match, {**bob.pad(match), **POINT, "sure": "voles_in_a_row ", "tricks": "0-5"}))
    match.refresh_from_db()
    assert (match.score_a, match.score_b, match.voles_a) == (4, 2, 2)


def test_two_phones_that_enter_one_hand(house: House) -> None:
    match = house.match(terms=GAMES)
    ann, bob = Browser(house, "ann"), Browser(house, "bob")
    goes(ann.mark(match, {**ann.pad(match), **POINT, "dealer": "a"}))
    text = page(bob.mark(match, {**bob.pad(match), **POINT}), 422)
    assert re.search(r"The same hand was entered on another phone \d+ seconds? ago\.", text)
    assert Entry.objects.filter(match=match).count() == 1


def test_cards_are_warned_of_too(house: House) -> None:
    match, bob = house.match(terms=GAMES), Browser(house, "bob")
    voles(house, bob, match, 2)
    cards = "deal:A A:KS,QS,JS,AS,TS B:7H,8H,9H,TD,9D up:7S stand 7H QS KS 8H JS 9H AS TD TS 9D"
    path = f"matches/{match.pk}/pad/notation/"
    text = page(bob.post(path, {**bob.pad(match), "notation": cards}), 422)
    assert "Check this hand." in text, text


def test_programs_are_warned_and_not_refused(house: House) -> None:
    match, api = house.match(terms=GAMES), house.api("scorer")
    vole: dict[str, Any] = {"opening": "exchanged", "tricks": {"a": 5, "b": 0}, "dealer": "a"}
    for version in (0, 1):
        sent = {**vole, "version": version}
        assert read(api.post(f"matches/{match.pk}/hands", sent), 201)["warnings"] == []
    del vole["dealer"]
    answer = read(api.post(f"matches/{match.pk}/hands", {**vole, "version": 2}), 201)
    text = "Ann makes the vole in 3 hands in a row."
    assert answer["warnings"] == [{"code": "voles_in_a_row", "text": text}]
    assert answer["match"]["games"] == {"a": 1, "b": 0}
    undone = read(api.post(f"matches/{match.pk}/undo", {"version": 3}), 201)
    assert undone["warnings"] == []


# --- how often it happens ---


def test_the_figures_of_the_page() -> None:
    """Kings by the 400,000 hands that the gallery's odds come from: of two marks in a hand, the
    first is a king. Turned: one card of the pack in eight."""
    counts = json.loads(COUNTS.read_text())["london"]["outcomes"]
    total = sum(counts.values())
    kings = {
        side: Fraction(sum(counts[marks] for marks in counts if marks[0] == side and " " in marks))
        / total
        for side in "DE"
    }
    dealt_twice = kings["D"] ** 2 * kings["E"]
    dealt_once = kings["E"] ** 2 * kings["D"]
    turned = Fraction(sum(rank(card) == KING for card in PACK), len(PACK)) ** 3
    often = [f"1 in {round(1 / chance)}" for chance in (dealt_twice, dealt_once, turned)]
    assert often == ["1 in 46", "1 in 74", "1 in 512"]
    row = next(line for line in PAGE.splitlines() if line.startswith("- **Improbable hands**"))
    assert all(figure in row for figure in often)
