"""Leagues and their seasons: entrants, teams, fixtures, results and standings."""

from .fixtures import Entrant, Fixture, Round
from .manual_orders import ManualOrder, ManualPlace
from .seasons import (
    Adjustment,
    League,
    Result,
    Season,
    Standing,
)
from .teams import Board, Meeting, Team, TeamAdjustment, TeamPlayer

__all__ = [
    "Adjustment",
    "Board",
    "Entrant",
    "Fixture",
    "League",
    "ManualOrder",
    "ManualPlace",
    "Meeting",
    "Result",
    "Round",
    "Season",
    "Standing",
    "Team",
    "TeamAdjustment",
    "TeamPlayer",
]
