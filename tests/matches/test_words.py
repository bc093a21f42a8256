"""Everything the engine can say has words, with nothing left unfilled."""

import re
from collections.abc import Iterator
from string import Formatter

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from ecarte_club.clubs.labels import law
from games.engine import serialization
from games.engine.codes import CODES, Code, Rule
from games.engine.facts import MARK_RULES, Mark
from games.engine.marks import marks, record_refusal
from games.engine.match import begin, counted, refusal
from games.engine.records import HandRecord, MarkKind, NotedMark
from games.engine.refusals import Refusal, RefusalCode
from games.engine.seats import Seat
from games.engine.terms import Entry as Play
from games.engine.terms import (
    Format,
    FormatKind,
    HandEntry,
    RubberEntry,
    Score,
    Terms,
    terms_refusal,
)
from games.matches.labels import engine
from games.matches.models import Entry
from tests.engine.strategies import any_entries, any_records, codes, terms
from tests.support.clubhouse import House
from tests.support.seasons import play_season

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.slow, pytest.mark.any_database]

NAMES = {Seat.A: "Ann", Seat.B: "Bob"}
UNFILLED = re.compile(r"%\(|%s|\{\w*\}|_\(|\w+_\w+")
LANGUAGES = ("en", "fr")


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    with translation.override(request.param):
        yield request.param


def _placeholders(text: str) -> set[str]:
    return set(re.findall(r"%\((\w+)\)s", text)) | {
        name for _, name, _, _ in Formatter().parse(text.replace("%", "")) if name
    }


def test_every_refusal_has_words(language: str) -> None:
    assert set(engine.REFUSALS) == set(RefusalCode)
    texts = [str(text) for text in engine.REFUSALS.values()]
    assert all(text.strip().endswith(".") for text in texts)
    assert len(set(texts)) == len(texts)


def test_every_mark_has_words(language: str) -> None:
    assert {rule for rule, _points in engine.MARKS} == MARK_RULES
    for text in engine.MARKS.values():
        found = _placeholders(str(text))
        assert {"who", "law"} <= found <= {"who", "other", "law"}


def test_every_citation_has_words(language: str) -> None:
    for code in CODES.values():
        cited = [code.source(rule) for rule in Rule]
        cited += [option.source for option in code.options().values()]
        for citation in cited:
            assert law(citation)
            assert not UNFILLED.search(law(citation))


@pytest.mark.parametrize("code", CODES.values(), ids=lambda code: code.id)
def test_every_mark_is_told_whole(code: Code, language: str) -> None:
    for rule, points in engine.MARKS:
        mark = Mark(Seat.A, points, None, rule, code.source(rule))
        text = engine.mark(mark, NAMES)
        assert "Ann" in text
        assert not UNFILLED.search(text), text


@pytest.mark.parametrize("points", [1, 2, 3])
def test_marks_that_are_cut_at_five_have_words(points: int) -> None:
    for kind in (None, *MarkKind):
        record = HandRecord(marks=(NotedMark(Seat.A, points, kind),))
        if record_refusal(CODES["london"], record) is None:
            for had in range(5):
                made, _score = counted(Score(had, 0), marks(CODES["london"], record))
                assert all("Ann" in engine.mark(mark, NAMES) for mark in made)


def _told(found: Refusal) -> None:
    for language in LANGUAGES:
        with translation.override(language):
            fault = engine.refused(found)
            assert list(fault.errors) == [found.field]
            assert fault.code == found.code
            assert not UNFILLED.search(str(fault.detail)), fault.detail


@given(terms(), any_entries)
def test_every_refusal_of_an_entry_is_told_whole(agreed: Terms, entry: Play) -> None:
    if found := refusal(begin(agreed, None), entry):
        _told(found)


@given(terms(), any_records)
def test_every_refusal_of_a_hand_is_told_whole(agreed: Terms, record: HandRecord) -> None:
    if found := refusal(begin(agreed, Seat.A), HandEntry(1, record)):
        _told(found)


@given(
    st.builds(
        Terms,
        codes,
        st.builds(Format, st.sampled_from(FormatKind), st.integers(-1, 101)),
        st.booleans(),
        st.integers(-2, 2),
    )
)
def test_every_refusal_of_terms_is_told_whole(agreed: Terms) -> None:
    if found := terms_refusal(agreed):
        _told(found)


def test_percent_signs_in_names_are_names() -> None:
    mark = Mark(Seat.A, 1, None, Rule.POINT, "law 48")
    text = engine.mark(mark, {Seat.A: "100 % %(law)s", Seat.B: "Bob"})
    assert text == "100 % %(law)s won the point and marks one (law 48)."


def test_every_stored_entry_is_read_back(house: House) -> None:
    play_season(house, house.season(), matches=10)
    house.api("scorer").enter(house.match().pk, {"games": {"a": 1, "b": 0}}, kind="rubber")
    entries = list(Entry.objects.exclude(data=None))
    assert len(entries) > 40
    for entry in entries:
        loaded = serialization.load(entry.data)
        assert serialization.dump(loaded) == entry.data
        assert isinstance(loaded, HandEntry | RubberEntry)
