"""The cards, called by their names."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from games.engine.cards import RANKS, SUITS, Card, rank, suit

RANK_NAMES: Final[Mapping[str, str | Promise]] = {
    "7": pgettext_lazy("card", "seven"),
    "8": pgettext_lazy("card", "eight"),
    "9": pgettext_lazy("card", "nine"),
    "T": pgettext_lazy("card", "ten"),
    "A": pgettext_lazy("card", "ace"),
    "J": pgettext_lazy("card", "knave"),
    "Q": pgettext_lazy("card", "queen"),
    "K": pgettext_lazy("card", "king"),
}
SUIT_NAMES: Final[Mapping[str, str | Promise]] = {
    "C": pgettext_lazy("suit", "clubs"),
    "D": pgettext_lazy("suit", "diamonds"),
    "H": pgettext_lazy("suit", "hearts"),
    "S": pgettext_lazy("suit", "spades"),
}


def card_name(of: Card) -> str:
    """As in "king of hearts"."""
    return _("%(rank)s of %(suit)s") % {
        "rank": RANK_NAMES[RANKS[rank(of)]],
        "suit": SUIT_NAMES[SUITS[suit(of)]],
    }


def suit_name(of: int) -> str:
    return str(SUIT_NAMES[SUITS[of]])
