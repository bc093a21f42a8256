"""What the database keeps of play.

record   matches, and entries that are never changed
letters  an evening's letters
imports  score sheets on their way in
"""

from .imports import SheetFault, SheetImport
from .letters import Letter, LetterFields
from .record import (
    IN_PLAY,
    Confirmation,
    Entry,
    Event,
    Flag,
    Match,
    TermsFields,
    Unchangeable,
)

__all__ = [
    "IN_PLAY",
    "Confirmation",
    "Entry",
    "Event",
    "Flag",
    "Letter",
    "LetterFields",
    "Match",
    "SheetFault",
    "SheetImport",
    "TermsFields",
    "Unchangeable",
]
