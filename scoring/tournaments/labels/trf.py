"""What is wrong in a TRF16 file."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.tournaments.rules.trf.reading import Fault, FaultCode

FAULTS: Mapping[FaultCode, str | Promise] = {
    FaultCode.NO_PLAYERS: _("The file has no players: no line begins with 001."),
    FaultCode.NUMBER: _("“%(text)s” is no starting number from 1 to 9999."),
    FaultCode.NUMBER_TWICE: _("This starting number is used more than once."),
    FaultCode.NO_NAME: _("The name is missing."),
    FaultCode.NAME_TWICE: _("This name is used more than once."),
    FaultCode.OPPONENT: _("Round %(round)s: “%(text)s” is no other player of the file."),
    FaultCode.COLOUR: _("Round %(round)s: “%(text)s” is no colour. Use w, b or -."),
    FaultCode.RESULT: _("Round %(round)s: “%(text)s” is no result of TRF16."),
    FaultCode.RESULT_ALONE: _("Round %(round)s: the result “%(text)s” has no opponent."),
    FaultCode.MISMATCH: _(
        "Round %(round)s: the line of player %(text)s has another opponent, colour or result."
    ),
    FaultCode.ROUNDS: _("“%(text)s” is no number of rounds, or fewer than have been drawn."),
    FaultCode.DAY: _("“%(text)s” is no day. Write it as in 2026/03/14."),
    FaultCode.TEAMS: _("Teams cannot be imported. Remove the lines that begin with 013."),
    FaultCode.GAMES: _(
        "Must be a round, the numbers of two who meet in it, and games that fit the result, as in "
        "“XXG 1 4 7 2-1”."
    ),
    FaultCode.NOT_OVER: _("Round %(round)s: the result is missing, and a later round is drawn."),
}


def fault(one: Fault) -> str:
    return str(FAULTS[one.code]) % {"round": one.round, "text": one.text}
