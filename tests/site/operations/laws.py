"""The law book and rulings: nobody's secret."""

from .kinds import Read, Write

READS: dict[str, Read] = {
    "hints": Read("hints", None),
    "laws": Read("laws", None),
    "laws/{number}": Read("laws/42", None),
    "irregularities": Read("irregularities", None),
    "irregularities/{irregularity}/ruling": Read("irregularities/revoke/ruling", None),
}
WRITES: dict[str, Write] = {}
