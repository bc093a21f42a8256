from collections.abc import Mapping
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.matches.management.ecarte import (
    advise,
    classes,
    deal,
    duel,
    hints,
    limits,
    odds,
    perft,
    replay,
    response,
    review,
    scorer,
    solve,
    verify,
)

PARTS: Mapping[str, Any] = {
    "advise": advise,
    "classes": classes,
    "deal": deal,
    "duel": duel,
    "hints": hints,
    "limits": limits,
    "odds": odds,
    "perft": perft,
    "replay": replay,
    "response": response,
    "review": review,
    "scorer": scorer,
    "solve": solve,
    "verify": verify,
}


class Command(BaseCommand):
    help = "Écarté from the command line: a part for each thing that can be asked."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parts = parser.add_subparsers(dest="part", required=True, metavar="PART")
        for name, part in PARTS.items():
            part.add_arguments(parts.add_parser(name, help=part.HELP, **part.PARSER))

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(PARTS[options["part"]].output(options))
