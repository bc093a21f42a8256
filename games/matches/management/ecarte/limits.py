"""`manage.py ecarte limits`: from which chance of the point on the dealer should refuse."""

from argparse import ArgumentParser
from collections.abc import Mapping
from typing import Any

from django.core.management.base import CommandError

HELP = "From which chance of the point on the dealer should refuse a proposal: a table."
DEALS, SEED, FEWEST = 400_000, 1, 10_000
PARSER: Mapping[str, Any] = {
    "description": f"""{HELP} The non-dealer stands on two in three. Of each limit: how often a hand
    that is just good enough wins the point, against any hand and against hands that proposed; and
    what the dealer gains over the printed limit, in points a hand. Takes numpy.""",
}


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--deals", type=int, default=DEALS, help=f"else {DEALS:,}")
    parser.add_argument("--seed", type=int, default=SEED, help=f"else {SEED}")


def output(options: Mapping[str, Any]) -> str:
    if options["deals"] < FEWEST:
        raise CommandError(f"Give {FEWEST:,} deals or more.")
    from .solving.limits import hands, limits

    rows = [
        f"| {limit.least:.0%} | {_share(limit.won)} | {_signed(limit.gain)} ± {limit.error:.4f} |"
        for limit in limits(hands(options["seed"], options["deals"]))
    ]
    head = ["| against any hand | against proposers | points a hand |", "| ---: | ---: | ---: |"]
    return "\n".join([*head, *rows])


def _share(won: float | None) -> str:
    return "–" if won is None else f"{won:.0%}"


def _signed(points: float) -> str:
    return f"{points:+.4f}".replace("-", "−").replace("+0.0000", "0.0000")
