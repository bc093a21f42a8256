"""`manage.py ecarte perft`: how many lines of legal actions follow from a deal."""

from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Iterator, Mapping
from typing import Any

from django.core.management.base import CommandError

from games.engine.hand import apply, legal_actions
from games.engine.hand.state import Action, Say, State
from games.engine.notation import loads
from games.engine.notation.contests import follow
from games.engine.notation.full_hands import action_text
from games.engine.notation.values import NotationError
from games.matches.labels import notation

from .deal import add_chance, begun, chance, dealt, read_text

HELP = "Counts the lines of legal actions that follow from a deal."
DEPTH = 4
PARSER: Mapping[str, Any] = {
    "formatter_class": RawDescriptionHelpFormatter,
    "description": f"""\
{HELP}

A line is as many actions as --depth says, one after the other, of both players: words,
discards, cards, the king. A line that ends before, with its hand, is not counted. For each
depth the number of lines is printed; another engine that knows the laws finds the same.

The deal is that of the last hand in a file in the notation, which must be wholly known, or
a random one of --seed. With --stand the count begins where the non-dealer has stood, so
that only cards follow. With --few-discards one discard stands for all of as many cards.""",
    "epilog": "With --divide the last depth is told for each first action.",
}


def add_arguments(parser: ArgumentParser) -> None:
    deal = parser.add_mutually_exclusive_group(required=True)
    deal.add_argument("file", nargs="?", help='a text in the notation; "-" is what is piped in')
    deal.add_argument("--seed", type=int, help="a random deal; any whole number")
    parser.add_argument("--depth", type=int, default=DEPTH, help=f"of the lines (else {DEPTH})")
    parser.add_argument("--stand", action="store_true", help="from where the non-dealer stands")
    parser.add_argument("--few-discards", action="store_true", help="one of each number of cards")
    parser.add_argument("--divide", action="store_true", help="by first action")
    add_chance(parser)


def output(options: Mapping[str, Any]) -> str:
    if options["depth"] < 1:
        raise CommandError(f"A line has one action at least. Give --depth 1, or {DEPTH}.")
    state = _deal(options)
    if options["stand"]:
        state, _events = apply(state, Say.STAND)
    return "\n".join(_lines(state, options))


def _lines(state: State, options: Mapping[str, Any]) -> Iterator[str]:
    few, deepest = options["few_discards"], options["depth"]
    for depth in range(1, deepest + 1):
        yield f"{depth} {lines(state, depth, few=few)}"
    if options["divide"]:
        for action in _choices(state, few=few):
            number = lines(apply(state, action)[0], deepest - 1, few=few)
            yield f"{action_text(action)} {number}"


def _deal(options: Mapping[str, Any]) -> State:
    """A state in which the cards are dealt, and nothing is said."""
    if options["seed"] is not None:
        return dealt(begun(options), chance(options["seed"]))
    path = options["file"]
    try:
        told = tuple(follow(loads(read_text(path))))
    except NotationError as wrong:
        raise CommandError(f"{path}: {notation.sentence(wrong)}") from None
    if not told or told[-1].begun is None or told[-1].state is None:
        raise CommandError(
            f"{path}: not every card of its last hand is known. Give both hands and the turn-up, "
            "such as deal:A B:TS,KH,TD,7D,9C A:QS,JS,AS,AD,8H up:KS."
        )
    return apply(told[-1].begun, told[-1].state.hand_log[0])[0]


def lines(state: State, depth: int, *, few: bool = False) -> int:
    """How many there are of so many actions."""
    if depth == 0:
        return 1
    choices = _choices(state, few=few)
    if depth == 1:
        return len(choices)
    return sum(lines(apply(state, action)[0], depth - 1, few=few) for action in choices)


def _choices(state: State, *, few: bool) -> tuple[Action, ...]:
    legal = legal_actions(state)
    if not few:
        return legal
    alike = {len(action) if isinstance(action, tuple) else action: action for action in legal}
    return tuple(alike.values())
