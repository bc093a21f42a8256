"""What changes a tournament; `locking` has its lock, `derived` what follows from each change."""

from .awards import AWARDS, meeting_award, meeting_award_back
from .following import tournament_enter, tournament_follow, tournament_gather
from .merging import tournament_merge, tournament_merge_guard
from .opening import KINDS, TournamentPlan, tournament_open, tournament_replan
from .people import (
    entrant_back,
    entrant_withdraw,
    entrants_order,
    pair_keep_apart,
    pair_let_meet,
    players_enter,
    round_off_ask,
    round_off_drop,
)
from .pool_following import pool_follow
from .pool_starting import PoolSeat, pools_start
from .pools import pool_award, pool_award_back
from .rounds import round_draw, round_publish, round_schedule, round_take_back, rounds_draw_due
from .starting import Seated, deals_first, meeting_start_back, round_start

__all__ = [
    "AWARDS",
    "KINDS",
    "PoolSeat",
    "Seated",
    "TournamentPlan",
    "deals_first",
    "entrant_back",
    "entrant_withdraw",
    "entrants_order",
    "meeting_award",
    "meeting_award_back",
    "meeting_start_back",
    "pair_keep_apart",
    "pair_let_meet",
    "players_enter",
    "pool_award",
    "pool_award_back",
    "pool_follow",
    "pools_start",
    "round_draw",
    "round_off_ask",
    "round_off_drop",
    "round_publish",
    "round_schedule",
    "round_start",
    "round_take_back",
    "rounds_draw_due",
    "tournament_enter",
    "tournament_follow",
    "tournament_gather",
    "tournament_merge",
    "tournament_merge_guard",
    "tournament_open",
    "tournament_replan",
]
