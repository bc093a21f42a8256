"""Laws 44 to 51: new cards, the incorrect pack, omitted marks and overscores.

`games.engine.mending` holds laws 50 and 51 against the entries of a match; here they are asked.
"""

from collections.abc import Mapping

from .dealing import CONDUCT
from .ids import Choice, Consequence, Entitled, Fact, Irregularity
from .tree import Decision, Node, Way, ask, must

_DIRECTOR = Consequence.TAKES_THE_DIRECTOR

TREES: Mapping[Irregularity, Node] = {
    Irregularity.NEW_CARDS: ask(
        Fact.PACK_CUT,
        must((44,), Consequence.NEW_PACKS_AFTER_NEXT_DEAL, CONDUCT),
        Decision(
            (44,),
            Entitled.OFFENDER,
            (Way(Choice.CALL_CARDS, (Consequence.NEW_PACKS, CONDUCT)),),
        ),
    ),
    Irregularity.PACK_INCORRECT: must(
        (45,),
        Consequence.FRESH_DEAL,
        Consequence.EARLIER_DEALS_STAND,
        choice=Choice.FRESH_DEAL,
    ),
    Irregularity.MARK_OMITTED: ask(
        Fact.NEXT_TRUMP_TURNED,
        must((50,), Consequence.TOO_LATE_TO_MARK, _DIRECTOR),
        Decision((50,), Entitled.OFFENDER, (Way(Choice.ADD_MARK, (Consequence.MARK_ADDED,)),)),
    ),
    Irregularity.OVERSCORED: ask(
        Fact.GAME_OVER,
        must((51,), _DIRECTOR),
        ask(
            Fact.ADMITTED,
            must((51,), Consequence.TAKEN_DOWN, choice=Choice.TAKE_DOWN),
            must((51,), _DIRECTOR),
        ),
    ),
}
