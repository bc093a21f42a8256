"""The strong robot: bids and exchanges at first by the solved tables, mixing as they say.

Bids after an exchange, and the cards, are searched as `advice` has it.
"""

from games.engine.cards import KING, rank
from games.engine.exact.weighing import strength_of
from games.engine.hand.state import Action, Phase, Say
from games.engine.hand.views import View
from games.engine.records import TRICKS_IN_A_HAND

from .advice import advice, forced, mark_due
from .classes import class_of, in_order_of_keeping
from .seeing import Memory, Sight
from .tables import FULL, Tables


def action(view: View, memory: Memory, tables: Tables, chance: float) -> Action | None:
    """`chance`: from 0 up to 1, another one for each decision; it decides between bids that are
    mixed. None while there is nothing to do."""
    sight = Sight(view, memory)
    mark = mark_due(sight) or forced(view)
    if mark is not None:
        return mark
    if view.to_act is sight.seat and is_opening(sight):
        if view.phase in (Phase.PROPOSAL, Phase.ANSWER):
            return _bid(sight, tables, chance)
        if view.phase in (Phase.DISCARD_ELDER, Phase.DISCARD_DEALER):
            return _discard(sight, tables, chance)
    advised = advice(view, memory, tables)
    return advised and advised.best.action


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


def _bid(sight: Sight, tables: Tables, chance: float) -> Action:
    plays, other = (Say.STAND, Say.PROPOSE) if sight.is_elder else (Say.REFUSE, Say.ACCEPT)
    return plays if chance < frequency(sight, tables) or other not in sight.view.legal else other


def _discard(sight: Sight, tables: Tables, chance: float) -> Action:
    """All but trumps and kings, or all but one more."""
    kept = strength_of(sight.hand, sight.trump).held
    bidding = tables.bidding.get(_at(sight))
    if bidding is not None:
        place = class_of(sight.hand, sight.turn_up, leads=sight.is_elder)
        taken = sight.drawn[1] or 1
        keeps = bidding.elder_keeps if sight.is_elder else bidding.dealer_keeps[taken - 1]
        kept += chance < keeps[place] / FULL
    least = 1 if sight.is_elder else 0
    kept = min(kept, TRICKS_IN_A_HAND - least)
    return tuple(sorted(in_order_of_keeping(sight.hand, sight.trump)[kept:]))
