"""Chances of cards that are dealt blindly, as exact numbers and fractions."""

from fractions import Fraction
from math import comb


def drawn(unseen: int, wanted: int, cards: int) -> tuple[int, ...]:
    """In how many of the ways to draw `cards` of the `unseen` are none, one … of the wanted."""
    return tuple(
        comb(wanted, found) * comb(unseen - wanted, cards - found) for found in range(cards + 1)
    )


def against(favourable: int, whole: int) -> Fraction:
    """The odds against to one: 7 where one way in eight is favourable."""
    return Fraction(whole - favourable, favourable)
