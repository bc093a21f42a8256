"""The strong robot: bids as `advice` has it, hand by hand; bids that are worth about the same, and
what to exchange at first, are mixed as the solved tables say.
"""

from typing import Final, NamedTuple

from games.engine.cards import KING, rank
from games.engine.exact.weighing import strength_of
from games.engine.hand.state import Action, Phase, Say
from games.engine.hand.views import View
from games.engine.records import TRICKS_IN_A_HAND

from .advice import Advice, advice, forced, mark_due
from .classes import class_of, in_order_of_keeping
from .seeing import Memory, Sight
from .tables import FULL, Tables

CLOSE: Final = 0.005
"""In chances of the game: bids closer than this are mixed."""


def action(view: View, memory: Memory, tables: Tables, chance: float) -> Action | None:
    """`chance`: from 0 up to 1, another one for each decision; it decides between bids that are
    mixed. None while there is nothing to do."""
    return _action(view, memory, tables, chance, CLOSE)


def by_classes(view: View, memory: Memory, tables: Tables, chance: float) -> Action | None:
    """The same with first bids by the tables alone."""
    return _action(view, memory, tables, chance, ALWAYS)


ALWAYS: Final = 1.0


def _action(
    view: View, memory: Memory, tables: Tables, chance: float, close: float
) -> Action | None:
    sight = Sight(view, memory)
    mark = mark_due(sight) or forced(view)
    if mark is not None:
        return mark
    opens = view.to_act is sight.seat and is_opening(sight)
    if opens and view.phase in (Phase.DISCARD_ELDER, Phase.DISCARD_DEALER):
        return _discard(sight, tables, chance)
    advised = advice(view, memory, tables)
    if advised is None:
        return None
    if opens and view.phase in (Phase.PROPOSAL, Phase.ANSWER):
        plays, other = (Say.STAND, Say.PROPOSE) if sight.is_elder else (Say.REFUSE, Say.ACCEPT)
        return plays if chance < often(advised, sight, tables, close) else other
    return advised.best.action


def often(advised: Advice, sight: Sight, tables: Tables, close: float = CLOSE) -> float:
    """How often a hand is played as it is, by the first bid."""
    if is_close(advised, close):
        return frequency(sight, tables)
    return float(advised.best.action in (Say.STAND, Say.REFUSE))


class FirstBid(NamedTuple):
    """How often a hand is played as it is, and how often a card beside trumps and kings is kept, by
    how many cards the elder hand took: one … five. The elder hand keeps it before, so all alike."""

    plays: float
    keeps: tuple[float, ...]


def first_bid(view: View, memory: Memory, tables: Tables) -> FirstBid:
    """Of the robot who is to bid first."""
    sight = Sight(view, memory)
    advised = advice(view, memory, tables)
    assert advised is not None  # noqa: S101 - it is to bid
    keeps = (keeps_more(sight, tables, taken) for taken in range(1, TRICKS_IN_A_HAND + 1))
    return FirstBid(often(advised, sight, tables), tuple(keeps))


def is_close(advised: Advice, close: float) -> bool:
    best, *others = advised.options
    return any(best.chance - option.chance <= close for option in others)


def is_opening(sight: Sight) -> bool:
    """Whether it is about the first exchange of the hand; later ones are searched."""
    proposals = sum(word is Say.PROPOSE for _seat, word in sight.view.words)
    taken = sight.drawn[0] is not None
    return not taken and proposals <= 1


def frequency(sight: Sight, tables: Tables) -> float:
    """How often such a hand stands, or refuses, at this score; of the first bids."""
    place = class_of(sight.hand, sight.turn_up, leads=sight.is_elder)
    bidding = tables.bidding.get(_at(sight))
    if bidding is None:
        return 1.0
    return (bidding.stand if sight.is_elder else bidding.refuse)[place] / FULL


def _at(sight: Sight) -> tuple[int, int, bool]:
    """The score before the king turned was marked."""
    turned = rank(sight.turn_up) == KING
    own, other, is_elder = sight.standing
    elder, dealer = (own, other) if is_elder else (other, own)
    return elder, dealer - turned, turned


def _discard(sight: Sight, tables: Tables, chance: float) -> Action:
    more = chance < keeps_more(sight, tables, sight.drawn[1] or 1)
    least = 1 if sight.is_elder else 0
    kept = min(strength_of(sight.hand, sight.trump).held + more, TRICKS_IN_A_HAND - least)
    return tuple(sorted(in_order_of_keeping(sight.hand, sight.trump)[kept:]))


def keeps_more(sight: Sight, tables: Tables, taken: int) -> float:
    """How often a card beside trumps and kings is kept at the first exchange. `taken`: by the other
    before, if they are the elder hand."""
    bidding = tables.bidding.get(_at(sight))
    if bidding is None:
        return 0.0
    keeps = bidding.elder_keeps if sight.is_elder else bidding.dealer_keeps[taken - 1]
    return keeps[class_of(sight.hand, sight.turn_up, leads=sight.is_elder)] / FULL
