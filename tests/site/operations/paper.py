"""From paper and back."""

from typing import Any

from ecarte_club.clubs.permissions import Act, Scope
from tests.support.sheets import ANN_WINS, file_of

from .kinds import Read, Write

IMPORT: Any = {"act": Act.IMPORT_SHEETS, "scope": Scope.MANAGE}
READS: dict[str, Read] = {
    "clubs/{slug}/score-sheet.csv": Read("clubs/{slug}/score-sheet.csv", Act.SEE_CLUB),
    "clubs/{slug}/imports": Read("clubs/{slug}/imports", **IMPORT),
    "imports/{id}": Read("imports/{sheet}", **IMPORT),
    "imports/{id}/faults": Read("imports/{sheet}/faults", **IMPORT),
    "imports/{id}/faults.csv": Read(
        "imports/{sheet}/faults.csv", Act.IMPORT_SHEETS, scope=Scope.MANAGE
    ),
}
WRITES: dict[str, Write] = {
    "clubs/{slug}/imports": Write(
        "clubs/{slug}/imports",
        Act.IMPORT_SHEETS,
        lambda _: {"csv": file_of(*ANN_WINS).decode(), "name": "November"},
        required=("csv",),
        texts=("csv",),
    ),
    "imports/{id}/check": Write(
        "imports/{sheet}/check", Act.IMPORT_SHEETS, lambda _: {"again": True}
    ),
    "imports/{id}/entries": Write(
        "imports/{sheet}/entries", Act.IMPORT_SHEETS, lambda _: {"matches": 1}
    ),
}
