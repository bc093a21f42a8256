"""Laws 26 to 38: proposing, discarding and giving cards."""

from collections.abc import Mapping

from games.engine.codes import EB

from .dealing import CONDUCT, FRESH_DEAL, elder
from .ids import Choice, Consequence, Entitled, Fact, Irregularity
from .tree import Decision, Node, Way, ask, must


def _too_many_taken(law: int, entitled: Entitled) -> Node:
    """By the player whose adversary is `entitled`; not yet mixed, they can be put back."""

    def decide(drawn: Consequence) -> Decision:
        return Decision((law,), entitled, (FRESH_DEAL, Way(Choice.PLAY_ON, (drawn,))))

    return ask(
        Fact.MIXED,
        ask(Fact.TAKEN_UP, decide(Consequence.DRAWN_SEEN), decide(Consequence.DRAWN_UNSEEN)),
        must((law,), Consequence.PUT_BACK_UNSEEN, Consequence.HAND_GOES_ON),
    )


_COMPLETE = Way(Choice.COMPLETE, (Consequence.COMPLETED,))
_SHORT = Way(Choice.PLAY_SHORT, (Consequence.DEALER_SHORT,))
_THROWN = Way(Choice.LEAVE_CARD, (Consequence.THROWN_ASIDE,))
_TAKEN = Way(Choice.TAKE_CARD, (Consequence.ELDER_TAKES_IT,))
_NOT_ENOUGH = must((38,), Consequence.NOBODY_EXCHANGES)
_AGAIN = Consequence.DISCARD_NOT_REFUSED
_PLAY_ON = Way(Choice.PLAY_ON, (Consequence.HAND_GOES_ON,))

TREES: Mapping[Irregularity, Node] = {
    Irregularity.PROPOSAL_RETRACTED: must((26,), Consequence.PROPOSAL_STANDS, CONDUCT, also=(EB,)),
    Irregularity.ANSWER_RETRACTED: must((27,), Consequence.ANSWER_STANDS, CONDUCT, also=(EB,)),
    Irregularity.NUMBER_NOT_TOLD: must((27,), Consequence.NUMBER_TOLD, CONDUCT),
    Irregularity.DISCARD_LOOKED_AT: must((28,), Consequence.PUT_BACK_UNSEEN, CONDUCT, also=(EB,)),
    Irregularity.ELDER_TOOK_TOO_MANY: _too_many_taken(29, Entitled.DEALER),
    Irregularity.ELDER_ASKED_TOO_FEW: must((30,), Consequence.ELDER_SHORT),
    Irregularity.ELDER_GIVEN_TOO_MANY: elder(
        (31,), FRESH_DEAL, Way(Choice.PLAY_ON, (Consequence.ELDER_DISCARDS_UNSEEN,))
    ),
    Irregularity.ELDER_GIVEN_TOO_FEW: elder((32,), FRESH_DEAL, _COMPLETE),
    Irregularity.DEALER_TOOK_TOO_MANY: _too_many_taken(33, Entitled.NON_DEALER),
    Irregularity.DEALER_TOOK_TOO_FEW: ask(
        Fact.DEALER_PLAYED,
        must((34,), Consequence.DEALER_SHORT),
        Decision((34,), Entitled.DEALER, (_COMPLETE, _SHORT)),
    ),
    Irregularity.FACED_CARD_IN_STOCK: must(
        (35,), Consequence.SEEN_BY_BOTH, Consequence.THROWN_ASIDE
    ),
    Irregularity.EXPOSED_IN_GIVING: ask(
        Fact.WHOSE_CARD,
        elder((36,), _TAKEN, _THROWN, also=(EB,)),
        must((36,), Consequence.DEALER_TAKES_IT),
    ),
    Irregularity.TURNED_AFTER_GIVING: elder(
        (37,),
        Way(Choice.DISCARD_AND_TAKE, (_AGAIN, Consequence.ELDER_TAKES_IT)),
        Way(Choice.DISCARD_AGAIN, (_AGAIN,)),
        _PLAY_ON,
    ),
    Irregularity.STOCK_SHORT: ask(
        Fact.ACCEPTED_IF_ENOUGH,
        _NOT_ENOUGH,
        ask(
            Fact.ENOUGH_FOR_ELDER,
            must((38,), Consequence.ELDER_EXCHANGES_ALL, Consequence.DEALER_PLAYS_HIS_HAND),
            must(
                (38,),
                Consequence.ELDER_EXCHANGES_WHAT_IS_LEFT,
                Consequence.DEALER_PLAYS_HIS_HAND,
            ),
        ),
    ),
}

OF_EB: Mapping[Irregularity, Node] = {
    # "dealer exposing his own cards, no penalty"
    Irregularity.EXPOSED_IN_GIVING: ask(
        Fact.WHOSE_CARD,
        elder((36,), _TAKEN, _THROWN, also=(EB,)),
        must((36,), Consequence.NO_PENALTY, also=(EB,)),
    ),
    # no word on taking the card that was turned
    Irregularity.TURNED_AFTER_GIVING: elder(
        (37,), Way(Choice.DISCARD_AGAIN, (_AGAIN,)), _PLAY_ON, also=(EB,)
    ),
    # "non-dealer may take cards, and dealer must play his hand"
    Irregularity.STOCK_SHORT: ask(
        Fact.ACCEPTED_IF_ENOUGH,
        _NOT_ENOUGH,
        must(
            (38,),
            Consequence.ELDER_TAKES_CARDS,
            Consequence.DEALER_PLAYS_HIS_HAND,
            also=(EB,),
        ),
    ),
}
