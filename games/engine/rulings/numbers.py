"""Laws 15 to 21, with 9 before the trump is turned: a wrong number of cards was dealt.

Laws 15 to 21 have no word on a hand that is found wrong after its owner has proposed or
answered and before the play: nothing is left to claim, and a short hand is played as law 30
and law 34 say.
"""

from collections.abc import Mapping

from .dealing import FRESH_DEAL, RECTIFY, elder, fresh_deal
from .ids import Choice, Consequence, Fact, Irregularity
from .tree import Node, Way, ask, must

NO_KING_TURNED = Consequence.KING_TURNED_NOT_MARKED


def _play_on(*consequences: Consequence, choice: Choice = Choice.PLAY_ON, law: int = 19) -> Way:
    """Law 19: no fresh deal is claimed, and the king turned is not marked."""
    laws = (19,) if law == 19 else (19, law)
    return Way(choice, (*consequences, NO_KING_TURNED), laws)


_BEFORE_TRUMP = ask(
    Fact.ELDER_LOOKED,
    must((9,), Consequence.NUMBER_JUDGED_LATER),
    elder((9,), RECTIFY, FRESH_DEAL),
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
            _play_on(Consequence.HAND_GOES_ON, Consequence.DEALER_SHORT, law=34),
        ),
    ),
)

TREES: Mapping[Irregularity, Node] = {
    Irregularity.WRONG_NUMBER: ask(
        Fact.TRUMP_TURNED,
        ask(Fact.WHOSE_HAND, _ELDERS_HAND, _DEALERS_HAND),
        _BEFORE_TRUMP,
    ),
}
