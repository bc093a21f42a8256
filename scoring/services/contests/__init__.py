"""The acts of a contest.

writing    entries, what they come to, and what they move
gates      who may say what, and what has to be so before
opening    a contest and the yes to its terms
telling    what happens while it runs
following  what a match says to its contest
"""

from .following import contest_follow
from .opening import Plan, contest_open, terms_accept
from .telling import contest_correct, contest_undo, event_tell, game_deal
from .writing import Told

__all__ = [
    "Plan",
    "Told",
    "contest_correct",
    "contest_follow",
    "contest_open",
    "contest_undo",
    "event_tell",
    "game_deal",
    "terms_accept",
]
