"""What is wrong with a text in the notation, told with its place and what was expected there."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ecarte_club.core.exceptions import Invalid
from games.engine.notation.values import Fault, NotationError

from . import engine

FIELD: Final = "notation"
EXPECTED_MOST: Final = 8

FAULTS: Final[Mapping[str, str | Promise]] = {
    Fault.HEADER_EXPECTED: gettext_lazy('A header comes first, such as [Code "london"].'),
    Fault.HEADER_BROKEN: gettext_lazy('A header is written like [Event "A name"].'),
    Fault.HEADER_TWICE: gettext_lazy("The header %(key)s appears twice."),
    Fault.HEADER_VALUE: gettext_lazy("The header %(key)s cannot be “%(found)s” here."),
    Fault.CODE_EXPECTED: gettext_lazy("The header Code must name the code of laws."),
    Fault.END_EXPECTED: gettext_lazy("What follows does not belong here."),
    Fault.ONE_HAND_EXPECTED: gettext_lazy("Write one hand, starting with its deal."),
    Fault.COMMENT_OPEN: gettext_lazy("This comment must end with }."),
    Fault.TOKEN_EXPECTED: gettext_lazy("“%(found)s” is not a word of the notation."),
    Fault.TOKEN_TOO_LONG: gettext_lazy("A word of the notation has at most %(most)s characters."),
    Fault.CARD_EXPECTED: gettext_lazy("“%(found)s” is not a card: write 7H, TD, KC, or ?."),
    Fault.SEAT_EXPECTED: gettext_lazy("Say which player it is: A or B."),
    Fault.NUMBER_EXPECTED: gettext_lazy("A number is missing here."),
    Fault.ORDER_EXPECTED: gettext_lazy("Cards are dealt 3-2 or 2-3."),
    Fault.SIGN_EXPECTED: gettext_lazy("A character is missing here."),
    Fault.WORD_EXPECTED: gettext_lazy("“%(found)s” is not possible here."),
    Fault.DEAL_EXPECTED: gettext_lazy("A hand starts with its deal, such as deal:A."),
    Fault.GIVEN_TWICE: gettext_lazy("This is already noted for this hand."),
    Fault.CARD_TWICE: gettext_lazy("The card %(card)s is already named."),
    Fault.CARDS_NUMBER: gettext_lazy("Cards found here: %(found)s. Cards needed: %(wanted)s."),
    Fault.NO_CARDS_DUE: gettext_lazy("Cards cannot be taken at this point."),
    Fault.PLAYER_EXPECTED: gettext_lazy("Say which player it was."),
    Fault.TRICK_EXPECTED: gettext_lazy("No trick is complete here."),
    Fault.TRICK_CONTRADICTS: gettext_lazy("By the cards, this trick goes to the other player."),
    Fault.TRICKS_CONTRADICT: gettext_lazy("These tricks do not match the cards."),
    Fault.SCORE_CONTRADICTS: gettext_lazy("This score does not match the hand."),
    Fault.CUT_CONTRADICTS: gettext_lazy("By the cut, the other player deals."),
    Fault.GAME_NUMBER: gettext_lazy("This is not the right game number."),
}


def sentence(error: NotationError) -> str:
    """Where, what, what was expected there if that is few things, and the law if it is one's."""
    told = str(FAULTS.get(error.code) or engine.REFUSALS[error.code]) % dict(error.params)
    if error.line:
        place = {"line": error.line, "column": error.column}
        told = _("Line %(line)s, column %(column)s:") % place + f" {told}"
    if 0 < len(error.expected) <= EXPECTED_MOST:
        told += " " + _("Expected: %(signs)s.") % {"signs": _(", or ").join(error.expected)}
    return f"{told} ({engine.law(error.law)})" if error.law else told


def refused(error: NotationError) -> Invalid:
    told = sentence(error)
    extra: dict[str, object] = {
        "line": error.line,
        "column": error.column,
        "expected": list(error.expected),
    }
    if error.law:
        extra["law"] = error.law
    return Invalid(str(error.code), told, errors={FIELD: told}, extra=extra)
