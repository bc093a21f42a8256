"""When in a hand a thing goes wrong: the order in which a player looks for it."""

from collections.abc import Mapping
from enum import StrEnum

from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy

from games.engine.rulings.ids import Irregularity

I = Irregularity  # noqa: E741 - it stands in every line


class When(StrEnum):
    BEFORE = "before"
    DEALING = "dealing"
    EXCHANGING = "exchanging"
    PLAYING = "playing"
    MARKING = "marking"


WHEN: Mapping[When, str | Promise] = {
    When.BEFORE: pgettext_lazy("when", "Before the deal"),
    When.DEALING: pgettext_lazy("when", "Dealing"),
    When.EXCHANGING: pgettext_lazy("when", "Exchanging"),
    When.PLAYING: pgettext_lazy("when", "Playing"),
    When.MARKING: pgettext_lazy("when", "Marking"),
}

GROUPS: Mapping[When, tuple[Irregularity, ...]] = {
    When.BEFORE: (
        I.SHUFFLE_DENIED,
        I.SHUFFLE_IMPROPER,
        I.CUT_TOO_THIN,
        I.EXPOSED_IN_CUT_FOR_DEAL,
        I.SEATS_CHANGED,
        I.CUT_WITH_INCORRECT_PACK,
        I.EXPOSED_IN_CUT_TO_DEALER,
        I.NEW_CARDS,
    ),
    When.DEALING: (
        I.WRONG_NUMBER,
        I.WRONG_ORDER,
        I.TURNED_SEVERAL,
        I.FACED_CARD_IN_DEAL,
        I.EXPOSED_IN_DEAL,
        I.DEALT_OUT_OF_TURN,
        I.DEALT_OTHER_PACK,
        I.PACK_INCORRECT,
    ),
    When.EXCHANGING: (
        I.PROPOSAL_RETRACTED,
        I.ANSWER_RETRACTED,
        I.NUMBER_NOT_TOLD,
        I.DISCARD_LOOKED_AT,
        I.ELDER_TOOK_TOO_MANY,
        I.ELDER_ASKED_TOO_FEW,
        I.ELDER_GIVEN_TOO_MANY,
        I.ELDER_GIVEN_TOO_FEW,
        I.DEALER_TOOK_TOO_MANY,
        I.DEALER_TOOK_TOO_FEW,
        I.FACED_CARD_IN_STOCK,
        I.EXPOSED_IN_GIVING,
        I.TURNED_AFTER_GIVING,
        I.STOCK_SHORT,
    ),
    When.PLAYING: (
        I.FALSE_KING,
        I.KING_ANNOUNCED_LATE,
        I.KING_MARKED_SILENTLY,
        I.REVOKE,
        I.LEAD_TAKEN_BACK,
        I.CARD_TAKEN_BACK,
        I.LED_OUT_OF_TURN,
        I.OTHER_SUIT_NAMED,
        I.ABANDONED,
    ),
    When.MARKING: (I.KING_TURNED_UNMARKED, I.MARK_OMITTED, I.OVERSCORED),
}
