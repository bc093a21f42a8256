"""What is done at a table online, each act as one line, in the words of the notation.

    cut:KS,7H    deal:A/3-2    B propose    A accept    B-TD,7D    A-0    B king    B KD

A player's act begins with their seat. Beside these the site notes what comes from outside the play:
`A time`, `annul`, `from …` and `end …`.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, cast

from games.engine.cards import NAMES, Card, card
from games.engine.hand.legality import actor
from games.engine.hand.state import ORDERS, Action, Cut, Deal, Discard, Order, Orders, Say, State
from games.engine.notation.tokens import cards_text, order_text, seat_text
from games.engine.seats import Seat
from games.engine.terms import NOTHING, Score


@dataclass(frozen=True, slots=True)
class Dealt:
    """The next pack is dealt, so many cards at a time."""

    dealer: Seat
    order: Order


@dataclass(frozen=True, slots=True)
class Done:
    """By a player."""

    seat: Seat
    action: Card | Discard | Say


@dataclass(frozen=True, slots=True)
class TimeOver:
    """A player's time is over, so they abandon the hand; in whatever phase it is."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Annulled:
    """The director annuls the hand in play: nothing of it counts, and its dealer deals again."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How a match stands between two hands.

    `games`: won in this rubber, or in the match if it is of games. `dealer` None: to be cut for.
    """

    game: int = 1
    rubbers: Score = NOTHING
    games: Score = NOTHING
    score: Score = NOTHING
    dealer: Seat | None = None
    orders: Orders = (None, None)


class Ending(StrEnum):
    """Why a match ends that was not played out."""

    CLAIMED_BY_A = "claimed:A"
    """B ran out of time twice running."""
    CLAIMED_BY_B = "claimed:B"
    ANNULLED = "annulled"
    STOPPED = "stopped"
    """Adjourned, or abandoned by both."""


Act = Cut | Dealt | Done | TimeOver | Annulled | Standing | Ending
"""A `Standing` is where play goes on from: after hands at a physical table, or a correction."""


class ActError(ValueError):
    """No act is written like this."""


_CARD: Final = "[789TAJQK][CDHS]"
_PAIR: Final = r"(\d{1,2})-(\d{1,2})"
_ORDER: Final = "(3-2|2-3|-)"
_CUT: Final = re.compile(f"cut:({_CARD}),({_CARD})")
_DEAL: Final = re.compile("deal:([AB])/(3-2|2-3)")
_DONE: Final = re.compile(f"([AB]) ({'|'.join(Say)}|{_CARD})")
_TIME: Final = re.compile("([AB]) time")
_DISCARD: Final = re.compile(f"([AB])-(0|{_CARD}(?:,{_CARD}){{0,4}})")
_FROM: Final = re.compile(
    rf"from game:(\d{{1,2}}) rubbers:{_PAIR} games:{_PAIR} score:([0-4])-([0-4])"
    rf" dealer:([AB?]) orders:{_ORDER},{_ORDER}",
    re.ASCII,
)
_ORDERS: Final = {order_text(order): order for order in ORDERS}
_SAYS: Final = {say.value: say for say in Say}


def text_of(state: State, action: Action) -> str:
    """Of an action that is legal in `state`, the state before it."""
    if isinstance(action, Cut):
        return text(action)
    if isinstance(action, Deal):
        dealer = state.elder if state.turn_up is not None else state.dealer
        return text(Dealt(cast(Seat, dealer), action.order))
    seat = actor(state, action)
    return text(Done(cast(Seat, seat), action))


def text(act: Act) -> str:
    if isinstance(act, Done):
        return _done_text(act)
    if isinstance(act, TimeOver):
        return f"{seat_text(act.seat)} time"
    if isinstance(act, Cut):
        return f"cut:{NAMES[act.a]},{NAMES[act.b]}"
    if isinstance(act, Dealt):
        return f"deal:{seat_text(act.dealer)}/{order_text(act.order)}"
    if isinstance(act, Standing):
        return _standing_text(act)
    return f"end {act.value}" if isinstance(act, Ending) else "annul"


def seen_text(act: Act) -> str:
    """As everybody at the table saw it, without the cards discarded: "A-2?".

    The chain of acts is made of these, as its heads are shown while the match goes on: whoever
    knew one head and the next could find the cards by trying.
    """
    if isinstance(act, Done) and isinstance(act.action, tuple):
        return f"{seat_text(act.seat)}-{cards_text((None,) * len(act.action))}"
    return text(act)


def _done_text(act: Done) -> str:
    seat = seat_text(act.seat)
    if isinstance(act.action, Say):
        return f"{seat} {act.action.value}"
    if isinstance(act.action, tuple):
        return f"{seat}-{cards_text(act.action)}"
    return f"{seat} {NAMES[act.action]}"


def pair_text(pair: Score) -> str:
    return f"{pair.a}-{pair.b}"


def _standing_text(at: Standing) -> str:
    orders = ",".join(order_text(order) if order else "-" for order in at.orders)
    return (
        f"from game:{at.game} rubbers:{pair_text(at.rubbers)} games:{pair_text(at.games)}"
        f" score:{pair_text(at.score)} dealer:{seat_text(at.dealer)} orders:{orders}"
    )


def read(line: str) -> Act:
    """Raises: ActError for what `text` never writes, a discard in another order included."""
    act = _read(line)
    if act is None or text(act) != line:
        raise ActError(line)
    return act


def _read(line: str) -> Act | None:
    if made := _DONE.fullmatch(line):
        word = made[2]
        return Done(_seat(made[1]), _SAYS[word] if word in _SAYS else card(word))
    if made := _TIME.fullmatch(line):
        return TimeOver(_seat(made[1]))
    if made := _DISCARD.fullmatch(line):
        names = () if made[2] == "0" else made[2].split(",")
        return Done(_seat(made[1]), tuple(sorted({card(name) for name in names})))
    if made := _CUT.fullmatch(line):
        return Cut(card(made[1]), card(made[2]))
    if made := _DEAL.fullmatch(line):
        return Dealt(_seat(made[1]), _ORDERS[made[2]])
    if made := _FROM.fullmatch(line):
        return _standing(made)
    if line == "annul":
        return Annulled()
    return next((ending for ending in Ending if line == f"end {ending.value}"), None)


def _seat(letter: str) -> Seat:
    return Seat.A if letter == "A" else Seat.B


def _standing(made: re.Match[str]) -> Standing:
    game, rubbers_a, rubbers_b, games_a, games_b, score_a, score_b = map(int, made.groups()[:7])
    return Standing(
        game,
        Score(rubbers_a, rubbers_b),
        Score(games_a, games_b),
        Score(score_a, score_b),
        None if made[8] == "?" else _seat(made[8]),
        (_ORDERS.get(made[9]), _ORDERS.get(made[10])),
    )
