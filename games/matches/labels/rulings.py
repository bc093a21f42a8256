"""Rulings: what went wrong, the questions that decide, the choices, and a ruling in sentences."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from ecarte_club.clubs.labels import law
from games.engine.codes import Code
from games.engine.records import Applied
from games.engine.rulings.book import consequences
from games.engine.rulings.ids import (
    Answer,
    Choice,
    Consequence,
    Entitled,
    Fact,
    Irregularity,
)
from games.engine.seats import Seat

ENTITLED: Mapping[Entitled, str | Promise] = {
    Entitled.NON_DEALER: gettext_lazy("The non-dealer chooses."),
    Entitled.DEALER: gettext_lazy("The dealer chooses."),
    Entitled.ADVERSARY: gettext_lazy("The adversary chooses."),
    Entitled.OFFENDER: gettext_lazy("The player concerned chooses."),
    Entitled.NOBODY: gettext_lazy("There is no choice."),
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
    Consequence.FRESH_DEAL: gettext_lazy(
        "The deal is void and nothing is marked; the same dealer deals again."
    ),
    Consequence.RIGHT_DEALER_DEALS: gettext_lazy(
        "The deal is void and nothing is marked; the player whose turn it was deals."
    ),
    Consequence.DEALT_AGAIN_OWN_PACK: gettext_lazy(
        "The deal is void and nothing is marked; the same dealer deals again with the right pack."
    ),
    Consequence.EARLIER_DEALS_STAND: gettext_lazy("All deals before this one stand."),
    Consequence.DEAL_STANDS: gettext_lazy("The deal stands."),
    Consequence.RECTIFIED: gettext_lazy("The dealer puts the deal right."),
    Consequence.NUMBER_JUDGED_LATER: gettext_lazy(
        "Too late for this: once the trump is turned, laws 15 to 18 say what may be claimed."
    ),
    Consequence.TRUMP_CHOSEN: gettext_lazy(
        "The card chosen is the trump. If it is a king, the dealer, who turned it, may mark it."
    ),
    Consequence.PACKS_STAY_CHANGED: gettext_lazy("The packs stay swapped."),
    Consequence.SHUFFLED_AS_IT_SHOULD: gettext_lazy(
        "The pack is shuffled as it should be; the dealer shuffles last."
    ),
    Consequence.CUT_AGAIN: gettext_lazy("The cut is made again."),
    Consequence.CUT_HOLDS: gettext_lazy("The cut for deal holds."),
    Consequence.SEATS_KEPT: gettext_lazy("Seats and cards stay as they were chosen."),
    Consequence.ELDER_DISCARDS_UNSEEN: gettext_lazy(
        "The non-dealer discards the surplus; the dealer may not see it."
    ),
    Consequence.DRAWN_UNSEEN: gettext_lazy(
        "The adversary draws the surplus from the hand, without looking at it."
    ),
    Consequence.DRAWN_SEEN: gettext_lazy(
        "The adversary draws the surplus from the hand, and may look at it."
    ),
    Consequence.PUT_BACK_UNSEEN: gettext_lazy("The cards are put back unseen."),
    Consequence.COMPLETED: gettext_lazy("The hand is completed from the stock."),
    Consequence.ELDER_SHORT: gettext_lazy(
        "The non-dealer plays a short hand: cards that cannot be played to are tricks of "
        "the dealer."
    ),
    Consequence.DEALER_SHORT: gettext_lazy(
        "The dealer plays a short hand: cards that cannot be played to are tricks of the "
        "non-dealer."
    ),
    Consequence.PROPOSAL_STANDS: gettext_lazy("The proposal and the number asked for stand."),
    Consequence.ANSWER_STANDS: gettext_lazy("The answer stands."),
    Consequence.NUMBER_TOLD: gettext_lazy("The dealer says how many cards were taken."),
    Consequence.SEEN_BY_BOTH: gettext_lazy("Both players may see the card."),
    Consequence.THROWN_ASIDE: gettext_lazy(
        "The card is thrown aside, and the next one is given instead."
    ),
    Consequence.ELDER_TAKES_IT: gettext_lazy("The non-dealer takes the card."),
    Consequence.DEALER_TAKES_IT: gettext_lazy("The dealer must take the card."),
    Consequence.DISCARD_NOT_REFUSED: gettext_lazy("The dealer cannot refuse another discard."),
    Consequence.ELDER_EXCHANGES_ALL: gettext_lazy(
        "The non-dealer exchanges as many cards as were asked for."
    ),
    Consequence.ELDER_EXCHANGES_WHAT_IS_LEFT: gettext_lazy(
        "The non-dealer exchanges as many cards as are left."
    ),
    Consequence.ELDER_TAKES_CARDS: gettext_lazy("The non-dealer may take cards."),
    Consequence.DEALER_PLAYS_HIS_HAND: gettext_lazy("The dealer plays the hand as it is."),
    Consequence.NOBODY_EXCHANGES: gettext_lazy(
        "Nobody exchanges, and the hand is played as it is."
    ),
    Consequence.HAND_GOES_ON: gettext_lazy("The hand goes on."),
    Consequence.CARD_STANDS: gettext_lazy("The card stays on the table."),
    Consequence.CARD_TAKEN_UP: gettext_lazy("The card is taken up."),
    Consequence.SUIT_LED: gettext_lazy("A card of the suit named is led instead."),
    Consequence.HANDS_PLAYED_AGAIN: gettext_lazy(
        "The hands are played again, and the second play counts."
    ),
    Consequence.PLAY_STANDS: gettext_lazy("What was played stands."),
    Consequence.HAND_ABANDONED: gettext_lazy("The hand is abandoned."),
    Consequence.NOT_ABANDONED: gettext_lazy("The hand is not abandoned."),
    Consequence.REMAINING_TRICKS_LOST: gettext_lazy(
        "The remaining tricks count for the adversary."
    ),
    Consequence.KING_MAY_BE_MARKED: gettext_lazy("The king may still be marked."),
    Consequence.KING_TURNED_NOT_MARKED: gettext_lazy("The king turned is not marked."),
    Consequence.KING_HELD_NOT_MARKED: gettext_lazy("The king announced is not marked."),
    Consequence.ONE_LESS: gettext_lazy("For the tricks of this hand the offender marks one less."),
    Consequence.VOLE_TO_ADVERSARY: gettext_lazy("The adversary marks the vole."),
    Consequence.POINT_TO_ADVERSARY: gettext_lazy(
        "The adversary marks the point; two if the player who abandoned had stood, or "
        "refused the first proposal."
    ),
    Consequence.POINT_KEPT: gettext_lazy("The point was already won, and stands."),
    Consequence.SCORE_CORRECTED: gettext_lazy("The score is corrected."),
    Consequence.MARK_ADDED: gettext_lazy("The mark left out is added."),
    Consequence.TOO_LATE_TO_MARK: gettext_lazy("It is too late for the players to add it."),
    Consequence.TAKEN_DOWN: gettext_lazy("The overscore is taken down."),
    Consequence.TAKES_THE_DIRECTOR: gettext_lazy("Only a director can still change the score."),
    Consequence.NO_PENALTY: gettext_lazy("There is no penalty."),
    Consequence.NO_SCORE_CHANGES: gettext_lazy("No score changes."),
    Consequence.NEW_PACKS: gettext_lazy(
        "Two new packs are brought at this player’s expense; the dealer chooses between them."
    ),
    Consequence.NEW_PACKS_AFTER_NEXT_DEAL: gettext_lazy(
        "The next deal is played with these cards; new ones may be called for after it."
    ),
}


IRREGULARITIES: Mapping[Irregularity, str | Promise] = {
    Irregularity.SHUFFLE_DENIED: gettext_lazy("A player was not allowed to shuffle."),
    Irregularity.SHUFFLE_IMPROPER: gettext_lazy(
        "The cards were shuffled under the table, with faces showing, or during play."
    ),
    Irregularity.CUT_TOO_THIN: gettext_lazy("Fewer than two cards were cut, or left."),
    Irregularity.EXPOSED_IN_CUT_FOR_DEAL: gettext_lazy(
        "A player showed more than one card when cutting for deal."
    ),
    Irregularity.SEATS_CHANGED: gettext_lazy("A player wants to change seats or cards."),
    Irregularity.CUT_WITH_INCORRECT_PACK: gettext_lazy(
        "The pack used to cut for deal was incorrect."
    ),
    Irregularity.EXPOSED_IN_CUT_TO_DEALER: gettext_lazy(
        "A card was shown while the pack was being cut to the dealer."
    ),
    Irregularity.WRONG_ORDER: gettext_lazy(
        "The dealer gave the cards in a different order than before."
    ),
    Irregularity.TURNED_SEVERAL: gettext_lazy("The dealer turned up more than one card."),
    Irregularity.FACED_CARD_IN_DEAL: gettext_lazy(
        "A card lay face up in the pack before the trump was turned."
    ),
    Irregularity.EXPOSED_IN_DEAL: gettext_lazy("The dealer showed a card while dealing."),
    Irregularity.DEALT_OUT_OF_TURN: gettext_lazy("A player dealt out of turn."),
    Irregularity.DEALT_OTHER_PACK: gettext_lazy("A player dealt with the adversary’s pack."),
    Irregularity.WRONG_NUMBER: gettext_lazy("The wrong number of cards was dealt."),
    Irregularity.KING_TURNED_UNMARKED: gettext_lazy("The dealer has not marked the king turned."),
    Irregularity.KING_ANNOUNCED_LATE: gettext_lazy("A player announces the king late."),
    Irregularity.KING_MARKED_SILENTLY: gettext_lazy(
        "A player marked the king held without announcing it."
    ),
    Irregularity.FALSE_KING: gettext_lazy("A player announced the king and did not hold it."),
    Irregularity.PROPOSAL_RETRACTED: gettext_lazy(
        "The non-dealer wants to withdraw a proposal, or to change the number asked for."
    ),
    Irregularity.ANSWER_RETRACTED: gettext_lazy("The dealer wants to withdraw an answer."),
    Irregularity.NUMBER_NOT_TOLD: gettext_lazy(
        "The dealer does not say how many cards were taken."
    ),
    Irregularity.DISCARD_LOOKED_AT: gettext_lazy("A player looked at discarded cards."),
    Irregularity.ELDER_TOOK_TOO_MANY: gettext_lazy(
        "The non-dealer took more cards than were discarded."
    ),
    Irregularity.ELDER_ASKED_TOO_FEW: gettext_lazy(
        "The non-dealer asked for fewer cards than were discarded."
    ),
    Irregularity.ELDER_GIVEN_TOO_MANY: gettext_lazy(
        "The dealer gave the non-dealer more cards than were asked for."
    ),
    Irregularity.ELDER_GIVEN_TOO_FEW: gettext_lazy(
        "The dealer gave the non-dealer fewer cards than were asked for."
    ),
    Irregularity.DEALER_TOOK_TOO_MANY: gettext_lazy(
        "The dealer took more cards than were discarded."
    ),
    Irregularity.DEALER_TOOK_TOO_FEW: gettext_lazy(
        "The dealer took fewer cards than were discarded."
    ),
    Irregularity.FACED_CARD_IN_STOCK: gettext_lazy(
        "A card lay face up in the stock after discarding."
    ),
    Irregularity.EXPOSED_IN_GIVING: gettext_lazy(
        "A card was shown while cards were being given after the discard."
    ),
    Irregularity.TURNED_AFTER_GIVING: gettext_lazy(
        "After giving cards, the dealer turned one up as if it were the trump."
    ),
    Irregularity.STOCK_SHORT: gettext_lazy(
        "The dealer accepted, but there are too few cards in the stock."
    ),
    Irregularity.LEAD_TAKEN_BACK: gettext_lazy("A player wants to take up a card led in turn."),
    Irregularity.CARD_TAKEN_BACK: gettext_lazy(
        "A player wants to take up a card played to a lead."
    ),
    Irregularity.LED_OUT_OF_TURN: gettext_lazy("A player led out of turn."),
    Irregularity.OTHER_SUIT_NAMED: gettext_lazy("A player named one suit and led another."),
    Irregularity.ABANDONED: gettext_lazy("A player abandoned the hand."),
    Irregularity.REVOKE: gettext_lazy(
        "A player did not follow suit, or did not win the trick, although they could."
    ),
    Irregularity.NEW_CARDS: gettext_lazy("A player calls for new cards."),
    Irregularity.PACK_INCORRECT: gettext_lazy(
        "The pack is incorrect: a card is missing, or there are too many."
    ),
    Irregularity.MARK_OMITTED: gettext_lazy("A player left out a mark."),
    Irregularity.OVERSCORED: gettext_lazy("A player marked too much."),
}

FACTS: Mapping[Fact, str | Promise] = {
    Fact.TRUMP_TURNED: gettext_lazy("Was the trump turned by then?"),
    Fact.ELDER_LOOKED: gettext_lazy("Had the non-dealer looked at the hand?"),
    Fact.WHOSE_HAND: gettext_lazy("Whose hand has the wrong number of cards?"),
    Fact.WHOSE_CARD: gettext_lazy("Whose card was it?"),
    Fact.ELDER_DONE: gettext_lazy("What had the non-dealer done by then?"),
    Fact.DEALER_DONE: gettext_lazy("What had the dealer done by then?"),
    Fact.MORE_OR_FEWER: gettext_lazy("More than five cards, or fewer?"),
    Fact.DEALER_TOOK_UP: gettext_lazy("Had the dealer taken up the hand?"),
    Fact.NEXT_TRUMP_TURNED: gettext_lazy("Is the trump of the next deal turned?"),
    Fact.NEXT_DEAL_BEGUN: gettext_lazy("Has the next deal started?"),
    Fact.FIRST_CARD_PLAYED: gettext_lazy("Had this player played their first card?"),
    Fact.FIRST_CARD_WAS_KING: gettext_lazy("Was that first card the king of trumps?"),
    Fact.KING_PASSED: gettext_lazy(
        "If the king was led, had it already been played to? If it was the "
        "dealer’s, had the dealer played again?"
    ),
    Fact.ANNOUNCED_WITH_IT: gettext_lazy("Was the king announced as it was played?"),
    Fact.KING_LED_UNANSWERED: gettext_lazy(
        "Was that card the king of trumps, led and not yet played to?"
    ),
    Fact.OPENING_LED: gettext_lazy("Had the first card of the hand been led?"),
    Fact.ERROR_DECLARED: gettext_lazy("Did this player declare the error before playing a card?"),
    Fact.ADVERSARY_HELD_KING: gettext_lazy("Did the adversary hold the king?"),
    Fact.MIXED: gettext_lazy("Were any of these cards mixed with the hand?"),
    Fact.TAKEN_UP: gettext_lazy("Had any of the cards given been taken up?"),
    Fact.DEALER_PLAYED: gettext_lazy("Has the dealer played a card?"),
    Fact.ACCEPTED_IF_ENOUGH: gettext_lazy(
        "Did the dealer accept on condition that there were enough cards?"
    ),
    Fact.ENOUGH_FOR_ELDER: gettext_lazy("Are there as many cards as the non-dealer asked for?"),
    Fact.TO_SAVE_A_REVOKE: gettext_lazy(
        "Is it to save a revoke, or to win the trick as the law requires?"
    ),
    Fact.LED_SINCE: gettext_lazy("Has another card been led since?"),
    Fact.PLAYED_TO: gettext_lazy("Has that card been played to?"),
    Fact.HOLDS_SUIT_NAMED: gettext_lazy("Does the player who led hold a card of the suit named?"),
    Fact.CLAIMED: gettext_lazy("Were the cards thrown down to claim a score?"),
    Fact.TRICKS_MADE: gettext_lazy("How many tricks had this player made?"),
    Fact.PACK_CUT: gettext_lazy("Is the pack cut for the next deal?"),
    Fact.SEVERAL_EXPOSED: gettext_lazy("Was more than one card shown?"),
    Fact.GAME_OVER: gettext_lazy("Is that game over?"),
    Fact.ADMITTED: gettext_lazy("Does the player who marked it admit it?"),
}

ANSWERS: Mapping[Answer, str | Promise] = {
    Answer.YES: pgettext_lazy("answer", "Yes"),
    Answer.NO: pgettext_lazy("answer", "No"),
    Answer.DEALER: pgettext_lazy("answer", "The dealer’s"),
    Answer.NON_DEALER: pgettext_lazy("answer", "The non-dealer’s"),
    Answer.NOTHING: pgettext_lazy("answer", "Neither spoken nor played"),
    Answer.PROPOSED: pgettext_lazy("answer", "Proposed"),
    Answer.ANSWERED: pgettext_lazy("answer", "Accepted or refused, but not played yet"),
    Answer.PLAYED: pgettext_lazy(
        "answer", "Played without taking cards: stood, or the proposal was refused"
    ),
    Answer.MORE: pgettext_lazy("answer", "More"),
    Answer.FEWER: pgettext_lazy("answer", "Fewer"),
    Answer.NONE: pgettext_lazy("answer", "None"),
    Answer.ONE_OR_TWO: pgettext_lazy("answer", "One or two"),
    Answer.THREE_OR_MORE: pgettext_lazy("answer", "Three or more"),
}


def ruling_text(code: Code, applied: Applied, names: Mapping[Seat, str]) -> str:
    """What happened, by whom, what came of it, and the law."""
    told = _happened(applied, names)
    told += [str(CONSEQUENCES[one]) for one in consequences(code, applied)]
    return f"{' '.join(told)} ({law(applied.law)})"


def ruling_summary(applied: Applied, names: Mapping[Seat, str]) -> str:
    """What happened, by whom, and the law: in a line, for a hand that goes on."""
    return f"{' '.join(_happened(applied, names))} ({law(applied.law)})"


def _happened(applied: Applied, names: Mapping[Seat, str]) -> list[str]:
    told = [str(IRREGULARITIES[applied.irregularity])]
    if applied.offender:
        told.append(_("It was %(name)s.") % {"name": names[applied.offender]})
    return told
