"""The notation of one hand: as somebody typed it into a match, as it is stored, and read back.

What is stored stands by itself: the hand, and before it what its marks follow from.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Final

from django.http import HttpResponse

from games.engine.codes import Rule
from games.engine.hand.state import Order, Orders, Say, with_order
from games.engine.marks import marks
from games.engine.notation import hand_loads
from games.engine.notation.contests import follow
from games.engine.notation.evaluation import HandResult
from games.engine.notation.files import contests, dumps
from games.engine.notation.headers import KNOWN, SECOND, Context, headers
from games.engine.notation.known_hands import hand_known
from games.engine.notation.tokens import score_text, seat_text
from games.engine.notation.values import (
    Comment,
    Contest,
    Fault,
    Game,
    Hand,
    Header,
    MarksMade,
    NotationError,
    Place,
    Plays,
    Ruled,
    Says,
    ScoreAfter,
    ScoreBefore,
    Step,
    TricksMade,
    TrickTo,
)
from games.engine.records import HandRecord, KingHow, NotedMark, Opening, Tricks
from games.engine.refusals import RefusalCode
from games.engine.seats import Seat
from games.engine.states import Line, MatchState
from games.engine.terms import GameEntry, HandEntry, RubberEntry

from .reading import Reading

FIRST = Place(1, 1)
MOST = 4000
"""Characters of a text that somebody types: no hand needs as many."""


@lru_cache(maxsize=256)
def stored_result(text: str) -> HandResult:
    """Of what was stored. Raises: NotationError for anything else."""
    return hand_loads(text)


@lru_cache(maxsize=256)
def known_result(text: str) -> HandResult:
    """Of what was stored, with the cards that follow from the others."""
    return hand_known(text)


def placed(text: str, state: MatchState) -> HandEntry:
    """The hand that a text tells, as the next of a match. A header may be left out.

    Raises: NotationError; Fault.HEADER_VALUE for a header that is not as the match stands.
    """
    typed = _typed_hand(text)
    before = replace(_context(state), second_proposal=typed.header(SECOND) == "yes")
    _check_headers(typed, before)
    game = Game(state.game, (), (typed.games[0].hands[0],))
    told = next(follow(Contest(headers(before), (game,))))
    hand = told.hand
    if told.dealer is None:
        raise _refused(state, RefusalCode.DEALER_UNKNOWN, Rule.DEAL_PASSES, hand)
    if told.record is None:
        raise _refused(state, RefusalCode.HAND_NOT_OVER, Rule.FIVE_TRICKS, hand)
    kept = tuple(one for one in typed.head if isinstance(one, Comment) or one.key not in KNOWN)
    whole = replace(game, hands=(replace(hand, dealer=told.dealer),))
    stored = dumps(Contest((*headers(before), *kept), (whole,)))
    # From what is stored, and so from what will ever be read.
    return HandEntry(state.game, stored_result(stored).record or told.record, stored)


def _typed_hand(text: str) -> Contest:
    """Read, and not yet judged: the text may begin with its deal."""
    found = tuple(contests(text.splitlines(), headless=True))
    hands = [hand for one in found for game in one.games for hand in game.hands]
    if len(hands) != 1 or len(found) != 1:
        place = hands[1].place if len(hands) > 1 else FIRST
        raise NotationError(Fault.ONE_HAND_EXPECTED, place)
    return replace(found[0], games=(Game(1, (), (hands[0],)),))


def _context(state: MatchState) -> Context:
    """What the match knows before its next hand."""
    dealer = state.dealer
    return Context(state.terms.code, state.score, dealer, orders_of(state))


def orders_of(state: MatchState) -> Orders:
    """How each has dealt in this game, where a hand of it tells."""
    chosen: dict[Seat, Order] = {}
    for line in state.lines:
        entry = line.entry
        if isinstance(entry, HandEntry) and entry.game == state.game and entry.notation:
            told = stored_result(entry.notation)
            if told.dealer and told.hand.order:
                chosen[told.dealer] = told.hand.order
    return chosen.get(Seat.A), chosen.get(Seat.B)


def _check_headers(typed: Contest, before: Context) -> None:
    """What a header says of the match is what the match knows, or is left out."""
    known: Mapping[str, str] = {
        "Code": before.code.id,
        "Score": score_text(before.score),
        **({"Dealer": seat_text(before.dealer)} if before.dealer else {}),
    }
    for key, value in known.items():
        if typed.header(key) not in (None, value):
            expected = (f'[{key} "{value}"]',)
            params = {"key": key, "found": typed.header(key) or ""}
            raise NotationError(
                Fault.HEADER_VALUE, typed.place_of(key), expected=expected, params=params
            )


def _refused(state: MatchState, which: RefusalCode, rule: Rule, hand: Hand) -> NotationError:
    return NotationError(which, hand.place, law=state.terms.code.source(rule))


TEXT: Final = "text/plain; charset=utf-8"
TALK: Final = {
    Opening.STOOD: (Say.STAND,),
    Opening.REFUSED: (Say.PROPOSE, Say.REFUSE),
    Opening.EXCHANGED: (Say.PROPOSE, Say.ACCEPT),
}


def file_of(found: Reading) -> HttpResponse:
    name = f"match-{found.match.pk}.txt"
    headers = {
        "Content-Disposition": f'attachment; filename="{name}"',
        "Cache-Control": "private, no-cache",
    }
    return HttpResponse(match_notation(found), content_type=TEXT, headers=headers)


def match_notation(found: Reading) -> str:
    return dumps(contest_of(found))


def contest_of(found: Reading) -> Contest:
    """What stands, in the order of play, as a text from which the match can be entered again."""
    terms, first = found.state.terms, found.state.first_dealer
    before = Context(terms.code, dealer=first, terms=terms)
    head = (*headers(before), *_head(found))
    by_games = (Header("GamesWon", _games_won(one)) for one in found.state.by_games)
    return Contest((*head, *by_games), tuple(_games(found)))


def _games_won(one: RubberEntry) -> str:
    """Of one of several rubbers, behind the number of its first game."""
    score = f"{one.games_a}-{one.games_b}"
    return f"{one.game}: {score}" if one.game else score


def _head(found: Reading) -> Iterator[Header]:
    match = found.match
    if match.event is not None:
        yield Header("Event", match.event.name)
    yield Header("Place", ", ".join(part for part in (match.club.name, match.club.place) if part))
    yield Header("Date", f"{match.started_at:%Y-%m-%d}")
    if match.table:
        yield Header("Table", match.table)
    yield Header("A", found.names[Seat.A])
    yield Header("B", found.names[Seat.B])


def _games(found: Reading) -> Iterator[Game]:
    code = found.state.terms.code
    for game in found.state.games:
        lines = [
            line for line in found.state.lines if getattr(line.entry, "game", 0) == game.number
        ]
        if isinstance(lines[0].entry, GameEntry):
            yield Game(game.number, score=lines[0].entry.score)
            continue
        before = Context(code)
        hands: list[Hand] = []
        for line in lines:
            if line.surplus or not isinstance(line.entry, HandEntry):
                continue
            before = replace(before, dealer=line.dealer)
            hands.append(_hand(line, line.entry, before))
            orders = with_order(before.orders, hands[-1].dealer, hands[-1].order)
            before = replace(before, score=line.score_after, orders=orders)
        yield Game(game.number, (), tuple(hands))


def _hand(line: Line, entry: HandEntry, before: Context) -> Hand:
    """By its marks as they were made: what was cut at five is cut again when it is read."""
    whole = marks(before.code, replace(entry.record, dealer=line.dealer))[: len(line.marks)]
    made = tuple(NotedMark(mark.seat, mark.points, mark.kind) for mark in whole)
    by_marks = Hand(line.dealer, None, (MarksMade(made), ScoreAfter(line.score_after)))
    return next((hand for hand in _ways(line, entry) if _fits(hand, line, before)), by_marks)


def _ways(line: Line, entry: HandEntry) -> Iterator[Hand]:
    end = ScoreAfter(line.score_after)
    if entry.notation is not None:
        told = stored_result(entry.notation).hand
        # The score may have moved since, by a correction of an earlier hand.
        steps = [one for one in told.steps if not isinstance(one, ScoreBefore | ScoreAfter)]
        yield Hand(line.dealer, told.order, (*steps, end))
    record = replace(entry.record, dealer=line.dealer)
    yield Hand(line.dealer, None, (*_facts(record), end))


def _facts(record: HandRecord) -> Iterator[Step]:
    hows = {king.how for king in record.kings}
    if KingHow.TURNED in hows:
        yield Says(Say.MARK)
    for say in TALK[record.opening] if record.opening else ():
        yield Says(say)
    for king in record.kings:
        if king.how is KingHow.HELD:
            yield Says(Say.KING, king.seat)
    yield from _tricks(record)
    if KingHow.TURNED_LATE in hows:
        yield Says(Say.MARK)
    if record.marks is not None:
        yield MarksMade(record.marks)
    for ruling in record.rulings:
        yield Ruled(ruling)


def _tricks(record: HandRecord) -> Iterator[Step]:
    """A mark that was made late stands behind all of them."""
    if record.abandoned_by is not None:
        yield from _abandoned(record, record.abandoned_by)
    elif record.tricks is None:
        return
    elif any(king.how is KingHow.TURNED_LATE for king in record.kings):
        yield from _played(Seat.A, record.tricks)
    else:
        yield TricksMade(record.tricks)


def _abandoned(record: HandRecord, by: Seat) -> Iterator[Step]:
    """In unknown cards: the tricks made, theirs last, and as many as make it their turn."""
    tricks = record.tricks or Tricks(0, 0)
    yield from _played(by, tricks)
    last = by if tricks.of(by) else by.other if tricks.of(by.other) else None
    leads = last or (record.dealer and record.dealer.other)
    if leads is not by:
        yield Plays(None)
    yield Says(Say.ABANDON, by)


def _played(last: Seat, tricks: Tricks) -> Iterator[Step]:
    """Tricks in cards that nobody knows; those of `last` stand last."""
    for seat in [last.other] * tricks.of(last.other) + [last] * tricks.of(last):
        yield from (Plays(None), Plays(None), TrickTo(seat))


def _fits(hand: Hand, line: Line, before: Context) -> bool:
    """Whether it can be read, and comes to the same marks."""
    try:
        result = next(follow(Contest(headers(before), (Game(1, (), (hand,)),))))
    except NotationError:
        return False
    return (result.marks, result.after, result.void) == (line.marks, line.score_after, line.void)
