"""The acts of a contest.

writing    entries, what they come to, and what they move
gates      who may say what, and what has to be so before
opening    a contest and the yes to its terms
drawing    places by lot
telling    what happens while it runs
following  what a match says to its contest
guarding   what waits until a contest is over
"""

from .drawing import drawing_note, places_draw, places_drawn
from .following import contest_follow
from .guarding import merge_guard, sign_off_guard
from .opening import Plan, contest_open, terms_accept
from .telling import (
    Foreseen,
    contest_correct,
    contest_correct_preview,
    contest_undo,
    contest_undo_preview,
    event_tell,
    game_deal,
)
from .writing import Told

__all__ = [
    "Foreseen",
    "Plan",
    "Told",
    "contest_correct",
    "contest_correct_preview",
    "contest_follow",
    "contest_open",
    "contest_undo",
    "contest_undo_preview",
    "drawing_note",
    "event_tell",
    "game_deal",
    "merge_guard",
    "places_draw",
    "places_drawn",
    "sign_off_guard",
    "terms_accept",
]
