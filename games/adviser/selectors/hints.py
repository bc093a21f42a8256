"""The printed hints with what the counts say of them, as `manage.py ecarte hints --json` worked it
out, and the hands whose counts Foster prints."""

import json
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any, Final

from games.engine.cards import PACK, Card, card, suit
from games.engine.exact.weighing import tally
from games.engine.records import TRICKS_FOR_THE_POINT
from games.engine.robots.confirming import CERTAIN, FOSTER
from games.engine.robots.hints import (
    ACCEPTS,
    ANNOUNCE,
    AS_STANDING,
    AT_FOUR,
    GUARDED,
    HINTS,
    KING_HELD,
    LEAD,
    PERSEVERE,
    SILENT,
    STANDS,
    THREE_FOUR,
    THROW,
    TRUMPS,
    Decides,
    Hint,
)
from games.engine.terms import Score

FILE: Final = Path(__file__).parents[1] / "printed_hints.json"


class Verdict(StrEnum):
    """None is ever renamed."""

    RIGHT = "right"
    WRONG = "wrong"
    EVEN = "even"


class Part(StrEnum):
    STAND = "stand"
    REFUSE = "refuse"
    SCORE = "score"
    PLAY = "play"


PARTS: Final[dict[Part, tuple[Hint, ...]]] = {
    Part.STAND: (*STANDS, KING_HELD),
    Part.REFUSE: (GUARDED, AS_STANDING, *ACCEPTS),
    Part.SCORE: (*AT_FOUR, THREE_FOUR),
    Part.PLAY: (THROW, ANNOUNCE, SILENT, LEAD, PERSEVERE, TRUMPS),
}


@dataclass(frozen=True, slots=True)
class Figure:
    """At one score, own and the other's, over so many `hands`: what the hint's choice wins more
    than the best other one, in chances of the game, with its standard error."""

    score: Score
    hands: int
    gain: float
    error: float

    @property
    def verdict(self) -> Verdict:
        if abs(self.gain) <= CERTAIN * self.error:
            return Verdict.EVEN
        return Verdict.RIGHT if self.gain > 0 else Verdict.WRONG


@dataclass(frozen=True, slots=True)
class Example:
    """Of the `hands` that the other may hold, it wins the point against so many (`wins`), played as
    it is. `point`: how often it does against what was said; `needed`: how often it has to, at the
    first score that the hint speaks at."""

    cards: tuple[Card, ...]
    turned: Card
    wins: int
    hands: int
    point: float
    needed: float


@dataclass(frozen=True, slots=True)
class MeasuredHint:
    hint: Hint
    part: Part
    figures: tuple[Figure, ...]
    example: Example | None

    @property
    def is_dealers(self) -> bool:
        return self.hint.decides in (Decides.REFUSE, Decides.ACCEPT)

    def at(self, verdict: Verdict) -> list[Score]:
        return [figure.score for figure in self.figures if figure.verdict is verdict]


@cache
def measured_hints() -> tuple[MeasuredHint, ...]:
    """In the order of the page."""
    content = measurements()
    scores = [Score(*pair) for pair in content["scores"]]
    return tuple(
        _measured(hint, part, scores, content["hints"][hint.id])
        for part, hints in PARTS.items()
        for hint in hints
    )


@cache
def measurements() -> dict[str, Any]:
    content: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    if missing := {hint.id for hint in HINTS} - content["hints"].keys():
        raise ValueError(f"{FILE.name} has no figures of {sorted(missing)}.")
    return content


def _measured(hint: Hint, part: Part, scores: list[Score], row: dict[str, Any]) -> MeasuredHint:
    figures = tuple(
        Figure(score, figure["hands"], figure["gain"], figure["error"])
        for score, figure in zip(scores, row["figures"], strict=True)
        if figure is not None
    )
    return MeasuredHint(hint, part, figures, row["example"] and _example(row["example"]))


def _example(row: dict[str, Any]) -> Example:
    numbers = (row["wins"], row["hands"], row["point"], row["needed"])
    return Example(_cards(row["hand"]), card(row["turned"]), *numbers)


def _cards(names: str) -> tuple[Card, ...]:
    return tuple(card(name) for name in names.split())


@dataclass(frozen=True, slots=True)
class PrintedCount:
    """A hand of Foster's of 1914, with the hands that it wins the point against: as `printed`, and
    by our own `count`, of all `hands`."""

    cards: tuple[Card, ...]
    turned: Card
    printed: int
    count: int
    hands: int


@cache
def printed_counts() -> tuple[PrintedCount, ...]:
    return tuple(_count(_cards(hand), card(turned), printed) for hand, turned, printed in FOSTER)


def _count(hand: tuple[Card, ...], turned: Card, printed: int) -> PrintedCount:
    unseen = [other for other in PACK if other not in (*hand, turned)]
    hands = tally(hand, unseen, suit(turned), leads=True).hands
    wins = sum(number for (_held, made), number in hands.items() if made[0] >= TRICKS_FOR_THE_POINT)
    return PrintedCount(hand, turned, printed, wins, sum(hands.values()))
