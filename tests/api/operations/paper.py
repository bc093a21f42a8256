from .kinds import Read, Write

READS: dict[str, Read] = {}
WRITES: dict[str, Write] = {}
