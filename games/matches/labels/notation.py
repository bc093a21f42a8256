"""What is wrong with a text in the notation, told with its place and what was expected there."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ecarte_club.core.exceptions import Invalid
from games.engine.notation import Fault, NotationError

from . import engine

FIELD: Final = "notation"
EXPECTED_MOST: Final = 8

FAULTS: Final[Mapping[str, str | Promise]] = {
    Fault.HEADER_EXPECTED: gettext_lazy('A header comes first, such as [Code "london"].'),
    Fault.HEADER_BROKEN: gettext_lazy('A header is written like [Event "A name"].'),
    Fault.HEADER_TWICE: gettext_lazy("The header %(key)s stands here a second time."),
    Fault.HEADER_VALUE: gettext_lazy("The header %(key)s cannot be “%(found)s” here."),
    Fault.CODE_EXPECTED: gettext_lazy("The header Code must name the code of laws."),
    Fault.END_EXPECTED: gettext_lazy("Something follows that does not belong here."),
    Fault.ONE_HAND_EXPECTED: gettext_lazy("Write one hand, beginning with its deal."),
    Fault.COMMENT_OPEN: gettext_lazy("This comment is not closed by }."),
    Fault.TOKEN_EXPECTED: gettext_lazy("“%(found)s” is no word of the notation."),
    Fault.TOKEN_TOO_LONG: gettext_lazy("A word of the notation has %(most)s characters at most."),
    Fault.CARD_EXPECTED: gettext_lazy("“%(found)s” is no card: write 7H, TD, KC, or ?."),
    Fault.SEAT_EXPECTED: gettext_lazy("Say which player it is: A or B."),
    Fault.NUMBER_EXPECTED: gettext_lazy("A number is missing here."),
    Fault.ORDER_EXPECTED: gettext_lazy("Cards are dealt by 3-2 or by 2-3."),
    Fault.SIGN_EXPECTED: gettext_lazy("A sign is missing here."),
    Fault.WORD_EXPECTED: gettext_lazy("“%(found)s” is not one of the words that may stand here."),
    Fault.DEAL_EXPECTED: gettext_lazy("A hand begins with its deal, such as deal:A."),
    Fault.GIVEN_TWICE: gettext_lazy("This was told of the hand already."),
    Fault.CARD_TWICE: gettext_lazy("The card %(card)s was told already."),
    Fault.CARDS_NUMBER: gettext_lazy("There are %(found)s cards here, and not %(wanted)s."),
    Fault.NO_CARDS_DUE: gettext_lazy("Nobody takes cards here."),
    Fault.PLAYER_EXPECTED: gettext_lazy("Say which player it was."),
    Fault.TRICK_EXPECTED: gettext_lazy("No trick is complete here."),
    Fault.TRICK_CONTRADICTS: gettext_lazy("The cards give this trick to the other player."),
    Fault.TRICKS_CONTRADICT: gettext_lazy("The cards come to other tricks than these."),
    Fault.SCORE_CONTRADICTS: gettext_lazy("The hand comes to another score than this."),
    Fault.CUT_CONTRADICTS: gettext_lazy("The cards cut give the deal to the other player."),
    Fault.GAME_NUMBER: gettext_lazy("This is not the number of the game."),
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
