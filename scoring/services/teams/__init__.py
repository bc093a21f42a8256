"""The only code that writes teams, who plays for them, and what they meet in."""

from .people import team_add, team_change, team_player_join, team_player_leave

__all__ = [
    "team_add",
    "team_change",
    "team_player_join",
    "team_player_leave",
]
