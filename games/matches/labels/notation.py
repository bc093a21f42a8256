"""What is wrong with a text in the notation, told with its place and what was expected there."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ecarte_club.core.exceptions import Invalid
from ecarte_club.core.sentences import or_list
from games.engine.notation.values import Fault, NotationError

from . import engine

FIELD: Final = "notation"
EXPECTED_MOST: Final = 8

FAULTS: Final[Mapping[str, str | Promise]] = {
    Fault.HEADER_EXPECTED: _('A header comes first, such as [Code "london"].'),
    Fault.HEADER_BROKEN: _('A header is written like [Event "A name"].'),
    Fault.HEADER_TWICE: _("The header %(key)s appears twice."),
    Fault.HEADER_VALUE: _("The header %(key)s cannot be “%(found)s” here."),
    Fault.CODE_EXPECTED: _("The header Code must name the code of laws."),
    Fault.END_EXPECTED: _("What follows does not belong here."),
    Fault.ONE_HAND_EXPECTED: _("Write one hand, starting with its deal."),
    Fault.COMMENT_OPEN: _("This comment must end with }."),
    Fault.TOKEN_EXPECTED: _("“%(found)s” is not a word of the notation."),
    Fault.TOKEN_TOO_LONG: _("A word of the notation has at most %(most)s characters."),
    Fault.CARD_EXPECTED: _("“%(found)s” is not a card: write 7H, TD, KC, or ?."),
    Fault.SEAT_EXPECTED: _("Say which player it is: A or B."),
    Fault.NUMBER_EXPECTED: _("A number is missing here."),
    Fault.ORDER_EXPECTED: _("Cards are dealt 3-2 or 2-3."),
    Fault.SIGN_EXPECTED: _("A character is missing here."),
    Fault.WORD_EXPECTED: _("“%(found)s” is not possible here."),
    Fault.DEAL_EXPECTED: _("A hand starts with its deal, such as deal:A."),
    Fault.GIVEN_TWICE: _("This is already noted for this hand."),
    Fault.CARD_TWICE: _("The card %(card)s is already named."),
    Fault.CARDS_NUMBER: _("Cards found here: %(found)s. Cards needed: %(wanted)s."),
    Fault.NO_CARDS_DUE: _("Cards cannot be taken at this point."),
    Fault.PLAYER_EXPECTED: _("Say which player it was."),
    Fault.TRICK_EXPECTED: _("No trick is complete here."),
    Fault.TRICK_CONTRADICTS: _("By the cards, this trick goes to the other player."),
    Fault.TRICKS_CONTRADICT: _("These tricks do not match the cards."),
    Fault.SCORE_CONTRADICTS: _("This score does not match the hand."),
    Fault.CUT_CONTRADICTS: _("By the cut, the other player deals."),
    Fault.GAME_NUMBER: _("This is not the right game number."),
}


def sentence(error: NotationError) -> str:
    """Where, what, what was expected there if that is few things, and the law if it is one's."""
    text = str(FAULTS.get(error.code) or engine.REFUSALS[error.code]) % dict(error.params)
    if error.line:
        # Translators: %(fault)s is a whole sentence with its full stop.
        text = gettext("Line %(line)s, column %(column)s: %(fault)s") % {
            "line": error.line,
            "column": error.column,
            "fault": text,
        }
    if 0 < len(error.expected) <= EXPECTED_MOST:
        text += " " + gettext("Expected: %(signs)s.") % {"signs": or_list(error.expected)}
    return engine.with_law(text, error.law) if error.law else text


def refused(error: NotationError) -> Invalid:
    text, expected = sentence(error), list(error.expected)
    extra: dict[str, object] = {"line": error.line, "column": error.column, "expected": expected}
    if error.law:
        extra["law"] = error.law
    return Invalid(str(error.code), text, field=FIELD, extra=extra)
