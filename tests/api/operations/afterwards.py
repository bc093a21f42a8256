"""Results."""

from .kinds import Read, Write

READS = {
    "evenings/{id}/results": Read("evenings/{evening}/results", any_table=True),
    "evenings/{id}/results.csv": Read("evenings/{evening}/results.csv", any_table=True),
}
WRITES: dict[str, Write] = {}
