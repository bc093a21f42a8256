"""`manage.py ecarte scorer`: the tables by which the pad's script scores without a network."""

import json
from argparse import ArgumentParser
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.core.management.base import CommandError

from games.engine import pad_tables

HELP = "Writes the tables of the pad’s script from the engine."
PARSER: Mapping[str, Any] = {"description": HELP}
PLACE: Final = Path("static", "js", "pad", "tables.js")
HEAD: Final = "/* Made by `manage.py ecarte scorer` from the engine: do not edit. */"


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--check", action="store_true", help="only say whether they are current")


def output(options: Mapping[str, Any]) -> str:
    path, text = settings.BASE_DIR / PLACE, script()
    if options["check"]:
        if path.read_text(encoding="utf-8") != text:
            raise CommandError(f"{PLACE} is not what the engine says: run manage.py ecarte scorer.")
        return f"{PLACE} is current."
    path.write_text(text, encoding="utf-8")
    return f"{PLACE} is written."


def script() -> str:
    """One line for each table, so that a change of the laws is seen in a review."""
    found = pad_tables.tables()
    lines = [
        f"  {name}: {json.dumps(value, separators=(',', ':'))}," for name, value in found.items()
    ]
    return "\n".join([HEAD, "globalThis.Pad = { tables: {", *lines, "} };", ""])
