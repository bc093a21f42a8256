"""The two sides of a match."""

from enum import StrEnum


class Seat(StrEnum):
    A = "a"
    B = "b"

    @property
    def other(self) -> "Seat":
        return Seat.B if self is Seat.A else Seat.A
