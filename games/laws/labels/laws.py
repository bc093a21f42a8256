"""The laws in our own words."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.engine.codes import EB, ENQUIRE, MODERN
from games.engine.rulings.ids import Reach

REACH: Mapping[Reach, str | Promise] = {
    Reach.CONDUCT: _("A law of conduct: no score changes."),
    Reach.HAND: _("This law decides how the hand goes on."),
    Reach.MARKS: _("This law decides what is marked."),
}


@dataclass(frozen=True, slots=True)
class Sentence:
    """Of a London law. `also`: the other works that say it."""

    text: str | Promise
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Law:
    title: str | Promise
    sentences: tuple[Sentence, ...]

    @property
    def rule(self) -> str:
        return " ".join(str(sentence.text) for sentence in self.sentences)


def _law(title: str | Promise, *sentences: Sentence | str | Promise) -> Law:
    """Without a `Sentence`: what no other work says."""
    return Law(
        title,
        tuple(
            sentence if isinstance(sentence, Sentence) else Sentence(sentence)
            for sentence in sentences
        ),
    )


LAWS: Mapping[int, Law] = {
    1: _law(
        pgettext_lazy("law", "Shuffling"),
        Sentence(_("Each player may shuffle the cards."), (ENQUIRE,)),
        Sentence(_("That holds for both packs, and the dealer shuffles last.")),
    ),
    2: _law(
        pgettext_lazy("law", "How to shuffle"),
        Sentence(_("The cards are shuffled above the table."), (ENQUIRE,)),
        Sentence(_("They are not shuffled with faces showing, or while a hand is being played.")),
    ),
    3: _law(
        pgettext_lazy("law", "The cut"),
        Sentence(
            _("At least two cards are cut."),
            (
                EB,
                ENQUIRE,
            ),
        ),
        Sentence(_("At least two cards are left."), (ENQUIRE,)),
    ),
    4: _law(
        pgettext_lazy("law", "Cards shown in cutting for deal"),
        _("A player who shows more than one card when cutting for deal cuts again."),
    ),
    5: _law(
        pgettext_lazy("law", "Who deals first"),
        Sentence(_("The highest écarté card deals."), (ENQUIRE,)),
        Sentence(_("That player chooses seats and cards, which then stay as they are.")),
    ),
    6: _law(
        pgettext_lazy("law", "The cut holds"),
        Sentence(
            _("The cut for deal holds even if the pack turns out to be incorrect."), (ENQUIRE,)
        ),
    ),
    7: _law(
        pgettext_lazy("law", "A card shown in cutting to the dealer"),
        Sentence(
            _("If a card is shown while cutting to the dealer, the pack is cut again."), (EB,)
        ),
    ),
    8: _law(
        pgettext_lazy("law", "The deal"),
        Sentence(
            _("Five cards each, by two and three or by three and two."),
            (
                EB,
                MODERN,
                ENQUIRE,
            ),
        ),
        Sentence(
            _("The dealer keeps to one way for the whole game."),
            (
                EB,
                ENQUIRE,
            ),
        ),
        Sentence(_("A change for a later game is announced before the cut.")),
    ),
    9: _law(
        pgettext_lazy("law", "An error before the trump is turned"),
        _(
            "If the number or the order of the cards is wrong and no trump is turned yet, the "
            "non-dealer may have it put right or claim a fresh deal, but only before looking "
            "at the hand."
        ),
    ),
    10: _law(
        pgettext_lazy("law", "The trump"),
        Sentence(
            _("When the hands are dealt, the top card of the rest is turned up for trumps."),
            (
                EB,
                MODERN,
                ENQUIRE,
            ),
        ),
    ),
    11: _law(
        pgettext_lazy("law", "More than one card turned"),
        _(
            "Before looking at the hand, the non-dealer chooses which of the cards is the "
            "trump, or claims a fresh deal. After looking there must be a fresh deal. If the "
            "card chosen is a king, the dealer may mark it."
        ),
    ),
    12: _law(
        pgettext_lazy("law", "A faced card before the trump"),
        _("A card found face up in the pack before the trump is turned requires a fresh deal."),
    ),
    13: _law(
        pgettext_lazy("law", "Cards shown in dealing"),
        _(
            "If the dealer shows one of their own cards, the deal stands. If it is "
            "the non-dealer’s card, the non-dealer may claim a fresh deal before "
            "looking at the hand."
        ),
    ),
    14: _law(
        pgettext_lazy("law", "Dealing out of turn or with the other pack"),
        _(
            "Until the trump is turned such a deal is void. Afterwards it stands, "
            "and the packs stay swapped."
        ),
    ),
    15: _law(
        pgettext_lazy("law", "Too many cards for the non-dealer"),
        _(
            "Found after the trump is turned and before the non-dealer proposes or plays: a "
            "fresh deal may be claimed, or the surplus is discarded unseen by the dealer."
        ),
    ),
    16: _law(
        pgettext_lazy("law", "Too few cards for the non-dealer"),
        _(
            "Found at the same time: the hand may be completed from the stock, or a fresh "
            "deal claimed."
        ),
    ),
    17: _law(
        pgettext_lazy("law", "Too many cards for the dealer"),
        _(
            "Found before the dealer answers or plays: the non-dealer may claim a fresh deal, "
            "or draws the surplus from the dealer’s hand, and looks at it if that hand has "
            "been taken up."
        ),
    ),
    18: _law(
        pgettext_lazy("law", "Too few cards for the dealer"),
        _(
            "Found at the same time: the non-dealer may let the dealer complete the hand, or "
            "claim a fresh deal."
        ),
    ),
    19: _law(
        pgettext_lazy("law", "No mark for the king turned"),
        _(
            "Wherever the wrong number of cards was dealt and a fresh deal could be claimed and "
            "was not, the dealer cannot mark the king turned. That includes an error put right "
            "before the trump was turned."
        ),
    ),
    20: _law(
        pgettext_lazy("law", "The non-dealer has played with a wrong number of cards"),
        _(
            "If the non-dealer plays without taking cards, as they stood or were refused, and "
            "then turns out not to have five cards, there must be a fresh deal."
        ),
    ),
    21: _law(
        pgettext_lazy("law", "The dealer has played with a wrong number of cards"),
        _(
            "If the dealer plays without taking cards, as the non-dealer stood or was refused, "
            "and then turns out not to have five cards, the adversary may claim a fresh deal."
        ),
    ),
    22: _law(
        pgettext_lazy("law", "Marking the king turned"),
        Sentence(
            _("The dealer may mark a king that is turned up."),
            (
                EB,
                MODERN,
                ENQUIRE,
            ),
        ),
        Sentence(_("That may be done until the trump of the next deal is turned."), (ENQUIRE,)),
    ),
    23: _law(
        pgettext_lazy("law", "Announcing the king"),
        Sentence(
            _("A player who holds the king of trumps announces it before playing a first card."),
            (
                EB,
                ENQUIRE,
            ),
        ),
        Sentence(_("Marking it without announcing it is not enough.")),
    ),
    24: _law(
        pgettext_lazy("law", "The king as first card"),
        Sentence(_("Led first, the king may be announced until it is played to."), (ENQUIRE,)),
        Sentence(_("As the dealer’s first card, until the dealer plays again.")),
    ),
    25: _law(
        pgettext_lazy("law", "The king announced and not held"),
        Sentence(
            _(
                "Unless the error is declared before a card is played, the adversary may "
                "correct the score and have the hands played again."
            ),
            (EB,),
        ),
        Sentence(_("The offender marks nothing for a point, and one for a vole."), (EB,)),
        Sentence(_("For a point that counts two they mark one."), (EB,)),
        Sentence(_("There is no penalty if the adversary holds the king.")),
    ),
    26: _law(
        pgettext_lazy("law", "A proposal stands"),
        Sentence(
            _("A proposal cannot be withdrawn."),
            (
                EB,
                ENQUIRE,
            ),
        ),
        Sentence(_("The number of cards asked for cannot be changed.")),
    ),
    27: _law(
        pgettext_lazy("law", "An answer stands"),
        Sentence(
            _("The dealer cannot withdraw an acceptance."),
            (
                EB,
                ENQUIRE,
            ),
        ),
        Sentence(_("A refusal cannot be withdrawn either."), (EB,)),
        Sentence(_("On request the dealer says how many cards were taken.")),
    ),
    28: _law(
        pgettext_lazy("law", "Discards"),
        Sentence(
            _("Each player discards face down before taking cards."),
            (
                EB,
                ENQUIRE,
            ),
        ),
        Sentence(_("Discards lie apart from the stock and from each other.")),
        Sentence(
            _("Discards are not looked at."),
            (
                EB,
                ENQUIRE,
            ),
        ),
    ),
    29: _law(
        pgettext_lazy("law", "The non-dealer has taken too many cards"),
        _(
            "If any of them are mixed with the hand, the dealer may claim a fresh deal, or "
            "draws the surplus, and looks at it if the cards given had been taken up."
        ),
    ),
    30: _law(
        pgettext_lazy("law", "The non-dealer has asked for too few cards"),
        _("The dealer counts as tricks all cards that cannot be played to."),
    ),
    31: _law(
        pgettext_lazy("law", "The dealer has given too many cards"),
        _("The non-dealer may claim a fresh deal, or discards the surplus unseen by the dealer."),
    ),
    32: _law(
        pgettext_lazy("law", "The dealer has given too few cards"),
        _("The non-dealer may claim a fresh deal, or has the hand completed from the stock."),
    ),
    33: _law(
        pgettext_lazy("law", "The dealer has taken too many cards"),
        _(
            "If any of them are mixed with the hand, the non-dealer may claim a fresh deal, "
            "or draws the surplus, and looks at it if the cards had been taken up."
        ),
    ),
    34: _law(
        pgettext_lazy("law", "The dealer has taken too few cards"),
        _(
            "Before playing, the dealer may complete the hand from the stock. If the dealer "
            "plays with fewer than five, the non-dealer counts as tricks all cards that "
            "cannot be played to."
        ),
    ),
    35: _law(
        pgettext_lazy("law", "A faced card in the stock"),
        _("Both may see it; it is thrown aside, and the next card is given instead."),
    ),
    36: _law(
        pgettext_lazy("law", "Cards shown in giving"),
        Sentence(
            _("The non-dealer may take their card that was shown, or have the next one instead."),
            (EB,),
        ),
        Sentence(_("The dealer must take theirs.")),
    ),
    37: _law(
        pgettext_lazy("law", "A card turned after giving"),
        Sentence(
            _(
                "If the dealer turns a card as if it were the trump, another discard cannot be "
                "refused."
            ),
            (EB,),
        ),
        Sentence(_("The non-dealer may then take that card.")),
    ),
    38: _law(
        pgettext_lazy("law", "Too few cards in the stock"),
        _(
            "The non-dealer exchanges as many cards as were asked for, or as many "
            "as are left, and the dealer plays the hand as it is. The dealer may "
            "accept on condition that there are enough."
        ),
    ),
    39: _law(
        pgettext_lazy("law", "Cards played stay"),
        Sentence(_("A card led in turn stays."), (EB,)),
        Sentence(
            _(
                "A card played to a lead may be taken up only to save a revoke or to win a "
                "trick that has to be won, and only until another card is led."
            ),
            (EB,),
        ),
    ),
    40: _law(
        pgettext_lazy("law", "Leading out of turn"),
        Sentence(_("A card led out of turn may be taken up until it is played to."), (EB,)),
        Sentence(_("Then it stays.")),
    ),
    41: _law(
        pgettext_lazy("law", "One suit named and another led"),
        Sentence(
            _("The adversary plays to the card led, or has the suit named led instead."), (EB,)
        ),
        Sentence(_("Without a card of that suit, the card led stays.")),
    ),
    42: _law(
        pgettext_lazy("law", "Abandoning a hand"),
        _(
            "With no trick made, it gives the adversary the vole; with one or two "
            "tricks, the point. A player who throws down the cards to claim a "
            "score has not abandoned the hand."
        ),
    ),
    43: _law(
        pgettext_lazy("law", "Revoking, or not winning the trick"),
        Sentence(
            _(
                "A player who can follow suit, or win the trick, and does not, may have to play "
                "the hands again."
            ),
            (EB,),
        ),
        Sentence(
            _(
                "The offender marks nothing for a point, one for a vole, and one for a point "
                "that counts two."
            )
        ),
        Sentence(_("If it is put right in time, there is no penalty."), (EB,)),
    ),
    44: _law(
        pgettext_lazy("law", "New cards"),
        _(
            "A player may call for two new packs, and pays for them, until the pack is cut "
            "for the next deal; the dealer chooses between them."
        ),
    ),
    45: _law(
        pgettext_lazy("law", "An incorrect pack"),
        _("The deal in which it is discovered is void; all deals before it stand."),
    ),
    46: _law(
        pgettext_lazy("law", "The game"),
        Sentence(
            _("The game is five up."),
            (
                EB,
                MODERN,
                ENQUIRE,
            ),
        ),
        Sentence(
            _(
                "By agreement it counts treble if the adversary has not scored, double at one "
                "or two, single at three or four."
            )
        ),
    ),
    47: _law(
        pgettext_lazy("law", "The king"),
        Sentence(
            _("The king of trumps, turned or held, counts one."),
            (
                EB,
                MODERN,
                ENQUIRE,
            ),
        ),
    ),
    48: _law(
        pgettext_lazy("law", "The point and the vole"),
        Sentence(
            _("Three tricks are the point and count one; all five are the vole and count two."),
            (
                EB,
                MODERN,
                ENQUIRE,
            ),
        ),
    ),
    49: _law(
        pgettext_lazy("law", "Standing or refusing, and losing the point"),
        Sentence(
            _(
                "If the non-dealer plays without proposing, or the dealer refuses the first "
                "proposal, and loses the point, the adversary marks two."
            ),
            (
                EB,
                MODERN,
                ENQUIRE,
            ),
        ),
        Sentence(
            _("The vole still counts two."),
            (
                EB,
                MODERN,
            ),
        ),
    ),
    50: _law(
        pgettext_lazy("law", "A mark left out"),
        _("It may be added until the trump of the next deal is turned."),
    ),
    51: _law(
        pgettext_lazy("law", "Too much marked"),
        _("An overscore that is admitted can be taken down at any time during the game."),
    ),
}

# How a work has a law otherwise; what a club can choose is said by its options.
ELSEWHERE: Mapping[tuple[str, int], str | Promise] = {
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
