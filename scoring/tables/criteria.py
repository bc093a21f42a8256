"""By what a table is ordered after the points: an ordered list of these, each more is better."""

from collections.abc import Callable, Mapping
from enum import StrEnum

from .points import Share
from .season_order import KEYS, TieBreak


class Criterion(StrEnum):
    """Those of `TieBreak` have its names. None is ever renamed."""

    POINTS = "points"
    WON = "won"
    WON_PLAYED = "won_played"
    GAMES_DIFFERENCE = "games_difference"
    GAMES_FOR = "games_for"
    VALUE_DIFFERENCE = "value_difference"
    VALUE = "value"
    RUBBER_POINTS = "rubber_points"
    TREBLES = "trebles"
    VOLES = "voles"
    KINGS = "kings"
    FEWER_PLAYED = "fewer_played"
    HEAD_TO_HEAD = "head_to_head"
    MINI_TABLE = "mini_table"
    BUCHHOLZ = "buchholz"
    BUCHHOLZ_CUT_1 = "buchholz_cut_1"
    BUCHHOLZ_CUT_2 = "buchholz_cut_2"
    BUCHHOLZ_MEDIAN = "buchholz_median"
    SONNEBORN_BERGER = "sonneborn_berger"
    LOTS = "lots"


# Of the sums over all meetings alone.
SUMMED: Mapping[Criterion, Callable[[Share], int]] = {
    **{Criterion(tie_break.value): KEYS[tie_break] for tie_break in TieBreak},
    Criterion.VALUE: lambda share: share.value,
    Criterion.TREBLES: lambda share: share.trebles,
}

# How many contributions are left out, the lowest and the highest.
CUTS: Mapping[Criterion, tuple[int, int]] = {
    Criterion.BUCHHOLZ: (0, 0),
    Criterion.BUCHHOLZ_CUT_1: (1, 0),
    Criterion.BUCHHOLZ_CUT_2: (2, 0),
    Criterion.BUCHHOLZ_MEDIAN: (1, 1),
}

# Of the meetings of the tied with each other, in this order.
AMONG_TIED: Mapping[Criterion, tuple[Callable[[Share], int], ...]] = {
    Criterion.HEAD_TO_HEAD: (lambda share: share.points,),
    Criterion.MINI_TABLE: (
        lambda share: share.points,
        KEYS[TieBreak.GAMES_DIFFERENCE],
        KEYS[TieBreak.GAMES_FOR],
        KEYS[TieBreak.VALUE_DIFFERENCE],
    ),
}
