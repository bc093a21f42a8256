"""Laws 39 to 43: cards taken back, led out of turn or under another name; abandoning; revoking."""

from collections.abc import Mapping

from games.engine.codes import EB
from games.engine.options import Abandoned

from .ids import Choice, Consequence, Entitled, Fact, Irregularity
from .tree import Decision, Node, Way, ask, must

_TAKE_BACK = Way(Choice.TAKE_BACK, (Consequence.CARD_TAKEN_UP, Consequence.NO_PENALTY))
_REVOKED = Decision(
    (43,),
    Entitled.ADVERSARY,
    (
        Way(Choice.PLAY_AGAIN, (Consequence.HANDS_PLAYED_AGAIN, Consequence.ONE_LESS)),
        Way(Choice.LET_STAND, (Consequence.PLAY_STANDS, Consequence.ONE_LESS)),
    ),
)
_REVOKED_EB = Decision(
    (43,),
    Entitled.ADVERSARY,
    (
        Way(Choice.PLAY_AGAIN, (Consequence.SCORE_CORRECTED, Consequence.HANDS_PLAYED_AGAIN)),
        Way(Choice.LET_STAND, (Consequence.PLAY_STANDS,)),
    ),
    also=(EB,),
)


def _revoke(revoked: Decision) -> Node:
    """The card may still be mended until another is led."""
    saved = Decision((39, 43), Entitled.OFFENDER, (_TAKE_BACK,), also=(EB,))
    return ask(Fact.LED_SINCE, revoked, saved)


def _taken_back(revoked: Decision) -> Node:
    stands = must((39,), Consequence.CARD_STANDS, also=(EB,))
    return ask(Fact.TO_SAVE_A_REVOKE, _revoke(revoked), stands)


def _other_suit(having_none: Decision) -> Node:
    ways = (
        Way(Choice.PLAY_TO_IT, (Consequence.CARD_STANDS,)),
        Way(Choice.REQUIRE_SUIT, (Consequence.SUIT_LED,)),
    )
    choosing = Decision((41,), Entitled.ADVERSARY, ways, also=(EB,))
    return ask(Fact.HOLDS_SUIT_NAMED, choosing, having_none)


TREES: Mapping[Irregularity, Node] = {
    Irregularity.LEAD_TAKEN_BACK: must((39,), Consequence.CARD_STANDS, also=(EB,)),
    Irregularity.CARD_TAKEN_BACK: _taken_back(_REVOKED),
    Irregularity.LED_OUT_OF_TURN: ask(
        Fact.PLAYED_TO,
        must((40,), Consequence.CARD_STANDS),
        Decision(
            (40,),
            Entitled.OFFENDER,
            (_TAKE_BACK, Way(Choice.LEAVE_IT, (Consequence.CARD_STANDS,))),
            also=(EB,),
        ),
    ),
    Irregularity.OTHER_SUIT_NAMED: _other_suit(must((41,), Consequence.CARD_STANDS)),
    Irregularity.REVOKE: _revoke(_REVOKED),
}

OF_EB: Mapping[Irregularity, Node] = {
    Irregularity.CARD_TAKEN_BACK: _taken_back(_REVOKED_EB),
    # "if offender has none, no penalty"
    Irregularity.OTHER_SUIT_NAMED: _other_suit(
        must((41,), Consequence.CARD_STANDS, Consequence.NO_PENALTY, also=(EB,))
    ),
    # "the adversary may correct score and have hand replayed", and no word of one less
    Irregularity.REVOKE: _revoke(_REVOKED_EB),
}


def _abandoned(*rest: Consequence) -> Node:
    def adversary(choice: Choice, mark: Consequence) -> Decision:
        way = Way(choice, (Consequence.HAND_ABANDONED, *rest, mark))
        return Decision((42,), Entitled.ADVERSARY, (way,), option="abandoned")

    return ask(
        Fact.CLAIMED,
        must((42,), Consequence.NOT_ABANDONED, Consequence.NO_PENALTY),
        ask(
            Fact.TRICKS_MADE,
            adversary(Choice.MARK_VOLE, Consequence.VOLE_TO_ADVERSARY),
            adversary(Choice.MARK_POINT, Consequence.POINT_TO_ADVERSARY),
            must(
                (42,),
                Consequence.HAND_ABANDONED,
                *rest,
                Consequence.POINT_KEPT,
                option="abandoned",
            ),
        ),
    )


ABANDONED: Mapping[object, Node] = {
    Abandoned.POINT_OR_VOLE: _abandoned(),
    Abandoned.REMAINING_TRICKS: _abandoned(Consequence.REMAINING_TRICKS_LOST),
}
