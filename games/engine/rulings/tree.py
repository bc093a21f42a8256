"""The tree of an irregularity: questions, each asked only where it decides, then a decision."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from .ids import Answer, Choice, Consequence, Entitled, Fact

YES_OR_NO = (Answer.YES, Answer.NO)
WHICH_PLAYER = (Answer.NON_DEALER, Answer.DEALER)
_OTHER_ANSWERS: Mapping[Fact, tuple[Answer, ...]] = {
    Fact.WHOSE_HAND: WHICH_PLAYER,
    Fact.WHOSE_CARD: WHICH_PLAYER,
    Fact.ELDER_DONE: (Answer.NOTHING, Answer.PROPOSED, Answer.PLAYED),
    Fact.DEALER_DONE: (Answer.NOTHING, Answer.ANSWERED, Answer.PLAYED),
    Fact.MORE_OR_FEWER: (Answer.MORE, Answer.FEWER),
    Fact.TRICKS_MADE: (Answer.NONE, Answer.ONE_OR_TWO, Answer.THREE_OR_MORE),
}
ANSWERS: Mapping[Fact, tuple[Answer, ...]] = {
    fact: _OTHER_ANSWERS.get(fact, YES_OR_NO) for fact in Fact
}


@dataclass(frozen=True, slots=True)
class Way:
    """One of the choices. `laws` are those it rests on beside the laws of the decision."""

    choice: Choice
    consequences: tuple[Consequence, ...]
    laws: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Decision:
    """`also`: the works that say the same as the London `laws`, and are cited in their codes.

    `option`: the option of the code that says it, whose source is cited instead.
    """

    laws: tuple[int, ...]
    entitled: Entitled
    ways: tuple[Way, ...]
    also: tuple[str, ...] = ()
    option: str = ""


@dataclass(frozen=True, slots=True)
class Ask:
    fact: Fact
    branches: tuple[tuple[Answer, "Node"], ...]

    def then(self, answer: Answer) -> "Node":
        return next(node for branch_answer, node in self.branches if branch_answer is answer)


Node = Ask | Decision


def ask(fact: Fact, *nodes: Node) -> Ask:
    """One node for each answer that the question has, in their order."""
    return Ask(fact, tuple(zip(ANSWERS[fact], nodes, strict=True)))


def must(
    laws: tuple[int, ...],
    *consequences: Consequence,
    choice: Choice = Choice.SO_IT_IS,
    also: tuple[str, ...] = (),
    option: str = "",
) -> Decision:
    """Nobody chooses."""
    return Decision(laws, Entitled.NOBODY, (Way(choice, consequences),), also, option)


def decisions(node: Node) -> Iterator[Decision]:
    if isinstance(node, Decision):
        yield node
        return
    for _answer, below in node.branches:
        yield from decisions(below)


def facts(node: Node) -> Iterator[Fact]:
    """Every question of the tree, those nearest the root first."""
    if isinstance(node, Ask):
        yield node.fact
        for _answer, below in node.branches:
            yield from facts(below)
