"""The law behind a mark or a refusal reaches the reader, in the form his language cites it."""

import re

import pytest
from django.utils import translation

from ecarte_club.clubs.labels import law as law_citation
from games.engine.codes import CODES, Code, Rule
from games.engine.facts import MARK_RULES, Mark
from games.engine.refusals import Refusal, RefusalCode
from games.engine.seats import Seat
from games.matches.labels import engine

# Many or slow: not wanted after every edit.
pytestmark = pytest.mark.slow

NAMES = {Seat.A: "Ann", Seat.B: "Bob"}


@pytest.mark.parametrize(
    ("citation", "english", "french"),
    [
        ("law 49", "law 49", "article 49"),
        ("law 42, law 49", "law 42, law 49", "article 42, article 49"),
        ("EB 1911", "Britannica 1911", "Britannica 1911"),
        ("Enquire Within", "Enquire Within", "Enquire Within"),
        ("Foster", "Foster", "Foster"),
        ("modern rules", "modern rules", "règles modernes"),
        ("agreement", "by agreement", "d’un commun accord"),
        ("law 25, EB 1911", "law 25, Britannica 1911", "article 25, Britannica 1911"),
    ],
)
def test_how_a_law_is_cited(citation: str, english: str, french: str) -> None:
    """Numbers are the London laws'; names of works are not translated."""
    for language, cited in (("en", english), ("fr", french)):
        with translation.override(language):
            assert law_citation(citation) == cited


def test_a_work_that_nobody_cites_is_a_bug() -> None:
    with pytest.raises(KeyError):
        law_citation("Cavendish")


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("code", CODES.values(), ids=lambda code: code.id)
def test_every_mark_ends_with_its_law(code: Code, language: str) -> None:
    with translation.override(language):
        for rule in MARK_RULES:
            law = code.source(rule)
            text = engine.mark(Mark(Seat.B, 1, None, rule, law), NAMES)
            found = re.search(r"\(([^()]+)\)\.$", text)
            assert found, text
            assert found[1] == law_citation(law)
            assert re.findall(r"law (\d+)", law) == re.findall(r"(?:law|article) (\d+)", found[1])


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("code", CODES.values(), ids=lambda code: code.id)
def test_every_refusal_keeps_its_law(code: Code, language: str) -> None:
    """In the sentence for people, and untranslated beside it for programs."""
    with translation.override(language):
        for which, rule in ((which, rule) for which in RefusalCode for rule in Rule):
            law = code.source(rule)
            found = Refusal(which, law, "tricks", {"least": 1, "most": 5, "fact": "so"})
            assert engine.refusal(found).endswith(f". ({law_citation(law)})")
            fault = engine.refused(found)
            assert (fault.code, fault.extra) == (which.value, {"law": law})
            assert fault.errors == {"tricks": str(fault.detail)}


@pytest.mark.parametrize("points", [1, 2, 3])
def test_points_are_said_in_words(points: int) -> None:
    said = {1: ("one", "un point"), 2: ("two", "deux points"), 3: ("three", "trois points")}
    mark = Mark(Seat.A, points, None, Rule.AS_NOTED, "law 47")
    for language, counted in zip(("en", "fr"), said[points], strict=True):
        with translation.override(language):
            assert counted in engine.mark(mark, NAMES)


def test_a_refusal_names_the_entry_only_when_it_is_another() -> None:
    found = Refusal(RefusalCode.TRICKS_MISSING, "law 8", "tricks")
    own = engine.ruled(found, culprit=None)
    assert (own.detail, own.extra) == (
        "Say how many tricks each player made. (law 8)",
        {"law": "law 8"},
    )
    far = engine.ruled(found, culprit=4)
    assert far.detail == ("Entry 4 is in the way. Say how many tricks each player made. (law 8)")
    assert far.extra == {"law": "law 8", "entry": 4}
