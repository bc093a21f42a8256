"""How well somebody plays, as far as his results tell, and how sure that is.

Measured beside other ways: docs/decisions/ratings.md.
"""

from .skill import (
    ESTABLISHED,
    NEW_DOUBT,
    NEWCOMER,
    Skill,
    chance,
    is_established,
    meet,
    per_mille,
    rested,
    span,
)

__all__ = [
    "ESTABLISHED",
    "NEWCOMER",
    "NEW_DOUBT",
    "Skill",
    "chance",
    "is_established",
    "meet",
    "per_mille",
    "rested",
    "span",
]
