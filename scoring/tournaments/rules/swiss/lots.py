"""Lots that anybody can draw again: SHA-256 of the published seed, the round, who is concerned."""

from hashlib import sha256
from typing import NamedTuple

from .matching import LOT_BITS


class Lots(NamedTuple):
    seed: str
    round_number: int

    def of(self, *concerned: int | str) -> int:
        """Of `LOT_BITS` bits, the first of the hash of "seed:round:one:other…"."""
        text = ":".join(map(str, (*self, *concerned)))
        return int.from_bytes(sha256(text.encode()).digest()[: LOT_BITS // 8], "big")
