"""The rulings of a hand in one cell, and back: `games.matches.rulings_text` says how."""

from django.utils.translation import gettext as _

from games.engine.records import Applied
from games.matches.rulings_text import plain_text as rulings_cell
from games.matches.rulings_text import rulings_read

from .cells import Cells, shown

__all__ = ["COLUMN", "rulings_cell", "rulings_of"]

COLUMN = "rulings"


def rulings_of(cells: Cells) -> tuple[Applied, ...]:
    """What cannot be read is told; what cannot be is for the laws to refuse."""
    text = cells.cells[COLUMN].strip()
    found = rulings_read(text)
    if found is None:
        told = _("Must be rulings as this site exports them. Found: “%(found)s”.")
        cells.refuse(COLUMN, told % {"found": shown(text)})
    return found or ()
