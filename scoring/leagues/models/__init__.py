"""Leagues and their seasons: entrants, teams, fixtures, results and standings."""

from .leagues import League, Season, Standing
from .planning import Adjustment, Entrant, Fixture, Result, Round
from .teams import Board, Meeting, Team, TeamAdjustment, TeamPlayer

__all__ = [
    "Adjustment",
    "Board",
    "Entrant",
    "Fixture",
    "League",
    "Meeting",
    "Result",
    "Round",
    "Season",
    "Standing",
    "Team",
    "TeamAdjustment",
    "TeamPlayer",
]
