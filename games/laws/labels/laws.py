"""The laws in our own words."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.engine.codes import EB
from games.engine.rulings.ids import Reach

REACH: Mapping[Reach, str | Promise] = {
    Reach.CONDUCT: _("A law of conduct: no score changes."),
    Reach.HAND: _("This law decides how the hand goes on."),
    Reach.MARKS: _("This law decides what is marked."),
}


@dataclass(frozen=True, slots=True)
class Law:
    title: str | Promise
    rule: str | Promise


LAWS: Mapping[int, Law] = {
    1: Law(
        pgettext_lazy("law", "Shuffling"),
        _("Each player may shuffle both packs; the dealer shuffles last."),
    ),
    2: Law(
        pgettext_lazy("law", "How to shuffle"),
        _(
            "The pack is not shuffled under the table, with faces showing, or "
            "while a hand is being played."
        ),
    ),
    3: Law(
        pgettext_lazy("law", "The cut"), _("At least two cards are cut, and at least two are left.")
    ),
    4: Law(
        pgettext_lazy("law", "Cards shown in cutting for deal"),
        _("A player who shows more than one card when cutting for deal cuts again."),
    ),
    5: Law(
        pgettext_lazy("law", "Who deals first"),
        _(
            "The highest écarté card deals, and chooses seats and cards, which then stay as "
            "they are."
        ),
    ),
    6: Law(
        pgettext_lazy("law", "The cut holds"),
        _("The cut for deal holds even if the pack turns out to be incorrect."),
    ),
    7: Law(
        pgettext_lazy("law", "A card shown in cutting to the dealer"),
        _("If a card is shown while cutting to the dealer, the pack is cut again."),
    ),
    8: Law(
        pgettext_lazy("law", "The deal"),
        _(
            "Five cards each, by two and three or by three and two. The dealer keeps to one "
            "way for the whole game, and announces a change before the cut of a later one."
        ),
    ),
    9: Law(
        pgettext_lazy("law", "An error before the trump is turned"),
        _(
            "If the number or the order of the cards is wrong and no trump is turned yet, the "
            "non-dealer may have it put right or claim a fresh deal, but only before looking "
            "at the hand."
        ),
    ),
    10: Law(
        pgettext_lazy("law", "The trump"),
        _("When the hands are dealt, the top card of the rest is turned up for trumps."),
    ),
    11: Law(
        pgettext_lazy("law", "More than one card turned"),
        _(
            "Before looking at the hand, the non-dealer chooses which of the cards is the "
            "trump, or claims a fresh deal. After looking there must be a fresh deal. If the "
            "card chosen is a king, the dealer may mark it."
        ),
    ),
    12: Law(
        pgettext_lazy("law", "A faced card before the trump"),
        _("A card found face up in the pack before the trump is turned requires a fresh deal."),
    ),
    13: Law(
        pgettext_lazy("law", "Cards shown in dealing"),
        _(
            "If the dealer shows one of their own cards, the deal stands. If it is "
            "the non-dealer’s card, the non-dealer may claim a fresh deal before "
            "looking at the hand."
        ),
    ),
    14: Law(
        pgettext_lazy("law", "Dealing out of turn or with the other pack"),
        _(
            "Until the trump is turned such a deal is void. Afterwards it stands, "
            "and the packs stay swapped."
        ),
    ),
    15: Law(
        pgettext_lazy("law", "Too many cards for the non-dealer"),
        _(
            "Found after the trump is turned and before the non-dealer proposes or plays: a "
            "fresh deal may be claimed, or the surplus is discarded unseen by the dealer."
        ),
    ),
    16: Law(
        pgettext_lazy("law", "Too few cards for the non-dealer"),
        _(
            "Found at the same time: the hand may be completed from the stock, or a fresh "
            "deal claimed."
        ),
    ),
    17: Law(
        pgettext_lazy("law", "Too many cards for the dealer"),
        _(
            "Found before the dealer answers or plays: the non-dealer may claim a fresh deal, "
            "or draws the surplus from the dealer’s hand, and looks at it if that hand has "
            "been taken up."
        ),
    ),
    18: Law(
        pgettext_lazy("law", "Too few cards for the dealer"),
        _(
            "Found at the same time: the non-dealer may let the dealer complete the hand, or "
            "claim a fresh deal."
        ),
    ),
    19: Law(
        pgettext_lazy("law", "No mark for the king turned"),
        _(
            "Wherever the wrong number of cards was dealt and a fresh deal could be claimed and "
            "was not, the dealer cannot mark the king turned. That includes an error put right "
            "before the trump was turned."
        ),
    ),
    20: Law(
        pgettext_lazy("law", "The non-dealer has played with a wrong number of cards"),
        _(
            "If the non-dealer plays without taking cards, as they stood or were refused, and "
            "then turns out not to have five cards, there must be a fresh deal."
        ),
    ),
    21: Law(
        pgettext_lazy("law", "The dealer has played with a wrong number of cards"),
        _(
            "If the dealer plays without taking cards, as the non-dealer stood or was refused, "
            "and then turns out not to have five cards, the adversary may claim a fresh deal."
        ),
    ),
    22: Law(
        pgettext_lazy("law", "Marking the king turned"),
        _("The dealer may mark the king turned until the trump of the next deal is turned."),
    ),
    23: Law(
        pgettext_lazy("law", "Announcing the king"),
        _(
            "A player who holds the king of trumps announces it before playing a "
            "first card. Marking it without announcing it is not enough."
        ),
    ),
    24: Law(
        pgettext_lazy("law", "The king as first card"),
        _(
            "Led first, the king may be announced until it is played to. As the dealer’s "
            "first card, until the dealer plays again."
        ),
    ),
    25: Law(
        pgettext_lazy("law", "The king announced and not held"),
        _(
            "Unless the error is declared before a card is played, the adversary "
            "may correct the score and have the hands played again. The offender "
            "marks nothing for a point, one for a vole, and one for a point that "
            "counts two. There is no penalty if the adversary holds the king."
        ),
    ),
    26: Law(
        pgettext_lazy("law", "A proposal stands"),
        _("A proposal cannot be withdrawn, and the number of cards asked for cannot be changed."),
    ),
    27: Law(
        pgettext_lazy("law", "An answer stands"),
        _("The dealer cannot withdraw an answer, and says on request how many cards were taken."),
    ),
    28: Law(
        pgettext_lazy("law", "Discards"),
        _(
            "Each player discards face down, apart from everything else, before taking cards. "
            "Discards are not looked at."
        ),
    ),
    29: Law(
        pgettext_lazy("law", "The non-dealer has taken too many cards"),
        _(
            "If any of them are mixed with the hand, the dealer may claim a fresh deal, or "
            "draws the surplus, and looks at it if the cards given had been taken up."
        ),
    ),
    30: Law(
        pgettext_lazy("law", "The non-dealer has asked for too few cards"),
        _("The dealer counts as tricks all cards that cannot be played to."),
    ),
    31: Law(
        pgettext_lazy("law", "The dealer has given too many cards"),
        _("The non-dealer may claim a fresh deal, or discards the surplus unseen by the dealer."),
    ),
    32: Law(
        pgettext_lazy("law", "The dealer has given too few cards"),
        _("The non-dealer may claim a fresh deal, or has the hand completed from the stock."),
    ),
    33: Law(
        pgettext_lazy("law", "The dealer has taken too many cards"),
        _(
            "If any of them are mixed with the hand, the non-dealer may claim a fresh deal, "
            "or draws the surplus, and looks at it if the cards had been taken up."
        ),
    ),
    34: Law(
        pgettext_lazy("law", "The dealer has taken too few cards"),
        _(
            "Before playing, the dealer may complete the hand from the stock. If the dealer "
            "plays with fewer than five, the non-dealer counts as tricks all cards that "
            "cannot be played to."
        ),
    ),
    35: Law(
        pgettext_lazy("law", "A faced card in the stock"),
        _("Both may see it; it is thrown aside, and the next card is given instead."),
    ),
    36: Law(
        pgettext_lazy("law", "Cards shown in giving"),
        _(
            "The non-dealer may take their card that was shown, or have the next "
            "one instead. The dealer must take theirs."
        ),
    ),
    37: Law(
        pgettext_lazy("law", "A card turned after giving"),
        _(
            "If the dealer turns a card as if it were the trump, another discard cannot be "
            "refused; the non-dealer may then take that card."
        ),
    ),
    38: Law(
        pgettext_lazy("law", "Too few cards in the stock"),
        _(
            "The non-dealer exchanges as many cards as were asked for, or as many "
            "as are left, and the dealer plays the hand as it is. The dealer may "
            "accept on condition that there are enough."
        ),
    ),
    39: Law(
        pgettext_lazy("law", "Cards played stay"),
        _(
            "A card led in turn stays. A card played to a lead may be taken up "
            "only to save a revoke or to win a trick that has to be won, and only "
            "until another card is led."
        ),
    ),
    40: Law(
        pgettext_lazy("law", "Leading out of turn"),
        _("A card led out of turn may be taken up until it is played to; then it stays."),
    ),
    41: Law(
        pgettext_lazy("law", "One suit named and another led"),
        _(
            "The adversary plays to the card led, or has the suit named led instead. Without "
            "a card of that suit, the card led stays."
        ),
    ),
    42: Law(
        pgettext_lazy("law", "Abandoning a hand"),
        _(
            "With no trick made, it gives the adversary the vole; with one or two "
            "tricks, the point. A player who throws down the cards to claim a "
            "score has not abandoned the hand."
        ),
    ),
    43: Law(
        pgettext_lazy("law", "Revoking, or not winning the trick"),
        _(
            "A player who can follow suit, or win the trick, and does not, may "
            "have to play the hands again. The offender marks nothing for a point, "
            "one for a vole, and one for a point that counts two. If it is put "
            "right in time, there is no penalty."
        ),
    ),
    44: Law(
        pgettext_lazy("law", "New cards"),
        _(
            "A player may call for two new packs, and pays for them, until the pack is cut "
            "for the next deal; the dealer chooses between them."
        ),
    ),
    45: Law(
        pgettext_lazy("law", "An incorrect pack"),
        _("The deal in which it is discovered is void; all deals before it stand."),
    ),
    46: Law(
        pgettext_lazy("law", "The game"),
        _(
            "The game is five up. By agreement it counts treble if the adversary has not "
            "scored, double at one or two, single at three or four."
        ),
    ),
    47: Law(pgettext_lazy("law", "The king"), _("The king of trumps, turned or held, counts one.")),
    48: Law(
        pgettext_lazy("law", "The point and the vole"),
        _("Three tricks are the point and count one; all five are the vole and count two."),
    ),
    49: Law(
        pgettext_lazy("law", "Standing or refusing, and losing the point"),
        _(
            "If the non-dealer plays without proposing, or the dealer refuses the "
            "first proposal, and loses the point, the adversary marks two. The "
            "vole still counts two."
        ),
    ),
    50: Law(
        pgettext_lazy("law", "A mark left out"),
        _("It may be added until the trump of the next deal is turned."),
    ),
    51: Law(
        pgettext_lazy("law", "Too much marked"),
        _("An overscore that is admitted can be taken down at any time during the game."),
    ),
}

# How a work that has a law has it otherwise; what a house can choose is said by its options.
ELSEWHERE: Mapping[tuple[str, int], str | Promise] = {
    (EB, 5): _("In the Britannica the player who cuts the highest card chooses whether to deal."),
    (EB, 22): _("In the Britannica, until the next deal."),
    (EB, 36): _("In the Britannica there is no penalty for one of the dealer’s own cards."),
    (EB, 37): _("The Britannica does not say that the card may be taken."),
    (EB, 38): _(
        "In the Britannica the non-dealer may take cards, and the dealer plays the hand as it is."
    ),
    (EB, 41): _(
        "In the Britannica there is no penalty if the player does not hold the suit named."
    ),
    (EB, 43): _(
        "In the Britannica the score is corrected and the hand replayed, and nothing is taken off."
    ),
}
