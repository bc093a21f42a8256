"""How far tests go: `THOROUGH=yes` repeats random ones more, and goes through whole matrices."""

import os
from collections.abc import Sequence
from typing import TypeVar

Case = TypeVar("Case")
THOROUGH = os.environ.get("THOROUGH") == "yes"
QUICK = os.environ.get("QUICK") == "1"


def times(usual: int, *, thorough: int) -> int:
    return thorough if THOROUGH else usual


def examples(usual: int, *, thorough: int = 0) -> int:
    """Of hypothesis: `make quick` looks at two fifths."""
    if QUICK:
        return max(1, usual * 2 // 5)
    return times(usual, thorough=thorough or 4 * usual)


def each(step: int, cases: Sequence[Case], *, first: int = 0) -> Sequence[Case]:
    """Every `step`th case, from the `first` on; all of them where tests are thorough."""
    return cases if THOROUGH else cases[first::step]
