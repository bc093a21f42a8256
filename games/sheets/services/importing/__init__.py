"""Score sheets from files: uploaded, checked in steps, and entered all or not at all.

book       what a file may speak of: the club's players, seasons, evenings
preparing  a match of a file made ready to be entered, or why it cannot be
bulk       many matches entered at once
imports    the acts
"""

from .imports import (
    BYTES_MOST,
    import_check,
    import_check_again,
    import_do,
    import_open,
    imports_forget,
    imports_sweep,
    lines_done,
)

__all__ = [
    "BYTES_MOST",
    "import_check",
    "import_check_again",
    "import_do",
    "import_open",
    "imports_forget",
    "imports_sweep",
    "lines_done",
]
