"""The post-mortem of a match: hands are judged a few at a time, and what was worked out is stored
in the cache, by the version of the match and the robots' tables."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from django.core.cache import cache

from games.engine.notation.evaluation import HandResult
from games.engine.notation.values import Ruled
from games.engine.robots.review import Summary
from games.engine.seats import Seat
from games.matches.changes import decisions_advised, hands_with_all_cards
from games.matches.models import Entry, Match
from games.matches.rules.review import Judgement, judgements, summary

from .notation import known_result
from .reading import Reading, notation_of
from .robots import robot_tables, tables_version

HANDS_AT_ONCE: Final = 5
"""Some 0.1 s of a processor each."""
STORED_FOR: Final = 7 * 86_400


class WhyNot(StrEnum):
    """Why a hand cannot be judged. None is ever renamed."""

    SCORE_ONLY = "score_only"
    NO_CARDS = "no_cards"
    CARDS_UNKNOWN = "cards_unknown"
    RULING = "ruling"


@dataclass(frozen=True, slots=True)
class HandReview:
    """`number`: of the hand in its game; 0 of what was entered by its score alone. `judged`: None
    if it cannot be, and while it waits. `has_replay`: there is a page on which it is replayed.
    `advised`: the places of decisions on which their player had sought advice."""

    entry: Entry
    game: int
    number: int
    why_not: WhyNot | None
    judged: tuple[Judgement, ...] | None
    has_replay: bool
    advised: frozenset[int] = frozenset()

    @property
    def is_waiting(self) -> bool:
        return self.why_not is None and self.judged is None

    @property
    def mistakes(self) -> list[Judgement]:
        return [one for one in self.judged or () if one.is_mistake]


class Unavailable(StrEnum):
    """Why nothing of a match is judged. None is ever renamed."""

    IN_PLAY = "in_play"
    ANNULLED = "annulled"

    @classmethod
    def of(cls, match: Match) -> "Unavailable | None":
        """A match that was adjourned goes on."""
        if match.annulled_at is not None:
            return cls.ANNULLED
        is_over = match.over or match.stopped == Match.Stopped.ABANDONED
        return None if is_over else cls.IN_PLAY


@dataclass(frozen=True, slots=True)
class Review:
    reading: Reading
    hands: tuple[HandReview, ...] = ()
    unavailable: Unavailable | None = None

    @property
    def match(self) -> Match:
        return self.reading.match

    @property
    def waiting(self) -> int:
        return sum(hand.is_waiting for hand in self.hands)

    @property
    def is_complete(self) -> bool:
        return not self.waiting

    def advised(self, seat: Seat) -> int:
        """On how many decisions this player had sought advice."""
        return sum(
            one.seat is seat and one.place in hand.advised
            for hand in self.judged
            for one in hand.judged or ()
        )

    @property
    def judged(self) -> list[HandReview]:
        return [hand for hand in self.hands if hand.judged is not None]

    @property
    def left_out(self) -> list[HandReview]:
        return [hand for hand in self.hands if hand.why_not is not None]

    def summary(self, seat: Seat) -> Summary:
        return summary((one for hand in self.judged for one in hand.judged or ()), seat)


def review_of(reading: Reading, *, at_once: int = HANDS_AT_ONCE) -> Review:
    """With `at_once` hands more than were judged before."""
    unavailable = Unavailable.of(reading.match)
    if unavailable is not None:
        return Review(reading, unavailable=unavailable)
    stored = _Stored(reading.match)
    advised = decisions_advised(reading.match)
    left = at_once
    hands = []
    for entry, game, number, result in _results(reading):
        why_not = _why_not(entry, result)
        judged = None if why_not else stored.of(entry)
        if result is not None and why_not is None and judged is None and left:
            judged = judgements(result, robot_tables())
            stored.add(entry, judged)
            left -= 1
        has_replay = notation_of(entry) is not None
        places = frozenset(_advised(entry, judged or (), advised))
        hands.append(HandReview(entry, game, number, why_not, judged, has_replay, places))
    stored.save()
    return Review(reading, tuple(hands))


def _advised(
    entry: Entry, judged: Iterable[Judgement], advised: Mapping[tuple[int, int], Seat]
) -> Iterator[int]:
    """A king may have been announced between the advice and the decision."""
    for (number, place), seat in advised.items():
        later = (one.place for one in judged if one.seat is seat and one.place >= place)
        if number == entry.number and (decision := next(later, None)) is not None:
            yield decision


def _results(reading: Reading) -> Iterator[tuple[Entry, int, int, HandResult | None]]:
    """Of each entry that stands: its game, its number there, and its cards as far as known."""
    online = hands_with_all_cards(reading.match)
    numbers: dict[int, int] = {}
    for entry, line in reading.lines():
        if line.surplus:
            continue
        game = int((entry.data or {}).get("game", 0))
        if entry.kind != Entry.Kind.HAND:
            yield entry, game, 0, None
            continue
        numbers[game] = numbers.get(game, 0) + 1
        text = notation_of(entry)
        result = online.get(entry.number) or (known_result(text) if text else None)
        yield entry, game, numbers[game], result


def _why_not(entry: Entry, result: HandResult | None) -> WhyNot | None:
    if entry.kind != Entry.Kind.HAND:
        return WhyNot.SCORE_ONLY
    if result is None:
        return WhyNot.NO_CARDS
    if result.state is not None:
        return None
    return WhyNot.RULING if any(result.hand.each(Ruled)) else WhyNot.CARDS_UNKNOWN


class _Stored:
    """What was judged before of a match, by the numbers of its entries."""

    def __init__(self, match: Match) -> None:
        self.key = f"review:{match.pk}:{match.version}:{tables_version()}"
        self.judged: dict[int, tuple[Judgement, ...]] = cache.get(self.key) or {}
        self.is_changed = False

    def of(self, entry: Entry) -> tuple[Judgement, ...] | None:
        return self.judged.get(entry.number)

    def add(self, entry: Entry, judged: tuple[Judgement, ...]) -> None:
        self.judged[entry.number] = judged
        self.is_changed = True

    def save(self) -> None:
        if self.is_changed:
            cache.set(self.key, self.judged, STORED_FOR)
