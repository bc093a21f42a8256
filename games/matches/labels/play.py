"""What the play of a hand does not take, said to the player who tried it."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.engine.refusals import RefusalCode

REFUSALS: Mapping[str, str | Promise] = {
    RefusalCode.NOT_AN_ACTION: _("This card or action does not exist."),
    RefusalCode.CUT_DUE: _("Cut for the deal first."),
    RefusalCode.CUT_IMPOSSIBLE: _("Cut two different cards from the pack."),
    RefusalCode.DEAL_DUE: _("The cards have to be dealt first."),
    RefusalCode.PACK_INCORRECT: _("The pack must have its 32 cards, each of them once."),
    RefusalCode.ORDER_UNKNOWN: _("Deal by three and two, or by two and three."),
    RefusalCode.ORDER_CHANGED: _(
        "The dealer must keep the same order for the whole game: two and three, or three and two."
    ),
    RefusalCode.PROPOSAL_DUE: _("The non-dealer has to propose or stand first."),
    RefusalCode.ANSWER_DUE: _("The dealer has to accept or refuse first."),
    RefusalCode.DISCARD_DUE: _("Discard first."),
    RefusalCode.CARD_DUE: _("Play a card."),
    RefusalCode.TALK_OVER: _(
        "A player who has stood or refused cannot change their mind: play a card."
    ),
    RefusalCode.GAME_OVER: _("This game is over."),
    RefusalCode.HAND_NOT_OVER: _("This hand is not over yet."),
    RefusalCode.OUT_OF_TURN: _("It is the other player’s turn."),
    RefusalCode.NO_MORE_PROPOSALS: _("No more proposals are possible in this hand: play a card."),
    RefusalCode.STOCK_EMPTY: _("The stock is used up, so the hand must be played."),
    RefusalCode.STOCK_SHORT: _("There are not that many cards left in the stock. Discard fewer."),
    RefusalCode.STOCK_ENOUGH: _(
        "There are enough cards in the stock, whatever is discarded: accept or refuse."
    ),
    RefusalCode.TAKE_ONE: _("The player who proposed must take at least one card."),
    RefusalCode.CARD_NOT_HELD: _("This card is not in the hand."),
    RefusalCode.CARD_PLAYED: _("This card has been played, and stays on the table."),
    RefusalCode.FOLLOW_SUIT: _("Follow suit."),
    RefusalCode.TAKE_THE_TRICK: _("Take the trick: the hand has a higher card of the suit."),
    RefusalCode.MUST_TRUMP: _(
        "Take the trick: the hand has no card of the suit led, but it has a trump."
    ),
    RefusalCode.KING_NOT_TURNED: _(
        "Only the dealer marks a king that was turned up, until the trump of the next deal is "
        "turned."
    ),
    RefusalCode.KING_NOT_HELD: _("Only the player who holds the king of trumps can announce it."),
    RefusalCode.KING_TOO_EARLY: _("The king is announced after the exchange."),
    RefusalCode.KING_TOO_LATE: _("It is too late to announce the king."),
    RefusalCode.KING_ALREADY_MARKED: _("The king has already been marked."),
}
