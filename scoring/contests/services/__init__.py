"""The only code that writes pools and chouettes."""

from .entries import Entered
from .events import (
    Foreseen,
    contest_correct,
    contest_correct_preview,
    contest_undo,
    contest_undo_preview,
    drawing_note,
    event_tell,
    game_deal,
    places_draw,
    places_drawn,
)
from .following import contest_follow, merge_guard, sign_off_guard
from .opening import Plan, contest_open, terms_accept

__all__ = [
    "Entered",
    "Foreseen",
    "Plan",
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
