"""`manage.py ecarte hints`: which printed hints the counts confirm, and at which scores."""

import json
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping
from itertools import islice
from math import sqrt
from random import Random
from typing import Any

from django.core.management.base import CommandError

from games.engine.cards import NAMES, PACK, Card, card, cards, names, suit
from games.engine.codes import Code
from games.engine.exact.weighing import tally
from games.engine.robots.confirming import (
    BIDS,
    FOSTER,
    Confirmation,
    Pack,
    confirmation,
    hands_of,
    packs_of,
)
from games.engine.robots.following import followed
from games.engine.robots.hints import (
    EVEN_CHANCE,
    HINTS,
    ONE_TRUMP,
    STANDS,
    THREE_FOUR,
    Decides,
    Hint,
)
from games.engine.terms import Score
from games.matches.selectors.robots import robot_tables, tables_version

from .deal import add_chance, read_code

HELP = "Which of the printed hints on bidding are right, and at which scores: a table."
HANDS, SEED = 60, 1
SCORES = (Score(0, 0), Score(4, 3), Score(3, 4))
AT_SCORES: Mapping[Hint, tuple[Score, ...]] = {
    EVEN_CHANCE: (Score(3, 4),),
    ONE_TRUMP: (Score(3, 4),),
    THREE_FOUR: (Score(4, 3),),
}
"""Hints that speak at some of the scores alone."""
SIGNS = {True: "right", False: "wrong", None: "even"}
PARSER: Mapping[str, Any] = {
    "description": f"""{HELP} Of hands that each hint is about: the chance to win the point, the
    least with which to play them, and what the hint wins more than the other choice, in chances
    of the game in a hundred; even: less than two standard errors.""",
    "epilog": """The page of hints reads games/adviser/printed_hints.json, which is what --json
    prints: of each hint the figures at each score (own and the other's), null where it does not
    speak, and a hand that it is about with its exact count.""",
}


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--hands", type=int, default=HANDS, help=f"of each hint (else {HANDS})")
    parser.add_argument("--seed", type=int, default=SEED, help="any whole number")
    add_chance(parser)
    parser.add_argument("--json", action="store_true", help="of every hint, for the page of hints")


def output(options: Mapping[str, Any]) -> str:
    if options["hands"] < 2:
        raise CommandError("Give 2 hands or more.")
    code = read_code(options["code"])
    if options["json"]:
        return json.dumps(_data(code, options), indent=1)
    scores = [f"{score.a}–{score.b}" for score in SCORES]
    lines = [
        f"| hint | the point at 0–0 | needed | {' | '.join(scores)} |",
        f"| --- | ---: | ---: | {' | '.join('---' for _score in SCORES)} |",
    ]
    lines += [_dealt_row(code, hint, options) for hint in BIDS]
    return "\n".join([*lines, *(_fosters_row(code, *row[:2]) for row in FOSTER)])


def _data(code: Code, options: Mapping[str, Any]) -> dict[str, Any]:
    """The hints on bidding with hands as they are dealt; the others as they come up in as many
    hands that are played out, by both roles."""
    given = {key: options[key] for key in ("hands", "seed", "code")}
    rows = {hint.id: _bid_data(code, hint, options) for hint in (*BIDS, *AT_SCORES)}
    rows |= _played_data(code, options)
    return {
        **given,
        "tables": tables_version(),
        "scores": [[score.a, score.b] for score in SCORES],
        "hints": {hint.id: rows[hint.id] for hint in HINTS},
    }


def _bid_data(code: Code, hint: Hint, options: Mapping[str, Any]) -> dict[str, Any]:
    packs = list(islice(hands_of(hint, _packs(options["seed"])), options["hands"]))
    speaks = AT_SCORES.get(hint, SCORES)
    figures = [
        _figures(confirmation(code, hint, packs, score, robot_tables()))
        if score in speaks
        else None
        for score in SCORES
    ]
    return {"figures": figures, "example": _example(code, hint, packs, speaks[0])}


def _figures(found: Confirmation) -> dict[str, Any]:
    return {name: _rounded(value) for name, value in found._asdict().items()}


def _example(code: Code, hint: Hint, packs: list[Pack], score: Score) -> dict[str, Any]:
    """The hand that is nearest to all of them, and how many of the hands that the other may hold it
    wins the point against, as whoever leads or does not."""
    each = [(pack, confirmation(code, hint, [pack, pack], score, robot_tables())) for pack in packs]
    middle = sum(found.gain for _pack, found in each) / len(each)
    pack, found = min(each, key=lambda pair: abs(pair[1].gain - middle))
    hand, turned = pack[:5], pack[5]
    unseen = [card for card in PACK if card not in (*hand, turned)]
    counted = tally(hand, unseen, suit(turned), leads=hint.decides is Decides.STAND)
    wins = sum(hands for (_held, made), hands in counted.hands.items() if made[0] >= 3)
    return {
        "hand": names(tuple(sorted(hand))),
        "turned": NAMES[turned],
        "wins": wins,
        "hands": sum(counted.hands.values()),
        "point": _rounded(found.point),
        "needed": _rounded(found.needed),
    }


def _played_data(code: Code, options: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    gains: list[dict[str, list[float]]] = []
    for score in SCORES:
        at_score: dict[str, list[float]] = {}
        packs = islice(_packs(options["seed"]), 5 * options["hands"])
        for hint, gain in followed(code, packs, score, robot_tables()):
            at_score.setdefault(hint.id, []).append(gain)
        gains.append(at_score)
    return {
        hint.id: {
            "figures": [_gain_data(at_score.get(hint.id, [])) for at_score in gains],
            "example": None,
        }
        for hint in HINTS
        if hint not in BIDS and hint not in AT_SCORES
    }


def _gain_data(gains: list[float]) -> dict[str, Any] | None:
    if len(gains) < 2:
        return None
    mean = sum(gains) / len(gains)
    spread = sum((gain - mean) ** 2 for gain in gains) / (len(gains) - 1)
    error = sqrt(spread / len(gains))
    return {"hands": len(gains), "gain": _rounded(mean), "error": _rounded(error)}


def _rounded(value: float) -> float:
    return round(value, 5)


def _dealt_row(code: Code, hint: Hint, options: Mapping[str, Any]) -> str:
    packs = list(islice(hands_of(hint, _packs(options["seed"])), options["hands"]))
    return _row(code, hint, packs, f"{hint.id} {hint.decides}")


def _fosters_row(code: Code, hand: str, turned: str) -> str:
    """Any hint to stand serves: the hand is Foster's own."""
    packs = list(packs_of(cards(hand), suit(card(turned))))
    return _row(code, STANDS[0], packs, f"Foster: {hand} stand")


def _row(code: Code, hint: Hint, packs: list[Pack], label: str) -> str:
    found = [confirmation(code, hint, packs, score, robot_tables()) for score in SCORES]
    cells = " | ".join(map(_cell, found))
    return f"| {label} | {found[0].point:.0%} | {found[0].needed:.0%} | {cells} |"


def _cell(found: Confirmation) -> str:
    gain = f"{found.gain * 100:+.1f}".replace("-", "−")
    return f"{SIGNS[found.is_right]} {gain} ± {found.error * 100:.1f}"


def _packs(seed: int) -> Iterator[tuple[Card, ...]]:
    random, pack = Random(seed), list(PACK)  # noqa: S311 - a sample, no secret
    while True:
        random.shuffle(pack)
        yield tuple(pack)
