"""Laws 1 to 21: shuffling, cutting, dealing, turning the trump, a wrong number of cards.

Laws 15 to 21 do not say what happens to a hand that is found wrong after its owner has proposed
or answered and before the play: nothing is left to claim, and a short hand is played as law 30 and
law 34 say where cards were exchanged. Laws 20 and 21 reach whoever plays without taking cards, so
also a player whose proposal was refused, and the dealer who refused it.
"""

from collections.abc import Mapping

from games.engine.codes import EB, ENQUIRE, ExposedInCutting, WrongDeal

from .ids import Choice, Consequence, Entitled, Fact, Irregularity
from .tree import Decision, Node, Way, ask, must

FRESH_DEAL = Way(Choice.FRESH_DEAL, (Consequence.FRESH_DEAL,))
"""By the same dealer."""
KEEP_DEAL = Way(Choice.KEEP_DEAL, (Consequence.DEAL_STANDS,))


def elder(laws: tuple[int, ...], *ways: Way, also: tuple[str, ...] = ()) -> Decision:
    """The non-dealer chooses."""
    return Decision(laws, Entitled.NON_DEALER, ways, also)


def fresh_deal(*laws: int) -> Decision:
    return must(laws, Consequence.FRESH_DEAL, choice=Choice.FRESH_DEAL)


def stands(*laws: int) -> Decision:
    return must(laws, Consequence.DEAL_STANDS)


RECTIFY = Way(Choice.RECTIFY, (Consequence.RECTIFIED,))
CONDUCT = Consequence.NO_SCORE_CHANGES

DEALING: Mapping[Irregularity, Node] = {
    Irregularity.SHUFFLE_DENIED: must(
        (1,), Consequence.SHUFFLED_AS_IT_SHOULD, CONDUCT, also=(ENQUIRE,)
    ),
    Irregularity.SHUFFLE_IMPROPER: must(
        (2,), Consequence.SHUFFLED_AS_IT_SHOULD, CONDUCT, also=(ENQUIRE,)
    ),
    Irregularity.CUT_TOO_THIN: must((3,), Consequence.CUT_AGAIN, CONDUCT, also=(EB, ENQUIRE)),
    Irregularity.EXPOSED_IN_CUT_FOR_DEAL: must((4,), Consequence.CUT_AGAIN, CONDUCT),
    Irregularity.SEATS_CHANGED: must((5,), Consequence.SEATS_KEPT, CONDUCT),
    Irregularity.CUT_WITH_INCORRECT_PACK: must(
        (6,), Consequence.CUT_HOLDS, CONDUCT, also=(ENQUIRE,)
    ),
    Irregularity.EXPOSED_IN_CUT_TO_DEALER: must((7,), Consequence.CUT_AGAIN, CONDUCT, also=(EB,)),
    Irregularity.WRONG_ORDER: ask(
        Fact.TRUMP_TURNED,
        stands(9),
        ask(Fact.ELDER_LOOKED, stands(9), elder((8, 9), RECTIFY, FRESH_DEAL)),
    ),
    Irregularity.TURNED_SEVERAL: ask(
        Fact.ELDER_LOOKED,
        fresh_deal(11),
        elder((11,), Way(Choice.CHOOSE_TRUMP, (Consequence.TRUMP_CHOSEN,)), FRESH_DEAL),
    ),
    Irregularity.FACED_CARD_IN_DEAL: fresh_deal(12),
    Irregularity.EXPOSED_IN_DEAL: ask(
        Fact.WHOSE_CARD,
        ask(Fact.ELDER_LOOKED, stands(13), elder((13,), FRESH_DEAL, KEEP_DEAL)),
        stands(13),
    ),
    Irregularity.DEALT_OUT_OF_TURN: ask(
        Fact.TRUMP_TURNED,
        stands(14),
        must((14,), Consequence.RIGHT_DEALER_DEALS, choice=Choice.FRESH_DEAL),
    ),
    Irregularity.DEALT_OTHER_PACK: ask(
        Fact.TRUMP_TURNED,
        must((14,), Consequence.DEAL_STANDS, Consequence.PACKS_STAY_CHANGED),
        must((14,), Consequence.DEALT_AGAIN_OWN_PACK, choice=Choice.FRESH_DEAL),
    ),
}


NO_KING_TURNED = Consequence.KING_TURNED_NOT_MARKED


def _play_on(*consequences: Consequence, choice: Choice = Choice.PLAY_ON) -> Way:
    """Law 19: no fresh deal is claimed, and the king turned is not marked."""
    return Way(choice, (*consequences, NO_KING_TURNED), (19,))


_BEFORE_TRUMP = ask(
    Fact.ELDER_LOOKED,
    must((9,), Consequence.NUMBER_JUDGED_LATER),
    elder((9,), _play_on(Consequence.RECTIFIED, choice=Choice.RECTIFY), FRESH_DEAL),
)

_ELDERS_HAND = ask(
    Fact.ELDER_DONE,
    ask(
        Fact.MORE_OR_FEWER,
        elder((15,), FRESH_DEAL, _play_on(Consequence.ELDER_DISCARDS_UNSEEN)),
        elder((16,), FRESH_DEAL, _play_on(Consequence.COMPLETED, choice=Choice.COMPLETE)),
    ),
    ask(
        Fact.MORE_OR_FEWER,
        must((15,), Consequence.HAND_GOES_ON),
        must((16, 30), Consequence.HAND_GOES_ON, Consequence.ELDER_SHORT),
    ),
    fresh_deal(20),
)

_DEALERS_HAND = ask(
    Fact.DEALER_DONE,
    ask(
        Fact.MORE_OR_FEWER,
        ask(
            Fact.DEALER_TOOK_UP,
            elder((17,), FRESH_DEAL, _play_on(Consequence.DRAWN_SEEN)),
            elder((17,), FRESH_DEAL, _play_on(Consequence.DRAWN_UNSEEN)),
        ),
        elder((18,), FRESH_DEAL, _play_on(Consequence.COMPLETED, choice=Choice.COMPLETE)),
    ),
    ask(
        Fact.MORE_OR_FEWER,
        must((17,), Consequence.HAND_GOES_ON),
        must((18, 34), Consequence.HAND_GOES_ON, Consequence.DEALER_SHORT),
    ),
    ask(
        Fact.MORE_OR_FEWER,
        elder((21,), FRESH_DEAL, _play_on(Consequence.HAND_GOES_ON)),
        elder(
            (21,),
            FRESH_DEAL,
            _play_on(Consequence.HAND_GOES_ON, Consequence.DEALER_SHORT),
        ),
    ),
)

WRONG_NUMBERS: Mapping[Irregularity, Node] = {
    Irregularity.WRONG_NUMBER: ask(
        Fact.TRUMP_TURNED,
        ask(Fact.WHOSE_HAND, _ELDERS_HAND, _DEALERS_HAND),
        _BEFORE_TRUMP,
    ),
}

_NEW_DEALS: Mapping[Irregularity, tuple[int, Consequence]] = {
    Irregularity.WRONG_ORDER: (9, Consequence.FRESH_DEAL),
    Irregularity.TURNED_SEVERAL: (11, Consequence.FRESH_DEAL),
    Irregularity.FACED_CARD_IN_DEAL: (12, Consequence.FRESH_DEAL),
    Irregularity.EXPOSED_IN_DEAL: (13, Consequence.FRESH_DEAL),
    Irregularity.DEALT_OUT_OF_TURN: (14, Consequence.RIGHT_DEALER_DEALS),
    Irregularity.DEALT_OTHER_PACK: (14, Consequence.DEALT_AGAIN_OWN_PACK),
    Irregularity.WRONG_NUMBER: (15, Consequence.FRESH_DEAL),
    Irregularity.FACED_CARD_IN_STOCK: (35, Consequence.FRESH_DEAL),
    Irregularity.LED_OUT_OF_TURN: (40, Consequence.FRESH_DEAL),
}
WRONG_DEAL: Mapping[Irregularity, Mapping[object, Node]] = {
    irregularity: {
        WrongDeal.NEW_DEAL: must((law,), consequence, choice=Choice.FRESH_DEAL, option="wrong_deal")
    }
    for irregularity, (law, consequence) in _NEW_DEALS.items()
}
EXPOSED_IN_CUTTING: Mapping[object, Node] = {
    ExposedInCutting.NEW_DEAL: ask(
        Fact.SEVERAL_EXPOSED,
        must((7,), Consequence.FRESH_DEAL, choice=Choice.FRESH_DEAL, option="exposed_in_cutting"),
        must((7,), Consequence.CUT_AGAIN, CONDUCT, also=(EB,)),
    )
}
