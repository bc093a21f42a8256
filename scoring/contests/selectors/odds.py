"""The odds for the gallery, as pages and programs show them."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from games.engine.seats import Seat
from games.engine.terms import GAME_IS, Score
from scoring.contests.rules.odds import At, Chances, Counted, Marks, Outcomes, Side, chances, errors
from scoring.contests.rules.paired import Estimate, estimates

HUNDRED = 100
POINTS = range(GAME_IS)
# Written by `manage.py gallery_odds --write`.
COUNTS = Path(__file__).parents[1] / "odds_counts.json"

STRONG = COUNTS.with_name("strong_counts.json")
"""Written by `manage.py gallery_odds --strong`."""


def marks_text(marks: Marks) -> str:
    """As in "D1 E2": the dealer marks one, then the elder hand two."""
    return " ".join(f"{side.name[0]}{points}" for side, points in marks)


SIDES = {side.name[0]: side for side in Side}


def _marks(text: str) -> Marks:
    return tuple((SIDES[mark[0]], int(mark[1:])) for mark in text.split())


def _read(counts: Mapping[str, int]) -> Outcomes:
    return {_marks(text): hands for text, hands in counts.items()}


COUNTED: Mapping[str, Counted] = {
    code: Counted(
        one["seed"],
        one["first_hands"],
        _read(one["first"]),
        _read(one["outcomes"]),
        {way: _read(counts) for way, counts in one.get("compared", {}).items()},
    )
    for code, one in json.loads(COUNTS.read_text()).items()
}


@dataclass(frozen=True, slots=True)
class Table:
    """`chances`: that the dealer wins the game. `errors`: the standard error of each."""

    code: str
    counted: Counted
    chances: Chances
    errors: Mapping[At, float]

    @property
    def most_error(self) -> float:
        return max(self.errors.values())


@cache
def table(code: str) -> Table:
    """Of a printed code."""
    counted = COUNTED[code]
    return Table(code, counted, chances(counted.outcomes), errors(counted.outcomes))


@dataclass(frozen=True, slots=True)
class StrongOdds:
    """The odds if both play like the strong robot, from so many hands of it."""

    hands: int
    scores: Mapping[At, Estimate]

    @property
    def most_error(self) -> float:
        return max(one.error for one in self.scores.values())

    @property
    def most_changed(self) -> At:
        return max(self.scores, key=lambda at: abs(self.scores[at].change))


@cache
def strong_odds(code: str) -> StrongOdds | None:
    """Of a printed code, if the robot has played it."""
    stored = json.loads(STRONG.read_text()).get(code, {}).get("pairs")
    if stored is None:
        return None
    pairs: dict[tuple[Marks, Marks], int] = {}
    for text, hands in stored.items():
        usual, strong = map(_marks, text.split("|"))
        pairs[usual, strong] = hands
    return StrongOdds(sum(pairs.values()), estimates(COUNTED[code].outcomes, pairs))


def chance(code: str, score: Score, dealer: Seat) -> Fraction:
    """That A wins the game in which the hand now due is `dealer`'s to deal."""
    of_dealer = table(code).chances[At(score.of(dealer), score.of(dealer.other))]
    return of_dealer if dealer is Seat.A else 1 - of_dealer


def of_game(*, code: str, score: Score, dealer: Seat, **_signal: Any) -> Fraction:
    """What `games.matches.changes.odds_question` is answered with."""
    return chance(code, score, dealer)


def means(counted: Counted) -> tuple[tuple[Fraction, ...], tuple[Fraction, ...]]:
    """The chances of none to three marks in a hand: of the dealer, and of the elder hand."""
    found = {side: [Fraction(0)] * (GAME_IS - 1) for side in Side}
    for marks, hands in counted.outcomes.items():
        for side in Side:
            points = sum(worth for whose, worth in marks if whose is side)
            found[side][points] += Fraction(hands, counted.hands)
    return tuple(found[Side.DEALER]), tuple(found[Side.ELDER])
