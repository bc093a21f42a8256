"""What is seen of a hand: by a player, by a backer who may see one hand, and by the public.

Nobody sees the other hand, the order of the stock, or a discard, his own no more than the
other's (law 28).
"""

from collections.abc import Iterator
from dataclasses import dataclass

from games.engine.cards import Card
from games.engine.codes import Code
from games.engine.facts import Mark
from games.engine.records import MarkKind, Opening, Tricks
from games.engine.seats import Seat
from games.engine.terms import Score

from .actions import Action, Say
from .played import Played, played
from .record import abandoned_by
from .refusing import actor
from .state import Phase, State

Words = tuple[tuple[Seat | None, Say | int], ...]
"""Who said what, in order; a number is of cards asked for or taken (law 27)."""

_ELDERS = (Say.PROPOSE, Say.STAND)


@dataclass(frozen=True, slots=True)
class Backer:
    """Sees the hand of the player he backs, and plays nothing."""

    seat: Seat


Viewer = Seat | Backer | None
"""A player, a backer, or the public."""


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """`hand`: the one that the viewer may see. `legal`: what the viewer may do himself.

    `trump` is a suit. `stock`, `cards`: how many are left, and how many A and B hold.
    `lead`: what has to be played to. `said`, `played`, `marks`: of this hand.
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
    said: Words
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
        dealer=state.dealer,
        to_act=state.to_act,
        turn_up=state.turn_up,
        trump=None if state.turn_up is None else state.trump,
        stock=state.left,
        cards=(len(state.hand(Seat.A)), len(state.hand(Seat.B))),
        hand=None if seat is None else state.hand(seat),
        opening=state.opening,
        said=tuple(_said(state)),
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


def _said(state: State) -> Iterator[tuple[Seat | None, Say | int]]:
    asking = True
    for action in state.hand_log:
        if isinstance(action, Say):
            yield _speaker(state, action), action
            asking = asking or action is Say.PROPOSE
        elif type(action) is tuple:
            yield state.elder if asking else state.dealer, len(action)
            asking = False


def _speaker(state: State, said: Say) -> Seat | None:
    if said is Say.KING:
        return next(mark.seat for mark in state.marks if mark.kind is MarkKind.KING_HELD)
    if said is Say.ABANDON:
        return abandoned_by(state)
    return state.elder if said in _ELDERS else state.dealer
