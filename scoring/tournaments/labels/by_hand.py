"""Pairings by hand in words: why one is refused, and what it costs."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.tournaments.rules.swiss.by_hand import Change, Criterion, Fault

CHANGES: Mapping[Change, str | Promise] = {
    Change.SWAP: _("Two players exchange places"),
    Change.PAIR: _("Two players play each other"),
    Change.BYE: _("A player has the bye"),
}
FAULTS: Mapping[Fault, str | Promise] = {
    Fault.ONE_PLAYER: _("Choose two different players."),
    Fault.NOT_PAIRED: _("Choose a player who is paired in this round."),
    Fault.TOGETHER: _("These two already play each other. Choose a player of another board."),
    Fault.NO_BYE: _("Nobody has the bye in this round. Give a half bye before the draw instead."),
    Fault.HAS_BYE: _("This player already has the bye. Choose another."),
}
CRITERIA: Mapping[Criterion, str | Promise] = {
    Criterion.MEETINGS: _("Earlier meetings of those who play each other"),
    Criterion.KEPT_APART: _("Pairs that were to be kept apart"),
    Criterion.BYES: _("Earlier byes of the player with the bye"),
    Criterion.BYE_POINTS: _("Points of the player with the bye"),
    Criterion.DEALS_RUNNING: _("Players with the same deal three times in a row"),
    Criterion.APART: _("Differences in points, squared"),
    Criterion.DEALS: _("Imbalance of first deals"),
    Criterion.FLOATS_AGAIN: _("Players who float as in the last round"),
    Criterion.FLOATS_BEFORE: _("Players who float as two rounds ago"),
    Criterion.FLOAT_PLACES: _("Places passed over by those who float"),
    Criterion.FOLD: _("Distance from upper half against lower, squared"),
}


def verdict(decides: Criterion | None, *, is_worse: bool) -> str:
    """What a change comes to against the draw, in one sentence."""
    if decides is None:
        return gettext("By the criteria, this is as good as the draw.")
    text = (
        gettext("By the criteria, this is worse than the draw: “%(criterion)s” decides.")
        if is_worse
        else gettext("By the criteria, this is better than the draw: “%(criterion)s” decides.")
    )
    return text % {"criterion": CRITERIA[decides]}
