"""Plays hands as `odds` has them and counts their marks, for the gallery's odds."""

import json
import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.engine.cards import PACK, Card
from games.engine.codes import CODES
from games.engine.hand import apply, begin
from games.engine.hand.state import Deal
from games.engine.robots.duel import ROBOTS, played
from games.engine.seats import Seat
from games.matches.selectors.robots import robot_tables
from scoring.contests.rules import odds
from scoring.contests.rules.odds import Counted, Marks, Outcomes
from scoring.contests.selectors.odds import COUNTED, COUNTS, STRONG, marks_text

FIRST: Final = 1_000
"""Hands whose counts are kept apart, so that they can be played again in a moment."""
STEP: Final = 10_000
"""Hands between two words on how far it has come."""
HANDS, SEED = 400_000, 1
COMPARED: Final = 20_000
"""Hands that are played in every way, to see how much depends on it."""


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
            "--compare", type=int, default=COMPARED, help="hands played in every way"
        )
        parser.add_argument(
            "--compare-only", action="store_true", help="keep the counts that there are"
        )
        parser.add_argument(
            "--strong",
            type=int,
            metavar="HANDS",
            help="play so many of the first hands as the strong robot does, and nothing else: as "
            "at nothing all, at every score; 30 a second of CPU",
        )
        parser.add_argument(
            "--write", action="store_true", help="keep the counts in odds_counts.json"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["hands"] < FIRST:
            raise CommandError(f"{FIRST} hands at least.")
        codes, seed = options["code"] or list(CODES), options["seed"]
        if options["strong"] is not None:
            self._strong(codes, seed, options["strong"], write=options["write"])
            return
        if options["compare_only"]:
            found = {code: COUNTED[code] for code in codes}
        else:
            found = self._counted(codes, options["hands"], seed)
        compared = min(options["hands"], options["compare"])
        for code in codes:
            ways = self._compared(code, found[code].seed, compared)
            found[code] = found[code]._replace(compared=ways)
        if options["write"]:
            stored = {**COUNTED, **found}
            COUNTS.write_text(written({code: stored[code] for code in CODES if code in stored}))
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
        return {code: Counted(seed, FIRST, first[code], every[code], {}) for code in codes}

    def _compared(self, code: str, seed: int, hands: int) -> dict[str, Outcomes]:
        """The first hands once more, in every way."""
        dealt = list(islice(packs(seed), hands))
        found = {}
        for name, way in odds.WAYS.items():
            found[name] = odds.outcomes(CODES[code], dealt, way)
            self.stderr.write(f"{code}: {hands} hands, {name}")
        return found

    def _strong(self, codes: Sequence[str], seed: int, hands: int, *, write: bool) -> None:
        found = {}
        for code in codes:
            pairs: Counter[str] = Counter()
            for number, pack in enumerate(islice(packs(seed), hands), 1):
                ways = odds.outcome(CODES[code], pack), strong_outcome(code, seed, number, pack)
                pairs["|".join(map(marks_text, ways))] += 1
                if not number % FIRST:
                    self.stderr.write(f"{code}: {number} of {hands} hands")
            found[code] = {"seed": seed, "pairs": dict(sorted(pairs.items()))}
        text = json.dumps(found, indent=1)
        if write:
            STRONG.write_text(f"{text}\n")
        else:
            self.stdout.write(text)


def strong_outcome(code: str, seed: int, number: int, pack: tuple[Card, ...]) -> Marks:
    """The marks of a hand that the strong robot plays against itself."""
    state, _ = apply(begin(CODES[code], dealer=Seat.A), Deal(pack))
    chance = random.Random(f"{seed} {number}").random  # noqa: S311 - a sample, no secret
    state = played(
        state, dict.fromkeys(Seat, ROBOTS["strong"]), robot_tables(), dict.fromkeys(Seat, chance)
    )
    return odds.marks_of(state)


def added(one: Outcomes, other: Outcomes) -> Outcomes:
    return {marks: one.get(marks, 0) + other.get(marks, 0) for marks in {**one, **other}}


def written(counted: Mapping[str, Counted]) -> str:
    rows = {code: {**one._asdict(), **_counts(one)} for code, one in counted.items()}
    return f"{json.dumps(rows, indent=1)}\n"


def _counts(one: Counted) -> dict[str, object]:
    ways = {way: _by_text(table) for way, table in one.compared.items()}
    return {"first": _by_text(one.first), "outcomes": _by_text(one.outcomes), "compared": ways}


def _by_text(table: Outcomes) -> dict[str, int]:
    return {marks_text(marks): hands for marks, hands in sorted(table.items())}
