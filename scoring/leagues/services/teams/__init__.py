"""The only code that writes teams, who plays for them, and what they meet in."""

from .adjustments import team_adjustment_end, team_adjustment_foreseen, team_adjustment_give
from .awards import board_award, board_award_back, meeting_award, meeting_award_back
from .joining import team_late, team_late_foreseen
from .leaving import (
    TeamLeaving,
    TeamReturning,
    team_return,
    team_return_foreseen,
    team_withdraw,
    team_withdrawal_foreseen,
)
from .lineups import lineup_give, may_line_up
from .people import team_add, team_change, team_player_join, team_player_leave
from .planning import (
    meeting_postpone,
    meeting_postponed,
    meetings_foreseen,
    meetings_plan,
    team_plan_of,
)
from .starting import BoardStart, boards_start

__all__ = [
    "BoardStart",
    "TeamLeaving",
    "TeamReturning",
    "board_award",
    "board_award_back",
    "boards_start",
    "lineup_give",
    "may_line_up",
    "meeting_award",
    "meeting_award_back",
    "meeting_postpone",
    "meeting_postponed",
    "meetings_foreseen",
    "meetings_plan",
    "team_add",
    "team_adjustment_end",
    "team_adjustment_foreseen",
    "team_adjustment_give",
    "team_change",
    "team_late",
    "team_late_foreseen",
    "team_plan_of",
    "team_player_join",
    "team_player_leave",
    "team_return",
    "team_return_foreseen",
    "team_withdraw",
    "team_withdrawal_foreseen",
]
