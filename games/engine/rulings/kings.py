"""Laws 22 to 25: the king turned, the king held, and the king announced that is not held."""

from collections.abc import Mapping

from games.engine.codes import EB
from games.engine.options import FalseKing, KingUntil

from .ids import Choice, Consequence, Entitled, Fact, Irregularity
from .tree import Decision, Node, Way, ask, must

_MARK_KING = Way(Choice.MARK_KING, (Consequence.KING_MAY_BE_MARKED,))


def _turned_in_time(*also: str) -> Decision:
    return Decision((22,), Entitled.DEALER, (_MARK_KING,), also)


def _turned_too_late(*also: str) -> Decision:
    return must((22,), Consequence.KING_TURNED_NOT_MARKED, also=also)


TREES: Mapping[Irregularity, Node] = {
    Irregularity.KING_TURNED_UNMARKED: ask(
        Fact.NEXT_TRUMP_TURNED, _turned_too_late(), _turned_in_time()
    ),
}

OF_EB: Mapping[Irregularity, Node] = {
    # "at any time before the next deal"
    Irregularity.KING_TURNED_UNMARKED: ask(
        Fact.NEXT_DEAL_BEGUN, _turned_too_late(EB), _turned_in_time(EB)
    ),
}


def _in_time(*laws: int) -> Decision:
    return Decision(laws, Entitled.OFFENDER, (_MARK_KING,), option="king_held_until")


def _lost(*laws: int) -> Decision:
    return must(laws, Consequence.KING_HELD_NOT_MARKED, option="king_held_until")


KING_UNTIL: Mapping[object, Node] = {
    KingUntil.FIRST_CARD_OR_KING_ANSWERED: ask(
        Fact.FIRST_CARD_PLAYED,
        ask(
            Fact.FIRST_CARD_WAS_KING,
            ask(Fact.KING_PASSED, _lost(24), _in_time(24)),
            _lost(23),
        ),
        _in_time(23),
    ),
    KingUntil.FIRST_CARD_KING_INCLUDED: ask(
        Fact.FIRST_CARD_PLAYED,
        ask(
            Fact.FIRST_CARD_WAS_KING,
            ask(Fact.ANNOUNCED_WITH_IT, _in_time(24), _lost(24)),
            _lost(23),
        ),
        _in_time(23),
    ),
    KingUntil.OPENING_LEAD: ask(Fact.OPENING_LED, _lost(23), _in_time(23)),
    KingUntil.FIRST_CARD: ask(Fact.FIRST_CARD_PLAYED, _lost(23), _in_time(23)),
}

_CORRECTED = (Consequence.SCORE_CORRECTED, Consequence.KING_HELD_NOT_MARKED)
_NO_PENALTY = must((25,), *_CORRECTED, Consequence.NO_PENALTY, option="false_king")
_PENALTY = Decision(
    (25,),
    Entitled.ADVERSARY,
    (
        Way(
            Choice.PLAY_AGAIN,
            (*_CORRECTED, Consequence.HANDS_PLAYED_AGAIN, Consequence.ONE_LESS),
        ),
        Way(Choice.LET_STAND, (*_CORRECTED, Consequence.PLAY_STANDS, Consequence.ONE_LESS)),
    ),
    option="false_king",
)

FALSE_KING: Mapping[object, Node] = {
    FalseKing.ONE_LESS_UNLESS_ADVERSARY_HOLDS: ask(
        Fact.ERROR_DECLARED,
        _NO_PENALTY,
        ask(Fact.ADVERSARY_HELD_KING, _NO_PENALTY, _PENALTY),
    ),
    FalseKing.ONE_LESS: ask(Fact.ERROR_DECLARED, _NO_PENALTY, _PENALTY),
    FalseKing.NOT_ALLOWED: _NO_PENALTY,
}
