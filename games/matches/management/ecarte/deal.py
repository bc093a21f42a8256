"""`manage.py ecarte deal`: a hand played through by random legal choices, in the notation."""

import sys
from argparse import ArgumentParser
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

from django.core.management.base import CommandError

from games.engine.cards import PACK, RANKS, SUITS, Card, card
from games.engine.codes import CODES, DEFAULT_CODE, Code
from games.engine.hand import apply, begin, legal_actions
from games.engine.hand.state import ORDERS, Deal, Phase, Say, State
from games.engine.notation.contests import game_of
from games.engine.notation.files import dumps
from games.engine.notation.headers import Context, headers
from games.engine.notation.values import Contest, Header
from games.engine.seats import Seat


def read_card(typed: str) -> Card:
    """Of "7H" or "7h"."""
    try:
        return card(typed.upper())
    except KeyError:
        raise CommandError(
            f"There is no card {typed!r}. A card is its rank ({' '.join(RANKS)}) and its suit "
            f"({' '.join(SUITS)}), such as TH for the ten of hearts."
        ) from None


def read_cards(typed: str) -> tuple[Card, ...]:
    """With blanks or commas between them."""
    return tuple(map(read_card, typed.replace(",", " ").split()))


def read_suit(typed: str) -> int:
    """Of "H" or "h"."""
    if typed.upper() not in tuple(SUITS):
        raise CommandError(f"There is no suit {typed!r}. The suits are {' '.join(SUITS)}.")
    return SUITS.index(typed.upper())


def read_code(typed: str) -> Code:
    if typed not in CODES:
        raise CommandError(f"There is no code of laws {typed!r}. The codes are {', '.join(CODES)}.")
    return CODES[typed]


def read_text(path: str) -> str:
    """Of a file; "-" is what is piped in."""
    try:
        return sys.stdin.read() if path == "-" else Path(path).read_text(encoding="utf-8")
    except OSError as wrong:
        raise CommandError(f"{path} cannot be read: {wrong.strerror}. Give another file.") from None
    except UnicodeDecodeError:
        raise CommandError(f"{path} is no text in UTF-8. Save it as UTF-8.") from None


SELDOM = 0.02
"""How often a hand is abandoned where it may be: else most would be."""


def add_chance(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--code", default=DEFAULT_CODE, help=f"the code of laws (else {DEFAULT_CODE})"
    )


def chance(seed: int) -> Random:
    return Random(seed)  # noqa: S311 - a game, not a secret


def begun(options: Mapping[str, Any]) -> State:
    """A game that A deals first."""
    return begin(read_code(options["code"]), dealer=Seat.A)


def dealt(state: State, random: Random) -> State:
    """By the order that the dealer has in this game, or by any."""
    dealer = state.elder if state.phase is Phase.OVER else state.dealer
    chosen = state.orders[dealer is Seat.B] or random.choice(ORDERS)
    return apply(state, Deal(tuple(random.sample(PACK, len(PACK))), chosen))[0]


def hand_played(state: State, random: Random) -> State:
    """To the end of the hand. A king turned is marked before it is over, or not at all."""
    while state.phase is not Phase.OVER:
        legal = legal_actions(state)
        keeps = [action for action in legal if action is not Say.ABANDON]
        state = apply(state, random.choice(legal if random.random() < SELDOM else keeps))[0]
    return state


HELP = "Shows a random hand played through by random legal choices, in the notation."
PARSER: Mapping[str, Any] = {
    "description": f"{HELP} The same seed gives the same hand; docs/notation.md has the notation."
}


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--seed", type=int, required=True, help="any whole number")
    parser.add_argument("--game", action="store_true", help="hands until the game is won")
    add_chance(parser)


def output(options: Mapping[str, Any]) -> str:
    before, random = begun(options), chance(options["seed"])
    state = hand_played(dealt(before, random), random)
    while options["game"] and state.winner is None:
        state = hand_played(dealt(state, random), random)
    head = (*headers(Context(before.code)), Header("Seed", str(options["seed"])))
    return dumps(Contest(head, (game_of(before, state.log),))).rstrip("\n")
