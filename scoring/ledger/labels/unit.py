"""What a club plays for, in words: counters, or points that nobody pays."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from ecarte_club.clubs.models import Club, Unit
from scoring.ledger.rules import Cause

CAUSES: Mapping[Cause, str | Promise] = {
    Cause.STAKE: gettext_lazy("Stake"),
    Cause.LOSER_STAKE: gettext_lazy("Stake of the loser"),
    Cause.RENTRANT_STAKE: gettext_lazy("Stake of the rentrant"),
    Cause.POOL_WON: gettext_lazy("Pool won"),
    Cause.GIVEN_BACK: gettext_lazy("Given back"),
    Cause.GAME_WON: gettext_lazy("Game won"),
    Cause.PARTNER_SHARE: gettext_lazy("Partner’s share"),
    Cause.BANK_PUT_UP: gettext_lazy("Bank put up"),
    Cause.BANK_RENEWED: gettext_lazy("Bank renewed"),
    Cause.BANK_TAKEN_UP: gettext_lazy("Bank given up"),
    Cause.BET_LAID: gettext_lazy("Bet"),
    Cause.BET_WON: gettext_lazy("Bet won"),
    Cause.BET_FORFEITED: gettext_lazy("Bet forfeited"),
    Cause.LEVY: gettext_lazy("Levy"),
    Cause.PAID: gettext_lazy("Paid"),
    Cause.BUY_IN: gettext_lazy("Buy-in"),
}
_IN_POINTS: Mapping[Cause, str | Promise] = {
    Cause.STAKE: gettext_lazy("Points played for"),
    Cause.LOSER_STAKE: gettext_lazy("Points of the loser"),
    Cause.RENTRANT_STAKE: gettext_lazy("Points of the rentrant"),
    Cause.PAID: gettext_lazy("Given"),
}


@dataclass(frozen=True, slots=True)
class UnitWords:
    """Whatever would speak of money is said here, and in points where they are what counts."""

    unit: Unit

    @property
    def is_points(self) -> bool:
        return self.unit is Unit.POINTS

    def counted(self, amount: int) -> str:
        """As in "5 counters"."""
        if self.is_points:
            text = ngettext("%(amount)s point", "%(amount)s points", amount)
        else:
            text = ngettext("%(amount)s counter", "%(amount)s counters", amount)
        return text % {"amount": amount}

    @property
    def name(self) -> str:
        """Of the unit, as above a column of figures."""
        return _("Points") if self.is_points else _("Counters")

    @property
    def accounts(self) -> str:
        """What the sums of everybody are called."""
        return _("Points") if self.is_points else _("Accounts")

    def cause(self, cause: Cause) -> str:
        found = _IN_POINTS.get(cause) if self.is_points else None
        return str(found or CAUSES[cause])


def unit_words(club: Club) -> UnitWords:
    return UnitWords(Unit(club.unit))
