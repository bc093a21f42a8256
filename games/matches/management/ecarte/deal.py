"""`manage.py ecarte deal`: a hand played through by random legal choices, in the notation."""

from argparse import ArgumentParser
from collections.abc import Mapping
from typing import Any

from games.engine.notation.contests import game_of
from games.engine.notation.files import dumps
from games.engine.notation.headers import Context, headers
from games.engine.notation.values import Contest, Header

from .dealing import add_chance, begun, chance, dealt, hand_played

HELP = "Shows a random hand played through by random legal choices, in the notation."
PARSER: Mapping[str, Any] = {
    "description": f"{HELP} The same seed gives the same hand; docs/notation.md has the notation."
}


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--seed", type=int, required=True, help="any whole number")
    parser.add_argument("--game", action="store_true", help="hands until the game is won")
    add_chance(parser)


def said(options: Mapping[str, Any]) -> str:
    before, random = begun(options), chance(options["seed"])
    state = hand_played(dealt(before, random), random)
    while options["game"] and state.winner is None:
        state = hand_played(dealt(state, random), random)
    head = (*headers(Context(before.code)), Header("Seed", str(options["seed"])))
    return dumps(Contest(head, (game_of(before, state.log),))).rstrip("\n")
