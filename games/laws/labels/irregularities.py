"""What can go wrong, in the order of a hand, and the words by which people look it up."""

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


# Translators: all texts with the context "search words" are words by which players look something
# up, separated by commas: those that this language uses, not a translation of each. Accents,
# capitals and endings need not be repeated.
SEARCH_WORDS: Mapping[Irregularity, str | Promise] = {
    I.SHUFFLE_DENIED: pgettext_lazy("search words", "shuffle, mix, riffle, make up the pack"),
    I.SHUFFLE_IMPROPER: pgettext_lazy("search words", "shuffle, mix, riffle, badly shuffled"),
    I.CUT_TOO_THIN: pgettext_lazy("search words", "cut, one card cut, thin cut, no cut"),
    I.EXPOSED_IN_CUT_FOR_DEAL: pgettext_lazy(
        "search words", "exposed card, cut for deal, drawing for deal, two cards drawn"
    ),
    I.SEATS_CHANGED: pgettext_lazy("search words", "seat, place, chair, swap places"),
    I.CUT_WITH_INCORRECT_PACK: pgettext_lazy(
        "search words", "imperfect pack, wrong pack, short deck, missing card, cut for deal"
    ),
    I.EXPOSED_IN_CUT_TO_DEALER: pgettext_lazy(
        "search words", "exposed card, flashed card, bottom card seen, cut"
    ),
    I.NEW_CARDS: pgettext_lazy("search words", "new pack, new deck, fresh cards, marked cards"),
    I.WRONG_NUMBER: pgettext_lazy(
        "search words",
        "misdeal, misdealt, dealt wrong, four cards, six cards, too many cards, too few cards, "
        "one card short",
    ),
    I.WRONG_ORDER: pgettext_lazy(
        "search words", "misdeal, misdealt, two and three, three and two, one at a time"
    ),
    I.TURNED_SEVERAL: pgettext_lazy(
        "search words", "misdeal, two cards turned, two trumps, turn-up, turned two"
    ),
    I.FACED_CARD_IN_DEAL: pgettext_lazy(
        "search words", "misdeal, faced card, exposed card, boxed card, card upside down"
    ),
    I.EXPOSED_IN_DEAL: pgettext_lazy(
        "search words", "misdeal, exposed card, flashed card, card turned over, dropped card"
    ),
    I.DEALT_OUT_OF_TURN: pgettext_lazy(
        "search words", "misdeal, wrong dealer, not their deal, dealt twice running"
    ),
    I.DEALT_OTHER_PACK: pgettext_lazy("search words", "misdeal, wrong pack, other deck"),
    I.PACK_INCORRECT: pgettext_lazy(
        "search words", "imperfect pack, short deck, missing card, two of the same card, 31 cards"
    ),
    I.PROPOSAL_RETRACTED: pgettext_lazy(
        "search words", "take back a proposal, changed their mind, ask for cards, beg, number"
    ),
    I.ANSWER_RETRACTED: pgettext_lazy(
        "search words", "take back an answer, changed their mind, accept, refuse, decline"
    ),
    I.NUMBER_NOT_TOLD: pgettext_lazy("search words", "how many cards, number, silent dealer"),
    I.DISCARD_LOOKED_AT: pgettext_lazy(
        "search words", "peeked, saw the discard, discard pile, thrown cards"
    ),
    I.ELDER_TOOK_TOO_MANY: pgettext_lazy("search words", "six cards, overdrew, drew too many"),
    I.ELDER_ASKED_TOO_FEW: pgettext_lazy("search words", "four cards, short hand, drew too few"),
    I.ELDER_GIVEN_TOO_MANY: pgettext_lazy("search words", "misdeal, six cards, drew too many"),
    I.ELDER_GIVEN_TOO_FEW: pgettext_lazy("search words", "misdeal, four cards, short hand"),
    I.DEALER_TOOK_TOO_MANY: pgettext_lazy("search words", "six cards, overdrew, drew too many"),
    I.DEALER_TOOK_TOO_FEW: pgettext_lazy("search words", "four cards, short hand, drew too few"),
    I.FACED_CARD_IN_STOCK: pgettext_lazy(
        "search words", "exposed card, faced card, boxed card, talon, card upside down"
    ),
    I.EXPOSED_IN_GIVING: pgettext_lazy(
        "search words", "exposed card, flashed card, card turned over, draw, exchange"
    ),
    I.TURNED_AFTER_GIVING: pgettext_lazy(
        "search words", "second trump, turned again, turn-up, exposed card, exchange"
    ),
    I.STOCK_SHORT: pgettext_lazy(
        "search words", "talon, stock exhausted, no cards left, ran out of cards"
    ),
    I.FALSE_KING: pgettext_lazy(
        "search words", "false king, wrong king, no king, announced by mistake, wrong announcement"
    ),
    I.KING_ANNOUNCED_LATE: pgettext_lazy(
        "search words", "late king, forgot the king, forgotten king, too late, declared"
    ),
    I.KING_MARKED_SILENTLY: pgettext_lazy(
        "search words", "silent king, did not say king, undeclared king, forgot to announce"
    ),
    I.REVOKE: pgettext_lazy(
        "search words",
        "revoke, renounce, renege, refused suit, failed to follow, fail to trump, undertrump, "
        "underplay, ducked, had the suit, must win the trick",
    ),
    I.LEAD_TAKEN_BACK: pgettext_lazy("search words", "take back a card, misplay, wrong card led"),
    I.CARD_TAKEN_BACK: pgettext_lazy(
        "search words", "take back a card, misplay, wrong card played"
    ),
    I.LED_OUT_OF_TURN: pgettext_lazy(
        "search words", "lead out of turn, wrong lead, played first, not their turn"
    ),
    I.OTHER_SUIT_NAMED: pgettext_lazy(
        "search words", "wrong suit, misnamed, miscalled, said another suit, announced"
    ),
    I.ABANDONED: pgettext_lazy(
        "search words", "gave up, give up, concede, threw in, thrown in, resign, cards on the table"
    ),
    I.KING_TURNED_UNMARKED: pgettext_lazy(
        "search words", "forgot the king, forgotten king, king not scored, turn-up, missed mark"
    ),
    I.MARK_OMITTED: pgettext_lazy(
        "search words", "forgot a point, forgotten point, missed mark, not scored, underscored"
    ),
    I.OVERSCORED: pgettext_lazy(
        "search words", "overscore, scored too many, scored twice, wrong score, extra point"
    ),
}

# Of laws that no fault is about, or that have a name of their own.
LAW_SEARCH_WORDS: Mapping[int, str | Promise] = {
    5: pgettext_lazy(
        "search words", "first dealer, who begins, choice of seats, rank of the cards"
    ),
    8: pgettext_lazy("search words", "two and three, three and two, five cards each"),
    10: pgettext_lazy("search words", "turn-up, trump suit, turned card"),
    28: pgettext_lazy("search words", "throw away, exchange, draw, discard pile"),
    46: pgettext_lazy("search words", "five up, winning, treble, triple, double, single, value"),
    47: pgettext_lazy("search words", "trump king, turned, held, one point"),
    48: pgettext_lazy("search words", "slam, clean sweep, march, all the tricks, three tricks"),
    49: pgettext_lazy("search words", "two points, stood, without proposing, refused"),
}

# What an empty search proposes; each finds something.
SEARCH_EXAMPLES: tuple[Promise, ...] = (
    pgettext_lazy("search words", "revoke"),
    pgettext_lazy("search words", "misdeal"),
    pgettext_lazy("search words", "exposed card"),
    pgettext_lazy("search words", "king"),
    pgettext_lazy("search words", "score"),
)
