"""`manage.py ecarte hints`: which printed hints the counts confirm, and at which scores."""

from argparse import ArgumentParser
from collections.abc import Iterator, Mapping
from itertools import islice
from random import Random
from typing import Any

from django.core.management.base import CommandError

from games.engine.cards import PACK, Card
from games.engine.codes import Code
from games.engine.robots.confirming import BIDS, Confirmation, confirmation, hands_of
from games.engine.robots.hints import Hint
from games.engine.terms import Score
from games.matches.selectors.robots import robot_tables

from .deal import add_chance, read_code

HELP = "Which of the printed hints on bidding are right, and at which scores: a table."
HANDS, SEED = 60, 1
SCORES = (Score(0, 0), Score(4, 3), Score(3, 4))
SIGNS = {True: "right", False: "wrong", None: "even"}
PARSER: Mapping[str, Any] = {
    "description": f"""{HELP} Of hands that each hint is about: the chance to win the point, the
    least with which to play them, and what the hint wins more than the other choice, in chances
    of the game in a hundred; even: less than two standard errors.""",
}


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--hands", type=int, default=HANDS, help=f"of each hint (else {HANDS})")
    parser.add_argument("--seed", type=int, default=SEED, help="any whole number")
    add_chance(parser)


def output(options: Mapping[str, Any]) -> str:
    if options["hands"] < 2:
        raise CommandError("Give 2 hands or more.")
    code = read_code(options["code"])
    scores = [f"{score.a}–{score.b}" for score in SCORES]
    lines = [
        f"| hint | the point at 0–0 | needed | {' | '.join(scores)} |",
        f"| --- | ---: | ---: | {' | '.join('---' for _score in SCORES)} |",
    ]
    return "\n".join([*lines, *(_row(code, hint, options) for hint in BIDS)])


def _row(code: Code, hint: Hint, options: Mapping[str, Any]) -> str:
    packs = list(islice(hands_of(hint, _packs(options["seed"])), options["hands"]))
    found = [confirmation(code, hint, packs, score, robot_tables()) for score in SCORES]
    cells = " | ".join(map(_cell, found))
    return f"| {hint.id} {hint.decides} | {found[0].point:.0%} | {found[0].needed:.0%} | {cells} |"


def _cell(found: Confirmation) -> str:
    gain = f"{found.gain * 100:+.1f}".replace("-", "−")
    return f"{SIGNS[found.is_right]} {gain} ± {found.error * 100:.1f}"


def _packs(seed: int) -> Iterator[tuple[Card, ...]]:
    random, pack = Random(seed), list(PACK)  # noqa: S311 - a sample, no secret
    while True:
        random.shuffle(pack)
        yield tuple(pack)
