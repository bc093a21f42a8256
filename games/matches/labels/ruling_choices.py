"""Who chooses, the choices, and what comes of each."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.engine.rulings.ids import Choice, Consequence, Entitled

ENTITLED: Mapping[Entitled, str | Promise] = {
    Entitled.NON_DEALER: _("The non-dealer chooses."),
    Entitled.DEALER: _("The dealer chooses."),
    Entitled.ADVERSARY: _("The adversary chooses."),
    Entitled.OFFENDER: _("The player concerned chooses."),
    Entitled.NOBODY: _("There is no choice."),
}

CHOICES: Mapping[Choice, str | Promise] = {
    Choice.FRESH_DEAL: pgettext_lazy("choice", "A fresh deal"),
    Choice.RECTIFY: pgettext_lazy("choice", "The error is put right"),
    Choice.CHOOSE_TRUMP: pgettext_lazy("choice", "Choose the trump"),
    Choice.KEEP_DEAL: pgettext_lazy("choice", "The deal stands"),
    Choice.PLAY_ON: pgettext_lazy("choice", "Play the hand"),
    Choice.COMPLETE: pgettext_lazy("choice", "Complete the hand"),
    Choice.PLAY_SHORT: pgettext_lazy("choice", "Play with fewer cards"),
    Choice.PLAY_AGAIN: pgettext_lazy("choice", "Play the hands again"),
    Choice.LET_STAND: pgettext_lazy("choice", "Let the play stand"),
    Choice.TAKE_CARD: pgettext_lazy("choice", "Take the card"),
    Choice.LEAVE_CARD: pgettext_lazy("choice", "Have the next card instead"),
    Choice.DISCARD_AGAIN: pgettext_lazy("choice", "Discard again, without that card"),
    Choice.DISCARD_AND_TAKE: pgettext_lazy("choice", "Discard again, and take that card"),
    Choice.TAKE_BACK: pgettext_lazy("choice", "Take up the card"),
    Choice.LEAVE_IT: pgettext_lazy("choice", "Leave it on the table"),
    Choice.PLAY_TO_IT: pgettext_lazy("choice", "Play to the card led"),
    Choice.REQUIRE_SUIT: pgettext_lazy("choice", "Require the suit named"),
    Choice.MARK_KING: pgettext_lazy("choice", "Mark the king"),
    Choice.MARK_VOLE: pgettext_lazy("choice", "Mark the vole"),
    Choice.MARK_POINT: pgettext_lazy("choice", "Mark the point"),
    Choice.ADD_MARK: pgettext_lazy("choice", "Add the mark"),
    Choice.TAKE_DOWN: pgettext_lazy("choice", "Take it down"),
    Choice.CALL_CARDS: pgettext_lazy("choice", "Call for two new packs"),
    Choice.SO_IT_IS: pgettext_lazy("choice", "As the law says"),
}

CONSEQUENCES: Mapping[Consequence, str | Promise] = {
    Consequence.FRESH_DEAL: _(
        "The deal is void and nothing is marked; the same dealer deals again."
    ),
    Consequence.RIGHT_DEALER_DEALS: _(
        "The deal is void and nothing is marked; the player whose turn it was deals."
    ),
    Consequence.DEALT_AGAIN_OWN_PACK: _(
        "The deal is void and nothing is marked; the same dealer deals again with the right pack."
    ),
    Consequence.EARLIER_DEALS_STAND: _("All deals before this one stand."),
    Consequence.DEAL_STANDS: _("The deal stands."),
    Consequence.RECTIFIED: _("The dealer puts the deal right."),
    Consequence.NUMBER_JUDGED_LATER: _(
        "Too late for this: once the trump is turned, laws 15 to 18 say what may be claimed."
    ),
    Consequence.TRUMP_CHOSEN: _("The card chosen is the trump."),
    Consequence.PACKS_STAY_CHANGED: _("The packs stay swapped."),
    Consequence.SHUFFLED_AS_IT_SHOULD: _(
        "The pack is shuffled as it should be; the dealer shuffles last."
    ),
    Consequence.CUT_AGAIN: _("The cut is made again."),
    Consequence.CUT_HOLDS: _("The cut for deal holds."),
    Consequence.SEATS_KEPT: _("Seats and cards stay as they were chosen."),
    Consequence.ELDER_DISCARDS_UNSEEN: _(
        "The non-dealer discards the surplus; the dealer may not see it."
    ),
    Consequence.DRAWN_UNSEEN: _(
        "The adversary draws the surplus from the hand, without looking at it."
    ),
    Consequence.DRAWN_SEEN: _("The adversary draws the surplus from the hand, and may look at it."),
    Consequence.PUT_BACK_UNSEEN: _("The cards are put back unseen."),
    Consequence.COMPLETED: _("The hand is completed from the stock."),
    Consequence.ELDER_SHORT: _(
        "The non-dealer plays a short hand: cards that cannot be played to are tricks of "
        "the dealer."
    ),
    Consequence.DEALER_SHORT: _(
        "The dealer plays a short hand: cards that cannot be played to are tricks of the "
        "non-dealer."
    ),
    Consequence.PROPOSAL_STANDS: _("The proposal and the number asked for stand."),
    Consequence.ANSWER_STANDS: _("The answer stands."),
    Consequence.NUMBER_TOLD: _("The dealer says how many cards were taken."),
    Consequence.SEEN_BY_BOTH: _("Both players may see the card."),
    Consequence.THROWN_ASIDE: _("The card is thrown aside, and the next one is given instead."),
    Consequence.ELDER_TAKES_IT: _("The non-dealer takes the card."),
    Consequence.DEALER_TAKES_IT: _("The dealer must take the card."),
    Consequence.DISCARD_NOT_REFUSED: _("The dealer cannot refuse another discard."),
    Consequence.ELDER_EXCHANGES_ALL: _("The non-dealer exchanges as many cards as were asked for."),
    Consequence.ELDER_EXCHANGES_WHAT_IS_LEFT: _(
        "The non-dealer exchanges as many cards as are left."
    ),
    Consequence.ELDER_TAKES_CARDS: _("The non-dealer may take cards."),
    Consequence.DEALER_PLAYS_HIS_HAND: _("The dealer plays the hand as it is."),
    Consequence.NOBODY_EXCHANGES: _("Nobody exchanges, and the hand is played as it is."),
    Consequence.HAND_GOES_ON: _("The hand goes on."),
    Consequence.CARD_STANDS: _("The card stays on the table."),
    Consequence.CARD_TAKEN_UP: _("The card is taken up."),
    Consequence.SUIT_LED: _("A card of the suit named is led instead."),
    Consequence.HANDS_PLAYED_AGAIN: _("The hands are played again, and the second play counts."),
    Consequence.PLAY_STANDS: _("What was played stands."),
    Consequence.HAND_ABANDONED: _("The hand is abandoned."),
    Consequence.NOT_ABANDONED: _("The hand is not abandoned."),
    Consequence.REMAINING_TRICKS_LOST: _("The remaining tricks count for the adversary."),
    Consequence.KING_MAY_BE_MARKED: _("The king may still be marked."),
    Consequence.KING_TURNED_NOT_MARKED: _("The king turned is not marked."),
    Consequence.KING_HELD_NOT_MARKED: _("The king announced is not marked."),
    Consequence.ONE_LESS: _("For the tricks of this hand the offender marks one less."),
    Consequence.VOLE_TO_ADVERSARY: _("The adversary marks the vole."),
    Consequence.POINT_TO_ADVERSARY: _(
        "The adversary marks the point; two if the player who abandoned had stood, or "
        "refused the first proposal."
    ),
    Consequence.POINT_KEPT: _("The point was already won, and stands."),
    Consequence.SCORE_CORRECTED: _("The score is corrected."),
    Consequence.MARK_ADDED: _("The mark left out is added."),
    Consequence.TOO_LATE_TO_MARK: _("It is too late for the players to add it."),
    Consequence.TAKEN_DOWN: _("The overscore is taken down."),
    Consequence.TAKES_THE_DIRECTOR: _("Only a director can still change the score."),
    Consequence.NO_PENALTY: _("There is no penalty."),
    Consequence.NO_SCORE_CHANGES: _("No score changes."),
    Consequence.NEW_PACKS: _(
        "Two new packs are brought at this player’s expense; the dealer chooses between them."
    ),
    Consequence.NEW_PACKS_AFTER_NEXT_DEAL: _(
        "The next deal is played with these cards; new ones may be called for after it."
    ),
}
