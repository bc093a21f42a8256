"""The law book: every law with what follows from it, in one code of laws and beside the others."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from ecarte_club.clubs.labels import rules as rule_words
from ecarte_club.clubs.models import Club
from ecarte_club.clubs.permissions import Act, Person
from ecarte_club.clubs.selectors import club_rules
from ecarte_club.clubs.selectors.club_rules import Rules
from ecarte_club.core.collation import sort_key
from games.engine.codes import CODES, Code
from games.engine.rulings.book import citation, tree_of
from games.engine.rulings.ids import Answer, Choice, Fact, Irregularity
from games.engine.rulings.laws import LAWS, LawEntry
from games.engine.rulings.tree import Decision, Node
from games.matches.labels.ruling_choices import CHOICES, CONSEQUENCES, ENTITLED
from games.matches.labels.ruling_questions import ANSWERS, FACTS, IRREGULARITIES

from .labels.book import ELSEWHERE, REACH
from .labels.book import LAWS as WORDS

WORD = re.compile(r"\w+")


def folded(*texts: object) -> str:
    """Word by word, as the key of a name has a bounded length; a space before each word."""
    words = (word for text in texts for word in WORD.findall(str(text)))
    return "".join(f" {sort_key(word)}" for word in words)


def matches_words(typed: str, among: str) -> bool:
    """`among` is folded. By the beginning of each word; a number is found whole: 4 is not 42."""
    return all(f" {word}" in among for word in folded(typed).split())


def laws_about(irregularity: Irregularity) -> list[int]:
    """The laws that speak of it."""
    return [number for number, entry in LAWS.items() if irregularity in entry.irregularities]


def irregularities_matching(typed: str, among: Iterable[Irregularity]) -> list[Irregularity]:
    """By what happened, or by a law that speaks of it: its title, its number."""
    texts: Mapping[Irregularity, list[object]] = {
        one: [IRREGULARITIES[one], *_of_laws(laws_about(one))] for one in among
    }
    return [one for one, said in texts.items() if matches_words(typed, folded(*said))]


def _of_laws(found: Iterable[int]) -> list[object]:
    return [part for number in found for part in (number, WORDS[number].title)]


OPTIONS: Mapping[int, tuple[str, ...]] = {
    5: ("cut_for_deal",),
    23: ("king_held_until",),
    24: ("king_held_until",),
    25: ("false_king",),
    26: ("proposals", "propose_after_dealer_took_none", "proposer_takes_one"),
    42: ("abandoned",),
    46: ("game_value",),
    49: ("lost_vole",),
}
"""The options of a code that say a law in its way."""
OF_NO_LAW = tuple(
    name
    for name in CODES["london"].options()
    if name not in {n for o in OPTIONS.values() for n in o}
)


@dataclass(frozen=True, slots=True)
class AnsweredQuestion:
    """A question with its answer, by id and in words."""

    fact: str
    answer: str
    question: str
    text: str


@dataclass(frozen=True, slots=True)
class ChoiceText:
    choice: str
    text: str
    law: str
    consequences: tuple[tuple[str, str], ...]

    @property
    def is_one_way(self) -> bool:
        return self.choice == Choice.SO_IT_IS

    @property
    def told(self) -> str:
        return " ".join(text for _id, text in self.consequences)


@dataclass(frozen=True, slots=True)
class Follows:
    """Who may choose what, after these answers."""

    facts: tuple[AnsweredQuestion, ...]
    entitled: str
    who: str
    law: str
    choices: tuple[ChoiceText, ...]


@dataclass(frozen=True, slots=True)
class Happening:
    irregularity: str
    text: str
    follows: tuple[Follows, ...]

    @property
    def briefly(self) -> list[tuple[str, str]]:
        """Who chooses, and what there is to choose, whatever the answers were."""
        found = (
            (one.who, " · ".join(way.told if way.is_one_way else way.text for way in one.choices))
            for one in self.follows
        )
        return list(dict.fromkeys(found))


@dataclass(frozen=True, slots=True)
class Variant:
    """How `codes` have what this one has otherwise. `question`: the option, if it is one."""

    codes: tuple[str, ...]
    question: str
    text: str
    law: str

    @property
    def names(self) -> str:
        return ", ".join(str(rule_words.CODE_TITLES[code]) for code in self.codes)


@dataclass(frozen=True, slots=True)
class Law:
    """`here`: what the code has otherwise than the rule; `elsewhere`: what other codes have
    otherwise than this one. `is_london`: it is cited by its number."""

    number: int
    title: str
    rule: str
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
    """What the club plays by. Its house rules are told to its own people alone; to others, what
    they were made from."""
    rules = club_rules.of_club(club)
    return rules if person.may(Act.SEE_CLUB) else Rules(rules.code)


def law(code: Code, number: int) -> Law:
    """`number`: one of the laws. Of a house's code, the options are its own."""
    entry, words = LAWS[number], WORDS[number]
    return Law(
        number=number,
        title=str(words.title),
        rule=str(words.rule),
        reach=entry.reach.value,
        reach_text=str(REACH[entry.reach]),
        law=entry.source(code),
        here=tuple(_of_its_own(code, number)),
        happenings=tuple(_happenings(code, entry)),
        elsewhere=tuple(_elsewhere(code, number)),
    )


def laws(code: Code, typed: str = "") -> list[Law]:
    """Those in which every word that was typed is found; a number is that of a law."""
    every = [law(code, number) for number in LAWS]
    return (
        [one for one in every if matches_words(typed, _searched(one))] if typed.strip() else every
    )


def _searched(one: Law) -> str:
    happened = [each.text for each in one.happenings]
    other = [part for each in (*one.here, *one.elsewhere) for part in (each.text, each.names)]
    return folded(one.number, one.title, one.rule, *happened, *other)


def _here(code: Code, number: int) -> Iterator[Variant]:
    yield from (_option(code, name) for name in OPTIONS.get(number, ()))
    if (code.text, number) in ELSEWHERE:
        yield Variant((code.id,), "", str(ELSEWHERE[code.text, number]), code.text)


def _of_its_own(code: Code, number: int) -> Iterator[Variant]:
    """The rule is in the words of the London laws: what is as they have it needs no more."""
    london = {(one.question, one.text) for one in _here(CODES["london"], number)}
    return (one for one in _here(code, number) if (one.question, one.text) not in london)


def _option(code: Code, name: str) -> Variant:
    said = next(one for one in rule_words.said(code) if one.name == name)
    source = code.options()[name].source
    return Variant((code.id,), str(said.question), str(said.answer), source)


def beside(code: Code) -> list[Variant]:
    """What the code settles and none of the laws speaks of."""
    return [_option(code, name) for name in OF_NO_LAW]


def _elsewhere(code: Code, number: int) -> Iterator[Variant]:
    """What other printed codes have otherwise; those that have it alike are told together."""
    ours = {(one.question, one.text) for one in _here(code, number)}
    found: dict[tuple[str, str, str], list[str]] = {}
    for other in CODES.values():
        if other.id != code.id:
            for one in _here(other, number):
                if (one.question, one.text) not in ours:
                    found.setdefault((one.question, one.text, one.law), []).append(other.id)
    for (question, text, source), codes in found.items():
        yield Variant(tuple(codes), question, text, source)


def _happenings(code: Code, entry: LawEntry) -> Iterator[Happening]:
    for what in entry.irregularities:
        follows = tuple(_follows(code, what, entry.number))
        if follows:
            yield Happening(what.value, str(IRREGULARITIES[what]), follows)


def _follows(code: Code, what: Irregularity, number: int) -> Iterator[Follows]:
    """The decisions that rest on this law."""
    for asked, decision in _decisions(tree_of(code, what)):
        if number in decision.laws or any(number in way.laws for way in decision.ways):
            yield Follows(
                facts=asked,
                entitled=decision.entitled.value,
                who=str(ENTITLED[decision.entitled]),
                law=citation(code, decision),
                choices=tuple(_choices(code, decision)),
            )


def _decisions(
    node: Node, asked: tuple[AnsweredQuestion, ...] = ()
) -> Iterator[tuple[tuple[AnsweredQuestion, ...], Decision]]:
    if isinstance(node, Decision):
        yield asked, node
        return
    for answer, below in node.branches:
        yield from _decisions(below, (*asked, _answered_question(node.fact, answer)))


def _answered_question(fact: Fact, answer: Answer) -> AnsweredQuestion:
    return AnsweredQuestion(fact.value, answer.value, str(FACTS[fact]), str(ANSWERS[answer]))


def _choices(code: Code, decision: Decision) -> Iterator[ChoiceText]:
    for way in decision.ways:
        told = tuple((one.value, str(CONSEQUENCES[one])) for one in way.consequences)
        yield ChoiceText(
            way.choice.value, str(CHOICES[way.choice]), citation(code, decision, way), told
        )
