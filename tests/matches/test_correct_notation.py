"""A hand told card by card that was told wrongly: corrected by its text, or by its facts."""

import re

import pytest

from games.matches.models import Entry, Match
from games.matches.services.matches import MatchTerms
from tests.site.pages import Browser, goes, page
from tests.support.clubhouse import House, problem, read
from tests.support.told_hands import ACE, LOST, VOLE, WON

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.slow, pytest.mark.any_database]

THREE = MatchTerms(format="games", games=3)


@pytest.fixture
def match(house: House) -> Match:
    found = house.match(terms=THREE)
    house.api("scorer").enter(found.pk, {"notation": LOST.text})
    return found


@pytest.fixture
def director(house: House) -> Browser:
    return Browser(house, "director")


def path(match: Match, number: int = 1) -> str:
    return f"matches/{match.pk}/entries/{number}/correct/"


def typed(text: str) -> str:
    found = re.search(r'<textarea[^>]*id="notation"[^>]*>\n?(.*?)</textarea>', text, re.DOTALL)
    assert found
    return found[1]


def form(director: Browser, match: Match, **sent: str) -> dict[str, str]:
    return {**director.hidden(path(match)), "reason": "misread", **sent}


def test_the_text_is_there_to_be_mended(match: Match, director: Browser) -> None:
    text = page(director.get(path(match)))
    for word in LOST.text.split():
        assert word in typed(text)


def test_by_its_text_previewed_and_then_done(match: Match, director: Browser) -> None:
    sent = form(director, match, notation=WON.text)
    preview = page(director.post(path(match), sent))
    assert "What will change" in preview
    assert Entry.objects.count() == 1
    goes(director.post(path(match), {**sent, "do": "yes"}))
    match.refresh_from_db()
    assert (match.score_a, match.score_b) == WON.after
    entry = Entry.objects.get(number=2)
    assert entry.data
    assert "TC JC JH 8H" in entry.data["notation"]


def test_emptied_the_choices_count(match: Match, director: Browser) -> None:
    facts = {"dealer": "a", "king": "nobody", "opening": "exchanged", "tricks": "5-0"}
    goes(director.post(path(match), {**form(director, match, notation="", **facts), "do": "yes"}))
    match.refresh_from_db()
    assert match.score_a == 2
    entry = Entry.objects.get(number=2)
    assert entry.data
    assert "notation" not in entry.data


def test_a_mistake_is_told_beside_it_and_nothing_is_lost(match: Match, director: Browser) -> None:
    wrong = WON.text.replace("TC JC", "TC JH")
    text = page(director.post(path(match), form(director, match, notation=wrong)), 422)
    assert typed(text) == wrong
    assert "Line 2, column 4: Follow suit." in text
    assert "misread" in text


def test_it_is_read_where_the_match_stood_then(house: House, match: Match) -> None:
    """Another hand has followed: the corrected one still is Alice's deal, at nothing to nothing."""
    house.api("scorer").enter(match.pk, {"notation": ACE.text})
    body = {"hand": {"notation": VOLE.text.replace("deal:A", "deal:?")}, "reason": "misread"}
    api = house.api("director")
    corrections = f"matches/{match.pk}/entries/1/corrections"
    problem(api.post(corrections, {**body, "version": 2}), 422, field="hand.notation")
    body["hand"] = {"notation": VOLE.text}
    done = read(api.post(corrections, {**body, "version": 2}), 201)
    assert done["match"]["score"] == {"a": 4, "b": 0}
    assert "[Score" not in done["entry"]["notation"]
    assert done["entry"]["game"] == 1


def test_a_program_is_told_the_place_under_the_name_it_sent(house: House, match: Match) -> None:
    body = {"hand": {"notation": "deal:A up:XX"}, "reason": "misread", "version": 1}
    answer = house.api("director").post(f"matches/{match.pk}/entries/1/corrections", body)
    found = problem(answer, 422, "card_expected", field="hand.notation")
    assert (found["line"], found["column"]) == (1, 11)


def test_a_game_by_its_score_is_not_corrected_by_a_hand(house: House) -> None:
    match = house.match(terms=THREE)
    house.api("scorer").enter(match.pk, {"score": {"a": 5, "b": 1}}, kind="games")
    body = {"hand": {"notation": VOLE.text}, "reason": "misread", "version": 1}
    answer = house.api("director").post(f"matches/{match.pk}/entries/1/corrections", body)
    problem(answer, 422, "other_kind")
