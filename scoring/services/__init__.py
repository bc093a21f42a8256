"""The only code that writes leagues, seasons and standings."""

from .seasons import POINTS_MOST, USUAL_SCHEME, SeasonPlan, season_open

__all__ = ["POINTS_MOST", "USUAL_SCHEME", "SeasonPlan", "season_open"]
