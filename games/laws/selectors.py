"""The law book: every law with what follows from it, in one code of laws and beside the others."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import groupby
from operator import itemgetter
from typing import TypeVar

from django.conf import settings
from django.utils.translation import get_language, override

from ecarte_club.clubs import labels as club_labels
from ecarte_club.clubs.models import Club
from ecarte_club.clubs.permissions import Act, Person
from ecarte_club.clubs.selectors import club_rules
from ecarte_club.clubs.selectors.club_rules import Rules
from ecarte_club.core.collation import sort_key
from games.engine.codes import CODES, LONDON_LAWS, Code
from games.engine.rulings.book import CULPRITS, Option, citation, tree_of
from games.engine.rulings.ids import Answer, Choice, Culprit, Entitled, Fact, Irregularity
from games.engine.rulings.laws import LAWS, LawEntry
from games.engine.rulings.tree import Decision, Node
from games.matches.labels.rulings import (
    ANSWERS,
    CHOICES,
    CONSEQUENCES,
    ENTITLED,
    FACTS,
    IRREGULARITIES,
)

from .labels.irregularities import GROUPS, LAW_SEARCH_WORDS, SEARCH_EXAMPLES, SEARCH_WORDS, When
from .labels.laws import ELSEWHERE, REACH
from .labels.laws import LAWS as WORDS

WORD = re.compile(r"\w+")
SHORT = 2
STEM_LEAST = 3
ENDINGS: Mapping[str, tuple[str, ...]] = {
    "en": ("ing", "es", "ed", "en", "s", "e"),
    "fr": ("ent", "ant", "ees", "ee", "es", "er", "ez", "s", "x", "e"),
}
"""Of words without accents, the longest first."""
T = TypeVar("T")


def _keys(*texts: object) -> list[str]:
    """Word by word, as the key of a name has a bounded length."""
    return [sort_key(word) for text in texts for word in WORD.findall(str(text))]


def _stem(key: str) -> str:
    """A word without its ending in the active language: `revok` of revoked, revoking and revoke."""
    endings = ENDINGS.get((get_language() or "en")[:2], ())
    for ending in endings:
        stem = key.removesuffix(ending)
        if stem != key and len(stem) >= STEM_LEAST:
            return stem[:-1] if stem[-1] == stem[-2] and len(stem) > STEM_LEAST else stem
    return key


def folded(*texts: object) -> str:
    """Every word and its stem, each between spaces."""
    return "".join(f" {key} ={_stem(key)} " for key in _keys(*texts))


def matches_words(typed: str, among: str) -> bool:
    """`among` is folded. Words match by their beginning or without their ending, a number as a
    whole: 4 is not 42. Short words, as in “I led”, count only where there is no other."""
    keys = _keys(typed)
    keys = [key for key in keys if len(key) > SHORT] or keys
    return all(f" {key}" in among or f" ={_stem(key)} " in among for key in keys)


def found_by_words(typed: str, among: Iterable[T], words_of: Callable[[T], str]) -> list[T]:
    """Those that have every word: in the active language, otherwise in another, as a club in France
    may say *revoke* and one in England *renonce*. `words_of`: folded, in the active language."""
    candidates = list(among)
    for language in dict.fromkeys((get_language() or "en", *dict(settings.LANGUAGES))):
        with override(language):
            found = [one for one in candidates if matches_words(typed, words_of(one))]
        if found:
            return found
    return []


def search_examples(among: Iterable[T], words_of: Callable[[T], str]) -> list[str]:
    """Words that find something there, for a search that found nothing."""
    candidates = list(among)
    examples = map(str, SEARCH_EXAMPLES)
    return [word for word in examples if found_by_words(word, candidates, words_of)]


def laws_about(irregularity: Irregularity) -> list[int]:
    """The numbers of the laws about it."""
    return [number for number, entry in LAWS.items() if irregularity in entry.irregularities]


def irregularities_matching(typed: str, among: Iterable[Irregularity]) -> list[Irregularity]:
    """By what happened, by words that people use for it, or by a law about it: title or number."""
    return found_by_words(typed, among, irregularity_words)


def irregularity_words(irregularity: Irregularity) -> str:
    return _irregularity_words(get_language(), irregularity)


@lru_cache
def _irregularity_words(_language: str | None, irregularity: Irregularity) -> str:
    laws = ((number, WORDS[number].title) for number in laws_about(irregularity))
    return folded(
        IRREGULARITIES[irregularity],
        SEARCH_WORDS[irregularity],
        *(text for law in laws for text in law),
    )


OPTIONS: Mapping[int, tuple[str, ...]] = {
    5: ("cut_for_deal", "highest_cut"),
    7: ("exposed_in_cutting",),
    9: ("wrong_deal",),
    23: ("king_held_until",),
    24: ("king_held_until",),
    25: ("false_king",),
    26: ("proposals", "propose_after_dealer_took_none", "proposer_takes_one"),
    42: ("abandoned",),
    46: ("game_value",),
    49: ("lost_vole",),
    50: ("score_amended",),
    51: ("score_amended",),
}
"""The options of a code that a law depends on."""
OF_NO_LAW = tuple(
    name
    for name in CODES["london"].options()
    if name not in {n for o in OPTIONS.values() for n in o}
)


@dataclass(frozen=True, slots=True)
class AnsweredQuestion:
    fact: Fact
    answer: Answer

    @property
    def question(self) -> str:
        return str(FACTS[self.fact])

    @property
    def text(self) -> str:
        return str(ANSWERS[self.answer])


@dataclass(frozen=True, slots=True)
class Way(Option):
    """What may be chosen, with its words."""

    @property
    def is_only_way(self) -> bool:
        return self.choice is Choice.SO_IT_IS

    @property
    def text(self) -> str:
        return str(CHOICES[self.choice])

    @property
    def effect(self) -> str:
        return " ".join(str(CONSEQUENCES[each]) for each in self.consequences)


@dataclass(frozen=True, slots=True)
class Follows:
    """Who may choose what, after these answers."""

    facts: tuple[AnsweredQuestion, ...]
    entitled: Entitled
    law: str
    choices: tuple[Way, ...]

    @property
    def who(self) -> str:
        return str(ENTITLED[self.entitled])


@dataclass(frozen=True, slots=True)
class Happening:
    irregularity: Irregularity
    follows: tuple[Follows, ...]

    @property
    def text(self) -> str:
        return str(IRREGULARITIES[self.irregularity])

    @property
    def outline(self) -> list[tuple[str, str]]:
        """Who chooses, and what there is to choose, whatever the answers were."""
        lines = (
            (
                each.who,
                " · ".join(way.effect if way.is_only_way else way.text for way in each.choices),
            )
            for each in self.follows
        )
        return list(dict.fromkeys(lines))


@dataclass(frozen=True, slots=True)
class IrregularityEntry:
    """Something that can go wrong, and when in a hand it is looked for."""

    irregularity: Irregularity
    when: When

    @property
    def text(self) -> str:
        return str(IRREGULARITIES[self.irregularity])

    @property
    def culprit(self) -> Culprit:
        return CULPRITS[self.irregularity]

    @property
    def laws(self) -> list[int]:
        return laws_about(self.irregularity)


@dataclass(frozen=True, slots=True)
class Variant:
    """How `codes` differ. `question`: the option, if it is one. `source`: `law` in words."""

    codes: tuple[str, ...]
    question: str
    text: str
    law: str
    source: str

    @property
    def names(self) -> str:
        return ", ".join(str(club_labels.CODE_TITLES[code]) for code in self.codes)


@dataclass(frozen=True, slots=True)
class CreditedText:
    """Sentences of one law that are credited to the same work. `said_by`: in words."""

    text: str
    said_by: str


@dataclass(frozen=True, slots=True)
class Law:
    """`credited`: the rule, sentence by sentence with the work that says it. `here`: how the code
    differs from the rule; `elsewhere`: how other codes differ from this one. `is_london`: it is
    cited by its number.
    """

    number: int
    title: str
    rule: str
    credited: tuple[CreditedText, ...]
    reach: str
    reach_text: str
    law: str
    here: tuple[Variant, ...]
    happenings: tuple[Happening, ...]
    elsewhere: tuple[Variant, ...]

    @property
    def is_london(self) -> bool:
        return self.law == f"law {self.number}"


def rules_played(club: Club, person: Person) -> Rules:
    """What the club plays by. Only its own people see club rules; others see the code that they
    were made from."""
    rules = club_rules.of_club(club)
    return rules if person.may(Act.SEE_CLUB) else Rules(rules.code)


def law(code: Code, number: int) -> Law:
    """`number`: one of the laws. Club rules have options of their own."""
    entry, words = LAWS[number], WORDS[number]
    return Law(
        number=number,
        title=str(words.title),
        rule=words.rule,
        credited=tuple(_credited(code, number)),
        reach=entry.reach.value,
        reach_text=str(REACH[entry.reach]),
        law=entry.source(code),
        here=tuple(_of_its_own(code, number)),
        happenings=tuple(_happenings(code, entry)),
        elsewhere=tuple(_elsewhere(code, number)),
    )


def _credited(code: Code, number: int) -> Iterator[CreditedText]:
    """Where the code has something else in its place, a London sentence is not called inherited."""
    citation = f"law {number}"
    london = club_labels.law(citation)
    if code.text != LONDON_LAWS:
        is_silent = not list(_of_its_own(code, number))
        london = (
            club_labels.as_in_london(citation) if is_silent else club_labels.in_london(citation)
        )
    sourced = (
        (club_labels.law(code.text) if code.text in sentence.also else london, str(sentence.text))
        for sentence in WORDS[number].sentences
    )
    for source, sentences in groupby(sourced, key=itemgetter(0)):
        yield CreditedText(" ".join(text for _source, text in sentences), source)


def laws(code: Code, typed: str = "") -> list[Law]:
    """Those in which every word that was typed is found; a number is that of a law."""
    numbers = found_by_words(typed, LAWS, partial(law_words, code)) if typed.strip() else LAWS
    return [law(code, number) for number in numbers]


def law_words(code: Code, number: int) -> str:
    return _law_words(get_language(), code, number)


@lru_cache(maxsize=1024)
def _law_words(_language: str | None, code: Code, number: int) -> str:
    return folded(*_law_texts(code, number))


def _law_texts(code: Code, number: int) -> Iterator[object]:
    entry = law(code, number)
    yield from (number, entry.title, entry.rule, LAW_SEARCH_WORDS.get(number, ""))
    for each in entry.happenings:
        yield from (each.text, SEARCH_WORDS[each.irregularity])
    for variant in (*entry.here, *entry.elsewhere):
        yield from (variant.text, variant.names)


def _here(code: Code, number: int) -> Iterator[Variant]:
    yield from (_option(code, name) for name in OPTIONS.get(number, ()))
    if (code.text, number) in ELSEWHERE:
        text = str(ELSEWHERE[code.text, number])
        yield Variant((code.id,), "", text, code.text, club_labels.law(code.text))


def _of_its_own(code: Code, number: int) -> Iterator[Variant]:
    """The rule is in the words of the London laws: only what differs from them is added."""
    london = {(one.question, one.text) for one in _here(CODES["london"], number)}
    return (one for one in _here(code, number) if (one.question, one.text) not in london)


def _option(code: Code, name: str) -> Variant:
    option = next(one for one in club_labels.option_texts(code) if one.name == name)
    question, answer = str(option.question), str(option.answer)
    return Variant((code.id,), question, answer, option.citation, option.source)


def beside(code: Code) -> list[Variant]:
    """What the code settles and no law is about."""
    return [_option(code, name) for name in OF_NO_LAW]


def _elsewhere(code: Code, number: int) -> Iterator[Variant]:
    """What other printed codes have otherwise; codes that agree are listed together."""
    ours = {(one.question, one.text) for one in _here(code, number)}
    variants: dict[tuple[str, str, str], list[str]] = {}
    for other in CODES.values():
        if other.id != code.id:
            for one in _here(other, number):
                if (one.question, one.text) not in ours:
                    variants.setdefault((one.question, one.text, one.law), []).append(other.id)
    for (question, text, source), codes in variants.items():
        yield Variant(tuple(codes), question, text, source, club_labels.law(source))


def _happenings(code: Code, entry: LawEntry) -> Iterator[Happening]:
    for what in entry.irregularities:
        follows = tuple(_follows(code, what, entry.number))
        if follows:
            yield Happening(what, follows)


def _follows(code: Code, what: Irregularity, number: int) -> Iterator[Follows]:
    """The decisions that rest on this law."""
    for answers, decision in _decisions(tree_of(code, what)):
        if number in decision.laws or any(number in way.laws for way in decision.ways):
            yield Follows(
                facts=answers,
                entitled=decision.entitled,
                law=citation(code, decision),
                choices=tuple(
                    Way(way.choice, citation(code, decision, way), way.consequences)
                    for way in decision.ways
                ),
            )


def _decisions(
    node: Node, answers: tuple[AnsweredQuestion, ...] = ()
) -> Iterator[tuple[tuple[AnsweredQuestion, ...], Decision]]:
    if isinstance(node, Decision):
        yield answers, node
        return
    for answer, below in node.branches:
        yield from _decisions(below, (*answers, AnsweredQuestion(node.fact, answer)))


def irregularities(typed: str = "") -> list[IrregularityEntry]:
    """All that can go wrong, or what these words are about, in the order of a hand."""
    every = [IrregularityEntry(each, when) for when, group in GROUPS.items() for each in group]
    if not typed.strip():
        return every
    matching = set(irregularities_matching(typed, Irregularity))
    return [entry for entry in every if entry.irregularity in matching]
