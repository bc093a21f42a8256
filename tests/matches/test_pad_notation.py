"""Every card on the pad: written or pasted, checked, marked, and never lost."""

import re

import pytest

from games.matches.models import Entry, Match
from tests.site.pages import HTMX, Browser, goes, page
from tests.support.clubhouse import House
from tests.support.told_hands import EVERY, LOST, VOLE, ToldHand

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.slow, pytest.mark.any_database]

WRONG = LOST.text.replace("JC JH 8H", "JC JH 8C")


@pytest.fixture
def match(house: House) -> Match:
    return house.match()


@pytest.fixture
def scorer(house: House) -> Browser:
    return Browser(house, "scorer")


def tell(browser: Browser, match: Match, text: str, status: int = 200, **headers: str) -> str:
    sent = {**browser.pad(match), "notation": text}
    answer = browser.post(f"matches/{match.pk}/pad/notation/", sent, **headers)
    return page(answer, status) if status != 302 else goes(answer)


def typed(text: str) -> str:
    found = re.search(r'<textarea[^>]*id="notation"[^>]*>\n?(.*?)</textarea>', text, re.DOTALL)
    assert found
    return found[1]


def error(text: str) -> str:
    note = text[text.index('id="notation-note"') :]
    found = re.search(r'<p class="error">(.*?)</p>', note[: note.index("</div>")])
    return found[1] if found else ""


@pytest.mark.parametrize("hand", EVERY[:2], ids=lambda hand: hand.told)
def test_a_printed_hand_is_marked_as_it_is_printed(
    match: Match, scorer: Browser, hand: ToldHand
) -> None:
    assert tell(scorer, match, hand.text, 302).endswith("/pad/")
    match.refresh_from_db()
    assert (match.score_a, match.score_b) == hand.after


def test_the_pad_says_at_once_what_it_came_to(match: Match, scorer: Browser) -> None:
    text = tell(scorer, match, VOLE.text, 200, **HTMX)
    assert "Ann turned the king and marks one" in text
    assert "Ann made the vole and marks two" in text
    assert typed(text) == ""


def test_a_mistake_is_told_beside_the_field_with_its_place(match: Match, scorer: Browser) -> None:
    text = tell(scorer, match, WRONG, 422)
    assert error(text) == ("Line 2, column 22: Follow suit. Expected: 8H or abandon. (law 43)")
    assert typed(text) == WRONG
    assert 'aria-invalid="true"' in text
    assert "Nothing was marked." in text
    assert not Entry.objects.exists()


def test_mended_and_sent_again_it_is_marked(match: Match, scorer: Browser) -> None:
    tell(scorer, match, WRONG, 422)
    tell(scorer, match, LOST.text, 302)
    match.refresh_from_db()
    assert (match.score_a, match.score_b) == LOST.after


def test_a_word_that_is_none_is_told_with_what_may_stand_there(
    match: Match, scorer: Browser
) -> None:
    assert error(tell(scorer, match, "deal:A A:7H,XX", 422)) == (
        "Line 1, column 13: “XX” is not a card: write 7H, TD, KC, or ?."
    )
    assert error(tell(scorer, match, "deal:A A:7H,7X", 422)).endswith("Expected: 7C, 7D, 7H or 7S.")


def test_nothing_and_too_much_are_no_hand(match: Match, scorer: Browser) -> None:
    assert error(tell(scorer, match, "  \n ", 422)) == "Write the hand here, or paste it."
    long = tell(scorer, match, VOLE.text + "x" * 4000, 422)
    assert error(long) == "Must be 4000 characters at most."
    assert typed(long).startswith("deal:A/3-2")


def test_lines_as_a_browser_sends_them(match: Match, scorer: Browser) -> None:
    tell(scorer, match, WRONG.replace("\n", "\r\n"), 422)
    tell(scorer, match, LOST.text.replace("\n", "\r\n"), 302)
    stored = Entry.objects.get().data
    assert stored
    assert "\r" not in stored["notation"]


def test_when_somebody_was_quicker_the_text_is_kept(
    house: House, match: Match, scorer: Browser
) -> None:
    sent = {**scorer.pad(match), "notation": VOLE.text}
    house.api("director").enter(
        match.pk, {"dealer": "a", "opening": "stood", "tricks": {"a": 3, "b": 2}}
    )
    text = page(scorer.post(f"matches/{match.pk}/pad/notation/", sent), 409)
    assert typed(text) == VOLE.text
    assert "entered something first" in text
    assert Entry.objects.count() == 1


def test_signed_out_one_comes_back_to_what_was_written(house: House, match: Match) -> None:
    answer = Browser(house).post(
        f"matches/{match.pk}/pad/notation/",
        {"notation": "deal:A up:7D", "key": "k", "version": "0"},
    )
    assert "notation%3Ddeal" in goes(answer)
    text = page(Browser(house, "scorer").get(f"matches/{match.pk}/pad/?notation=deal:A+up:7D"))
    assert typed(text) == "deal:A up:7D"


def test_it_is_a_fold_that_is_closed_until_it_is_wanted(match: Match, scorer: Browser) -> None:
    before = page(scorer.get(f"matches/{match.pk}/pad/"))
    fold = before[: before.index("Enter the hand card by card")]
    assert not fold[fold.rindex("<details") :].count(" open")
    assert "A is Ann, B is Bob." in before
    after = tell(scorer, match, "deal:A", 422)
    fold = after[: after.index("Enter the hand card by card")]
    assert fold[fold.rindex("<details") :].count(" open")


def test_undo_takes_it_back_as_any_hand(match: Match, scorer: Browser) -> None:
    tell(scorer, match, VOLE.text, 302)
    scorer.post(f"matches/{match.pk}/pad/undo/", scorer.pad(match))
    match.refresh_from_db()
    assert (match.score_a, match.version) == (0, 2)


def test_markup_in_a_comment_is_text(match: Match, scorer: Browser) -> None:
    tell(scorer, match, VOLE.text + " { <script>alert(1)</script> }", 302)
    answer = scorer.get(f"matches/{match.pk}/hands/1/")
    assert b"<script>alert" not in answer.content
    assert "<script>alert(1)</script>" in page(answer)
