"""`manage.py ecarte advise`: what to do with a hand, and why."""

import json
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Mapping
from typing import Any, cast

from django.core.management.base import CommandError

from games.engine.cards import NAMES, PACK, Card, names
from games.engine.codes import CODES, DEFAULT_CODE
from games.engine.hand import apply, begin
from games.engine.hand.state import Action, Deal, Discard, Say, State
from games.engine.hand.views import View, view
from games.engine.records import TRICKS_IN_A_HAND
from games.engine.robots.advice import Advice, Option, advice
from games.engine.robots.seeing import remembered
from games.engine.seats import Seat
from games.engine.terms import Score
from games.matches.selectors.robots import robot_tables

from .deal import read_cards, read_suit
from .duel import read_score
from .odds import turn_up

HELP = "What to do with a hand: the chance of each choice, and the printed hint."
DECISIONS = ("bid", "discard", "lead")
PARSER: Mapping[str, Any] = {
    "formatter_class": RawDescriptionHelpFormatter,
    "description": f"""\
{HELP}

The non-dealer is to stand or propose; with --dealer, the dealer to answer a proposal.
With --decide discard an exchange is agreed on; with --decide lead the non-dealer has
stood and leads. Every hand that the other may hold is counted, each as likely as what
they said makes it.""",
    "epilog": """\
The keys of --json: options, the best first, of each action, chance (to win the game) and
point (to win the point); needed (the least chance of the point to play these cards on);
hint (id, source, text) and printed (what the hint says to do).""",
}
ELDER, DEALER = Seat.A, Seat.B
CHOICES = 5


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("hand", help='five cards, such as "7H 8H KS 7S 7D" (T is the ten)')
    parser.add_argument("--trump", required=True, metavar="SUIT", help="C, D, H or S")
    parser.add_argument("--turned", metavar="CARD", help="the turn-up; else a low trump")
    parser.add_argument("--score", default="0-0", help="own and the other's, such as 3-4")
    parser.add_argument("--dealer", action="store_true", help="the hand is the dealer's")
    parser.add_argument("--decide", choices=DECISIONS, default="bid", help="else bid")
    parser.add_argument("--json", action="store_true", help="all of it as data")


def output(options: Mapping[str, Any]) -> str:
    seen = _view(options)
    advised = advice(seen, remembered([seen]), robot_tables())
    if advised is None:
        raise CommandError("The dealer does not lead. Leave out --dealer, or --decide lead.")
    return _json(advised) if options["json"] else _lines(advised)


def _view(options: Mapping[str, Any]) -> View:
    """The other's cards are any: no view shows them."""
    hand, trump = read_cards(options["hand"]), read_suit(options["trump"])
    if len(hand) != TRICKS_IN_A_HAND or len(set(hand)) < TRICKS_IN_A_HAND:
        raise CommandError('Give five cards, each once, such as "7H 8H KS 7S 7D".')
    turned = turn_up(options["turned"], trump, set(hand))
    if turned in hand:
        raise CommandError(f"{NAMES[turned]} is turned up. Leave it out of the hand.")
    given = read_score(options["score"])
    is_dealer = options["dealer"]
    score = Score(given.b, given.a) if is_dealer else given
    state = begin(CODES[DEFAULT_CODE], score=score, dealer=DEALER)
    for action in (_deal(hand, turned, is_dealer), *_actions(options)):
        state, _ = apply(state, _first_discard(state) if action is DISCARD else action)
    return view(state, DEALER if is_dealer else ELDER)


def _deal(hand: tuple[Card, ...], turned: Card, is_dealer: bool) -> Deal:
    rest = [card for card in PACK if card not in hand and card != turned]
    other = tuple(rest[:TRICKS_IN_A_HAND])
    elder, dealer = (other, hand) if is_dealer else (hand, other)
    dealt = (*elder[:3], *dealer[:3], *elder[3:], *dealer[3:])
    return Deal((*dealt, turned, *rest[TRICKS_IN_A_HAND:]))


DISCARD = "discard"


def _actions(options: Mapping[str, Any]) -> tuple[Any, ...]:
    """What leads up to the decision."""
    if options["decide"] == "lead":
        return (Say.STAND,)
    exchange = options["decide"] == "discard"
    if not options["dealer"]:
        return (Say.PROPOSE, Say.ACCEPT) if exchange else ()
    return (Say.PROPOSE, Say.ACCEPT, DISCARD) if exchange else (Say.PROPOSE,)


def _first_discard(state: State) -> Action:
    """The non-dealer takes as many cards as most do."""
    return next(action for action in state.legal if isinstance(action, tuple) and len(action) == 3)


def _text(action: Action) -> str:
    if type(action) is tuple:
        thrown = cast(Discard, action)
        return f"throw {names(thrown)}" if thrown else "throw none"
    return NAMES[action] if isinstance(action, int) else str(action)


def _json(advised: Advice) -> str:
    reason = advised.reason
    options = [
        {"action": _text(option.action), "chance": option.chance, "point": option.point}
        for option in advised.options
    ]
    hint = reason.hint and {
        "id": reason.hint.id,
        "source": reason.hint.source,
        "text": reason.hint.text,
    }
    printed = None if reason.printed is None else _text(reason.printed)
    found = {"options": options, "needed": reason.needed, "hint": hint, "printed": printed}
    return json.dumps(found, indent=2)


def _lines(advised: Advice) -> str:
    rows = [f"{_text(advised.best.action).capitalize()}."]
    rows += [_row(option) for option in advised.options[:CHOICES]]
    if len(advised.options) > CHOICES:
        rows.append(f"and {len(advised.options) - CHOICES} more, which win less often")
    reason = advised.reason
    if reason.needed is not None:
        rows.append(f"These cards are worth playing from {reason.needed:.0%} of the points on.")
    if reason.hint is not None:
        rows.append(f"Printed ({reason.hint.source}): {reason.hint.text}")
    if reason.printed is not None:
        rows.append(f"By the printed hints: {_text(reason.printed)}.")
    return "\n".join(rows)


def _row(option: Option) -> str:
    text = _text(option.action)
    return f"{text:22} wins the game {option.chance:6.1%}, the point {option.point:6.1%}"
