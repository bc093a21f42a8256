"""The only code that writes the record."""

from .entries import (
    Foreseen,
    Written,
    entry_correct,
    entry_correct_preview,
    entry_undo,
    play_record,
)
from .events import event_open
from .matches import MatchTerms, match_enter_whole, match_start

__all__ = [
    "Foreseen",
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
