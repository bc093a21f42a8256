"""Tie-breaks in words."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from .rules.table import TieBreak

TIE_BREAKS: Mapping[TieBreak, str | Promise] = {
    TieBreak.WON: _("matches won"),
    TieBreak.GAMES_DIFFERENCE: _("games won less lost"),
    TieBreak.GAMES_FOR: _("games won"),
    TieBreak.VALUE_DIFFERENCE: _("game values won less lost"),
    TieBreak.RUBBER_POINTS: _("rubber points"),
    TieBreak.VOLES: _("voles"),
    TieBreak.KINGS: _("kings"),
    TieBreak.FEWER_PLAYED: _("fewer matches played"),
}
