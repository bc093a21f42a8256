"""`manage.py ecarte duel`: two robots play the same deals from both seats."""

import json
from argparse import ArgumentParser
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from os import cpu_count
from random import Random
from typing import Any

from django.core.management.base import CommandError

from games.engine.cards import PACK
from games.engine.codes import Code
from games.engine.robots.duel import DUELLISTS, Figures, Result, figures, twice
from games.engine.terms import Score
from games.matches.selectors.robots import robot_tables

from .deal import add_chance, read_code

HELP = "Plays two robots against each other: each deal twice, with the seats changed."
DEALS, SEED, SHARE = 10_000, 7, 100
PARSER: Mapping[str, Any] = {
    "description": f"{HELP} The same seed gives the same deals and the same figures.",
    "epilog": "The keys of --json: robots, code, score, seed, deals, points, error, hands_won.",
}


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("robots", nargs=2, choices=list(DUELLISTS), metavar="ROBOT")
    parser.add_argument("--deals", type=int, default=DEALS, help=f"else {DEALS:,}")
    parser.add_argument("--seed", type=int, default=SEED, help="any whole number")
    parser.add_argument(
        "--score", default="0-0", help="of the non-dealer and the dealer at every deal (else 0-0)"
    )
    parser.add_argument(
        "--processes", type=int, default=cpu_count() or 1, help="else one for each processor"
    )
    parser.add_argument("--json", action="store_true", help="all of it as data")
    add_chance(parser)


def output(options: Mapping[str, Any]) -> str:
    code, score = read_code(options["code"]), read_score(options["score"])
    deals = options["deals"]
    if deals < 2 or options["processes"] < 1:
        raise CommandError("Give 2 deals or more, and 1 process or more.")
    play = partial(results, tuple(options["robots"]), code, score, options["seed"])
    shares = [range(first, min(first + SHARE, deals)) for first in range(0, deals, SHARE)]
    if options["processes"] == 1:
        played = [result for share in shares for result in play(share)]
    else:
        with ProcessPoolExecutor(options["processes"]) as pool:
            played = [result for share in pool.map(play, shares) for result in share]
    points = figures([result.points for result in played])
    won = figures([result.hands_won for result in played])
    return _json(options, points, won) if options["json"] else _lines(options, points, won)


def results(
    robots: tuple[str, str], code: Code, score: Score, seed: int, deals: range
) -> list[Result]:
    """Of these deals of the seed, whichever process plays them."""
    first, second = (DUELLISTS[name] for name in robots)
    played = []
    for number in deals:
        pack = tuple(_chance(seed, number, "pack").sample(PACK, len(PACK)))
        own = partial(_numbers, seed, number)
        played.append(twice(code, pack, (first, second), robot_tables(), own, score))
    return played


def _chance(seed: int, number: int, what: str) -> Random:
    return Random(f"{seed} {number} {what}")  # noqa: S311 - a game, not a secret


def _numbers(seed: int, number: int) -> Any:
    return _chance(seed, number, "robot").random


def read_score(typed: str) -> Score:
    points = typed.replace("–", "-").split("-")
    if len(points) != 2 or any(point not in tuple("01234") for point in points):
        raise CommandError(f"{typed!r} is no score in play. Give two numbers from 0 to 4: 3-4.")
    return Score(int(points[0]), int(points[1]))


def _json(options: Mapping[str, Any], points: Figures, won: Figures) -> str:
    chosen = {key: options[key] for key in ("robots", "code", "score", "seed", "deals")}
    return json.dumps(
        {**chosen, "points": points.points, "error": points.error, "hands_won": won.points},
        indent=2,
    )


def _lines(options: Mapping[str, Any], points: Figures, won: Figures) -> str:
    first, second = options["robots"]
    return "\n".join(
        [
            f"{first} against {second}: {points.deals:,} deals, each played twice "
            f"({options['code']}, {options['score']}, seed {options['seed']})",
            f"points a hand  {points.points:+.4f}, standard error {points.error:.4f} "
            f"({points.errors_from_none:+.1f} times it)",
            f"hands won      {won.points:.2%}",
        ]
    )
