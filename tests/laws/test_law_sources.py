"""The law pages say where a rule is written, and find it in either language."""

import re
import unicodedata

import pytest

from tests.site.pages import Browser, page
from tests.support.clubhouse import House

pytestmark = pytest.mark.any_database

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
