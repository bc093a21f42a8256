"""Whole matches of made-up hands, and the slips of the pen that clubs know."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

from games.engine.marks import marks
from games.engine.match import apply, begin, replay
from games.engine.records import HandRecord, King, KingHow, NotedMark
from games.engine.refusals import RefusalError
from games.engine.seats import Seat
from games.engine.states import MatchState
from games.engine.terms import GAME_IS, Entry, GameEntry, HandEntry, Terms

from .hands import hand


def whole_match(
    random: Random, terms: Terms, first_dealer: Seat, slips: dict[Seat, float]
) -> list[HandEntry]:
    """Every hand that it takes until the match is over."""
    return [entry for _before, entry, _after in _hands(random, begin(terms, first_dealer), slips)]


def _hands(
    random: Random, state: MatchState, slips: dict[Seat, float]
) -> Iterator[tuple[MatchState, HandEntry, MatchState]]:
    while not state.over:
        made = hand(random, state.dealer or Seat.A, slips)
        entry = HandEntry(state.game, _until_five(state, made))
        after, _events = apply(state, entry)
        yield state, entry, after
        state = after


def _until_five(state: MatchState, record: HandRecord) -> HandRecord:
    """A king that reaches five ends the game: what would have followed is not played."""
    for king in record.kings:
        if state.score.of(king.seat) == GAME_IS - 1:
            opening = None if king.how is KingHow.TURNED else record.opening
            return replace(record, opening=opening, tricks=None)
    return record


def by_marks_alone(terms: Terms, entry: HandEntry) -> HandEntry:
    """The same hand as a club keeps it that notes no more than the marks."""
    made = marks(terms.code, entry.record)
    noted = tuple(NotedMark(mark.seat, mark.points, mark.kind) for mark in made)
    return HandEntry(entry.game, HandRecord(entry.record.dealer, marks=noted))


def game_by_score(terms: Terms, first_dealer: Seat, plays: Sequence[Entry]) -> list[Entry]:
    """The match with its first game given by the final score alone."""
    first = replay(terms, first_dealer, plays).games[0]
    rest = [play for play in plays if isinstance(play, HandEntry) and play.game > 1]
    return [GameEntry(1, first.score), *rest]


def forgotten_king(
    terms: Terms, first_dealer: Seat, plays: Sequence[HandEntry]
) -> tuple[int, HandEntry] | None:
    """A hand to which a king can be added afterwards without ending any game sooner: its index."""
    for index, entry in enumerate(plays):
        if entry.record.kings or entry.record.tricks is None:
            continue
        winner = max(Seat, key=entry.record.tricks.of)
        record = replace(entry.record, kings=(King(winner, KingHow.HELD),))
        mended = HandEntry(entry.game, record)
        if _plays_out(terms, first_dealer, [*plays[:index], mended, *plays[index + 1 :]]):
            return index, mended
    return None


def _plays_out(terms: Terms, first_dealer: Seat, plays: Sequence[HandEntry]) -> bool:
    try:
        state = replay(terms, first_dealer, plays)
    except RefusalError:
        return False
    return state.over and not any(line.surplus for line in state.lines)
