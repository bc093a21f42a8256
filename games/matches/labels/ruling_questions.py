"""What went wrong, the questions that decide, and their answers, as a player would say them."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.engine.rulings.ids import Answer, Culprit, Fact, Irregularity

IRREGULARITIES: Mapping[Irregularity, str | Promise] = {
    Irregularity.SHUFFLE_DENIED: _("A player was not allowed to shuffle."),
    Irregularity.SHUFFLE_IMPROPER: _(
        "The cards were shuffled under the table, with faces showing, or during play."
    ),
    Irregularity.CUT_TOO_THIN: _("Fewer than two cards were cut, or left."),
    Irregularity.EXPOSED_IN_CUT_FOR_DEAL: _(
        "A player showed more than one card when cutting for deal."
    ),
    Irregularity.SEATS_CHANGED: _("A player wants to change seats or cards."),
    Irregularity.CUT_WITH_INCORRECT_PACK: _("The pack used to cut for deal was incorrect."),
    Irregularity.EXPOSED_IN_CUT_TO_DEALER: _(
        "A card was shown while the pack was being cut to the dealer."
    ),
    Irregularity.WRONG_ORDER: _("The dealer gave the cards in a different order than before."),
    Irregularity.TURNED_SEVERAL: _("The dealer turned up more than one card."),
    Irregularity.FACED_CARD_IN_DEAL: _(
        "A card lay face up in the pack before the trump was turned."
    ),
    Irregularity.EXPOSED_IN_DEAL: _("The dealer showed a card while dealing."),
    Irregularity.DEALT_OUT_OF_TURN: _("A player dealt out of turn."),
    Irregularity.DEALT_OTHER_PACK: _("A player dealt with the adversary’s pack."),
    Irregularity.WRONG_NUMBER: _("The wrong number of cards was dealt."),
    Irregularity.KING_TURNED_UNMARKED: _("The dealer has not marked the king turned."),
    Irregularity.KING_ANNOUNCED_LATE: _("A player announces the king late."),
    Irregularity.KING_MARKED_SILENTLY: _("A player marked the king held without announcing it."),
    Irregularity.FALSE_KING: _("A player announced the king and did not hold it."),
    Irregularity.PROPOSAL_RETRACTED: _(
        "The non-dealer wants to withdraw a proposal, or to change the number asked for."
    ),
    Irregularity.ANSWER_RETRACTED: _("The dealer wants to withdraw an answer."),
    Irregularity.NUMBER_NOT_TOLD: _("The dealer does not say how many cards were taken."),
    Irregularity.DISCARD_LOOKED_AT: _("A player looked at discarded cards."),
    Irregularity.ELDER_TOOK_TOO_MANY: _("The non-dealer took more cards than were discarded."),
    Irregularity.ELDER_ASKED_TOO_FEW: _(
        "The non-dealer asked for fewer cards than were discarded."
    ),
    Irregularity.ELDER_GIVEN_TOO_MANY: _(
        "The dealer gave the non-dealer more cards than were asked for."
    ),
    Irregularity.ELDER_GIVEN_TOO_FEW: _(
        "The dealer gave the non-dealer fewer cards than were asked for."
    ),
    Irregularity.DEALER_TOOK_TOO_MANY: _("The dealer took more cards than were discarded."),
    Irregularity.DEALER_TOOK_TOO_FEW: _("The dealer took fewer cards than were discarded."),
    Irregularity.FACED_CARD_IN_STOCK: _("A card lay face up in the stock after discarding."),
    Irregularity.EXPOSED_IN_GIVING: _(
        "A card was shown while cards were being given after the discard."
    ),
    Irregularity.TURNED_AFTER_GIVING: _(
        "After giving cards, the dealer turned one up as if it were the trump."
    ),
    Irregularity.STOCK_SHORT: _("The dealer accepted, but there are too few cards in the stock."),
    Irregularity.LEAD_TAKEN_BACK: _("A player wants to take up a card led in turn."),
    Irregularity.CARD_TAKEN_BACK: _("A player wants to take up a card played to a lead."),
    Irregularity.LED_OUT_OF_TURN: _("A player led out of turn."),
    Irregularity.OTHER_SUIT_NAMED: _("A player named one suit and led another."),
    Irregularity.ABANDONED: _("A player abandoned the hand."),
    Irregularity.REVOKE: _(
        "A player did not follow suit, or did not win the trick, although they could."
    ),
    Irregularity.NEW_CARDS: _("A player calls for new cards."),
    Irregularity.PACK_INCORRECT: _(
        "The pack is incorrect: a card is missing, or there are too many."
    ),
    Irregularity.MARK_OMITTED: _("A player left out a mark."),
    Irregularity.OVERSCORED: _("A player marked too much."),
}

CULPRITS: Mapping[Culprit, str | Promise] = {
    Culprit.DEALER: _("The dealer did it."),
    Culprit.NON_DEALER: _("The non-dealer did it."),
    Culprit.EITHER: _("Who was it?"),
    Culprit.NOBODY: _("It was nobody’s doing."),
}

FACTS: Mapping[Fact, str | Promise] = {
    Fact.TRUMP_TURNED: _("Was the trump turned by then?"),
    Fact.ELDER_LOOKED: _("Had the non-dealer looked at the hand?"),
    Fact.WHOSE_HAND: _("Whose hand has the wrong number of cards?"),
    Fact.WHOSE_CARD: _("Whose card was it?"),
    Fact.ELDER_DONE: _("What had the non-dealer done by then?"),
    Fact.DEALER_DONE: _("What had the dealer done by then?"),
    Fact.MORE_OR_FEWER: _("More than five cards, or fewer?"),
    Fact.DEALER_TOOK_UP: _("Had the dealer taken up the hand?"),
    Fact.NEXT_TRUMP_TURNED: _("Is the trump of the next deal turned?"),
    Fact.NEXT_DEAL_BEGUN: _("Has the next deal started?"),
    Fact.FIRST_CARD_PLAYED: _("Had this player played their first card?"),
    Fact.FIRST_CARD_WAS_KING: _("Was that first card the king of trumps?"),
    Fact.KING_PASSED: _(
        "If the king was led, had it already been played to? If it was the "
        "dealer’s, had the dealer played again?"
    ),
    Fact.ANNOUNCED_WITH_IT: _("Was the king announced as it was played?"),
    Fact.OPENING_LED: _("Had the first card of the hand been led?"),
    Fact.ERROR_DECLARED: _("Did this player declare the error before playing a card?"),
    Fact.ADVERSARY_HELD_KING: _("Did the adversary hold the king?"),
    Fact.MIXED: _("Were any of these cards mixed with the hand?"),
    Fact.TAKEN_UP: _("Had any of the cards given been taken up?"),
    Fact.DEALER_PLAYED: _("Has the dealer played a card?"),
    Fact.ACCEPTED_IF_ENOUGH: _("Did the dealer accept on condition that there were enough cards?"),
    Fact.ENOUGH_FOR_ELDER: _("Are there as many cards as the non-dealer asked for?"),
    Fact.TO_SAVE_A_REVOKE: _("Is it to save a revoke, or to win the trick as the law requires?"),
    Fact.LED_SINCE: _("Has another card been led since?"),
    Fact.PLAYED_TO: _("Has that card been played to?"),
    Fact.HOLDS_SUIT_NAMED: _("Does the player who led hold a card of the suit named?"),
    Fact.CLAIMED: _("Were the cards thrown down to claim a score?"),
    Fact.TRICKS_MADE: _("How many tricks had this player made?"),
    Fact.PACK_CUT: _("Is the pack cut for the next deal?"),
    Fact.GAME_OVER: _("Is that game over?"),
    Fact.ADMITTED: _("Does the player who marked it admit it?"),
}

ANSWERS: Mapping[Answer, str | Promise] = {
    Answer.YES: pgettext_lazy("answer", "Yes"),
    Answer.NO: pgettext_lazy("answer", "No"),
    Answer.DEALER: pgettext_lazy("answer", "The dealer’s"),
    Answer.NON_DEALER: pgettext_lazy("answer", "The non-dealer’s"),
    Answer.NOTHING: pgettext_lazy("answer", "Neither spoken nor played"),
    Answer.PROPOSED: pgettext_lazy("answer", "Proposed"),
    Answer.ANSWERED: pgettext_lazy("answer", "Accepted or refused, but not played yet"),
    Answer.PLAYED: pgettext_lazy("answer", "Played without taking cards"),
    Answer.MORE: pgettext_lazy("answer", "More"),
    Answer.FEWER: pgettext_lazy("answer", "Fewer"),
    Answer.NONE: pgettext_lazy("answer", "None"),
    Answer.ONE_OR_TWO: pgettext_lazy("answer", "One or two"),
    Answer.THREE_OR_MORE: pgettext_lazy("answer", "Three or more"),
}
