"""How far tests go: `THOROUGH=yes` repeats random ones more, and goes through whole matrices."""

import os
from collections.abc import Sequence
from typing import TypeVar

Case = TypeVar("Case")
THOROUGH = os.environ.get("THOROUGH") == "yes"


def times(usual: int, *, thorough: int) -> int:
    return thorough if THOROUGH else usual


def each(step: int, cases: Sequence[Case], *, first: int = 0) -> Sequence[Case]:
    """Every `step`th case, from the `first` on; all of them where tests are thorough."""
    return cases if THOROUGH else cases[first::step]
