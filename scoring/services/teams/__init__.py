"""The only code that writes teams, who plays for them, and what they meet in."""

from .people import team_add, team_change, team_player_join, team_player_leave
from .planning import (
    meeting_postpone,
    meeting_postponed,
    meetings_foreseen,
    meetings_plan,
    team_plan_of,
)

__all__ = [
    "meeting_postpone",
    "meeting_postponed",
    "meetings_foreseen",
    "meetings_plan",
    "team_add",
    "team_change",
    "team_plan_of",
    "team_player_join",
    "team_player_leave",
]
