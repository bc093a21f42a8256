"""The acts of a tournament.

moving     its lock: what changes it passes here one by one
opening    a tournament
replanning its plan, before anything is published
people     who takes part, who sits a round out, who is kept apart
rounds     drawn, published, taken back, on schedule
drawing    what a draw makes, in each kind
goers      who goes on from groups, when something of them is corrected
walkovers  what follows from a withdrawal where everybody meets everybody
starting   the matches of a round at the tables of an evening
unstarting a match that was begun by mistake
awards     what is decided without play
following  what a match says to its fixture
pools      drawn pools, and what of them is decided without play
pool_starting  pools at the tables of an evening, each a contest of its own
pool_following what such a contest says to its pool
merging    two players who are one
"""

from .awards import AWARDS, meeting_award, meeting_award_back
from .following import tournament_enter, tournament_follow, tournament_gather
from .merging import tournament_merge, tournament_merge_guard
from .opening import KINDS, TournamentPlan, tournament_open
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
from .replanning import tournament_replan
from .rounds import round_draw, round_publish, round_schedule, round_take_back, rounds_draw_due
from .starting import Seated, deals_first, round_start
from .unstarting import meeting_start_back

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
