"""The only code that writes the record."""

from .entries import Written, entry_correct, entry_correct_preview, entry_undo, play_record
from .events import event_open
from .matches import MatchTerms, match_enter_whole, match_start

__all__ = [
    "MatchTerms",
    "Written",
    "entry_correct",
    "entry_correct_preview",
    "entry_undo",
    "event_open",
    "match_enter_whole",
    "match_start",
    "play_record",
]
