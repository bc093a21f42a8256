"""Hands and matches in the notation."""

from collections.abc import Mapping

from ecarte_club.clubs.permissions import Act

from .kinds import Read, Write

READS = {
    "matches/{id}/notation": Read("matches/{match}/notation", own=Act.SEE_EVENING),
    "matches/{id}/review": Read("matches/{match}/review", own=Act.SEE_EVENING),
    "matches/{id}/review/text": Read("matches/{match}/review/text", own=Act.SEE_EVENING),
}
WRITES: Mapping[str, Write] = {}
