"""The only code that writes leagues, seasons and standings."""

from .seasons import (
    BOARDS_MOST,
    ELSE,
    NAMES,
    POINTS_MOST,
    USUAL_SCHEME,
    SeasonPlan,
    TeamTerms,
    points_else,
    season_open,
    team_terms_of,
)

__all__ = [
    "BOARDS_MOST",
    "ELSE",
    "NAMES",
    "POINTS_MOST",
    "USUAL_SCHEME",
    "SeasonPlan",
    "TeamTerms",
    "points_else",
    "season_open",
    "team_terms_of",
]
