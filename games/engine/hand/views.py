"""What is noted of a hand that is over, and what each viewer sees of a hand.

A viewer is a player, a backer who may see one hand, or the public. Nobody sees the other hand, the
order of the stock, or a discard: neither their own nor the other player's (law 28).
"""

from collections.abc import Iterator
from dataclasses import dataclass

from games.engine.cards import Card
from games.engine.codes import Code, Rule
from games.engine.facts import Mark
from games.engine.records import TRICKS_IN_A_HAND, HandRecord, MarkKind, Opening, Tricks
from games.engine.refusals import RefusalCode, RefusalError
from games.engine.seats import Seat
from games.engine.terms import Score

from .legality import actor
from .play import Played, played
from .state import BY_CUT, DEALER, Action, Phase, Say, State


def record(state: State) -> HandRecord:
    """Its marks are those made, before they were cut at five. A king that ended the game leaves
    no tricks, and no opening if nobody had answered.

    Raises: RefusalError for a hand that is not over.
    """
    if state.phase is not Phase.OVER:
        refusal = state.code.refusal(RefusalCode.HAND_NOT_OVER, Rule.FIVE_TRICKS, "tricks")
        raise RefusalError(refusal)
    by = abandoned_by(state)
    played_out = state.elder_tricks + state.dealer_tricks == TRICKS_IN_A_HAND
    tricks = state.tricks if played_out or by else None
    return HandRecord(state.dealer, state.opening, state.kings, tricks, by)


def abandoned_by(state: State) -> Seat | None:
    """The player whose turn it was."""
    if not any(action is Say.ABANDON for action in state.hand_log):
        return None
    return state.dealer if state.turn == DEALER else state.elder


Words = tuple[tuple[Seat | None, Say | int], ...]
"""Who said what, in order; a number is of cards asked for or taken (law 27)."""

_ELDERS = (Say.PROPOSE, Say.STAND)


@dataclass(frozen=True, slots=True)
class Backer:
    """Sees the hand of the player they back, and plays nothing."""

    seat: Seat


Viewer = Seat | Backer | None
"""A player, a backer, or the public."""


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """`hand`: the one that the viewer may see. `legal`: what the viewer may do. `dealer`: None as
    long as it is to be cut for or chosen.

    `trump` is a suit. `stock`, `cards`: how many are left, and how many A and B hold.
    `lead`: what has to be played to. `words`, `played`, `marks`: of this hand.
    """

    code: Code
    viewer: Viewer
    phase: Phase
    score: Score
    dealer: Seat | None
    to_act: Seat | None
    turn_up: Card | None
    trump: int | None
    stock: int
    cards: tuple[int, int]
    hand: tuple[Card, ...] | None
    opening: Opening | None
    words: Words
    played: Played
    lead: Card | None
    tricks: Tricks
    marks: tuple[Mark, ...]
    legal: tuple[Action, ...]


def view(state: State, viewer: Viewer) -> View:
    seat = viewer.seat if isinstance(viewer, Backer) else viewer
    own = viewer if isinstance(viewer, Seat) else None
    return View(
        code=state.code,
        viewer=viewer,
        phase=state.phase,
        score=state.score,
        dealer=None if state.phase is Phase.FIRST_DEALER else state.dealer,
        to_act=state.to_act,
        turn_up=state.turn_up,
        trump=None if state.turn_up is None else state.trump,
        stock=state.left,
        cards=(len(state.hand(Seat.A)), len(state.hand(Seat.B))),
        hand=None if seat is None else state.hand(seat),
        opening=state.opening,
        words=tuple(_words(state)),
        played=played(state),
        lead=state.lead,
        tricks=state.tricks,
        marks=state.marks,
        legal=_legal(state, own),
    )


def _legal(state: State, seat: Seat | None) -> tuple[Action, ...]:
    if seat is None:
        return ()
    return tuple(action for action in state.legal if actor(state, action) is seat)


def _words(state: State) -> Iterator[tuple[Seat | None, Say | int]]:
    asking = True
    for action in state.hand_log:
        if isinstance(action, Say) and action not in BY_CUT:
            yield _speaker(state, action), action
            asking = asking or action is Say.PROPOSE
        elif type(action) is tuple:
            yield state.elder if asking else state.dealer, len(action)
            asking = False


def _speaker(state: State, word: Say) -> Seat | None:
    if word is Say.KING:
        return next(mark.seat for mark in state.marks if mark.kind is MarkKind.KING_HELD)
    if word is Say.ABANDON:
        return abandoned_by(state)
    return state.elder if word in _ELDERS else state.dealer
