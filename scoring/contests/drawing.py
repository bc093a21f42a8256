"""Places drawn by the site, so that anybody can draw them again.

The seed is published with the drawing. Each player's lot is the SHA-256 of "seed:player", the
player by his id; the lots in rising order are the places.
"""

from collections.abc import Iterable
from hashlib import sha256

from ecarte_club.clubs.models import Deed
from scoring.models import Contest

ACT = "contest_draw"


def drawn(players: Iterable[int], seed: str) -> tuple[int, ...]:
    return tuple(sorted(players, key=lambda player: (lot(player, seed), player)))


def lot(player: int, seed: str) -> str:
    """As hexadecimal digits."""
    return sha256(f"{seed}:{player}".encode()).hexdigest()


def seed_of(contest: Contest) -> str:
    """Of the last drawing, as the log has it; empty where the players cut for their places."""
    found = Deed.objects.filter(
        club=contest.club_id, kind="contest", about=contest.pk, act=ACT
    ).first()
    return str(found.detail["seed"]) if found else ""
