"""The odds for the gallery: nobody's secret."""

from .kinds import Read, Write

READS: dict[str, Read] = {"odds": Read("odds", None)}
WRITES: dict[str, Write] = {}
