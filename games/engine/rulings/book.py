"""From an irregularity and the facts to who may choose what, and the choice as it is recorded."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from games.engine.codes import AGREEMENT, EB, Code, cited
from games.engine.records import Applied, HandRecord
from games.engine.refusals import Refusal, RefusalCode, RefusalError
from games.engine.seats import Seat

from . import deal_laws, play_laws
from .ids import Answer, Choice, Consequence, Culprit, Entitled, Fact, Irregularity
from .tree import ANSWERS, Ask, Decision, Node, Way, decisions
from .tree import facts as facts_of

Facts = Mapping[Fact, Answer] | Mapping[str, str]

TREES: Mapping[Irregularity, Node] = {
    **deal_laws.DEALING,
    **deal_laws.WRONG_NUMBERS,
    **play_laws.KINGS,
    **play_laws.EXCHANGING,
    **play_laws.PLAYING,
    **play_laws.SCORING,
}
_OF_TEXT: Mapping[str, Mapping[Irregularity, Node]] = {
    EB: {**play_laws.KINGS_EB, **play_laws.EXCHANGING_EB, **play_laws.PLAYING_EB},
}
_BY_OPTION: Mapping[Irregularity, tuple[str, Mapping[object, Node]]] = {
    Irregularity.KING_ANNOUNCED_LATE: ("king_held_until", play_laws.KING_UNTIL),
    Irregularity.KING_MARKED_SILENTLY: ("king_held_until", play_laws.KING_UNTIL),
    Irregularity.FALSE_KING: ("false_king", play_laws.FALSE_KING),
    Irregularity.ABANDONED: ("abandoned", play_laws.ABANDONED),
    Irregularity.EXPOSED_IN_CUT_TO_DEALER: ("exposed_in_cutting", deal_laws.EXPOSED_IN_CUTTING),
    Irregularity.MARK_OMITTED: ("score_amended", play_laws.OMITTED),
    Irregularity.OVERSCORED: ("score_amended", play_laws.OVERSCORED),
    **{what: ("wrong_deal", nodes) for what, nodes in deal_laws.WRONG_DEAL.items()},
}

_NOBODYS = (
    Irregularity.CUT_WITH_INCORRECT_PACK,
    Irregularity.FACED_CARD_IN_DEAL,
    Irregularity.FACED_CARD_IN_STOCK,
    Irregularity.PACK_INCORRECT,
    Irregularity.SHUFFLE_DENIED,
    Irregularity.STOCK_SHORT,
)
_DEALERS = (
    Irregularity.WRONG_ORDER,
    Irregularity.TURNED_SEVERAL,
    Irregularity.EXPOSED_IN_DEAL,
    Irregularity.WRONG_NUMBER,
    Irregularity.KING_TURNED_UNMARKED,
    Irregularity.ANSWER_RETRACTED,
    Irregularity.NUMBER_NOT_TOLD,
    Irregularity.ELDER_GIVEN_TOO_MANY,
    Irregularity.ELDER_GIVEN_TOO_FEW,
    Irregularity.DEALER_TOOK_TOO_MANY,
    Irregularity.DEALER_TOOK_TOO_FEW,
    Irregularity.EXPOSED_IN_GIVING,
    Irregularity.TURNED_AFTER_GIVING,
)
_ELDERS = (
    Irregularity.PROPOSAL_RETRACTED,
    Irregularity.ELDER_TOOK_TOO_MANY,
    Irregularity.ELDER_ASKED_TOO_FEW,
)
CULPRITS: Mapping[Irregularity, Culprit] = {
    **dict.fromkeys(Irregularity, Culprit.EITHER),
    **dict.fromkeys(_NOBODYS, Culprit.NOBODY),
    **dict.fromkeys(_DEALERS, Culprit.DEALER),
    **dict.fromkeys(_ELDERS, Culprit.NON_DEALER),
}


@dataclass(frozen=True, slots=True)
class Question:
    fact: Fact
    answers: tuple[Answer, ...]


@dataclass(frozen=True, slots=True)
class Option:
    """What the entitled player may choose, the law it rests on, and what comes of it."""

    choice: Choice
    law: str
    consequences: tuple[Consequence, ...]


@dataclass(frozen=True, slots=True)
class Ruling:
    """Either a `question` that is still to be answered, or who chooses, and the choices.

    `law`: where it is written; while there is a question, where all that can follow is.

    `facts` are those given, in the order in which they are asked.
    """

    irregularity: Irregularity
    culprit: Culprit
    facts: tuple[tuple[Fact, Answer], ...]
    question: Question | None = None
    law: str = ""
    entitled: Entitled | None = None
    choices: tuple[Option, ...] = ()


def tree_of(code: Code, irregularity: Irregularity) -> Node:
    """As the options of the code decide, or its text; else as the London laws have it."""
    if irregularity in _BY_OPTION:
        name, nodes = _BY_OPTION[irregularity]
        node = nodes.get(code.options()[name].value)
        if node is not None:
            return node
    return _OF_TEXT.get(code.text, {}).get(irregularity) or TREES[irregularity]


def citation(code: Code, decision: Decision, way: Way | None = None) -> str:
    laws = [f"law {number}" for number in decision.laws]
    source = code.text if code.text in decision.also else ""
    if decision.option:
        source = code.options()[decision.option].source
        source = "" if set(laws) <= set(source.split(", ")) else source
    more = [f"law {number}" for number in way.laws] if way else []
    return cited(*([source] if source else laws), *more)


def rulings(code: Code, irregularity: Irregularity | str, facts: Facts) -> Ruling:
    """Raises RefusalError: an irregularity, a fact or an answer that is not one, or facts that
    do not go together."""
    ruling = ruling_or_refusal(code, irregularity, facts)
    if isinstance(ruling, Refusal):
        raise RefusalError(ruling)
    return ruling


def ruling_or_refusal(code: Code, irregularity: str, facts: Facts) -> Ruling | Refusal:
    if irregularity not in set(Irregularity):
        return Refusal(RefusalCode.IRREGULARITY_UNKNOWN, AGREEMENT, "rulings")
    what = Irregularity(irregularity)
    unused = {str(fact): str(answer) for fact, answer in facts.items()}
    node, answers = tree_of(code, what), list[tuple[Fact, Answer]]()
    refused = _facts_refusal(code, node, unused)
    if refused is not None:
        return refused
    while isinstance(node, Ask) and node.fact in unused:
        answers.append((node.fact, Answer(unused.pop(node.fact))))
        node = node.then(answers[-1][1])
    if unused:
        params = {"fact": next(iter(unused))}
        return Refusal(RefusalCode.FACTS_CONTRADICT, _laws(code, node), "rulings", params)
    head = what, CULPRITS[what], tuple(answers)
    if isinstance(node, Ask):
        return Ruling(*head, Question(node.fact, ANSWERS[node.fact]), _laws(code, node))
    options = tuple(
        Option(way.choice, citation(code, node, way), way.consequences) for way in node.ways
    )
    return Ruling(*head, None, citation(code, node), node.entitled, options)


def _facts_refusal(code: Code, tree: Node, answers: Mapping[str, str]) -> Refusal | None:
    questions = {str(fact): fact for fact in facts_of(tree)}
    for name, answer in answers.items():
        params: dict[str, str | int] = {"fact": name, "answer": answer}
        if name not in questions:
            return Refusal(RefusalCode.FACT_UNKNOWN, _laws(code, tree), "rulings", params)
        if answer not in ANSWERS[questions[name]]:
            return Refusal(RefusalCode.FACT_ANSWER_UNKNOWN, _laws(code, tree), "rulings", params)
    return None


def _laws(code: Code, node: Node) -> str:
    """All that can still follow rests on these."""
    return cited(*(citation(code, decision) for decision in decisions(node)))


def applied_ruling(
    code: Code,
    irregularity: Irregularity | str,
    facts: Facts,
    choice: Choice | str,
    offender: Seat | None = None,
) -> Applied:
    """Raises RefusalError with what `rulings` refuses, a fact that is missing, a choice that
    nobody has, and an offender who is missing, or cannot be one."""
    chosen = _chosen(code, irregularity, facts, choice)
    if isinstance(chosen, Refusal):
        raise RefusalError(chosen)
    what, answers, option = chosen
    applied = Applied(option.law, what, answers, option.choice, offender)
    refused = applied_refusal(code, applied)
    if refused is not None:
        raise RefusalError(refused)
    return applied


def applied_refusal(code: Code, applied: Applied) -> Refusal | None:
    """Why this ruling is impossible."""
    chosen = _chosen_by(code, applied)
    if isinstance(chosen, Refusal):
        return chosen
    _what, answers, option = chosen
    culprit = CULPRITS[applied.irregularity]
    if culprit is Culprit.EITHER and applied.offender is None:
        return Refusal(RefusalCode.OFFENDER_MISSING, option.law, "rulings")
    if culprit is Culprit.NOBODY and applied.offender is not None:
        return Refusal(RefusalCode.OFFENDER_CONTRADICTS, option.law, "rulings")
    if applied.law != option.law or applied.facts != answers:
        return Refusal(RefusalCode.RULING_LAW_CONTRADICTS, option.law, "rulings")
    return None


def with_laws(code: Code, record: HandRecord) -> HandRecord:
    """The record with a law at each of its rulings; one that is refused stays as it is."""
    if all(one.law for one in record.rulings):
        return record
    return replace(record, rulings=tuple(_with_law(code, one) for one in record.rulings))


def _with_law(code: Code, applied: Applied) -> Applied:
    chosen = _chosen_by(code, applied)
    return (
        applied
        if applied.law or isinstance(chosen, Refusal)
        else replace(applied, law=chosen[2].law)
    )


def consequences(code: Code, applied: Applied) -> tuple[Consequence, ...]:
    """What comes of a ruling; nothing of one that is refused."""
    chosen = _chosen_by(code, applied)
    return () if isinstance(chosen, Refusal) else chosen[2].consequences


def entitled_seat(entitled: Entitled, dealer: Seat | None, offender: Seat | None) -> Seat | None:
    """Who it is that may choose; None: nobody, or it is not known who."""
    seats = {
        Entitled.DEALER: dealer,
        Entitled.NON_DEALER: dealer and dealer.other,
        Entitled.OFFENDER: offender,
        Entitled.ADVERSARY: offender and offender.other,
    }
    return seats.get(entitled)


_Choice = tuple[Irregularity, tuple[tuple[Fact, Answer], ...], Option]


@lru_cache(maxsize=1024)
def _chosen_by(code: Code, applied: Applied) -> _Choice | Refusal:
    return _chosen(code, applied.irregularity, dict(applied.facts), applied.choice)


def _chosen(code: Code, irregularity: str, facts: Facts, choice: str) -> _Choice | Refusal:
    ruling = ruling_or_refusal(code, irregularity, facts)
    if isinstance(ruling, Refusal):
        return ruling
    if ruling.question is not None:
        params = {"fact": ruling.question.fact.value}
        return Refusal(RefusalCode.FACT_MISSING, ruling.law, "rulings", params)
    option = next((one for one in ruling.choices if one.choice == choice), None)
    if option is None:
        return Refusal(RefusalCode.CHOICE_NOT_OPEN, ruling.law, "rulings", {"choice": choice})
    return ruling.irregularity, ruling.facts, option
