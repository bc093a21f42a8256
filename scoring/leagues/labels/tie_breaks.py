"""Tie-breaks in words."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.tables.criteria import Criterion
from scoring.tables.teams import CRITERION, TeamBreak

CRITERIA: Mapping[Criterion, str | Promise] = {
    Criterion.POINTS: _("points"),
    Criterion.WON: _("matches won"),
    Criterion.WON_PLAYED: _("matches won at the table"),
    Criterion.GAMES_DIFFERENCE: _("games won minus lost"),
    Criterion.GAMES_FOR: _("games won"),
    Criterion.VALUE_DIFFERENCE: _("game values won minus lost"),
    Criterion.VALUE: _("game values won"),
    Criterion.RUBBER_POINTS: _("rubber points"),
    Criterion.TREBLES: _("trebles"),
    Criterion.VOLES: _("voles"),
    Criterion.KINGS: _("kings"),
    Criterion.FEWER_PLAYED: _("fewer matches played"),
    Criterion.HEAD_TO_HEAD: _("points against each other"),
    Criterion.MINI_TABLE: _("results among the tied players"),
    Criterion.BUCHHOLZ: _("opponents’ points (Buchholz)"),
    Criterion.BUCHHOLZ_CUT_1: _("opponents’ points without the lowest (Buchholz, cut 1)"),
    Criterion.BUCHHOLZ_CUT_2: _("opponents’ points without the two lowest (Buchholz, cut 2)"),
    Criterion.BUCHHOLZ_MEDIAN: _(
        "opponents’ points without the lowest and the highest (Buchholz, median)"
    ),
    Criterion.SONNEBORN_BERGER: _("points of the opponents beaten (Sonneborn-Berger)"),
    Criterion.LOTS: _("lots"),
}
# Points come first, whatever else.
TIE_BREAKS: Mapping[Criterion, str | Promise] = {
    one: text for one, text in CRITERIA.items() if one is not Criterion.POINTS
}

TEAM_BREAKS: Mapping[TeamBreak, str | Promise] = {
    TeamBreak.BOARD_POINTS: _("board points"),
    TeamBreak.BOARD_DIFFERENCE: _("board points won minus lost"),
    TeamBreak.HEAD_TO_HEAD: _("match points against each other"),
    TeamBreak.WON: _("meetings won"),
    TeamBreak.GAMES_DIFFERENCE: _("games won minus lost"),
    TeamBreak.GAMES_WON: _("games won"),
    TeamBreak.SONNEBORN_BERGER: _("points of the opponents beaten (Sonneborn-Berger)"),
    TeamBreak.LOTS: _("lots"),
}
# The same as the table of teams keeps them.
TEAM_CRITERIA: Mapping[Criterion, str | Promise] = {
    Criterion.POINTS: _("match points"),
    **{CRITERION[one]: text for one, text in TEAM_BREAKS.items()},
}
