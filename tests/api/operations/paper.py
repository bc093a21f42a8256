"""From paper and back."""

from ecarte_club.clubs.rights import Act

from .kinds import Read, Write

READS: dict[str, Read] = {
    "clubs/{slug}/score-sheet.csv": Read("clubs/{slug}/score-sheet.csv", Act.SEE_CLUB),
}
WRITES: dict[str, Write] = {}
