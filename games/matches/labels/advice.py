"""What the robots' counts say of a decision, in the players' words, and the printed hints."""

from collections.abc import Mapping
from typing import Final, NamedTuple, cast

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from ecarte_club.core.sentences import and_list
from games.engine.cards import Card
from games.engine.hand.state import Action, Discard, Say
from games.engine.robots.advice import Advice, Option

from .hands import CHOICES, SAID, card_name

BIDS: Final = (Say.STAND, Say.PROPOSE, Say.REFUSE, Say.ACCEPT, Say.ACCEPT_IF_ENOUGH)
PLAYED: Final = (Say.STAND, Say.REFUSE)

HINTS: Final[Mapping[str, str | Promise]] = {
    "1": gettext_lazy("All hands with three or more trumps, whatever the other cards."),
    "2a": gettext_lazy(
        "Hands with two trumps which contain also any three cards of one plain suit."
    ),
    "2b": gettext_lazy(
        "Hands with two trumps which contain also two cards of one plain suit, one being as high "
        "as a queen."
    ),
    "2c": gettext_lazy(
        "Hands with two trumps which contain also two small cards of one suit, the fifth card "
        "being a king of another suit."
    ),
    "2d": gettext_lazy(
        "Hands with two trumps which contain also three high cards of different suits."
    ),
    "3a": gettext_lazy(
        "Hands with one trump, which contain also king, queen, knave of one suit, and a small "
        "card of another."
    ),
    "3b": gettext_lazy(
        "Hands with one trump, which contain also four cards of one suit headed by king."
    ),
    "3c": gettext_lazy(
        "Hands with one trump, which contain also three cards of one suit headed by queen, and "
        "queen of another suit."
    ),
    "4": gettext_lazy(
        "Hands with no trump, which contain three queens or cards of equal value in different "
        "suits, e.g., four court cards."
    ),
    "5": gettext_lazy(
        "Hands from which only two cards can be discarded without throwing a king or a trump."
    ),
    "king": gettext_lazy(
        "If you hold a jeu de regle, and one of the trumps is the king, propose, as your adversary "
        "cannot then take in the king."
    ),
    "guarded": gettext_lazy(
        "If your adversary proposes you should accept, unless you are guarded in three suits (a "
        "queen being a sufficient guard), or in two suits with a trump, or in one suit with two "
        "trumps."
    ),
    "as_standing": gettext_lazy(
        "The hands with which to refuse are the same as those with which to play without proposing."
    ),
    "r1": gettext_lazy(
        "Two trumps and three cards of one plain suit should not be played unless the plain suit "
        "is headed by a court card."
    ),
    "r2": gettext_lazy(
        "One trump and a tierce major is too weak, unless the fifth card is a court card."
    ),
    "r3": gettext_lazy("One trump and four cards of a plain suit is too weak to play."),
    "r4": gettext_lazy(
        "One trump and two queens is too weak, unless both queens are singly guarded."
    ),
    "r5": gettext_lazy(
        "One trump, queen of one suit, and knave guarded of another should not be played unless "
        "the queen is also guarded, or the card of the fourth suit is a court card."
    ),
    "r6": gettext_lazy(
        "One trump, a king and a queen, both unguarded, should not be played, unless the fourth "
        "suit contains a card as high as an ace."
    ),
    "r7": gettext_lazy(
        "Four court cards without a trump are too weak to play, unless they are of three "
        "different suits."
    ),
    "r8": gettext_lazy("Refuse with three queens, if two are singly guarded; otherwise, accept."),
    "even_chance": gettext_lazy(
        "If the dealer is at four, and the king is not in your hand nor turned up, play any cards "
        "without proposing which give an even chance of three tricks, e.g. a queen, a guarded "
        "knave, and a guarded ten."
    ),
    "one_trump": gettext_lazy(
        "At the adverse score of four, and king not being in hand or turned up, any hand with one "
        "trump should be played, unless the plain cards are very small and of different suits."
    ),
    "three_four": gettext_lazy(
        "At the score of non-dealer three, dealer four, the dealer should refuse on moderate "
        "cards, as the player proposing at this score must have a very bad hand."
    ),
    "silent": gettext_lazy(
        "If the non-dealer plays without proposing when he is four to three, and the dealer holds "
        "the king he ought not to mark it."
    ),
    "announce": gettext_lazy(
        "Do not announce the king until in the act of playing your first card."
    ),
    "throw": gettext_lazy("When discarding, throw out all cards except trumps and kings."),
    "lead": gettext_lazy("Lead from your guarded suit, and lead the highest."),
    "persevere": gettext_lazy(
        "If the strong suit led is not trumped, persevere with it, unless with king of trumps, or "
        "queen (king not having been announced), or knave ace, when lead a trump before continuing "
        "your suit."
    ),
    "trumps": gettext_lazy(
        "You should not lead trumps at starting, unless you hold king or queen, knave, or knave "
        "ace, with court cards out of trumps."
    ),
}
"""By their ids, as they are printed; in French, translated."""
SOURCE: Final = gettext_lazy("Encyclopædia Britannica, 1911")


class AdviceText(NamedTuple):
    """`text`: what to do, and how often it wins. `why`: of bidding, the least with which these
    cards are worth playing. `agreement`: whether the printed hints say the same. `citation`: of the
    one about the hand. All may be empty but `text`."""

    text: str
    why: str
    agreement: str
    citation: str


def advice_text(advised: Advice) -> AdviceText:
    best, hint = advised.best, advised.reason.hint
    is_printed = hint is not None or best.action in BIDS
    return AdviceText(
        _best_text(best),
        _why(advised),
        _agreement(advised) if is_printed else "",
        citation(hint.id) if hint else "",
    )


def citation(hint: str) -> str:
    """Of the printed hint with this id."""
    return _("%(source)s: “%(hint)s”") % {"source": SOURCE, "hint": HINTS[hint]}


def action_text(action: Action) -> str:
    """As a choice: "Stand", "Discard: …", "Play: …"."""
    if isinstance(action, Say):
        return str(CHOICES[action])
    if isinstance(action, int):
        return _("Play: %(card)s") % {"card": card_name(action)}
    thrown = cast(Discard, action)
    if not thrown:
        return _("Discard no cards")
    # Translators: %(cards)s is a list such as “king of hearts and ace of clubs”.
    return _("Discard: %(cards)s") % {"cards": and_list(map(card_name, thrown))}


def best_text(action: Action) -> str:
    """That it would have been best."""
    if isinstance(action, Say):
        return _("Best: %(choice)s") % {"choice": CHOICES[action]}
    if isinstance(action, int):
        return _("Best: %(card)s") % {"card": card_name(action)}
    thrown = cast(Discard, action)
    if not thrown:
        return _("Best: discard no cards")
    # Translators: %(cards)s is a list such as “king of hearts and ace of clubs”.
    return _("Best: discard %(cards)s") % {"cards": and_list(map(card_name, thrown))}


def done_text(action: Action, who: str) -> str:
    """That a player did it."""
    if isinstance(action, Say):
        return str(SAID[action]) % {"who": who}
    if isinstance(action, int):
        return _("%(who)s plays: %(card)s.") % {"who": who, "card": card_name(Card(action))}
    thrown = cast(Discard, action)
    if not thrown:
        return _("%(who)s discards nothing.") % {"who": who}
    text = ngettext(
        "%(who)s discards %(number)s card: %(cards)s.",
        "%(who)s discards %(number)s cards: %(cards)s.",
        len(thrown),
    )
    cards = and_list(map(card_name, thrown))
    return text % {"who": who, "number": len(thrown), "cards": cards}


def in_a_hundred(chance: float) -> str:
    """A chance, or what one costs: whole from ten on, with a decimal below."""
    is_whole = abs(chance) >= 0.0995 or abs(chance) < 0.0005
    return rounded(chance * 100, 0 if is_whole else 1)


def rounded(number: float, places: int) -> str:
    """As the language writes it, which by itself would cut off the rest."""
    return number_format(round(number, places), places, force_grouping=True)


def _best_text(best: Option) -> str:
    facts = {
        "choice": action_text(best.action),
        "game": in_a_hundred(best.chance),
        "point": in_a_hundred(best.point),
    }
    if best.action in PLAYED:
        # Translators: %(choice)s as in “Stand”.
        return _("%(choice)s: you win the point %(point)s times in a hundred.") % facts
    if best.action in BIDS:
        return _("%(choice)s: you win the game %(game)s times in a hundred.") % facts
    # Translators: %(choice)s as in “Play: king of hearts”.
    return _("%(choice)s. You win the game %(game)s times in a hundred.") % facts


def _why(advised: Advice) -> str:
    """Of bidding: how often the cards win the point as they are, and need to."""
    played = next((one for one in advised.options if one.action in PLAYED), None)
    needed = advised.reason.needed
    if played is None or needed is None:
        return ""
    facts = {"point": in_a_hundred(played.point), "needed": in_a_hundred(needed)}
    if advised.best.action is played.action:
        return (
            _(
                "At this score %(needed)s in a hundred are enough; the printed limit is two in "
                "three."
            )
            % facts
        )
    return (
        _(
            "Played as they are, your cards win the point %(point)s times in a hundred, and would "
            "need %(needed)s at this score; the printed limit is two in three."
        )
        % facts
    )


def _agreement(advised: Advice) -> str:
    if advised.reason.confirms(advised.best.action):
        return _("The printed hints say the same.")
    printed = advised.reason.printed
    if printed is None:
        return ""
    option = advised.of(printed)
    # Translators: %(choice)s as in “Propose”.
    text = _("The printed hints say otherwise: %(choice)s.")
    facts = {"choice": action_text(printed)}
    if option is not None:
        text = _(
            "The printed hints say otherwise: %(choice)s, which wins the game %(game)s times in a "
            "hundred."
        )
        facts["game"] = in_a_hundred(option.chance)
    return text % facts
