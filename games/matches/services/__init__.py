"""The only code that writes the record."""

from .annulment import match_annul, match_annul_back, match_annul_preview
from .confirmation import confirm_refusal, game_confirm
from .entries import (
    Foreseen,
    Written,
    entry_correct,
    entry_correct_preview,
    entry_undo,
    play_record,
)
from .fixing import entry_mend
from .flags import flag_raise, flag_settle
from .matches import MatchTerms, event_open, match_enter_whole, match_start

__all__ = [
    "Foreseen",
    "MatchTerms",
    "Written",
    "confirm_refusal",
    "entry_correct",
    "entry_correct_preview",
    "entry_mend",
    "entry_undo",
    "event_open",
    "flag_raise",
    "flag_settle",
    "game_confirm",
    "match_annul",
    "match_annul_back",
    "match_annul_preview",
    "match_enter_whole",
    "match_start",
    "play_record",
]
