"""Plays hands as `odds` has them and counts their marks, for the gallery's odds."""

import random
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.engine.cards import PACK, Card
from games.engine.codes import CODES
from scoring.contests.rules import odds, odds_counts
from scoring.contests.rules.odds import Counted, Marks, Outcomes

FIRST: Final = 1_000
"""Hands whose counts are kept apart, so that they can be played again in a moment."""
STEP: Final = 10_000
"""Hands between two words on how far it has come."""
HANDS, SEED = 400_000, 1

HEAD = '''"""Marks of hands that `odds` played. Written by `manage.py gallery_odds --write`."""

from collections.abc import Mapping
from typing import Final

from scoring.contests.rules.odds import Counted, Side

D: Final = Side.DEALER
E: Final = Side.ELDER

COUNTED: Final[Mapping[str, Counted]] = {
'''


def packs(seed: int) -> Iterator[tuple[Card, ...]]:
    """Without end; the same for the same seed."""
    source, pack = random.Random(seed), list(PACK)  # noqa: S311 - a sample, no secret
    while True:
        source.shuffle(pack)
        yield tuple(pack)


class Command(BaseCommand):
    help = "Play hands and count their marks, for the odds that the gallery is shown."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--hands", type=int, default=HANDS)
        parser.add_argument("--seed", type=int, default=SEED)
        parser.add_argument("--code", choices=list(CODES), action="append", help="all if not said")
        parser.add_argument(
            "--write", action="store_true", help="keep the counts in odds_counts.py"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["hands"] < FIRST:
            raise CommandError(f"{FIRST} hands at least.")
        chosen = options["code"] or list(CODES)
        found = self._counted(chosen, options["hands"], options["seed"])
        if options["write"]:
            kept = {**odds_counts.COUNTED, **found}
            text = written({code: kept[code] for code in CODES if code in kept})
            Path(odds_counts.__file__).write_text(text, encoding="utf-8")
        else:
            self.stdout.write(written(found), ending="")

    def _counted(self, codes: Sequence[str], hands: int, seed: int) -> dict[str, Counted]:
        """The same packs for each code, one after the other: much of the thinking is the same."""
        shuffled = packs(seed)
        dealt = list(islice(shuffled, FIRST))
        first = {code: odds.outcomes(CODES[code], dealt) for code in codes}
        played, every = FIRST, dict(first)
        while played < hands:
            dealt = list(islice(shuffled, min(STEP, hands - played)))
            for code in codes:
                every[code] = added(every[code], odds.outcomes(CODES[code], dealt))
            played += len(dealt)
            self.stderr.write(f"{played} of {hands} hands")
        return {code: Counted(seed, FIRST, first[code], every[code]) for code in codes}


def added(one: Outcomes, other: Outcomes) -> Outcomes:
    return {marks: one.get(marks, 0) + other.get(marks, 0) for marks in {**one, **other}}


def written(counted: dict[str, Counted]) -> str:
    lines = [HEAD]
    for code, found in counted.items():
        lines.append(f'    "{code}": Counted(\n')
        lines.append(f"        seed={found.seed},\n        first_hands={found.first_hands},\n")
        for name, outcomes in (("first", found.first), ("outcomes", found.outcomes)):
            lines.append(f"        {name}={{\n{''.join(_rows(outcomes))}        }},\n")
        lines.append("    ),\n")
    return "".join((*lines, "}\n"))


def _rows(outcomes: Outcomes) -> Sequence[str]:
    return [f"            {_literal(marks)}: {outcomes[marks]},\n" for marks in sorted(outcomes)]


def _literal(marks: Marks) -> str:
    each = [f"({side.name[0]}, {points})" for side, points in marks]
    return f"({each[0]},)" if len(each) == 1 else f"({', '.join(each)})"
