"""`manage.py ecarte odds`: in how many hands of the dealer's the player who stands wins."""

import json
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Mapping
from typing import Any

from django.core.management.base import CommandError

from games.engine.cards import NAMES, PACK, SUITS, Card, names, suit
from games.engine.exact.counting import Counts, Hands, Question, count
from games.engine.exact.solving import POINT, TRICKS, VOLE, Fault, FaultError

from .deal import read_card, read_cards, read_suit

HELP = "In how many of the unseen hands of the dealer the player who stands wins the point."
PARSER: Mapping[str, Any] = {
    "formatter_class": RawDescriptionHelpFormatter,
    "description": f"""\
{HELP}

The hand leads. Each hand that the dealer may hold is played out with all cards
seen, by both sides, as well as can be; alike hands are counted, not played again.
Without --lead the first card too is the best against each hand; with it that card
is led against all of them.""",
    "epilog": """\
The keys of --json:
  hand, trump, turned, out, held, lead   what was asked (lead: null if none was)
  hands        how many hands the dealer may hold
  point, vole  in how many of them the player makes three tricks, all five
  vole_lost    in how many he makes none
  tricks       in how many he makes none, one, two ... five tricks
  leads        by first card, the same four again with that card led
  best_leads   for the point, the vole and tricks: the cards to lead against all hands
  trumps       how many hands hold no trump, one, two ... five""",
}

_WORDS = {
    Fault.CARD_TWICE: "{cards} given twice. Give each card once, in one place only.",
    Fault.NOT_FIVE_CARDS: 'The hand has {number} cards. Give five, such as "7H KC QC JC 7S".',
    Fault.TOO_MANY_HELD: "The dealer cannot hold more than five cards. Give fewer with --held.",
    Fault.TOO_FEW_LEFT: "Too few cards are left for the dealer's hand. Give fewer with --out.",
}


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("hand", help='five cards, such as "7H KC QC JC 7S" (T is the ten)')
    parser.add_argument("--trump", required=True, metavar="SUIT", help="C, D, H or S")
    parser.add_argument(
        "--turned",
        metavar="CARD",
        help="the turn-up, which the dealer does not hold; if it is not given, the lowest "
        "trump that is not named elsewhere is taken to be turned",
    )
    parser.add_argument("--lead", metavar="CARD", help="the card of the hand that is led first")
    parser.add_argument(
        "--out", default="", metavar="CARDS", help="other cards he does not hold: one's discards"
    )
    parser.add_argument(
        "--held", default="", metavar="CARDS", help="cards he does hold: a king he announced"
    )
    parser.add_argument("--json", action="store_true", help="all of it as data")


def output(options: Mapping[str, Any]) -> str:
    question, turned = _question(options)
    lead = _lead(question, options["lead"])
    try:
        counts = count(question)
    except FaultError as wrong:
        raise CommandError(_worded(wrong, question)) from None
    chosen = counts.best if lead is None else counts.cards[lead]
    if options["json"]:
        return json.dumps(
            _question_data(question, turned, lead) | _counts_data(counts, chosen), indent=2
        )
    return f"{chosen.point} of {counts.hands}"


def _question(options: Mapping[str, Any]) -> tuple[Question, Card]:
    """With the turn-up, which is out."""
    hand, trump = read_cards(options["hand"]), read_suit(options["trump"])
    out, held = read_cards(options["out"]), read_cards(options["held"])
    turned = turn_up(options["turned"], trump, {*hand, *out, *held})
    return Question(hand=hand, trump=trump, out=(turned, *out), holds=held), turned


def turn_up(typed: str | None, trump: int, named: set[Card]) -> Card:
    """The one typed, or the lowest trump that is not named."""
    if typed is None:
        left = (card for card in PACK if suit(card) == trump and card not in named)
        turned = next(left, None)
        if turned is None:
            raise CommandError("No trump is left to be the turn-up. Name fewer trumps.")
        return turned
    turned = read_card(typed)
    if suit(turned) != trump:
        raise CommandError(
            f"The turn-up {NAMES[turned]} is not a trump. Give --trump {SUITS[suit(turned)]}, "
            f"or a turn-up of {SUITS[trump]}."
        )
    return turned


def _lead(question: Question, typed: str | None) -> Card | None:
    if typed is None:
        return None
    lead = read_card(typed)
    if lead not in question.hand:
        raise CommandError(f"{NAMES[lead]} is not in the hand. Lead one of {names(question.hand)}.")
    return lead


def _worded(wrong: FaultError, question: Question) -> str:
    verb = "is" if len(wrong.cards) == 1 else "are"
    return _WORDS[wrong.fault].format(
        cards=f"{names(wrong.cards)} {verb}", number=len(question.hand)
    )


def _question_data(question: Question, turned: Card, lead: Card | None) -> dict[str, object]:
    return {
        "hand": names(question.hand).split(),
        "trump": SUITS[question.trump],
        "turned": NAMES[turned],
        "out": [NAMES[card] for card in question.out if card != turned],
        "held": names(question.holds).split(),
        "lead": None if lead is None else NAMES[lead],
    }


def _counts_data(counts: Counts, chosen: Hands) -> dict[str, object]:
    aims = {"point": POINT, "vole": VOLE, "tricks": TRICKS}
    return {
        "hands": counts.hands,
        **_by_tricks(chosen),
        "leads": {NAMES[card]: _by_tricks(hands) for card, hands in counts.cards.items()},
        "best_leads": {key: names(counts.first(aim)).split() for key, aim in aims.items()},
        "trumps": list(counts.trumps),
    }


def _by_tricks(hands: Hands) -> dict[str, object]:
    return {
        "point": hands.point,
        "vole": hands.vole,
        "vole_lost": hands.vole_lost,
        "tricks": list(hands.by_tricks),
    }
