"""The law book and rulings, lessons and problems: nobody's secret."""

from .kinds import Read, Write

READS: dict[str, Read] = {
    "hints": Read("hints", None),
    "laws": Read("laws", None),
    "lessons": Read("lessons", None),
    "problems/{day}": Read("problems/2026-11-20", None),
    "problems/{day}/answer": Read("problems/2026-11-20/answer", None),
    "laws/{number}": Read("laws/42", None),
    "irregularities": Read("irregularities", None),
    "irregularities/{irregularity}/ruling": Read("irregularities/revoke/ruling", None),
}
WRITES: dict[str, Write] = {}
