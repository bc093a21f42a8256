"""Nothing of the laws is without words: every law, irregularity, question, answer and choice."""

import re
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum

import pytest
from django.utils import translation

from ecarte_club.clubs.labels import law as law_citation
from games.engine.codes import CODES
from games.engine.rulings.book import tree_of
from games.engine.rulings.ids import (
    Answer,
    Choice,
    Consequence,
    Entitled,
    Fact,
    Irregularity,
    Reach,
)
from games.engine.rulings.laws import LAWS
from games.engine.rulings.tree import decisions
from games.laws.labels import laws as book
from games.matches.labels import rulings as choices
from games.matches.labels import rulings as questions

IDS: Mapping[type[StrEnum], Sequence[tuple[StrEnum, object]]] = {
    Irregularity: list(questions.IRREGULARITIES.items()),
    Fact: list(questions.FACTS.items()),
    Answer: list(questions.ANSWERS.items()),
    Entitled: list(choices.ENTITLED.items()),
    Choice: list(choices.CHOICES.items()),
    Consequence: list(choices.CONSEQUENCES.items()),
    Reach: list(book.REACH.items()),
}
SENTENCES = (Irregularity, Entitled, Consequence, Reach)
MACHINE_WORD = re.compile(r"\w+_\w+|%\(")


@pytest.fixture(params=["en", "fr"])
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    with translation.override(request.param):
        yield request.param


@pytest.mark.parametrize("ids", IDS, ids=lambda ids: ids.__name__)
def test_every_id_has_words_of_its_own(ids: type[StrEnum], language: str) -> None:
    assert [one for one, _ in IDS[ids]] == list(ids)
    texts = [str(text) for _, text in IDS[ids]]
    assert len(set(texts)) == len(texts)
    assert not any(MACHINE_WORD.search(text) for text in texts)


@pytest.mark.parametrize("ids", SENTENCES, ids=lambda ids: ids.__name__)
def test_what_is_told_is_a_sentence(ids: type[StrEnum], language: str) -> None:
    assert all(str(text).endswith(".") for _, text in IDS[ids])


def test_what_is_asked_is_a_question(language: str) -> None:
    assert all(str(text).endswith("?") for _, text in IDS[Fact])


def test_every_law_has_a_title_and_a_rule(language: str) -> None:
    assert list(book.LAWS) == list(LAWS) == list(range(1, 52))
    titles = [str(law.title) for law in book.LAWS.values()]
    rules = [str(law.rule) for law in book.LAWS.values()]
    assert len(set(titles)) == len(set(rules)) == 51
    assert all(rule.endswith(".") for rule in rules)
    assert not any(title.endswith(".") for title in titles)


def test_where_a_work_has_a_law_otherwise_it_is_told() -> None:
    """The works whose trees differ, by the laws that these cite."""
    london = CODES["london"]
    found = set()
    for code in CODES.values():
        for what in Irregularity:
            if code.text in [work for work, _ in book.ELSEWHERE]:
                own, theirs = tree_of(code, what), tree_of(london, what)
                cited = {n for one in decisions(own) if not one.option for n in one.laws}
                found |= {(code.text, n) for n in cited if own != theirs}
    # Law 39 goes with 43: what is too late to save. The options of 42 have words of their own.
    assert found - set(book.ELSEWHERE) <= {("EB 1911", 39), ("EB 1911", 42)}
    # Who deals first is no irregularity, so that no tree has it.
    assert set(book.ELSEWHERE) <= found | {("EB 1911", 5)}


def test_every_citation_of_a_ruling_can_be_read(language: str) -> None:
    for code in CODES.values():
        for entry in LAWS.values():
            assert law_citation(entry.source(code))
