"""What can be done in a hand: what the players say, throw and play, and what chance brings."""

from enum import StrEnum
from typing import Final, NamedTuple

from games.engine.cards import Card


class Say(StrEnum):
    PROPOSE = "propose"
    STAND = "stand"
    """Play without proposing, or without proposing again."""
    ACCEPT = "accept"
    ACCEPT_IF_ENOUGH = "accept_if_enough"
    """Law 38: on condition that there are cards enough in the stock."""
    REFUSE = "refuse"
    NOT_ENOUGH = "not_enough"
    """The condition of the acceptance fails, and the hand is played as it is."""
    KING = "king"
    """Announces, and marks, the king of trumps held."""
    MARK = "mark"
    """Marks the king turned."""
    ABANDON = "abandon"


Discard = tuple[Card, ...]
"""Cards put aside, in ascending order; as many are taken."""

Order = tuple[int, int]
THREE_TWO: Final[Order] = (3, 2)
TWO_THREE: Final[Order] = (2, 3)
ORDERS: Final = (THREE_TWO, TWO_THREE)


class Cut(NamedTuple):
    """The cards that A and B cut for deal."""

    a: Card
    b: Card


class Deal(NamedTuple):
    """The pack from the top, and how many cards at a time the dealer gives."""

    pack: tuple[Card, ...]
    order: Order = THREE_TWO


Action = Card | Discard | Say | Cut | Deal
