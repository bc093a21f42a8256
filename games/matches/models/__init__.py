"""Matches, and entries that are never changed."""

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
    "Match",
    "TermsFields",
    "Unchangeable",
]
