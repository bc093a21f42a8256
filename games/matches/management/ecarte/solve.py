"""`manage.py ecarte solve`: makes the robots' tables, and writes them."""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Mapping
from typing import Any

from django.core.management.base import CommandError

from games.matches.selectors.robots import TABLES

HELP = "Solves the bidding over classes of hands at each score: the robots' tables."
DEALS, SEED, CHUNK = 1_600_000, 1, 200_000
PARSER: Mapping[str, Any] = {
    "description": f"""{HELP} The same seed and number of deals give the same tables. Takes numpy,
    and some minutes; how far it has come is printed as it goes."""
}


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--deals", type=int, default=DEALS, help=f"else {DEALS:,}")
    parser.add_argument("--seed", type=int, default=SEED, help=f"else {SEED}")
    parser.add_argument(
        "--write", action="store_true", help="keep them in place of those of the site"
    )


def output(options: Mapping[str, Any]) -> str:
    if options["deals"] < 4 * CHUNK or options["deals"] % (4 * CHUNK):
        raise CommandError(f"Deals are dealt together: give --deals {4 * CHUNK}, or a multiple.")
    from .solving.tables import content

    found = content(options["seed"], options["deals"], _progress)
    text = json.dumps(found, separators=(",", ":"))
    if not options["write"]:
        return json.dumps(found["made"] | {"sha256": found["sha256"]}, indent=1)
    # A row a line: what changed can be seen.
    text = text.replace("],[", "],\n[")
    TABLES.write_text(f"{text}\n")
    return f"{TABLES.name}: {len(text):,} bytes, sha256 {found['sha256']}"


def _progress(line: str) -> None:
    sys.stderr.write(f"{line}\n")
