"""What somebody's matches come to, added up."""

from dataclasses import dataclass

from games.engine.seats import Seat

from .models import Match

SUMS = ("won", "drawn", "lost", "games_for", "games_against", "kings", "voles", "hands")
HUNDRED = 100


@dataclass(slots=True)
class Sums:
    """Over matches that are over, as in standings; its fields are `SUMS`, in their order.

    `hands` are those that were noted.
    """

    won: int = 0
    drawn: int = 0
    lost: int = 0
    games_for: int = 0
    games_against: int = 0
    kings: int = 0
    voles: int = 0
    hands: int = 0

    @property
    def played(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def kings_rate(self) -> float | None:
        return _rate(self.kings, self.hands)

    @property
    def voles_rate(self) -> float | None:
        return _rate(self.voles, self.hands)

    def add(self, other: "Sums") -> None:
        for name in SUMS:
            setattr(self, name, getattr(self, name) + getattr(other, name))


def _rate(number: int, hands: int) -> float | None:
    """For a hundred hands; nothing where no hand was noted."""
    return round(HUNDRED * number / hands, 1) if hands else None


def sums_of(match: Match, seat: Seat) -> Sums:
    """What a match that is over is to who sat there."""
    own, other = seat.value, seat.other.value
    return Sums(
        won=int(match.winner == own),
        drawn=int(not match.winner),
        lost=int(match.winner == other),
        games_for=getattr(match, f"games_{own}"),
        games_against=getattr(match, f"games_{other}"),
        kings=getattr(match, f"kings_{own}"),
        voles=getattr(match, f"voles_{own}"),
        hands=match.hands,
    )
