"""The only code that writes leagues, seasons and standings."""

from .seasons import (
    ELSE,
    NAMES,
    POINTS_MOST,
    TIE_BREAKS,
    USUAL_SCHEME,
    SeasonPlan,
    points_else,
    season_open,
)

__all__ = [
    "ELSE",
    "NAMES",
    "POINTS_MOST",
    "TIE_BREAKS",
    "USUAL_SCHEME",
    "SeasonPlan",
    "points_else",
    "season_open",
]
