"""The law pages say where a rule is written, and find it in either language."""

import re
import unicodedata

import pytest

from games.engine.codes import CODES
from games.laws import selectors
from tests.site.pages import Browser, page
from tests.support.clubhouse import House

pytestmark = [pytest.mark.any_database, pytest.mark.slow]

WORK = {"britannica": "Britannica 1911", "modern": "modern rules", "household": "Enquire Within"}


def articles(house: House, path: str, language: str = "en") -> dict[int, str]:
    """What a page says of each law that is on it, without its tags."""
    text = page(Browser(house).get(path, **{"Accept-Language": language}))
    found = re.findall(r'id="law-(\d+)"(.*?)</article>', text, re.DOTALL)
    return {int(number): re.sub("<[^>]*>", " ", said) for number, said in found}


def plain(text: str) -> str:
    marks = unicodedata.normalize("NFD", text.casefold())
    return "".join(sign for sign in marks if not unicodedata.combining(sign))


@pytest.mark.parametrize("code", WORK)
def test_each_law_of_a_code_names_the_work_or_the_london_law(house: House, code: str) -> None:
    found = articles(house, f"/laws/{code}/")
    assert len(found) == 51
    for number, said in found.items():
        assert WORK[code] in said or f"law {number}" in said, number
    assert any(WORK[code] in said for said in found.values())


@pytest.mark.parametrize(
    ("language", "typed"),
    [("fr", "ecarte"), ("fr", "ÉCARTÉ"), ("fr", "levee"), ("fr", "talon"), ("en", "vole")],
)
def test_a_word_finds_only_laws_that_say_it(house: House, language: str, typed: str) -> None:
    """Whatever its accents and ending: each law found has a word that begins so, and one at least
    is found."""
    every = articles(house, "/laws/london/", language)
    found = articles(house, f"/laws/london/?q={typed}", language)
    having = {
        n
        for n, said in every.items()
        if re.search(rf"\b{plain(typed).removesuffix('e')}", plain(said))
    }
    assert found
    assert found.keys() <= having


@pytest.mark.parametrize(
    ("typed", "number"), [("écarté donne", 5), ("talon insuffisant", 38), ("rejouer levee", 43)]
)
def test_french_words_find_the_law_that_has_them_all(house: House, typed: str, number: int) -> None:
    assert number in articles(house, f"/laws/london/?q={typed}", "fr")


def test_a_number_that_no_law_has_finds_none(house: House) -> None:
    assert articles(house, "/laws/london/?q=99") == {}


@pytest.mark.parametrize(
    ("code", "number", "parts"),
    [
        # "dealt five cards in batches of 2 and 3", and no word on keeping to one way
        (
            "modern",
            8,
            [
                ("Five cards each, by two and three or by three and two.", "modern rules"),
                (
                    "The dealer keeps to one way for the whole game. A change for a later game is "
                    "announced before the cut.",
                    "as in London, law 8",
                ),
            ],
        ),
        # "which plan must not be changed" (v), and no word on a later game
        (
            "household",
            8,
            [
                (
                    "Five cards each, by two and three or by three and two. The dealer keeps to "
                    "one way for the whole game.",
                    "Enquire Within",
                ),
                (
                    "A change for a later game is announced before the cut.",
                    "as in London, law 8",
                ),
            ],
        ),
        # "he scores one less than he wins", whoever holds the king
        (
            "britannica",
            25,
            [
                (
                    "Unless the error is declared before a card is played, the adversary may "
                    "correct the score and have the hands played again. The offender marks nothing "
                    "for a point, and one for a vole. For a point that counts two they mark one.",
                    "Britannica 1911",
                ),
                ("There is no penalty if the adversary holds the king.", "in London, law 25"),
            ],
        ),
        ("modern", 38, [(None, "as in London, law 38")]),
        # "A cut must consist of at least two cards", and no word on what is left
        (
            "britannica",
            3,
            [
                ("At least two cards are cut.", "Britannica 1911"),
                ("At least two cards are left.", "as in London, law 3"),
            ],
        ),
        # "it must be announced before it is played to" (ix), whoever plays the king
        (
            "household",
            24,
            [
                (
                    "Led first, the king may be announced until it is played to.",
                    "Enquire Within",
                ),
                ("As the dealer’s first card, until the dealer plays again.", "in London, law 24"),
            ],
        ),
        # "A proposal or acceptance cannot be retracted" (x), and no word on a refusal
        (
            "household",
            27,
            [
                ("The dealer cannot withdraw an acceptance.", "Enquire Within"),
                (
                    "A refusal cannot be withdrawn either. On request the dealer says how many "
                    "cards were taken.",
                    "as in London, law 27",
                ),
            ],
        ),
        # "Proposal, acceptance, or refusal made cannot be retracted"
        (
            "britannica",
            27,
            [
                (
                    "The dealer cannot withdraw an acceptance. A refusal cannot be withdrawn "
                    "either.",
                    "Britannica 1911",
                ),
                (
                    "On request the dealer says how many cards were taken.",
                    "as in London, law 27",
                ),
            ],
        ),
        # "face downwards, on the table" (xi), and no word on where
        (
            "household",
            28,
            [
                ("Each player discards face down before taking cards.", "Enquire Within"),
                (
                    "Discards lie apart from the stock and from each other.",
                    "as in London, law 28",
                ),
                ("Discards are not looked at.", "Enquire Within"),
            ],
        ),
    ],
)
def test_each_sentence_is_credited_to_the_work_that_says_it(
    house: House, code: str, number: int, parts: list[tuple[str | None, str]]
) -> None:
    law = selectors.law(CODES[code], number)
    credited = [(each.text, each.said_by) for each in law.credited]
    assert [said_by for _text, said_by in credited] == [said_by for _text, said_by in parts]
    assert all(text in (None, found) for (found, _), (text, _) in zip(credited, parts, strict=True))
    assert " ".join(text for text, _said_by in credited) == law.rule
    said = " ".join(articles(house, f"/laws/{code}/")[number].split())
    for text, said_by in credited:
        assert f"{text} {said_by}" in said


def test_an_option_on_which_a_code_is_silent_is_as_in_london(house: House) -> None:
    page_text = page(Browser(house).get("/laws/modern/"))
    assert "as in London, Britannica 1911" in page_text  # who may point, from English play
    assert "as in London" not in page(Browser(house).get("/laws/london/"))


@pytest.mark.parametrize("code", CODES)
def test_a_false_king_costs_the_player_who_announced_it(house: House, code: str) -> None:
    """Law 25: "If the offender win the point he marks nothing"; whoever else wins marks in full."""
    said = " ".join(page(Browser(house).get(f"/laws/{code}/")).split())
    assert "If that player wins the hand, they mark one less" in said
