"""What a hand is worth when it ends: the chance to win the game from the score that it leads to."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from games.engine.records import TRICKS_FOR_THE_POINT, TRICKS_IN_A_HAND, Opening
from games.engine.terms import GAME_IS

Chances = Sequence[Sequence[float]]
"""The elder hand's chance to win the game, by their points and the dealer's, before the deal."""
Mark = tuple[bool, int]
"""Whether one's own, and the points."""


class Standing(NamedTuple):
    """The score as the player in question has it."""

    own: int
    other: int
    is_elder: bool

    @property
    def reversed(self) -> "Standing":
        return Standing(self.other, self.own, not self.is_elder)


def chance_of_game(chances: Chances, at: Standing, marks: Iterable[Mark]) -> float:
    """Once the hand has ended with these marks, in their order: the deal passes."""
    own, other = at.own, at.other
    for is_own, points in ((True, 0), *marks):
        own, other = (own + points, other) if is_own else (own, other + points)
        if own >= GAME_IS:
            return 1.0
        if other >= GAME_IS:
            return 0.0
    return 1 - chances[other][own] if at.is_elder else chances[own][other]


def trick_marks(opening: Opening, is_elder: bool, made: int) -> Mark:
    """`made`: one's own of all five."""
    wins = made >= TRICKS_FOR_THE_POINT
    stake = Opening.REFUSED if wins is is_elder else Opening.STOOD
    double = made in (0, TRICKS_IN_A_HAND) or opening is stake
    return wins, 2 if double else 1


def by_tricks(
    chances: Chances, at: Standing, opening: Opening, kings: tuple[Mark, ...] = ()
) -> tuple[float, ...]:
    """The chance of the game for none, one … five tricks of one's own. `kings`: still to mark."""
    return tuple(
        chance_of_game(chances, at, (*kings, trick_marks(opening, at.is_elder, made)))
        for made in range(TRICKS_IN_A_HAND + 1)
    )


def before_the_deal(chances: Chances, own: int, other: int, *, deals: bool) -> float:
    return 1 - chances[other][own] if deals else chances[own][other]
