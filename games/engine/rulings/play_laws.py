"""Laws 22 to 51: the king, proposing and exchanging, playing, new cards and the score.

`games.engine.fixing` checks laws 50 and 51 against the entries of a match; here they are questions.
"""

from collections.abc import Mapping

from games.engine.codes import EB, ENQUIRE, Abandoned, FalseKing, KingUntil, ScoreAmended

from .deal_laws import CONDUCT, FRESH_DEAL, elder
from .ids import Choice, Consequence, Entitled, Fact, Irregularity
from .tree import Decision, Node, Way, ask, must

_MARK_KING = Way(Choice.MARK_KING, (Consequence.KING_MAY_BE_MARKED,))


def _turned_in_time(*also: str) -> Decision:
    return Decision((22,), Entitled.DEALER, (_MARK_KING,), also)


def _turned_too_late(*also: str) -> Decision:
    return must((22,), Consequence.KING_TURNED_NOT_MARKED, also=also)


KINGS: Mapping[Irregularity, Node] = {
    Irregularity.KING_TURNED_UNMARKED: ask(
        Fact.NEXT_TRUMP_TURNED, _turned_too_late(ENQUIRE), _turned_in_time(ENQUIRE)
    ),
}

KINGS_EB: Mapping[Irregularity, Node] = {
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
    KingUntil.FIRST_CARD_OR_KING_LED: ask(
        Fact.FIRST_CARD_PLAYED,
        ask(Fact.KING_LED_UNANSWERED, _in_time(24), _lost(23, 24)),
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
}


def _took_too_many(law: int, entitled: Entitled) -> Node:
    """By the player whose adversary is `entitled`; not yet mixed, they can be put back."""

    def decide(effect: Consequence) -> Decision:
        return Decision((law,), entitled, (FRESH_DEAL, Way(Choice.PLAY_ON, (effect,))))

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

EXCHANGING: Mapping[Irregularity, Node] = {
    Irregularity.PROPOSAL_RETRACTED: must(
        (26,), Consequence.PROPOSAL_STANDS, CONDUCT, also=(EB, ENQUIRE)
    ),
    Irregularity.ANSWER_RETRACTED: must(
        (27,), Consequence.ANSWER_STANDS, CONDUCT, also=(EB, ENQUIRE)
    ),
    Irregularity.NUMBER_NOT_TOLD: must((27,), Consequence.NUMBER_TOLD, CONDUCT),
    Irregularity.DISCARD_LOOKED_AT: must(
        (28,), Consequence.PUT_BACK_UNSEEN, CONDUCT, also=(EB, ENQUIRE)
    ),
    Irregularity.ELDER_TOOK_TOO_MANY: _took_too_many(29, Entitled.DEALER),
    Irregularity.ELDER_ASKED_TOO_FEW: must((30,), Consequence.ELDER_SHORT),
    Irregularity.ELDER_GIVEN_TOO_MANY: elder(
        (31,), FRESH_DEAL, Way(Choice.PLAY_ON, (Consequence.ELDER_DISCARDS_UNSEEN,))
    ),
    Irregularity.ELDER_GIVEN_TOO_FEW: elder((32,), FRESH_DEAL, _COMPLETE),
    Irregularity.DEALER_TOOK_TOO_MANY: _took_too_many(33, Entitled.NON_DEALER),
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

EXCHANGING_EB: Mapping[Irregularity, Node] = {
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


def _take_back(revoked: Decision) -> Node:
    stands = must((39,), Consequence.CARD_STANDS, also=(EB,))
    return ask(Fact.TO_SAVE_A_REVOKE, _revoke(revoked), stands)


def _other_suit(having_none: Decision) -> Node:
    ways = (
        Way(Choice.PLAY_TO_IT, (Consequence.CARD_STANDS,)),
        Way(Choice.REQUIRE_SUIT, (Consequence.SUIT_LED,)),
    )
    choosing = Decision((41,), Entitled.ADVERSARY, ways, also=(EB,))
    return ask(Fact.HOLDS_SUIT_NAMED, choosing, having_none)


PLAYING: Mapping[Irregularity, Node] = {
    Irregularity.LEAD_TAKEN_BACK: must((39,), Consequence.CARD_STANDS, also=(EB,)),
    Irregularity.CARD_TAKEN_BACK: _take_back(_REVOKED),
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

PLAYING_EB: Mapping[Irregularity, Node] = {
    Irregularity.CARD_TAKEN_BACK: _take_back(_REVOKED_EB),
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


_DIRECTOR = Consequence.TAKES_THE_DIRECTOR


def _omitted(too_late: Fact) -> Node:
    add = Way(Choice.ADD_MARK, (Consequence.MARK_ADDED,))
    return ask(
        too_late,
        must((50,), Consequence.TOO_LATE_TO_MARK, _DIRECTOR, option="score_amended"),
        Decision((50,), Entitled.OFFENDER, (add,), option="score_amended"),
    )


def _overscored(too_late: Fact) -> Node:
    for_director = must((51,), _DIRECTOR, option="score_amended")
    taken_down = must(
        (51,), Consequence.TAKEN_DOWN, choice=Choice.TAKE_DOWN, option="score_amended"
    )
    return ask(too_late, for_director, ask(Fact.ADMITTED, taken_down, for_director))


SCORING: Mapping[Irregularity, Node] = {
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
    Irregularity.MARK_OMITTED: _omitted(Fact.NEXT_TRUMP_TURNED),
    Irregularity.OVERSCORED: _overscored(Fact.GAME_OVER),
}

OMITTED: Mapping[object, Node] = {ScoreAmended.NEXT_DEAL: _omitted(Fact.NEXT_DEAL_BEGUN)}
OVERSCORED: Mapping[object, Node] = {ScoreAmended.NEXT_DEAL: _overscored(Fact.NEXT_DEAL_BEGUN)}
