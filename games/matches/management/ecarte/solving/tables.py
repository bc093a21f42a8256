"""The tables from the first deal to the text that is committed."""

from base64 import b85encode
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, Final

import numpy as np

from games.engine.cards import KING
from games.engine.robots.classes import CLASSES
from games.engine.robots.tables import FULL, OUTCOMES, hash_of
from games.engine.terms import GAME_IS

from .bidding import (
    CHUNK,
    Counts,
    Floats,
    Later,
    Opening,
    Solver,
    Table,
    best_responses,
    counts,
    exchange_of,
    outcome_of,
    played_on,
    played_out,
    simple_later,
    simple_opening,
    solved_later,
    thrown_by_hint,
    value_of,
    values,
    worth_in_points,
    worth_of,
)
from .deals import CARDS, DEALER, ELDER, Deals, Ints, classes, deals, held

Progress = Callable[[str], None]
ROUNDS: Final = 3
"""The bidding before an exchange and after it, each solved for the other."""
FEWEST: Final = 20
"""Deals from which a row is made."""
NO_COURT: Final = 8
"""A card that is neither a trump nor a court."""
TURNED_SHARE: Final = 1 / 8
SCORES: Final = sorted(
    ((elder, dealer) for elder in range(GAME_IS) for dealer in range(GAME_IS)),
    key=sum,
    reverse=True,
)


def content(seed: int, number: int, progress: Progress) -> dict[str, Any]:
    """All that is written. `number`: of deals, from the seed."""
    random = np.random.default_rng(seed)
    later, later_gain, opening = _later(random, number // 4, progress)
    counted = counts(random, number, later, progress)
    known, bidding, gains = _scores(counted, progress)
    opening = bidding[0, 0, False]
    found: dict[str, Any] = {
        "made": {
            "command": f"manage.py ecarte solve --seed {seed} --deals {number} --write",
            "later_gain_in_points": round(later_gain, 7),
            "gains": gains,
            "points": _in_points(counted, random, number, later, progress),
        },
        "chances": [[round(one, 5) for one in row] for row in known],
        "said": list(_said(random, number, opening, later)),
        "exchanges": list(_exchanges(random, number, opening, later)),
        "together": list(_together(random, number)),
        "usual_exchange": _usual_exchange(counted[0], opening),
        "bidding": [[*key[:2], int(key[2]), *_texts(one)] for key, one in sorted(bidding.items())],
    }
    found["sha256"] = hash_of(found)
    return found


def _later(
    random: np.random.Generator, number: int, progress: Progress
) -> tuple[Later, float, Opening]:
    later, opening, gain = simple_later(), simple_opening(), 0.0
    for round_ in range(1, ROUNDS + 1):
        later, gain = solved_later(random, number, opening, later)
        counted = counts(random, number, later, lambda _line: None)
        opening = Solver.of(values(counted[0], worth_in_points())).solve()
        progress(f"round {round_} of {ROUNDS}: the bidding after an exchange")
    return later, gain, opening


def _scores(
    counted: tuple[Counts, Counts], progress: Progress
) -> tuple[Table, dict[tuple[int, int, bool], Opening], list[list[float]]]:
    known: Table = [[0.0] * GAME_IS for _row in range(GAME_IS)]
    bidding: dict[tuple[int, int, bool], Opening] = {}
    gains = []
    for elder, dealer in SCORES:
        chance = 0.0
        for turned in (False, True):
            if dealer + turned == GAME_IS:
                continue
            of = values(counted[turned], worth_of(elder, dealer + turned, known))
            solved = bidding[elder, dealer, turned] = Solver.of(of).solve()
            chance += value_of(of, solved) * (TURNED_SHARE if turned else 1 - TURNED_SHARE)
            gains.append([elder, dealer, int(turned), *_rounded(best_responses(of, solved))])
        known[elder][dealer] = chance
        progress(f"{elder}–{dealer}: {chance:.4f}")
    return known, bidding, gains


def _rounded(numbers: tuple[float, ...]) -> list[float]:
    return [round(one, 7) for one in numbers]


def _in_points(
    counted: tuple[Counts, Counts],
    random: np.random.Generator,
    number: int,
    later: Later,
    progress: Progress,
) -> dict[str, float]:
    """A hand played for points alone: its value to the elder hand, what the best answers gain, and
    what answers gain on other deals that were best on these."""
    worth = worth_in_points()
    of = values(counted[0], worth)
    opening = Solver.of(of).solve()
    again = values(counts(random, number, later, progress)[0], worth)
    return {
        "value": round(value_of(of, opening), 5),
        "gain": round(sum(best_responses(of, opening)), 7),
        "value_on_other_deals": round(value_of(again, opening), 5),
        "gain_on_other_deals": round(sum(best_responses(again, opening)), 5),
    }


def _text(shares: Floats) -> str:
    return b85encode(np.round(shares * FULL).astype(np.uint8).tobytes()).decode()


def _texts(of: Opening) -> Iterator[str]:
    yield from map(_text, (of.stand, of.refuse, of.elder_keeps))
    yield from map(_text, of.dealer_keeps[1:])


def _strengths(hands: Ints) -> Ints:
    """Trumps, the king of them, plain kings, plain queens: a column each."""
    plain = hands >= 8
    columns = (~plain, hands == KING, plain & (hands % 8 == KING), plain & (hands % 8 == KING - 1))
    return np.stack([column.sum(axis=1) for column in columns], axis=1)


def _said(
    random: np.random.Generator, number: int, opening: Opening, later: Later
) -> Iterator[list[float]]:
    """How often hands of each strength stand and refuse, then the same after an exchange."""
    every = deals(random, number)
    hands = np.concatenate([every.elder, every.dealer])
    turned = np.concatenate([every.turned, every.turned])
    rows, of = np.unique(_strengths(hands), axis=0, return_inverse=True)
    lead, follow = (classes(hands, turned, leads=leads) for leads in (True, False))
    shares = [opening.stand[lead], opening.refuse[follow], later.stand[lead], later.refuse[follow]]
    met = np.bincount(of)
    means = [np.bincount(of, weights=share) / met for share in shares]
    for place, row in enumerate(rows):
        yield [*map(int, row), *(round(float(mean[place]), 3) for mean in means)]


def _exchanges(
    random: np.random.Generator, number: int, opening: Opening, later: Later
) -> Iterator[list[int]]:
    """By role and what is kept: the numbers of deals with each outcome, as the player sees it."""
    found: dict[tuple[int, ...], Ints] = {}
    for is_elder in (False, True):
        for _dealt in range(0, number, CHUNK):
            of = deals(random, CHUNK)
            of = of.part(np.flatnonzero(_other_exchanges(random, of, opening, is_elder)))
            rows, outcome = _one_exchange(random, of, later, is_elder)
            kept, places = np.unique(rows, axis=0, return_inverse=True)
            table = np.bincount(places * OUTCOMES + outcome, minlength=len(kept) * OUTCOMES)
            for row, numbers in zip(kept, table.reshape(-1, OUTCOMES), strict=True):
                key = (int(is_elder), *map(int, row))
                found[key] = found.get(key, np.zeros(OUTCOMES, dtype=np.int64)) + numbers
    for key in sorted(found):
        if found[key].sum() >= FEWEST:
            yield [*key, *map(int, found[key])]


def _together(random: np.random.Generator, number: int) -> Iterator[list[int]]:
    """Both keep trumps and kings, draw, and play: the numbers of deals with each outcome, by
    whether a king is turned and by what the elder hand and the dealer keep."""
    found: Counter[tuple[int, ...]] = Counter()
    for _dealt in range(0, number, CHUNK):
        of = deals(random, CHUNK)
        kept = thrown_by_hint(of.elder, least=1), thrown_by_hint(of.dealer, least=0)
        after, _used, _enough = exchange_of(of, kept, np.zeros(CHUNK, dtype=np.int64))
        is_king = (of.turned == KING)[:, None]
        columns = [is_king, _kept(of.elder, kept[0]), _kept(of.dealer, kept[1])]
        outcomes = played_out(after.elder, after.dealer)[:, None]
        rows, numbers = np.unique(np.hstack([*columns, outcomes]), axis=0, return_counts=True)
        for row, times in zip(rows, numbers, strict=True):
            found[tuple(map(int, row))] += int(times)
    for key in sorted({key[:-1] for key in found}):
        counts_of = [found[*key, outcome] for outcome in range(OUTCOMES)]
        if sum(counts_of) >= FEWEST:
            yield [*key, *counts_of]


def _kept(hands: Ints, number: Ints) -> Ints:
    """Trumps, the king of them, and plain kings among the first cards of each hand."""
    cards = np.where(np.arange(CARDS)[None, :] < number[:, None], hands, NO_COURT)
    return _strengths(cards)[:, :3]


def _usual_exchange(of: Counts, opening: Opening) -> list[list[float]]:
    """What comes of exchanges that are agreed on, to a dealer and to an elder hand who did not
    hold the king of trumps: who does, proposes whatever else they hold."""
    agreed = np.outer(1 - opening.stand, 1 - opening.refuse)[:, :, None] * of.exchanged[0, 0]
    no_king = np.arange(CLASSES) % 2 == 0
    nobody, elder, dealer = agreed[:, no_king].sum(axis=(0, 1)).reshape(3, CARDS + 1)
    as_dealer = np.concatenate([nobody[::-1], dealer[::-1], elder[::-1]])
    as_elder = agreed[no_king].sum(axis=(0, 1))
    return [[round(float(one), 5) for one in row / row.sum()] for row in (as_dealer, as_elder)]


def _other_exchanges(
    random: np.random.Generator, of: Deals, opening: Opening, is_elder: bool
) -> Ints:
    """Whether the other proposes or accepts. Oneself may hold anything."""
    hands, stays = (of.dealer, opening.refuse) if is_elder else (of.elder, opening.stand)
    often = stays[classes(hands, of.turned, leads=not is_elder)]
    return np.asarray((of.turned != KING) & (random.random(len(of.turned)) >= often))


def _one_exchange(
    random: np.random.Generator, of: Deals, later: Later, is_elder: bool
) -> tuple[Ints, Ints]:
    """Oneself keeps any number of cards, the other trumps and kings."""
    own = of.elder if is_elder else of.dealer
    number = random.integers(0, CARDS + (0 if is_elder else 1), len(of.turned))
    elder = number if is_elder else np.minimum(held(of.elder), CARDS - 1)
    dealer = held(of.dealer) if is_elder else number
    after, used, _enough = exchange_of(of, (elder, dealer), np.zeros_like(number))
    kept = np.arange(CARDS)[None, :] < number[:, None]
    columns = _strengths(np.where(kept, own, NO_COURT))
    others = number - columns[:, [0, 2, 3]].sum(axis=1)
    king, made = np.divmod(played_on(random, after, used, later), CARDS + 1)
    if not is_elder:
        made = CARDS - made
        king = np.where(king == ELDER, DEALER, np.where(king == DEALER, ELDER, king))
    return np.column_stack([columns, others]), outcome_of(king, made)
